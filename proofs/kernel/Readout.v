(* The readout a_j = (1 + z.r_j) / sum_l (1 + z.r_l) as a probability vector.

   Its denominator vanishes only if every anchor is -z. At the equilibrium of positive weights it is at
   least 2, and exactly 2 only if one anchor is z and all the others -z. The order of the couplings is
   not the order of the attention. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors Positivity.
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

(* ---- at the equilibrium h/|h| of positive weights ---- *)

(* the denominator is at least 2. With c_j = e.r_j: some c_j > 0; if the denominator were at most 2, all
   other c_i <= -c_j, so anchor j alone outweighs them along e, and then they cannot balance its part
   orthogonal to e unless that part is zero. *)
Section Equilibrium.
Variables (d n : nat) (w : nat -> R) (r : nat -> vec).
Hypothesis Hw : forall j, (j < n)%nat -> 0 < w j.
Hypothesis Hr : forall j, (j < n)%nat -> dot d (r j) (r j) = 1.
Hypothesis Hh : nonzero d (force n w r).
Let e := unitv d (force n w r).
Let c j := dot d e (r j).
Let D := Sum n (fun l => 1 + dot d e (r l)).

Lemma e_unit : dot d e e = 1. Proof. apply unitv_unit, Hh. Qed.

Lemma c_bound j : (j < n)%nat -> -1 <= c j <= 1.
Proof. intros Hj. apply dot_unit_bounds; [apply e_unit|apply Hr, Hj]. Qed.

Lemma weighted_heights : Sum n (fun j => w j * c j) = norm d (force n w r).
Proof.
unfold c. rewrite <- dot_force, (dot_unitv_r d e (force n w r) Hh). fold e. rewrite e_unit. ring.
Qed.

Lemma some_height : exists j, (j < n)%nat /\ 0 < c j.
Proof.
assert (Hp := norm_pos d _ Hh).
destruct (Sum_pos_ex n (fun j => w j * c j)) as [j [Hj Hpos]]; [rewrite weighted_heights; exact Hp|].
exists j. split; [exact Hj|]. specialize (Hw j Hj). nra.
Qed.

(* two anchors cannot have more than the whole denominator *)
Lemma two_terms i j : (i < n)%nat -> (j < n)%nat -> i <> j -> (1 + c i) + (1 + c j) <= D.
Proof.
intros Hi Hj Hne. unfold D.
assert (E : (1 + c i) + (1 + c j) =
  Sum n (fun l => (if Nat.eqb i l then 1 else 0) * (1 + c l) + (if Nat.eqb j l then 1 else 0) * (1 + c l))).
{ rewrite Sum_plus, (Sum_kron n i (fun l => 1 + c l) Hi), (Sum_kron n j (fun l => 1 + c l) Hj). reflexivity. }
rewrite E. apply Sum_le; intros l Hl. destruct (c_bound l Hl). fold (c l).
destruct (Nat.eqb_spec i l), (Nat.eqb_spec j l); subst; try congruence; lra.
Qed.

Lemma small_denominator j : (j < n)%nat -> 0 < c j -> D <= 2 ->
  c j = 1 /\ forall i, (i < n)%nat -> i <> j -> c i = -1.
Proof.
intros Hj Hpos HD.
assert (Hi : forall i, (i < n)%nat -> i <> j -> c i <= - c j).
{ intros i Hi Hne. assert (T := two_terms i j Hi Hj Hne). lra. }
assert (Hp := norm_pos d _ Hh).
(* v = r_j - c_j e, the part of anchor j orthogonal to e; s2 = |v|^2 = 1 - c_j^2 *)
set (s2 := 1 - c j * c j). assert (Hs2 : 0 <= s2) by (unfold s2; destruct (c_bound j Hj); nra).
set (v := fun k => r j k - c j * e k).
assert (Vr : forall i, dot d v (r i) = dot d (r j) (r i) - c j * c i).
{ intros i. unfold v. rewrite (dot_minus_l d (r j) (fun k => c j * e k)), dot_scal_l. reflexivity. }
assert (Ve : dot d v e = 0).
{ unfold v. rewrite (dot_minus_l d (r j) (fun k => c j * e k)), dot_scal_l, e_unit, (dot_comm d (r j) e).
  fold (c j). ring. }
assert (Z : Sum n (fun i => w i * dot d v (r i)) = 0).
{ rewrite <- dot_force, (dot_unitv_r d v (force n w r) Hh). fold e. rewrite Ve. ring. }
(* every other anchor pulls back by at most s2 *)
assert (B : forall i, (i < n)%nat -> i <> j -> - s2 <= dot d v (r i)).
{ intros i Hin Hne. specialize (Hi i Hin Hne). destruct (c_bound i Hin). destruct (c_bound j Hj).
  set (u := fun k => r i k - c i * e k).
  assert (Uu : dot d (fun k => u k + v k) (fun k => u k + v k) = (1 - c i * c i) + s2 + 2 * dot d v (r i)).
  { rewrite (dot_plus_l d u v), (dot_comm d u), (dot_comm d v). rewrite !(dot_plus_l d u v).
    assert (A1 : dot d u u = 1 - c i * c i).
    { unfold u at 1. rewrite (dot_minus_l d (r i) (fun k => c i * e k)), dot_scal_l.
      assert (U1 : dot d (r i) u = 1 - c i * c i).
      { rewrite (dot_comm d (r i)). unfold u. rewrite (dot_minus_l d (r i) (fun k => c i * e k)), dot_scal_l, Hr by exact Hin.
        reflexivity. }
      assert (U2 : dot d e u = 0).
      { rewrite (dot_comm d e). unfold u. rewrite (dot_minus_l d (r i) (fun k => c i * e k)), dot_scal_l, e_unit, (dot_comm d (r i) e).
        fold (c i). ring. }
      rewrite U1, U2. ring. }
    assert (A2 : dot d v v = s2).
    { unfold v at 2. rewrite (dot_comm d v), (dot_minus_l d (r j) (fun k => c j * e k)), dot_scal_l, (dot_comm d e v), Ve.
      rewrite (dot_comm d (r j) v), Vr, Hr by exact Hj. unfold s2. ring. }
    assert (A3 : dot d u v = dot d v (r i)).
    { unfold u. rewrite (dot_minus_l d (r i) (fun k => c i * e k)), dot_scal_l, (dot_comm d e v), Ve, (dot_comm d (r i)). ring. }
    rewrite A1, A2, (dot_comm d v u), A3. ring. }
  assert (P := dot_nonneg d (fun k => u k + v k)). rewrite Uu in P. unfold s2 in *. nra. }
assert (Vj : dot d v (r j) = s2) by (rewrite Vr, Hr by exact Hj; reflexivity).
set (W := Sum n w - w j).
(* along e: w_j > W *)
assert (A : 0 < c j * (w j - W)).
{ assert (L : Sum n (fun i => w i * c i) <= Sum n (fun i => (if Nat.eqb j i then 1 else 0) * (2 * (c j * w i)) - c j * w i)).
  { apply Sum_le; intros i Hin. specialize (Hw i Hin). destruct (Nat.eqb_spec j i) as [->|Hne]; [lra|].
    specialize (Hi i Hin ltac:(congruence)). nra. }
  rewrite weighted_heights, Sum_minus, (Sum_kron n j (fun i => 2 * (c j * w i)) Hj), Sum_scal in L. unfold W. lra. }
(* across e: s2 (w_j - W) <= 0 *)
assert (A' : s2 * (w j - W) <= 0).
{ assert (L : Sum n (fun i => (if Nat.eqb j i then 1 else 0) * (2 * (s2 * w i)) - s2 * w i) <= Sum n (fun i => w i * dot d v (r i))).
  { apply Sum_le; intros i Hin. specialize (Hw i Hin). destruct (Nat.eqb_spec j i) as [->|Hne]; [rewrite Vj; lra|].
    specialize (B i Hin ltac:(congruence)). nra. }
  rewrite Z, Sum_minus, (Sum_kron n j (fun i => 2 * (s2 * w i)) Hj), Sum_scal in L. unfold W. lra. }
assert (Hd : 0 < w j - W) by nra.
assert (s2 = 0) by nra. destruct (c_bound j Hj).
assert (Hc : c j = 1) by (unfold s2 in *; nra).
split; [exact Hc|]. intros i Hin Hne. specialize (Hi i Hin Hne). destruct (c_bound i Hin). lra.
Qed.

Theorem denominator_at_least_2 : 2 <= D.
Proof.
apply Rnot_lt_le. intros HD. destruct some_height as [j [Hj Hp]].
destruct (small_denominator j Hj Hp ltac:(lra)) as [Hc _].
assert (1 + c j <= D).
{ unfold D. apply (Sum_ge_term n (fun l => 1 + dot d e (r l)) j Hj). intros l Hl. destruct (c_bound l Hl). fold (c l). lra. }
lra.
Qed.

(* equality: one anchor at e, all others at -e *)
Theorem denominator_equals_2_iff : D = 2 <-> exists j, (j < n)%nat /\ veq d (r j) e /\
  forall i, (i < n)%nat -> i <> j -> veq d (r i) (fun k => - e k).
Proof.
assert (V : forall i s, (i < n)%nat -> s * s = 1 -> c i = s -> veq d (r i) (fun k => s * e k)).
{ intros i s Hin Hs Hc k Hk.
  assert (Q : dot d (fun l => r i l - s * e l) (fun l => r i l - s * e l) = 0).
  { rewrite (dot_minus_l d (r i) (fun l => s * e l)), (dot_comm d (r i)), (dot_comm d (fun l => s * e l)).
    rewrite !(dot_minus_l d (r i) (fun l => s * e l)), !dot_scal_r, !dot_scal_l, Hr, e_unit, (dot_comm d (r i) e) by exact Hin.
    fold (c i). rewrite Hc. nra. }
  assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (r i l - s * e l)) Q k Hk).
  apply Rsqr_0_uniq in Zk. lra. }
split.
- intros HD. destruct some_height as [j [Hj Hp]]. destruct (small_denominator j Hj Hp ltac:(lra)) as [Hc Hi].
  exists j. split; [exact Hj|split].
  + intros k Hk. rewrite (V j 1 Hj ltac:(ring) Hc k Hk). ring.
  + intros i Hin Hne k Hk. rewrite (V i (-1) Hin ltac:(ring) (Hi i Hin Hne) k Hk). ring.
- intros [j [Hj [Hrj Hri]]]. unfold D. rewrite (Sum_ext n _ (fun l => (if Nat.eqb j l then 1 else 0) * 2)).
  + rewrite (Sum_kron n j (fun _ => 2) Hj). reflexivity.
  + intros i Hin. destruct (Nat.eqb_spec j i) as [->|Hne].
    * rewrite (dot_ext d e e (r i) e) by ((intros ? ?; reflexivity) || exact Hrj). rewrite e_unit. ring.
    * rewrite (dot_ext d e e (r i) (fun k => (-1) * e k)).
      -- rewrite dot_scal_r, e_unit. ring.
      -- intros ? ?; reflexivity.
      -- intros k Hk. rewrite (Hri i Hin ltac:(congruence) k Hk). ring.
Qed.
End Equilibrium.

(* ---- order of couplings is not order of attention ---- *)

Definition order_weights : nat -> R := fun j => match j with 0%nat => 3/2 | _ => 1 end.
Definition order_anchors : nat -> vec := fun j k =>
  match j, k with 0%nat, 1%nat => -1 | S _, 0%nat => -1 | _, _ => 0 end.

Theorem coupling_order_lost : let h := force 3 order_weights order_anchors in
  let a := readout 2 3 order_anchors (unitv 2 h) in
  order_weights 1%nat < order_weights 0%nat /\ a 0%nat = 8/26 /\ a 1%nat = 9/26 /\ a 2%nat = 9/26.
Proof.
intros h a.
assert (N : norm 2 h = 5/2).
{ unfold norm. replace (dot 2 h h) with ((5/2) * (5/2)) by (unfold dot, h, force, order_weights, order_anchors; simpl; lra).
  apply sqrt_square. lra. }
assert (E0 : unitv 2 h 0%nat = - (4/5)) by (unfold unitv; rewrite N; unfold h, force, order_weights, order_anchors; simpl; lra).
assert (E1 : unitv 2 h 1%nat = - (3/5)) by (unfold unitv; rewrite N; unfold h, force, order_weights, order_anchors; simpl; lra).
unfold a, readout, dot. simpl. rewrite E0, E1. repeat split; simpl; lra || field.
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
