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
