(* The pull towards the circular mean, and how far one step may go.

   With G = R exp(i psi) the pull is R sin(psi - t). Measured from the mean (x = t - psi) a step of gain
   kappa = eta R maps x to x - kappa sin x: it brings every x of (-pi, pi) nearer to 0 iff 0 < kappa <= 2,
   and never beyond 0 iff kappa <= 1. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Coupling.
Open Scope R_scope.

(* the order parameter R = |G| that a token sees *)
Definition order n A th := sqrt (re_field n A th * re_field n A th + im_field n A th * im_field n A th).

Lemma sum_sqr_nonneg a b : 0 <= a * a + b * b.
Proof. nra. Qed.

Lemma order_nonneg n A th : 0 <= order n A th.
Proof. apply sqrt_pos. Qed.

Lemma order_sqr n A th :
  order n A th * order n A th = re_field n A th * re_field n A th + im_field n A th * im_field n A th.
Proof. apply sqrt_sqrt, sum_sqr_nonneg. Qed.

(* polar coordinates of the plane *)
Lemma polar (a b : R) : let r := sqrt (a * a + b * b) in exists psi, a = r * cos psi /\ b = r * sin psi.
Proof.
intros r. assert (Hrr : r * r = a * a + b * b) by (apply sqrt_sqrt, sum_sqr_nonneg).
destruct (Rle_lt_or_eq_dec 0 r (sqrt_pos _)) as [Hr|Hr].
- assert (Hb : -1 <= a / r <= 1).
  { split; apply (Rmult_le_reg_r r); try exact Hr; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra. }
  assert (Hc : r * cos (acos (a / r)) = a) by (rewrite cos_acos by exact Hb; field; lra).
  assert (Hs : r * sin (acos (a / r)) = Rabs b).
  { assert (H0 : 0 <= sin (acos (a / r))).
    { destruct (acos_bound (a / r)). apply sin_ge_0; lra. }
    assert (Hq := sin2_cos2 (acos (a / r))). unfold Rsqr in Hq.
    apply Rsqr_inj; [nra|apply Rabs_pos|]. rewrite <- Rsqr_abs. unfold Rsqr.
    set (s := sin _) in *. set (c := cos _) in *. nra. }
  destruct (Rle_lt_dec 0 b) as [H0|H0].
  + exists (acos (a / r)). rewrite Hs, Rabs_pos_eq by exact H0. split; lra.
  + exists (- acos (a / r)). rewrite cos_neg, sin_neg. rewrite Rabs_left in Hs by exact H0. split; lra.
- exists 0. rewrite <- Hr in *. assert (a = 0 /\ b = 0) by nra. lra.
Qed.

Theorem pull_is_sine n A th t : exists psi,
  re_field n A th = order n A th * cos psi /\ im_field n A th = order n A th * sin psi /\
  pull n A th t = order n A th * sin (psi - t).
Proof.
destruct (polar (re_field n A th) (im_field n A th)) as [psi [H1 H2]]. exists psi.
fold (order n A th) in *. split; [exact H1|split; [exact H2|]].
unfold pull. rewrite H1, H2, sin_minus at 1. ring.
Qed.

Theorem pull_zero_without_mean n A th t : order n A th = 0 -> pull n A th t = 0.
Proof. intros H. destruct (pull_is_sine n A th t) as [psi [_ [_ E]]]. rewrite E, H. ring. Qed.

(* beyond gain 1 the point with cos x = 1/k is overshot *)
Lemma overshoot_ex k : 1 < k -> exists x, 0 < x < PI /\ x < k * sin x.
Proof.
intros Hk. assert (Hpi := PI_RGT_0).
assert (Hb : 0 < / k < 1).
{ split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
set (x := acos (/ k)). assert (Hc : cos x = / k) by (apply cos_acos; lra).
assert (Hx : 0 < x < PI).
{ destruct (acos_bound (/ k)) as [H0 H1]. fold x in H0, H1. split.
  - destruct H0 as [H0|H0]; [exact H0|]. rewrite <- H0, cos_0 in Hc. lra.
  - destruct H1 as [H1|H1]; [exact H1|]. rewrite H1, cos_PI in Hc. lra. }
exists x. split; [exact Hx|].
destruct (mvt sin cos 0 x) as [c [Hcc He]]; [lra| |].
- intros y _. apply is_derive_Reals, derivable_pt_lim_sin.
- rewrite sin_0 in He. assert (Hlt : cos x < cos c) by (apply cos_decreasing_1; lra).
  rewrite Hc in Hlt. apply (Rmult_lt_compat_l k) in Hlt; [rewrite Rinv_r in Hlt; nra|lra].
Qed.

(* one step, measured from the circular mean *)
Definition step (kappa x : R) := x - kappa * sin x.

Lemma step_opp k x : step k (- x) = - step k x.
Proof. unfold step. rewrite sin_neg. ring. Qed.

Theorem step_shrinks_iff kappa :
  (forall x, - PI < x < PI -> x <> 0 -> Rabs (step kappa x) < Rabs x) <-> 0 < kappa <= 2.
Proof.
assert (Hpi := PI_RGT_0). split.
- intros H. split.
  + specialize (H (PI / 2) ltac:(lra) ltac:(lra)). unfold step in H. rewrite sin_PI2 in H.
    rewrite (Rabs_pos_eq (PI / 2)) in H by lra. apply Rabs_def2 in H. lra.
  + apply Rnot_lt_le. intros Hk. destruct (overshoot_ex (kappa / 2)) as [x [Hx Ho]]; [lra|].
    specialize (H x ltac:(lra) ltac:(lra)). rewrite (Rabs_pos_eq x) in H by lra.
    apply Rabs_def2 in H. unfold step in H. lra.
- intros [H0 H2].
  assert (P : forall x, 0 < x < PI -> Rabs (step kappa x) < Rabs x).
  { intros x Hx. rewrite (Rabs_pos_eq x) by lra. unfold step.
    assert (0 < sin x) by (apply sin_gt_0; lra). assert (sin x < x) by (apply sin_lt_x; lra).
    apply Rabs_def1; nra. }
  intros x Hx Hne. destruct (Rtotal_order x 0) as [Hl|[He|Hg]]; [|contradiction|].
  + rewrite <- (Rabs_Ropp x), <- (Rabs_Ropp (step kappa x)), <- step_opp. apply P. lra.
  + apply P. lra.
Qed.

Theorem step_never_overshoots_iff kappa :
  (forall x, - PI < x < PI -> 0 <= x * step kappa x) <-> kappa <= 1.
Proof.
assert (Hpi := PI_RGT_0). split.
- intros H. apply Rnot_lt_le. intros Hk. destruct (overshoot_ex kappa Hk) as [x [Hx Ho]].
  specialize (H x ltac:(lra)). unfold step in H. nra.
- intros Hk.
  assert (P : forall x, 0 <= x < PI -> 0 <= x * step kappa x).
  { intros x [[Hx|Hx] Hx']; [|rewrite <- Hx; lra]. unfold step. apply Rmult_le_pos; [lra|].
    assert (0 < sin x) by (apply sin_gt_0; lra). assert (sin x < x) by (apply sin_lt_x; lra). nra. }
  intros x Hx. destruct (Rle_lt_dec 0 x) as [Hp|Hn]; [apply P; lra|].
  replace (x * step kappa x) with (- x * step kappa (- x)) by (rewrite step_opp; ring). apply P. lra.
Qed.
