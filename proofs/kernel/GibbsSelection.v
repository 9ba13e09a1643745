(* Softmax as the solution of an entropy-regularised selection problem.

   On the simplex, <A, s> + H(A)/beta has the unique maximiser softmax(beta s) and the maximal value
   (1/beta) log sum_u exp(beta s_u). The gap is a Kullback-Leibler divergence, positive term by term. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus.
Open Scope R_scope.

Definition simplex n (A : nat -> R) := (forall u, (u < n)%nat -> 0 <= A u) /\ Sum n A = 1.

(* 0 ln 0 = 0 holds because 0 * _ = 0 *)
Definition entropy n (A : nat -> R) := - Sum n (fun u => A u * ln (A u)).
Definition free n b (s A : nat -> R) := Sum n (fun u => A u * s u) + / b * entropy n A.
Definition Zpart n b (s : nat -> R) := Sum n (fun u => exp (b * s u)).
Definition softmax n b (s : nat -> R) : nat -> R := fun u => exp (b * s u) / Zpart n b s.

Lemma Zpos n b s : (0 < n)%nat -> 0 < Zpart n b s.
Proof.
intros Hn. unfold Zpart. destruct n as [|m]; [lia|]. simpl.
assert (0 <= Sum m (fun u => exp (b * s u))) by (apply Sum_nonneg; intros; left; apply exp_pos).
assert (0 < exp (b * s m)) by apply exp_pos. lra.
Qed.

Lemma ln_lt_sub x : 0 < x -> x <> 1 -> ln x < x - 1.
Proof.
intros Hx Hne. assert (Hl : ln x <> 0).
{ intros H. apply Hne. rewrite <- (exp_ln x Hx), H. apply exp_0. }
assert (H := exp_ineq1 (ln x) Hl). rewrite exp_ln in H by assumption. lra.
Qed.

Lemma gibbs_term a p : 0 <= a -> 0 < p ->
  a * (ln p - ln a) <= p - a /\ (a * (ln p - ln a) = p - a -> a = p).
Proof.
intros Ha Hp. destruct (Rle_lt_or_eq_dec 0 a Ha) as [Hap|<-].
- destruct (Req_dec a p) as [->|Hne]; [split; [lra|trivial]|].
  assert (Hr : ln (p / a) < p / a - 1).
  { apply ln_lt_sub; [apply Rdiv_lt_0_compat; lra|]. intros H. apply Hne.
    apply (Rmult_eq_reg_r (/ a)); [|apply Rinv_neq_0_compat; lra].
    rewrite Rinv_r by lra. unfold Rdiv in H. lra. }
  unfold Rdiv in Hr. rewrite ln_mult, ln_Rinv in Hr by (try apply Rinv_0_lt_compat; lra).
  assert (Hs : a * (ln p + - ln a) < a * (p * / a - 1)) by (apply Rmult_lt_compat_l; lra).
  replace (a * (p * / a - 1)) with (p - a) in Hs by (field; lra).
  split; [lra|]. intros H. lra.
- split; [lra|]. intros H. lra.
Qed.

Theorem gibbs (n : nat) (b : R) (s A : nat -> R) : (0 < n)%nat -> 0 < b -> simplex n A ->
  free n b s A <= / b * ln (Zpart n b s) /\
  (free n b s A = / b * ln (Zpart n b s) <-> forall u, (u < n)%nat -> A u = softmax n b s u).
Proof.
intros Hn Hb [HA0 HA1]. assert (HZ := Zpos n b s Hn). set (Z := Zpart n b s) in *.
assert (Hp : forall u, 0 < softmax n b s u).
{ intros u. unfold softmax. fold Z. apply Rdiv_lt_0_compat; [apply exp_pos|exact HZ]. }
assert (Hsum : Sum n (softmax n b s) = 1).
{ unfold softmax. fold Z. rewrite (Sum_ext n _ (fun u => / Z * exp (b * s u))) by (intros; field; lra).
  rewrite Sum_scal. fold (Zpart n b s). fold Z. field. lra. }
assert (Hln : forall u, ln (softmax n b s u) = b * s u - ln Z).
{ intros u. unfold softmax. fold Z. unfold Rdiv.
  rewrite ln_mult, ln_Rinv, ln_exp; [ring|exact HZ|apply exp_pos|apply Rinv_0_lt_compat, HZ]. }
assert (Gap : / b * ln Z - free n b s A
   = / b * Sum n (fun u => (softmax n b s u - A u) - A u * (ln (softmax n b s u) - ln (A u)))).
{ rewrite Sum_minus, Sum_minus, Hsum, HA1.
  rewrite (Sum_ext n (fun u => A u * (ln (softmax n b s u) - ln (A u)))
     (fun u => (b * (A u * s u) - ln Z * A u) - A u * ln (A u))) by (intros; rewrite Hln; ring).
  rewrite !Sum_minus, !Sum_scal, HA1. unfold free, entropy. field. lra. }
assert (Hterm : forall u, (u < n)%nat ->
  0 <= (softmax n b s u - A u) - A u * (ln (softmax n b s u) - ln (A u))).
{ intros u Hu. destruct (gibbs_term (A u) (softmax n b s u) (HA0 u Hu) (Hp u)) as [H _]. lra. }
assert (Hib : 0 < / b) by (apply Rinv_0_lt_compat; exact Hb).
assert (HS : 0 <= Sum n (fun u => (softmax n b s u - A u) - A u * (ln (softmax n b s u) - ln (A u))))
  by (apply Sum_nonneg; exact Hterm).
split.
- assert (0 <= / b * Sum n (fun u => (softmax n b s u - A u) - A u * (ln (softmax n b s u) - ln (A u))))
    by (apply Rmult_le_pos; lra). lra.
- split.
  + intros He u Hu. rewrite He, Rminus_eq_0 in Gap. symmetry in Gap.
    apply Rmult_integral in Gap. destruct Gap as [Gap|Gap]; [lra|].
    assert (K := Sum_nonneg_zero n _ Hterm Gap u Hu). simpl in K.
    destruct (gibbs_term (A u) (softmax n b s u) (HA0 u Hu) (Hp u)) as [_ H]. apply H. lra.
  + intros He. 
    rewrite (Sum_ext n _ (fun _ => 0)) in Gap.
    * rewrite Sum_const in Gap. rewrite !Rmult_0_r in Gap. lra.
    * intros u Hu. rewrite (He u Hu). ring.
Qed.

Lemma softmax_simplex n b s : (0 < n)%nat -> simplex n (softmax n b s).
Proof.
intros Hn. assert (HZ := Zpos n b s Hn). split.
- intros u _. left. apply Rdiv_lt_0_compat; [apply exp_pos|exact HZ].
- unfold softmax. rewrite (Sum_ext n _ (fun u => / Zpart n b s * exp (b * s u))) by (intros; field; lra).
  rewrite Sum_scal. fold (Zpart n b s). field. lra.
Qed.

(* without entropy, ties leave the maximiser undetermined: any two tied tokens can share the weight *)
Theorem no_entropy_not_unique : exists (s A B : nat -> R), simplex 2 A /\ simplex 2 B /\
  (forall C, simplex 2 C -> Sum 2 (fun u => C u * s u) <= Sum 2 (fun u => A u * s u)) /\
  Sum 2 (fun u => A u * s u) = Sum 2 (fun u => B u * s u) /\ A 0%nat <> B 0%nat.
Proof.
exists (fun _ => 1), (fun u => if Nat.eqb u 0 then 1 else 0), (fun u => 1/2).
unfold simplex; simpl. repeat split; try lra.
- intros [|[|u]]; simpl; intros; try lra; lia.
- intros; lra.
- intros C [_ H]. lra.
Qed.
