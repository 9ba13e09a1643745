(* Attention weights A >= 0 of sum 1 make every update bounded.

   |a| <= R <= 1 and |a| <= 1 - A_tt: the pull cannot exceed the order parameter that the token sees, nor
   the weight that it gives to the others. R = 1 exactly when all attended phases agree, because
   1 - R^2 = sum_uv A_u A_v (1 - cos(th_u - th_v)). *)
Require Import Reals Lra Lia Psatz.
From PhaseBound Require Import FiniteSums Coupling CircularMean.
Open Scope R_scope.

Lemma pull_le_order n A th t : Rabs (pull n A th t) <= order n A th.
Proof.
destruct (pull_is_sine n A th t) as [psi [_ [_ E]]]. rewrite E, Rabs_mult.
rewrite (Rabs_pos_eq (order n A th)) by apply order_nonneg.
rewrite <- (Rmult_1_r (order n A th)) at 2. apply Rmult_le_compat_l; [apply order_nonneg|].
apply Rabs_le. destruct (SIN_bound (psi - t)). lra.
Qed.

Lemma Sum_mult n f g : Sum n f * Sum n g = Sum n (fun u => Sum n (fun v => f u * g v)).
Proof. rewrite Rmult_comm, <- Sum_scal. apply Sum_ext; intros. rewrite Sum_scal. ring. Qed.

(* R^2 = sum_uv A_u A_v cos(th_u - th_v) *)
Lemma order_sqr_double n A th :
  order n A th * order n A th = Sum n (fun u => Sum n (fun v => A u * A v * cos (th u - th v))).
Proof.
rewrite order_sqr. unfold re_field, im_field. rewrite !Sum_mult, <- Sum_plus.
apply Sum_ext; intros u _. rewrite <- Sum_plus. apply Sum_ext; intros v _. rewrite cos_minus. ring.
Qed.

Lemma order_defect n A th : Sum n A = 1 ->
  1 - order n A th * order n A th = Sum n (fun u => Sum n (fun v => A u * A v * (1 - cos (th u - th v)))).
Proof.
intros H1. rewrite order_sqr_double. replace 1 with (Sum n A * Sum n A) at 1 by (rewrite H1; ring).
rewrite Sum_mult, <- Sum_minus. apply Sum_ext; intros u _. rewrite <- Sum_minus. apply Sum_ext; intros; ring.
Qed.

Lemma defect_nonneg n A th : (forall u, (u < n)%nat -> 0 <= A u) ->
  forall u, (u < n)%nat -> 0 <= Sum n (fun v => A u * A v * (1 - cos (th u - th v))).
Proof.
intros H u Hu. apply Sum_nonneg; intros v Hv. assert (Hu' := H u Hu). assert (Hv' := H v Hv).
destruct (COS_bound (th u - th v)). apply Rmult_le_pos; [apply Rmult_le_pos; assumption|lra].
Qed.

Theorem order_le_1 n A th : (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 -> order n A th <= 1.
Proof.
intros HA H1. assert (D := order_defect n A th H1). assert (H0 := order_nonneg n A th).
assert (0 <= 1 - order n A th * order n A th).
{ rewrite D. apply Sum_nonneg. apply defect_nonneg, HA. }
nra.
Qed.

(* R = 1 exactly when all attended phases agree (mod 2 pi: their difference has cosine 1) *)
Theorem order_1_iff n A th : (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 ->
  (order n A th = 1 <->
   forall u v, (u < n)%nat -> (v < n)%nat -> 0 < A u -> 0 < A v -> cos (th u - th v) = 1).
Proof.
intros HA H1. assert (D := order_defect n A th H1). assert (H0 := order_nonneg n A th). split.
- intros HR u v Hu Hv Hpu Hpv. rewrite HR, Rmult_1_r, Rminus_eq_0 in D. symmetry in D.
  assert (E := Sum_nonneg_zero n _ (defect_nonneg n A th HA) D u Hu). cbv beta in E.
  assert (N : forall v, (v < n)%nat -> 0 <= A u * A v * (1 - cos (th u - th v))).
  { intros w Hw. assert (Hw' := HA w Hw). destruct (COS_bound (th u - th w)).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
  assert (E' := Sum_nonneg_zero n _ N E v Hv). cbv beta in E'.
  apply Rmult_integral in E'. destruct E' as [E'|E']; [|lra]. apply Rmult_integral in E'. lra.
- intros H. assert (Z : Sum n (fun u => Sum n (fun v => A u * A v * (1 - cos (th u - th v)))) = 0).
  { rewrite (Sum_ext n _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros u Hu.
    rewrite (Sum_ext n _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros v Hv.
    destruct (HA u Hu) as [Hpu|<-]; [|ring]. destruct (HA v Hv) as [Hpv|<-]; [|ring].
    rewrite H by assumption. ring. }
  rewrite Z in D. assert (Q : (1 - order n A th) * (1 + order n A th) = 0) by lra.
  apply Rmult_integral in Q. lra.
Qed.

Lemma Sum_abs n f : Rabs (Sum n f) <= Sum n (fun u => Rabs (f u)).
Proof.
induction n as [|n IH]; simpl; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.

Theorem pull_le_others n A th t : (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 -> (t < n)%nat ->
  Rabs (pull n A th (th t)) <= 1 - A t.
Proof.
intros HA H1 Ht. rewrite coupling_identity. eapply Rle_trans; [apply Sum_abs|].
rewrite <- H1, <- (Sum_kron n t A Ht), <- Sum_minus. apply Sum_le; intros u Hu. assert (Hu' := HA u Hu).
rewrite Rabs_mult, (Rabs_pos_eq (A u)) by exact Hu'.
destruct (Nat.eqb_spec t u) as [->|Hne]; [rewrite Rminus_eq_0, sin_0, Rabs_R0; lra|].
assert (Rabs (sin (th u - th t)) <= 1) by (apply Rabs_le; destruct (SIN_bound (th u - th t)); lra). nra.
Qed.

(* L layers, each a bounded attention increment and a bounded feed-forward increment *)
Theorem depth_bound (x a f : nat -> R) (c_att c_ff : R) L :
  (forall l, (l < L)%nat -> x (S l) = x l + a l + f l /\ Rabs (a l) <= c_att /\ Rabs (f l) <= c_ff) ->
  Rabs (x L - x 0%nat) <= INR L * (c_att + c_ff).
Proof.
induction L as [|L IH]; intros H; [simpl; rewrite Rminus_eq_0, Rabs_R0; lra|].
assert (B : Rabs (x L - x 0%nat) <= INR L * (c_att + c_ff)) by (apply IH; intros; apply H; lia).
destruct (H L ltac:(lia)) as [E [Ha Hf]]. rewrite E, S_INR.
replace (x L + a L + f L - x 0%nat) with ((x L - x 0%nat) + (a L + f L)) by ring.
eapply Rle_trans; [apply Rabs_triang|]. assert (Rabs (a L + f L) <= Rabs (a L) + Rabs (f L)) by apply Rabs_triang.
lra.
Qed.
