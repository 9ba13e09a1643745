(* Angles: the half-angle law, the exact settling time, and the event of finite-time failure.

   phi is the angle between the oscillator and h. Off the antipode tan(phi(t)/2) = tan(phi(0)/2)
   exp(-|h| t), so the time to come within tol is ln(tan(phi0/2) / tan(tol/2)) / |h|, neither more nor
   less, and the starts that miss tol at time t form a cap around the antipode of half-angle
   2 atan(exp(-s)), s = |h| t + ln tan(tol/2). *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors LoheField LoheFlow.
Open Scope R_scope.

Definition angle d (x y : vec) := acos (dot d x y).

Lemma cos_half_pos p : 0 <= p < PI -> 0 < cos (p / 2).
Proof. intros H. apply cos_gt_0; lra. Qed.

Lemma cos_double p : cos p = 2 * (cos (p / 2) * cos (p / 2)) - 1.
Proof. replace p with (2 * (p / 2)) at 1 by field. rewrite cos_2a_cos. ring. Qed.

Lemma tan_half_sqr p : 0 <= p < PI -> tan (p / 2) * tan (p / 2) = (1 - cos p) / (1 + cos p).
Proof.
intros H. assert (C := cos_half_pos p H). assert (Q := sin2_cos2 (p / 2)). unfold Rsqr in Q.
rewrite (cos_double p). unfold tan.
replace (sin (p / 2) / cos (p / 2) * (sin (p / 2) / cos (p / 2)))
  with (sin (p / 2) * sin (p / 2) / (cos (p / 2) * cos (p / 2))) by (field; lra).
replace (sin (p / 2) * sin (p / 2)) with (1 - cos (p / 2) * cos (p / 2)) by lra. field. nra.
Qed.

Lemma tan_half_nonneg p : 0 <= p < PI -> 0 <= tan (p / 2).
Proof.
intros H. apply Rmult_le_pos; [apply sin_ge_0; lra|].
left. apply Rinv_0_lt_compat, cos_half_pos, H.
Qed.

Lemma tan_half_pos p : 0 < p < PI -> 0 < tan (p / 2).
Proof. intros H. apply tan_gt_0; lra. Qed.

Lemma tan_half_le p q : 0 <= p < PI -> 0 <= q < PI -> (p <= q <-> tan (p / 2) <= tan (q / 2)).
Proof.
intros Hp Hq. split.
- intros [H| -> ]; [left; apply tan_increasing; lra|right; reflexivity].
- intros H. apply Rnot_lt_le. intros L. assert (tan (q / 2) < tan (p / 2)) by (apply tan_increasing; lra). lra.
Qed.

Lemma acos_antipode c : -1 <= c <= 1 -> (acos c = PI <-> c = -1).
Proof.
intros Hc. split.
- intros H. rewrite <- (cos_acos c Hc), H. apply cos_PI.
- intros ->. replace (-1) with (- (1)) by ring. rewrite acos_opp, acos_1. ring.
Qed.

Section Angle.
Variables (d : nat) (h : vec) (z : R -> vec).
Hypothesis Hh : nonzero d h.
Hypothesis Hs : solution d h z.
Hypothesis Hz : dot d (z 0) (z 0) = 1.
Let m := norm d h.
Let phi t := angle d (z t) (unitv d h).

Lemma height_bound t : -1 <= dot d (z t) (unitv d h) <= 1.
Proof. apply dot_unit_bounds; [apply (sphere_invariant d h z Hs Hz)|apply unitv_unit, Hh]. Qed.

Lemma phi_range t : phi 0 <> PI -> 0 <= phi t < PI.
Proof.
intros H. destruct (acos_bound (dot d (z t) (unitv d h))) as [B1 B2]. fold (angle d (z t) (unitv d h)) in B1, B2.
fold (phi t) in B1, B2. split; [exact B1|]. destruct B2 as [B2|B2]; [exact B2|]. exfalso.
apply (acos_antipode _ (height_bound t)) in B2.
assert (Hc : -1 < dot d (z 0) (unitv d h)).
{ destruct (height_bound 0) as [[L|E] _]; [exact L|]. exfalso. apply H. apply acos_antipode; [apply height_bound|lra]. }
destruct (half_angle_law d h z Hh Hs t Hc) as [P _]. lra.
Qed.

Theorem half_angle t : phi 0 <> PI -> tan (phi t / 2) = tan (phi 0 / 2) * exp (- m * t).
Proof.
intros H. assert (Rt := phi_range t H). assert (R0 := phi_range 0 H).
apply Rsqr_inj; [apply tan_half_nonneg, Rt| |].
- apply Rmult_le_pos; [apply tan_half_nonneg, R0|left; apply exp_pos].
- unfold Rsqr. replace (tan (phi 0 / 2) * exp (- m * t) * (tan (phi 0 / 2) * exp (- m * t)))
    with (tan (phi 0 / 2) * tan (phi 0 / 2) * (exp (- m * t) * exp (- m * t))) by ring.
  rewrite !tan_half_sqr by assumption. unfold phi, angle. rewrite !cos_acos by apply height_bound.
  assert (Hc : -1 < dot d (z 0) (unitv d h)).
  { destruct (height_bound 0) as [[L|E] _]; [exact L|]. exfalso. apply H. apply acos_antipode; [apply height_bound|lra]. }
  destruct (half_angle_law d h z Hh Hs t Hc) as [_ E]. rewrite E, <- exp_plus. unfold m. f_equal. f_equal. ring.
Qed.

(* within tol exactly from the settling time on *)
Theorem settling_time tol t : 0 < phi 0 < PI -> 0 < tol < PI ->
  (phi t <= tol <-> ln (tan (phi 0 / 2) / tan (tol / 2)) / m <= t).
Proof.
intros H0 Ht. assert (Hm : 0 < m) by apply norm_pos, Hh.
assert (T0 := tan_half_pos _ H0). assert (T1 := tan_half_pos _ Ht).
rewrite (tan_half_le (phi t) tol) by (try apply phi_range; lra). rewrite half_angle by lra.
set (a := tan (phi 0 / 2)) in *. set (b := tan (tol / 2)) in *.
assert (Hl : ln (a / b) = ln a - ln b).
{ unfold Rdiv. rewrite ln_mult, ln_Rinv; [ring|exact T1|exact T0|apply Rinv_0_lt_compat, T1]. }
assert (E : a * exp (- m * t) = exp (ln a - m * t)).
{ rewrite <- (exp_ln a T0) at 1. rewrite <- exp_plus. f_equal. ring. }
rewrite E, Hl. split; intros H.
- assert (L : ln a - m * t <= ln b).
  { rewrite <- (ln_exp (ln a - m * t)). destruct H as [H| ->]; [left; apply ln_increasing; [apply exp_pos|exact H]|lra]. }
  apply (Rmult_le_reg_r m); [exact Hm|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
- apply (Rmult_le_compat_r m) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H by lra.
  rewrite <- (exp_ln b T1). assert (ln a - m * t <= ln b) by lra.
  destruct H1 as [H1|H1]; [left; apply exp_increasing, H1|rewrite H1; lra].
Qed.

(* failure at time t: the start lies in a cap around the antipode *)
Theorem failure_cap tol t : 0 < tol < PI ->
  let s := m * t + ln (tan (tol / 2)) in
  (tol < phi t <-> PI - phi 0 < 2 * atan (exp (- s))).
Proof.
intros Ht s. assert (Hm : 0 < m) by apply norm_pos, Hh. assert (T1 := tan_half_pos _ Ht).
assert (A : 0 < 2 * atan (exp (- s))).
{ assert (atan 0 < atan (exp (- s))) by (apply atan_increasing, exp_pos). rewrite atan_0 in H. lra. }
destruct (Req_dec (phi 0) PI) as [E|H].
- split; intros _; [lra|].
  assert (Hc : dot d (z 0) (unitv d h) = -1) by (apply acos_antipode; [apply height_bound|exact E]).
  enough (phi t = PI) by lra. apply acos_antipode; [apply height_bound|].
  assert (Hu := unitv_unit d h Hh).
  assert (V : veq d (z 0) (fun k => - unitv d h k)).
  { intros l Hl.
    assert (Q : Sum d (fun l => (z 0 l + unitv d h l) * (z 0 l + unitv d h l)) = 0).
    { fold (dot d (fun l => z 0 l + unitv d h l) (fun l => z 0 l + unitv d h l)).
      rewrite (dot_plus_l d (z 0) (unitv d h)), (dot_comm d (z 0)), (dot_comm d (unitv d h)).
      rewrite !(dot_plus_l d (z 0) (unitv d h)), Hz, Hu, (dot_comm d (unitv d h) (z 0)). lra. }
    assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (z 0 l + unitv d h l)) Q l Hl).
    apply Rsqr_0_uniq in Zk. lra. }
  rewrite (dot_ext d (z t) (fun k => (-1) * unitv d h k) _ (unitv d h)).
  + rewrite dot_scal_l, Hu. ring.
  + intros l Hl. rewrite (antipode_rests d h z Hh Hs V t l Hl). ring.
  + intros ? ?; reflexivity.
- assert (R0 := phi_range 0 H). assert (Rt := phi_range t H).
  assert (I1 : tol < phi t <-> tan (tol / 2) < tan (phi t / 2)).
  { split; intros L; apply Rnot_le_lt; intros L'.
    - apply (tan_half_le (phi t) tol) in L'; lra.
    - apply (tan_half_le (phi t) tol) in L'; lra. }
  rewrite I1, half_angle by exact H. clear I1.
  assert (Es : tan (tol / 2) = exp s * exp (- m * t)).
  { rewrite <- exp_plus. unfold s. replace (m * t + ln (tan (tol / 2)) + - m * t) with (ln (tan (tol / 2))) by ring.
    now rewrite exp_ln. }
  assert (Ea : 2 * atan (exp (- s)) = PI - 2 * atan (exp s)).
  { assert (X := exp_pos s). rewrite exp_Ropp, atan_inv by exact X. field. }
  rewrite Es, Ea. assert (e := exp_pos (- m * t)).
  assert (At : atan (tan (phi 0 / 2)) = phi 0 / 2) by (apply atan_tan; lra).
  split; intros L.
  + apply Rmult_lt_reg_r in L; [|exact e]. apply atan_increasing in L. rewrite At in L. lra.
  + apply Rmult_lt_compat_r; [exact e|]. apply Rnot_le_lt. intros L'.
    destruct L' as [L'|L']; [apply atan_increasing in L'; lra|].
    rewrite <- L', At in L. lra.
Qed.

Definition artanh x := / 2 * ln ((1 + x) / (1 - x)).

(* the same event in the height c = z(0).e: artanh c < -s *)
Theorem failure_artanh tol t : 0 < tol < PI ->
  let c := dot d (z 0) (unitv d h) in let s := m * t + ln (tan (tol / 2)) in
  -1 < c < 1 -> (tol < phi t <-> artanh c < - s).
Proof.
intros Ht c s Hc. assert (B : -1 <= c <= 1) by lra.
assert (R0 : 0 < phi 0 < PI).
{ unfold phi, angle. fold c. destruct (acos_bound c) as [[B1|B1] [B2|B2]].
  - lra.
  - apply acos_antipode in B2; lra.
  - assert (X := cos_acos c B). rewrite <- B1, cos_0 in X. lra.
  - apply acos_antipode in B2; lra. }
assert (T := tan_half_pos _ R0).
assert (Ec : artanh c = - ln (tan (phi 0 / 2))).
{ unfold artanh. assert (E := tan_half_sqr (phi 0) ltac:(lra)).
  replace (cos (phi 0)) with c in E by (unfold phi, angle; fold c; now rewrite cos_acos).
  replace ((1 + c) / (1 - c)) with (/ (tan (phi 0 / 2) * tan (phi 0 / 2))) by (rewrite E; field; lra).
  rewrite ln_Rinv, ln_mult by nra. field. }
rewrite Ec. assert (Hm : 0 < m) by apply norm_pos, Hh. assert (T1 := tan_half_pos _ Ht).
assert (ST := settling_time tol t R0 Ht).
assert (Hl : ln (tan (phi 0 / 2) / tan (tol / 2)) = ln (tan (phi 0 / 2)) - ln (tan (tol / 2))).
{ unfold Rdiv. rewrite ln_mult, ln_Rinv; [ring|exact T1|exact T|apply Rinv_0_lt_compat, T1]. }
rewrite Hl in ST. unfold s. set (a := ln (tan (phi 0 / 2))) in *. set (b := ln (tan (tol / 2))) in *.
assert (D : (a - b) / m <= t <-> a - b <= m * t).
{ split; intros H.
  - apply (Rmult_le_compat_r m) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H by lra. lra.
  - apply (Rmult_le_reg_r m); [exact Hm|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
rewrite D in ST. split; intros L.
- apply Rnot_le_lt. intros L'. apply Rlt_not_le in L. apply L, ST. lra.
- apply Rnot_le_lt. intros L'. apply ST in L'. lra.
Qed.
End Angle.
