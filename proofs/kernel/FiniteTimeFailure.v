(* Failure at a finite time: phi(t) > tol has the measure of the cap of half-angle 2 atan(exp(-s)),
   s = |h| t + ln tan(tol/2) (SettlingTime.failure_cap). For s >= 0 it is at most sech^(d-1)(s)/2, at
   s = 0 it is 1/2, and for s < 0 it rises to 1 with d. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors SphereCaps.
Open Scope R_scope.

Theorem finite_time_bound (d : nat) (s : R) : (2 <= d)%nat -> 0 <= s ->
  cap d (2 * atan (exp (- s))) <= / 2 * (2 / (exp s + exp (- s))) ^ (d - 1).
Proof.
intros Hd Hs. assert (e := exp_pos (- s)). assert (e' := exp_pos s).
assert (ee : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
assert (Hle : exp (- s) <= 1).
{ rewrite <- exp_0. destruct (Rle_lt_or_eq_dec 0 s Hs) as [H|<-].
  - left. apply exp_increasing. lra. - right. f_equal. ring. }
assert (Ha : 0 <= 2 * atan (exp (- s)) <= PI / 2).
{ assert (atan 0 < atan (exp (- s))) by (apply atan_increasing; exact e). rewrite atan_0 in H.
  assert (atan (exp (- s)) <= atan 1).
  { destruct (Rle_lt_or_eq_dec _ _ Hle) as [H2| ->]; [left; apply atan_increasing; exact H2|right; reflexivity]. }
  rewrite atan_1 in H0. lra. }
destruct (cap_bound d _ Hd Ha) as [_ H].
replace (2 / (exp s + exp (- s))) with (sin (2 * atan (exp (- s)))); [exact H|].
rewrite sin_2a, sin_atan, cos_atan. set (x := exp (- s)) in *.
replace (1 + x²) with (1 + x * x) by (unfold Rsqr; ring).
assert (Hp : 0 < 1 + x * x) by nra.
replace (2 * (x / sqrt (1 + x * x)) * (1 / sqrt (1 + x * x)))
  with (2 * x / (sqrt (1 + x * x) * sqrt (1 + x * x))).
- rewrite sqrt_sqrt by lra. replace (exp s) with (/ x).
  + field. split; [lra|nra].
  + apply (Rmult_eq_reg_r x); [|lra]. rewrite ee. field. lra.
- field. assert (0 < sqrt (1 + x * x)) by (apply sqrt_lt_R0; lra). lra.
Qed.

(* sharp threshold: before the critical time (s < 0) failure tends to 1 exponentially in d.
   failure(T) = 1 - cap d (pi - 2 atan(e^{-s}))  when the antipodal angle exceeds pi/2 *)
Theorem finite_time_threshold (d : nat) (s : R) : (2 <= d)%nat -> s <= 0 ->
  1 - / 2 * (2 / (exp s + exp (- s))) ^ (d - 1) <= cap d (PI - 2 * atan (exp s)).
Proof.
intros Hd Hs. rewrite cap_reflect.
assert (H := finite_time_bound d (- s) Hd ltac:(lra)). rewrite Ropp_involutive in H.
rewrite (Rplus_comm (exp s)). lra.
Qed.

(* ---- s runs over the real line as the time does; the measure of failure in s ---- *)

(* the half-angle of the failing cap *)
Definition half_angle_at (s : R) := 2 * atan (exp (- s)).

Definition sech (s : R) := 2 / (exp s + exp (- s)).

Lemma half_angle_at_range s : 0 < half_angle_at s < PI.
Proof.
unfold half_angle_at. assert (H : atan 0 < atan (exp (- s))) by apply atan_increasing, exp_pos.
rewrite atan_0 in H. destruct (atan_bound (exp (- s))). lra.
Qed.

Lemma sin_half_angle s : sin (half_angle_at s) = sech s.
Proof.
unfold half_angle_at, sech. assert (e := exp_pos (- s)). assert (e' := exp_pos s).
assert (ee : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
rewrite sin_2a, sin_atan, cos_atan. set (x := exp (- s)) in *.
replace (1 + x²) with (1 + x * x) by (unfold Rsqr; ring). assert (Hp : 0 < 1 + x * x) by nra.
replace (2 * (x / sqrt (1 + x * x)) * (1 / sqrt (1 + x * x)))
  with (2 * x / (sqrt (1 + x * x) * sqrt (1 + x * x))).
- rewrite sqrt_sqrt by lra. replace (exp s) with (/ x).
  + field. split; [lra|nra].
  + apply (Rmult_eq_reg_r x); [|lra]. rewrite ee. field. lra.
- field. assert (0 < sqrt (1 + x * x)) by (apply sqrt_lt_R0; lra). lra.
Qed.

(* the density of failure in s is sech^(d-1)(s), up to the constant of the sphere *)
Theorem failure_density d s : (2 <= d)%nat ->
  is_derive (fun s => cap d (half_angle_at s)) s (- sech s ^ (d - 1) / sine_integral (d - 2) PI).
Proof.
intros Hd. unfold cap. assert (HP : 0 < sine_integral (d - 2) PI) by (rewrite I_PI; assert (H := W_pos (d - 2)); lra).
assert (D : is_derive half_angle_at s (- sech s)).
{ unfold half_angle_at, sech. auto_derive; [trivial|].
  assert (e := exp_pos (- s)). assert (e' := exp_pos s).
  assert (ee : exp s = / exp (- s)) by (rewrite exp_Ropp; field; lra).
  rewrite ee. set (x := exp (- s)) in *. field. split; nra. }
apply (is_derive_extR (fun s => / sine_integral (d - 2) PI * sine_integral (d - 2) (half_angle_at s))).
{ intros y. unfold Rdiv. ring. }
replace (- sech s ^ (d - 1) / sine_integral (d - 2) PI) with (/ sine_integral (d - 2) PI * (- sech s * sin (half_angle_at s) ^ (d - 2))).
- apply is_derive_scal.
  apply (is_derive_comp (V := R_NormedModule) (sine_integral (d - 2)) half_angle_at s (sin (half_angle_at s) ^ (d - 2)) (- sech s)).
  + apply I_der.
  + exact D.
- rewrite sin_half_angle. replace (d - 1)%nat with (S (d - 2)) by lia. simpl. field. lra.
Qed.

Theorem failure_bound d s : (2 <= d)%nat -> 0 <= s -> cap d (half_angle_at s) <= / 2 * sech s ^ (d - 1).
Proof. intros Hd Hs. apply finite_time_bound; assumption. Qed.

(* s = 0, that is t = T* = ln cot(tol/2)/|h| : exactly one half in every dimension *)
Theorem failure_half d : cap d (half_angle_at 0) = / 2.
Proof.
unfold half_angle_at. rewrite Ropp_0, exp_0, atan_1. replace (2 * (PI / 4)) with (PI / 2) by field.
apply hemisphere_half.
Qed.

Lemma half_angle_reflect s : half_angle_at (- s) = PI - half_angle_at s.
Proof.
unfold half_angle_at. rewrite Ropp_involutive. assert (X := exp_pos s).
rewrite exp_Ropp, atan_inv by exact X. field.
Qed.

(* s < 0: failure rises with the dimension ... *)
Theorem failure_rises_with_dimension d s : (2 <= d)%nat -> s <= 0 ->
  cap d (half_angle_at s) <= cap (S d) (half_angle_at s).
Proof.
intros Hd Hs. replace s with (- - s) by ring. rewrite half_angle_reflect, !cap_reflect.
assert (H := half_angle_at_range (- s)).
assert (A : half_angle_at (- s) <= PI / 2).
{ unfold half_angle_at. rewrite Ropp_involutive. assert (L : atan (exp s) <= atan 1).
  { assert (exp s <= 1).
    { rewrite <- exp_0. destruct Hs as [Hs| ->]; [left; apply exp_increasing, Hs|lra]. }
    destruct H0 as [H0|H0]; [left; apply atan_increasing, H0|rewrite H0; lra]. }
  rewrite atan_1 in L. lra. }
assert (K := cap_decreases_with_dimension d (half_angle_at (- s)) Hd ltac:(lra)). lra.
Qed.

(* ... and tends to one, exponentially *)
Theorem failure_to_one d s : (2 <= d)%nat -> s <= 0 -> 1 - / 2 * sech s ^ (d - 1) <= cap d (half_angle_at s).
Proof.
intros Hd Hs. assert (T := finite_time_threshold d s Hd Hs).
replace (PI - 2 * atan (exp s)) with (half_angle_at s) in T; [exact T|].
replace s with (- - s) at 1 by ring. rewrite half_angle_reflect. unfold half_angle_at. now rewrite Ropp_involutive.
Qed.

Theorem failure_limit s : s < 0 -> is_lim_seq (fun n => cap (n + 2) (half_angle_at s)) 1.
Proof.
intros Hs. assert (Q : 0 <= sech s < 1).
{ unfold sech. assert (e := exp_pos (- s)). assert (e' := exp_pos s).
  assert (ee : exp s * exp (- s) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (exp s < 1) by (rewrite <- exp_0; apply exp_increasing, Hs).
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply (Rmult_lt_reg_r (exp s + exp (- s))); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
apply (is_lim_seq_le_le (fun n => 1 - / 2 * sech s ^ (n + 1)) _ (fun _ => 1)).
- intros n. assert (L := failure_to_one (n + 2) s ltac:(lia) ltac:(lra)).
  replace (n + 2 - 1)%nat with (n + 1)%nat in L by lia. split; [exact L|].
  (* a cap is at most the sphere *)
  assert (R := half_angle_at_range s). unfold cap. replace (n + 2 - 2)%nat with n by lia.
  assert (M : sine_integral n (half_angle_at s) <= sine_integral n PI) by (apply I_mono; lra).
  assert (HP : 0 < sine_integral n PI) by (rewrite I_PI; assert (H := W_pos n); lra).
  apply (Rmult_le_reg_r (sine_integral n PI)); [exact HP|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
- replace (Finite 1) with (Finite (1 - / 2 * 0)) by (f_equal; ring).
  apply is_lim_seq_minus'; [apply is_lim_seq_const|]. apply is_lim_seq_mult'; [apply is_lim_seq_const|].
  apply (is_lim_seq_ext (fun n => sech s ^ S n)); [intros; f_equal; lia|].
  apply (is_lim_seq_incr_1 (fun n => sech s ^ n)). apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
- apply is_lim_seq_const.
Qed.

(* s = 0 at the threshold time T* = ln cot(tol/2) / m, and s < 0 before it *)
Theorem threshold_time m tol t : 0 < m -> 0 < tol < PI ->
  (m * t + ln (tan (tol / 2)) < 0 <-> t < ln (/ tan (tol / 2)) / m) /\
  (m * t + ln (tan (tol / 2)) = 0 <-> t = ln (/ tan (tol / 2)) / m).
Proof.
intros Hm Ht. assert (T : 0 < tan (tol / 2)) by (apply tan_gt_0; lra). rewrite ln_Rinv by exact T.
set (l := ln (tan (tol / 2))). assert (E : m * (- l / m) = - l) by (field; lra). split; split; intros H.
- apply (Rmult_lt_reg_l m); [exact Hm|]. lra.
- apply (Rmult_lt_compat_l m) in H; [|exact Hm]. lra.
- apply (Rmult_eq_reg_l m); lra.
- rewrite H. lra.
Qed.
