(* The matrix exponential as a power series, and the flow of frequency disorder from every start.

   exp(t A) y0 has the coordinates sum_n (A^n y0)_k t^n / n!. The series converges for every t, because
   the coordinates of A^n y0 grow like B^n for B the sum of the absolute entries of A, and it solves
   y' = A y. With A = [[S, h], [h^T, 0]] this is the linear lift, so each start on the sphere has a flow. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors BoundedUpdate Disorder DisorderFlow.
Open Scope R_scope.

(* A^n y *)
Fixpoint power_act (m : nat) (A : matrix) (n : nat) (y : vec) : vec :=
  match n with O => y | S n => act m A (power_act m A n y) end.

(* exp(t A) y *)
Definition exponential (m : nat) (A : matrix) (t : R) (y : vec) : vec :=
  fun k => PSeries (fun n => power_act m A n y k / INR (fact n)) t.

Definition total (m : nat) (v : vec) := Sum m (fun k => Rabs (v k)).
Definition entries (m : nat) (A : matrix) := Sum m (fun i => Sum m (fun j => Rabs (A i j))).

Lemma total_nonneg m v : 0 <= total m v.
Proof. apply Sum_nonneg; intros; apply Rabs_pos. Qed.

Lemma total_ge m v k : (k < m)%nat -> Rabs (v k) <= total m v.
Proof. intros Hk. apply (Sum_ge_term m (fun k => Rabs (v k)) k Hk). intros; apply Rabs_pos. Qed.

Lemma entries_nonneg m A : 0 <= entries m A.
Proof. apply Sum_nonneg; intros; apply Sum_nonneg; intros; apply Rabs_pos. Qed.

Lemma total_act m A v : total m (act m A v) <= entries m A * total m v.
Proof.
unfold total at 1, entries. rewrite Rmult_comm, <- Sum_scal. apply Sum_le; intros i _.
eapply Rle_trans; [apply Sum_abs|]. rewrite <- Sum_scal. apply Sum_le; intros j Hj.
rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|apply total_ge, Hj].
Qed.

Lemma total_power m A n y : total m (power_act m A n y) <= entries m A ^ n * total m y.
Proof.
induction n as [|n IH]; simpl; [lra|]. eapply Rle_trans; [apply total_act|].
rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply entries_nonneg|exact IH].
Qed.

(* x^n / n! <= exp x for x >= 0 *)
Lemma exp_term x n : 0 <= x -> x ^ n / INR (fact n) <= exp x.
Proof.
intros Hx. assert (T := exp_ge_taylor x n Hx). eapply Rle_trans; [|exact T].
destruct n as [|n]; [simpl; lra|]. rewrite tech5.
assert (0 <= sum_f_R0 (fun k => x ^ k / INR (fact k)) n); [|lra].
apply cond_pos_sum. intros k. apply Rmult_le_pos; [apply pow_le, Hx|left; apply Rinv_0_lt_compat, INR_fact_lt_0].
Qed.

Lemma exponential_radius m A y k : (k < m)%nat ->
  CV_radius (fun n => power_act m A n y k / INR (fact n)) = p_infty.
Proof.
intros Hk. destruct (CV_radius (fun n => power_act m A n y k / INR (fact n))) as [r| |] eqn:E; [exfalso|reflexivity|exfalso].
- destruct (CV_radius_bounded (fun n => power_act m A n y k / INR (fact n))) as [U _]. rewrite E in U.
  assert (P : 0 <= r).
  { assert (Q := CV_radius_ge_0 (fun n => power_act m A n y k / INR (fact n))). rewrite E in Q. exact Q. }
  specialize (U (r + 1)). assert (L : r + 1 <= r); [|lra]. apply U.
  exists (exp (entries m A * (r + 1)) * total m y). intros n.
  rewrite Rabs_mult, (Rabs_pos_eq ((r + 1) ^ n)) by (apply pow_le; lra).
  assert (F := INR_fact_lt_0 n). unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ INR (fact n))) by (left; apply Rinv_0_lt_compat, F).
  assert (B : Rabs (power_act m A n y k) <= entries m A ^ n * total m y).
  { eapply Rle_trans; [apply (total_ge m (power_act m A n y) k Hk)|apply total_power]. }
  assert (T := exp_term (entries m A * (r + 1)) n ltac:(apply Rmult_le_pos; [apply entries_nonneg|lra])).
  rewrite Rpow_mult_distr in T.
  apply Rle_trans with (entries m A ^ n * (r + 1) ^ n / INR (fact n) * total m y);
    [|apply Rmult_le_compat_r; [apply total_nonneg|exact T]].
  replace (entries m A ^ n * (r + 1) ^ n / INR (fact n) * total m y)
    with (entries m A ^ n * total m y * / INR (fact n) * (r + 1) ^ n) by (field; lra).
  apply Rmult_le_compat_r; [apply pow_le; lra|]. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat, F|exact B].
- assert (Q := CV_radius_ge_0 (fun n => power_act m A n y k / INR (fact n))). rewrite E in Q. exact Q.
Qed.

Theorem exponential_start m A y k : exponential m A 0 y k = y k.
Proof.
unfold exponential. rewrite PSeries_0. simpl. field.
Qed.

Theorem exponential_solves m A y t k : (k < m)%nat ->
  is_derive (fun s => exponential m A s y k) t (act m A (exponential m A t y) k).
Proof.
intros Hk. unfold exponential at 1.
apply (is_derive_val _ t (PSeries (PS_derive (fun n => power_act m A n y k / INR (fact n))) t)).
- (* the derived series: (n+1) (A^(n+1) y)_k / (n+1)! = sum_j A_kj (A^n y)_j / n! *)
  rewrite (PSeries_ext _ (fun n => Sum m (fun j => A k j * (power_act m A n y j / INR (fact n))))).
  + unfold act at 1, exponential.
    assert (K : forall l, (l <= m)%nat -> 
      ex_pseries (fun n => Sum l (fun j => A k j * (power_act m A n y j / INR (fact n)))) t /\
      PSeries (fun n => Sum l (fun j => A k j * (power_act m A n y j / INR (fact n)))) t
      = Sum l (fun j => A k j * PSeries (fun n => power_act m A n y j / INR (fact n)) t)).
    { induction l as [|l IH]; intros Hl.
      - simpl. split; [|apply PSeries_const_0].
        apply CV_radius_inside. rewrite CV_radius_const_0. exact I.
      - destruct (IH ltac:(lia)) as [E1 E2].
        assert (E3 : ex_pseries (fun n => power_act m A n y l / INR (fact n)) t)
          by (apply CV_radius_inside; rewrite exponential_radius by lia; exact I).
        assert (E4 : ex_pseries (fun n => A k l * (power_act m A n y l / INR (fact n))) t)
          by (apply (ex_pseries_scal (A k l) (fun n => power_act m A n y l / INR (fact n)) t); [apply Rmult_comm|exact E3]).
        split.
        + apply (ex_pseries_plus _ (fun n => A k l * (power_act m A n y l / INR (fact n))) t E1 E4).
        + simpl. rewrite <- E2, <- (PSeries_scal (A k l) (fun n => power_act m A n y l / INR (fact n)) t).
          apply (PSeries_plus _ (fun n => A k l * (power_act m A n y l / INR (fact n))) t E1 E4). }
    apply (K m (le_n m)).
  + intros n. unfold PS_derive. simpl power_act. unfold act at 1. rewrite fact_simpl, mult_INR.
    assert (F := INR_fact_neq_0 n). assert (N : INR (S n) <> 0) by (apply not_0_INR; lia).
    replace (INR (S n) * (Sum m (fun j => A k j * power_act m A n y j) / (INR (S n) * INR (fact n))))
      with (/ INR (fact n) * Sum m (fun j => A k j * power_act m A n y j)) by (field; split; assumption).
    rewrite <- Sum_scal. apply Sum_ext; intros j _. field. exact F.
- apply is_derive_PSeries. rewrite exponential_radius by exact Hk. exact I.
Qed.

(* ---- the generator of the disordered flow ---- *)

(* [[S, h], [h^T, 0]] *)
Definition generator (d : nat) (M : matrix) (h : vec) : matrix := fun i j =>
  if Nat.ltb i d then (if Nat.ltb j d then M i j else h i) else (if Nat.ltb j d then h j else 0).

(* (z0, 1) *)
Definition raised (d : nat) (z0 : vec) : vec := fun k => if Nat.ltb k d then z0 k else 1.

Theorem exponential_lifts d M h z0 :
  let y t := exponential (S d) (generator d M h) t (raised d z0) in
  lift d M h y (fun t => y t d) /\ veq d (y 0) z0 /\ y 0 d = 1.
Proof.
intros y. assert (Lt : forall k, (k < d)%nat -> Nat.ltb k d = true) by (intros; now apply Nat.ltb_lt).
assert (Dd : Nat.ltb d d = false) by apply Nat.ltb_irrefl.
split; [split|split].
- intros t k Hk. apply (is_derive_val _ t (act (S d) (generator d M h) (y t) k)); [|apply exponential_solves; lia].
  unfold act, generator. simpl. rewrite (Lt k Hk), Dd, (Rmult_comm (h k)). f_equal.
  apply Sum_ext; intros j Hj. now rewrite (Lt j Hj).
- intros t. apply (is_derive_val _ t (act (S d) (generator d M h) (y t) d)); [|apply exponential_solves; lia].
  unfold act, generator, dot. simpl. rewrite Dd, Rmult_0_l, Rplus_0_r.
  apply Sum_ext; intros j Hj. now rewrite (Lt j Hj).
- intros k Hk. unfold y. rewrite exponential_start. unfold raised. now rewrite (Lt k Hk).
- unfold y. rewrite exponential_start. unfold raised. now rewrite Dd.
Qed.

(* from every start on the sphere there is a flow: one matrix exponential and one division *)
Theorem exponential_flow d M h z0 : skew d M -> dot d z0 z0 = 1 ->
  let y t := exponential (S d) (generator d M h) t (raised d z0) in
  (forall t, 0 < y t d) /\ disordered_solution d M h (fun t k => y t k / y t d) /\
  veq d (fun k => y 0 k / y 0 d) z0.
Proof.
intros HM Hz y. destruct (exponential_lifts d M h z0) as [HL [Y0 E0]]. fold y in HL, Y0, E0.
destruct (lift_solves d M h y (fun t => y t d) HM HL E0) as [P Q].
{ transitivity (dot d z0 z0); [apply dot_ext; exact Y0|exact Hz]. }
split; [exact P|split; [exact Q|]]. intros k Hk. assert (A := Y0 k Hk). assert (B := E0).
change (y 0 d = 1) in B. change (y 0 k = z0 k) in A. rewrite A, B. field.
Qed.

(* ---- |S^+ h| = 1: the equilibrium -x attracts but is not stable ---- *)

Lemma solution_shift d M h z T : disordered_solution d M h z -> disordered_solution d M h (fun s => z (s + T)).
Proof.
intros Hs t k Hk. apply (is_derive_val _ t (1 * disordered d M h (z (t + T)) k)); [ring|].
apply (is_derive_comp (V := R_NormedModule) (fun s => z s k) (fun s => s + T) t
  (disordered d M h (z (t + T)) k) 1); [apply Hs, Hk|]. auto_derive; [trivial|ring].
Qed.

(* as near to -x as one likes start orbits that visit the opposite point x *)
Theorem critical_not_stable d M h x x1 x2 : skew d M ->
  veq d (act d M x) h -> veq d (act d M x1) x -> veq d (act d M x2) x1 -> dot d x x = 1 ->
  forall delta, 0 < delta -> exists z t, disordered_solution d M h z /\ dot d (z 0) (z 0) = 1 /\
  dot d (fun k => z 0 k + x k) (fun k => z 0 k + x k) < delta /\ 0 <= t /\ veq d (z t) x.
Proof.
intros HM Hx Hx1 Hx2 H1 delta Hd.
destruct (exponential_flow d M h x HM H1) as [_ [Q Y0]].
set (z := fun t k => exponential (S d) (generator d M h) t (raised d x) k / exponential (S d) (generator d M h) t (raised d x) d) in *.
change (veq d (z 0) x) in Y0.
assert (H0 : dot d (z 0) (z 0) = 1) by (transitivity (dot d x x); [apply dot_ext; exact Y0|exact H1]).
assert (Hne : ~ veq d (z 0) (fun k => - x k)).
{ intros V. assert (E : dot d x (z 0) = -1).
  { rewrite (dot_ext_r d x (z 0) (fun k => -1 * x k)) by (intros k Hk; rewrite (V k Hk); ring).
    rewrite dot_scal_r, H1. ring. }
  rewrite (dot_ext_r d x (z 0) x Y0), H1 in E. lra. }
destruct (critical_limits d M h x x1 x2 z HM Hx Hx1 Hx2 H1 Q H0 Hne) as [_ L].
apply is_lim_spec in L. destruct (L (mkposreal (delta / 2) ltac:(lra))) as [B HB]. simpl in HB.
set (T := Rmin B 0 - 1). assert (TB : T < B) by (unfold T; assert (P := Rmin_l B 0); lra).
assert (T0 : T <= 0) by (unfold T; assert (P := Rmin_r B 0); lra).
assert (Hz := disordered_sphere d M h z HM Q H0).
exists (fun s => z (s + T)), (- T). split; [apply solution_shift, Q|].
rewrite Rplus_0_l. split; [apply Hz|split; [|split; [lra|]]].
- rewrite (dot_plus_l d (z T) x), !(dot_plus_r d _ (z T) x), Hz, H1, (dot_comm d x (z T)).
  specialize (HB T TB). rewrite Rminus_0_r in HB. assert (A := Rle_abs (1 + dot d (z T) x)). lra.
- replace (- T + T) with 0 by ring. exact Y0.
Qed.
