(* The readout a_j = (1 + z.r_j) / sum_l (1 + z.r_l) as a probability vector. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors.
Open Scope R_scope.

Definition readout d T (r : nat -> vec) (z : vec) (j : nat) : R :=
  (1 + dot d z (r j)) / Sum T (fun l => 1 + dot d z (r l)).

Theorem readout_simplex d T r z : dot d z z = 1 ->
  (forall j, (j < T)%nat -> dot d (r j) (r j) = 1) ->
  0 < Sum T (fun l => 1 + dot d z (r l)) ->
  (forall j, (j < T)%nat -> 0 <= readout d T r z j <= 1) /\ Sum T (readout d T r z) = 1.
Proof.
intros Hz Hr HS.
assert (H0 : forall j, (j < T)%nat -> 0 <= 1 + dot d z (r j)).
{ intros j Hj. destruct (dot_unit_bounds d z (r j) Hz (Hr j Hj)). lra. }
split.
- intros j Hj. unfold readout. split.
  + apply Rmult_le_pos; [apply H0, Hj|left; apply Rinv_0_lt_compat, HS].
  + apply (Rmult_le_reg_r (Sum T (fun l => 1 + dot d z (r l)))); [exact HS|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by lra.
    apply (Sum_ge_term T (fun l => 1 + dot d z (r l)) j Hj H0).
- unfold readout, Rdiv. rewrite (Sum_ext T _ (fun j => / Sum T (fun l => 1 + dot d z (r l)) * (1 + dot d z (r j)))) by (intros; ring).
  rewrite Sum_scal. apply Rinv_l. lra.
Qed.

(* denominator exactly zero iff every anchor is the antipode of z *)
Theorem readout_denominator d T r z : dot d z z = 1 ->
  (forall j, (j < T)%nat -> dot d (r j) (r j) = 1) ->
  (Sum T (fun l => 1 + dot d z (r l)) = 0 <->
   forall j, (j < T)%nat -> veq d (r j) (fun k => - z k)).
Proof.
intros Hz Hr.
assert (H0 : forall j, (j < T)%nat -> 0 <= 1 + dot d z (r j)).
{ intros j Hj. destruct (dot_unit_bounds d z (r j) Hz (Hr j Hj)). lra. }
split.
- intros HS j Hj k Hk. assert (E := Sum_nonneg_zero T _ H0 HS j Hj). simpl in E.
  assert (Q : dot d (fun l => z l + r j l) (fun l => z l + r j l) = 0).
  { rewrite (dot_plus_l d z (r j)), (dot_comm d z), (dot_comm d (r j)).
    rewrite !(dot_plus_l d z (r j)), Hz, (Hr j Hj), (dot_comm d (r j) z). lra. }
  assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (z l + r j l)) Q k Hk).
  apply Rsqr_0_uniq in Zk. lra.
- intros H. rewrite (Sum_ext T _ (fun _ => 0)); [rewrite Sum_const; ring|].
  intros j Hj. rewrite (dot_ext d z z (r j) (fun k => (-1) * z k)).
  + rewrite dot_scal_r, Hz. ring.
  + intros ? ?; reflexivity.
  + intros k Hk. rewrite (H j Hj k Hk). ring.
Qed.

Lemma dot_Sum_r d T (u : vec) w (r : nat -> vec) :
  Sum T (fun j => w j * dot d u (r j)) = dot d u (fun k => Sum T (fun j => w j * r j k)).
Proof.
unfold dot. induction T as [|T IH]; simpl.
- rewrite (Sum_ext d _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
- rewrite IH, <- Sum_scal, <- Sum_plus. apply Sum_ext; intros; ring.
Qed.

(* at the stable equilibrium with positive weights the readout is always well defined *)
Theorem readout_at_equilibrium d T r w : (forall j, (j < T)%nat -> 0 < w j) ->
  (forall j, (j < T)%nat -> dot d (r j) (r j) = 1) ->
  let h := fun k => Sum T (fun j => w j * r j k) in nonzero d h ->
  0 < Sum T (fun l => 1 + dot d (unitv d h) (r l)).
Proof.
intros Hw Hr h Hh. assert (Hu := unitv_unit d h Hh). assert (Hp := norm_pos d h Hh).
set (u := unitv d h) in *.
assert (H0 : forall j, (j < T)%nat -> 0 <= 1 + dot d u (r j)).
{ intros j Hj. destruct (dot_unit_bounds d u (r j) Hu (Hr j Hj)). lra. }
assert (Hs : Sum T (fun j => w j * dot d u (r j)) = norm d h).
{ rewrite dot_Sum_r. fold h. rewrite (dot_unitv_r d u h Hh). fold u. rewrite Hu. ring. }
destruct (Sum_pos_ex T (fun j => w j * dot d u (r j))) as [j [Hj Hpos]]; [lra|].
assert (Hd : 0 < dot d u (r j)) by (specialize (Hw j Hj); nra).
assert (1 + dot d u (r j) <= Sum T (fun l => 1 + dot d u (r l))).
{ apply (Sum_ge_term T (fun l => 1 + dot d u (r l)) j Hj H0). }
lra.
Qed.

(* invariance under every map preserving the inner products *)
Theorem readout_isometry d T r z (Q : vec -> vec) j :
  (forall x y, dot d (Q x) (Q y) = dot d x y) ->
  readout d T (fun l => Q (r l)) (Q z) j = readout d T r z j.
Proof.
intros HQ. unfold readout. rewrite HQ. f_equal. apply Sum_ext; intros; rewrite HQ; reflexivity.
Qed.

(* near miss: without the equilibrium the denominator can vanish *)
Theorem denominator_can_vanish : exists d T (r : nat -> vec) z, (0 < T)%nat /\ dot d z z = 1 /\
  (forall j, (j < T)%nat -> dot d (r j) (r j) = 1) /\ Sum T (fun l => 1 + dot d z (r l)) = 0.
Proof.
exists 2%nat, 1%nat, (fun _ k => if Nat.eqb k 0 then 1 else 0), (fun k => if Nat.eqb k 0 then -1 else 0).
repeat split; try lia; intros; unfold dot; simpl; ring.
Qed.
