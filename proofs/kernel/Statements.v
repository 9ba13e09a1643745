(* The exported theorems, stated and nothing else; each proof is one name in the file that proves it.

   Notation. n tokens or anchors, d the dimension, vectors of R^d are functions of the coordinates 0 .. d-1.
   Sum n f = f 0 + ... + f (n-1); dot d x y the inner product; norm d x = |x|; unitv d h = h/|h|;
   nonzero d h and veq d x y (x = y) read the first d coordinates; force n w r = sum_j w_j r_j.
   is_derive f x l says f'(x) = l, is_lim and is_lim_seq are limits (Coquelicot).

   What is a definition here and not a theorem: cap d x, the ratio of the integrals of sin^(d-2) over
   [0, x] and [0, pi]. That it is the uniform measure of a cap is cited. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors.
From PhaseBound Require Import Coupling GibbsSelection Potential NoPotential CircularMean BoundedUpdate.
From PhaseBound Require Import RotaryDrift Torus CompactGroup.
From PhaseBound Require Import LoheField LoheFlow SettlingTime Positivity SphereCaps FiniteTimeFailure.
From PhaseBound Require Import DegeneratePositions Readout ReadoutCeiling.
From PhaseBound Require Import Disorder OddKernel DisorderFlow MatrixExponential.
From PhaseBound Require AnyField.
Open Scope R_scope.

(* ================================ Kuramoto attention ================================ *)

(* ---- kur.coupling-identity: - sin t Re G + cos t Im G is the Kuramoto coupling ---- *)

Theorem kur_coupling_identity : forall n A th t,
  - sin t * Sum n (fun u => A u * cos (th u)) + cos t * Sum n (fun u => A u * sin (th u))
  = Sum n (fun u => A u * sin (th u - t)).
Proof. exact Coupling.coupling_identity. Qed.

Theorem kur_coupling_any_ring : AnyField.coupling_over_every_ring.
Proof. exact AnyField.coupling_ring. Qed.

(* ---- kur.frozen-gradient; upd th i x is th with token i moved to x ---- *)

Theorem kur_frozen_gradient : forall n A th t,
  is_derive (fun x => Sum n (fun u => A u * cos (th u - x))) t (Sum n (fun u => A u * sin (th u - t))).
Proof. exact Coupling.frozen_gradient. Qed.

Theorem kur_frozen_gradient_self : forall n i A th,
  is_derive (fun x => Sum n (fun u => A u * cos (upd th i x u - x))) (th i)
            (Sum n (fun u => A u * sin (th u - th i))).
Proof. exact Coupling.frozen_gradient_self. Qed.

(* ---- kur.lse-potential: lse n beta s = (1/beta) log sum_u exp(beta s_u) ---- *)

Theorem kur_lse_gradient : forall n beta th t, (0 < n)%nat -> beta <> 0 ->
  is_derive (fun x => lse n beta (fun u => cos (th u - x))) t
            (Sum n (fun u => softmax n beta (fun v => cos (th v - t)) u * sin (th u - t))).
Proof. exact Potential.lse_gradient. Qed.

Theorem kur_lse_gradient_self : forall n beta th i, (0 < n)%nat -> beta <> 0 ->
  is_derive (fun x => lse n beta (fun u => cos (upd th i x u - x))) (th i)
            (Sum n (fun u => softmax n beta (fun v => cos (th v - th i)) u * sin (th u - th i))).
Proof. exact Potential.lse_gradient_self. Qed.

(* k phases and fixed gates g: the gradient is g_j times coordinate j of the update *)
Theorem kur_lse_fixed_gates : forall n k beta g x th j, (0 < n)%nat -> beta <> 0 -> (j < k)%nat ->
  is_derive (fun y => lse n beta (fun u => Sum k (fun l => g l * cos (upd x j y l - th u l)))) (x j)
    (g j * Sum n (fun u => softmax n beta (fun v => Sum k (fun l => g l * cos (x l - th v l))) u
                           * sin (th u j - x j))).
Proof. exact Potential.gated_gradient. Qed.

(* drift and two phases: a token attending itself and one token at phase 0, one position back, follows
   no gradient as soon as one rate is no multiple of pi *)
Theorem kur_drift_no_potential : forall k om i j, (i < k)%nat -> (j < k)%nat -> i <> j -> sin (om j) <> 0 ->
  ~ exists V : (nat -> R) -> R, forall x l, (l < k)%nat ->
      is_derive (fun y => V (upd x l y)) (x l) (drift_update k om x l).
Proof. exact NoPotential.drift_no_potential. Qed.

(* ---- kur.no-joint-potential ---- *)

Theorem kur_no_joint_potential : forall n A,
  (forall t u, (t < n)%nat -> (t < u)%nat -> A t u = 0) ->
  (exists t u, (u < t)%nat /\ (t < n)%nat /\ 0 < A t u) ->
  ~ exists V : (nat -> R) -> R, forall th t, (t < n)%nat ->
      is_derive (fun y => V (upd th t y)) (th t) (Sum n (fun u => A t u * sin (th u - th t))).
Proof. exact NoPotential.no_joint_potential. Qed.

Theorem kur_joint_mixed_partials : forall n A th t u, (u < n)%nat -> (t < n)%nat -> t <> u ->
  is_derive (fun x => joint_field n A (upd th u x) t) (th u) (A t u * cos (th u - th t)) /\
  is_derive (fun x => joint_field n A (upd th t x) u) (th t) (A u t * cos (th u - th t)).
Proof. exact NoPotential.joint_mixed_partials. Qed.

(* weights not frozen: any field in which u ignores t has a potential only if t ignores u *)
Theorem kur_one_way_no_potential : forall n (V : (nat -> R) -> R) (F : (nat -> R) -> nat -> R) t u,
  (forall x i, (i < n)%nat -> is_derive (fun y => V (upd x i y)) (x i) (F x i)) ->
  (t < n)%nat -> (u < n)%nat -> t <> u ->
  (forall x y, F (upd x t y) u = F x u) -> forall x y, F (upd x u y) t = F x t.
Proof. exact NoPotential.one_way_no_potential. Qed.

(* ---- kur.gibbs-selection ---- *)

Theorem kur_gibbs_selection : forall n beta s A, (0 < n)%nat -> 0 < beta -> simplex n A ->
  Sum n (fun u => A u * s u) + / beta * entropy n A <= / beta * ln (Sum n (fun u => exp (beta * s u))) /\
  (Sum n (fun u => A u * s u) + / beta * entropy n A = / beta * ln (Sum n (fun u => exp (beta * s u))) <->
   forall u, (u < n)%nat -> A u = softmax n beta s u).
Proof. exact GibbsSelection.gibbs. Qed.

Theorem kur_softmax_on_simplex : forall n beta s, (0 < n)%nat -> simplex n (softmax n beta s).
Proof. exact GibbsSelection.softmax_simplex. Qed.

Theorem kur_no_entropy_not_unique : exists s A B, simplex 2 A /\ simplex 2 B /\
  (forall C, simplex 2 C -> Sum 2 (fun u => C u * s u) <= Sum 2 (fun u => A u * s u)) /\
  Sum 2 (fun u => A u * s u) = Sum 2 (fun u => B u * s u) /\ A 0%nat <> B 0%nat.
Proof. exact GibbsSelection.no_entropy_not_unique. Qed.

(* ---- kur.circular-mean: order n A th = R = |G|, and psi = arg G ---- *)

Theorem kur_pull_is_sine : forall n A th t, exists psi,
  re_field n A th = order n A th * cos psi /\ im_field n A th = order n A th * sin psi /\
  pull n A th t = order n A th * sin (psi - t).
Proof. exact CircularMean.pull_is_sine. Qed.

Theorem kur_no_mean_no_pull : forall n A th t, order n A th = 0 -> pull n A th t = 0.
Proof. exact CircularMean.pull_zero_without_mean. Qed.

Theorem kur_step_shrinks_iff : forall kappa,
  (forall x, - PI < x < PI -> x <> 0 -> Rabs (x - kappa * sin x) < Rabs x) <-> 0 < kappa <= 2.
Proof. exact CircularMean.step_shrinks_iff. Qed.

Theorem kur_step_never_overshoots_iff : forall kappa,
  (forall x, - PI < x < PI -> 0 <= x * (x - kappa * sin x)) <-> kappa <= 1.
Proof. exact CircularMean.step_never_overshoots_iff. Qed.

(* ---- kur.rotary-drift: update k beta om th t j, causal attention with rates om ---- *)

Theorem kur_lone_token_rests : forall k beta om th j, update k beta om th 0 j = 0.
Proof. exact RotaryDrift.lone_token_rests. Qed.

Theorem kur_oscillator_precesses : forall omega th0 t, is_derive (fun s => th0 + omega * s) t omega.
Proof. exact RotaryDrift.oscillator_precesses. Qed.

Theorem kur_drifted_update : forall k beta om th t j, let psi u := th u j + om j * INR u in
  update k beta om th t j =
  Sum (S t) (fun u => attention k beta om th t u * sin (psi u - psi t + om j * (INR t - INR u))).
Proof. exact RotaryDrift.drifted_update. Qed.

(* ---- kur.torus-invariance ---- *)

Theorem kur_angle_step_stays : forall t a, cos (t + a) * cos (t + a) + sin (t + a) * sin (t + a) = 1.
Proof. exact Torus.angle_step_stays. Qed.

Theorem kur_tangent_step_norm : forall t a,
  (cos t - a * sin t) * (cos t - a * sin t) + (sin t + a * cos t) * (sin t + a * cos t) = 1 + a * a.
Proof. exact Torus.tangent_step_norm. Qed.

Theorem kur_tangent_step_leaves : forall t a, tangent_step_norm2 t a = 1 <-> a = 0.
Proof. exact Torus.tangent_step_leaves. Qed.

(* ---- kur.bounded-update ---- *)

Theorem kur_pull_le_order : forall n A th t, Rabs (pull n A th t) <= order n A th.
Proof. exact BoundedUpdate.pull_le_order. Qed.

Theorem kur_order_le_1 : forall n A th,
  (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 -> order n A th <= 1.
Proof. exact BoundedUpdate.order_le_1. Qed.

Theorem kur_pull_le_others : forall n A th t,
  (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 -> (t < n)%nat ->
  Rabs (pull n A th (th t)) <= 1 - A t.
Proof. exact BoundedUpdate.pull_le_others. Qed.

Theorem kur_order_1_iff : forall n A th, (forall u, (u < n)%nat -> 0 <= A u) -> Sum n A = 1 ->
  (order n A th = 1 <->
   forall u v, (u < n)%nat -> (v < n)%nat -> 0 < A u -> 0 < A v -> cos (th u - th v) = 1).
Proof. exact BoundedUpdate.order_1_iff. Qed.

Theorem kur_depth_bound : forall (x a f : nat -> R) c_att c_ff L,
  (forall l, (l < L)%nat -> x (S l) = x l + a l + f l /\ Rabs (a l) <= c_att /\ Rabs (f l) <= c_ff) ->
  Rabs (x L - x 0%nat) <= INR L * (c_att + c_ff).
Proof. exact BoundedUpdate.depth_bound. Qed.

(* ---- kur.compact-group: U(1), SU(2) = S^3, and the spheres ---- *)

Theorem kur_circle_group : forall n A th t,
  group_update (cis t) (mean_field n A th) = (Ci * cis t * RtoC (pull n A th t))%C.
Proof. exact CompactGroup.circle_group. Qed.

Theorem kur_quaternion_group : forall q M : quat, qdot q q = 1 ->
  qmul q (qimag (qmul (qconj q) M)) = qlohe M q.
Proof. exact CompactGroup.quaternion_group. Qed.

Theorem kur_sphere_update : forall d n A (x : nat -> vec) z k,
  lohe d (fun l => Sum n (fun u => A u * x u l)) z k = Sum n (fun u => A u * lohe d (x u) z k).
Proof. exact CompactGroup.sphere_update. Qed.

(* ================================ oscillator attention ================================ *)

(* lohe_mat d h z = (I - z z^T) h entry by entry, lohe d h z = h - (z.h) z *)
Theorem osc_field : forall d h z, veq d (lohe_mat d h z) (lohe d h z).
Proof. exact LoheField.lohe_mat_eq. Qed.

(* ---- osc.sphere-invariance; solution d h z: z' = lohe d h z at all times ---- *)

Theorem osc_norm_identity : forall d h z t, solution d h z ->
  is_derive (fun s => dot d (z s) (z s)) t (2 * dot d (z t) h * (1 - dot d (z t) (z t))).
Proof. exact LoheFlow.norm2_derive. Qed.

Theorem osc_sphere_invariance : forall d h z, solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall t, dot d (z t) (z t) = 1.
Proof. exact LoheFlow.sphere_invariant. Qed.

(* ---- osc.gradient-flow: the field is the Riemannian gradient of z -> z.h ---- *)

Theorem osc_height_derivative : forall d h z v,
  is_derive (fun e => dot d (fun k => z k + e * v k) h) 0 (dot d v h).
Proof. exact LoheField.height_derivative. Qed.

Theorem osc_gradient_tangent : forall d h z, dot d z z = 1 -> dot d (lohe d h z) z = 0.
Proof. exact LoheField.field_tangent. Qed.

Theorem osc_gradient_represents : forall d h z v, dot d v z = 0 -> dot d (lohe d h z) v = dot d v h.
Proof. exact LoheField.field_represents. Qed.

Theorem osc_gradient_unique : forall d h z g, dot d z z = 1 -> dot d g z = 0 ->
  (forall v, dot d v z = 0 -> dot d g v = dot d v h) -> veq d g (lohe d h z).
Proof. exact LoheField.gradient_unique. Qed.

(* ---- osc.two-equilibria ---- *)

Theorem osc_two_equilibria : forall d h z, nonzero d h -> dot d z z = 1 ->
  (veq d (lohe_mat d h z) (fun _ => 0)) <-> (veq d z (unitv d h) \/ veq d z (fun k => - unitv d h k)).
Proof. exact LoheField.equilibria. Qed.

Theorem osc_equilibria_distinct : forall d h, nonzero d h -> ~ veq d (unitv d h) (fun k => - unitv d h k).
Proof. exact LoheField.equilibria_distinct. Qed.

Theorem osc_equilibria_on_sphere : forall d h, nonzero d h -> dot d (unitv d h) (unitv d h) = 1.
Proof. exact Vectors.unitv_unit. Qed.

Theorem osc_equilibria_zero : forall d h z, veq d h (fun _ => 0) -> veq d (lohe_mat d h z) (fun _ => 0).
Proof. exact LoheField.equilibria_zero. Qed.

Theorem osc_equilibria_any_field : AnyField.equilibria_over_every_field.
Proof. exact AnyField.equilibria_field. Qed.

(* ---- osc.linear-stability at s h/|h| ---- *)

Theorem osc_linear_tangent : forall d h s v k, nonzero d h -> (s = 1 \/ s = -1) ->
  let z := fun l => s * unitv d h l in dot d v z = 0 ->
  is_derive (fun e => lohe d h (fun l => z l + e * v l) k) 0 (- s * norm d h * v k).
Proof. exact LoheField.linearisation_tangent. Qed.

Theorem osc_linear_radial : forall d h s k, nonzero d h -> (s = 1 \/ s = -1) ->
  let z := fun l => s * unitv d h l in
  is_derive (fun e => lohe d h (fun l => z l + e * z l) k) 0 (- 2 * s * norm d h * z k).
Proof. exact LoheField.linearisation_radial. Qed.

Theorem osc_tangent_dimension : AnyField.tangent_dimension.
Proof. exact AnyField.tangent_rank. Qed.

(* ---- osc.lyapunov ---- *)

Theorem osc_lyapunov : forall d h z t, nonzero d h -> solution d h z -> dot d (z t) (z t) = 1 ->
  let c := dot d (z t) (unitv d h) in
  is_derive (fun x => 1 - dot d (z x) (unitv d h)) t (- norm d h * (1 - c * c)) /\
  - norm d h * (1 - c * c) <= 0 /\
  (- norm d h * (1 - c * c) = 0 <-> veq d (lohe_mat d h (z t)) (fun _ => 0)).
Proof. exact LoheFlow.lyapunov. Qed.

(* ---- osc.explicit-flow; angle d x y = arccos (x.y) ---- *)

Theorem osc_half_angle : forall d h z, nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall t, angle d (z 0) (unitv d h) <> PI ->
  tan (angle d (z t) (unitv d h) / 2) = tan (angle d (z 0) (unitv d h) / 2) * exp (- norm d h * t).
Proof. exact SettlingTime.half_angle. Qed.

Theorem osc_every_solution : forall d h z, nonzero d h -> solution d h z ->
  forall t, veq d (z t) (closed_form d h (z 0) t).
Proof. exact LoheFlow.every_solution_closed_form. Qed.

Theorem osc_closed_form_solves : forall d h z0, nonzero d h -> dot d z0 z0 = 1 ->
  solution d h (closed_form d h z0) /\ veq d (closed_form d h z0 0) z0.
Proof. exact LoheFlow.closed_form_solves. Qed.

Theorem osc_linear_lift : forall d h (y : R -> vec) E,
  (forall t k, (k < d)%nat -> is_derive (fun s => y s k) t (E t * h k)) ->
  (forall t, is_derive E t (dot d h (y t))) -> E 0 = 1 -> dot d (y 0) (y 0) = 1 ->
  (forall t, 0 < E t) /\ solution d h (fun t k => y t k / E t).
Proof. exact DisorderFlow.linear_lift. Qed.

(* ---- osc.almost-global ---- *)

Theorem osc_almost_global : forall d h z, nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  ~ veq d (z 0) (fun k => - unitv d h k) ->
  forall k, (k < d)%nat -> is_lim (fun t => z t k) p_infty (unitv d h k).
Proof. exact LoheFlow.global_convergence. Qed.

Theorem osc_never_global : forall d h z, nonzero d h -> solution d h z ->
  veq d (z 0) (fun k => - unitv d h k) -> forall t, veq d (z t) (fun k => - unitv d h k).
Proof. exact LoheFlow.antipode_rests. Qed.

(* ---- osc.settling-time ---- *)

Theorem osc_settling_time : forall d h z, nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall tol t, 0 < angle d (z 0) (unitv d h) < PI -> 0 < tol < PI ->
  (angle d (z t) (unitv d h) <= tol <->
   ln (tan (angle d (z 0) (unitv d h) / 2) / tan (tol / 2)) / norm d h <= t).
Proof. exact SettlingTime.settling_time. Qed.

(* ---- osc.positivity ---- *)

Theorem osc_antipodal_anchors : forall d, (0 < d)%nat -> exists (r1 r2 : vec) (w1 w2 : R),
  0 < w1 /\ 0 < w2 /\ dot d r1 r1 = 1 /\ dot d r2 r2 = 1 /\
  veq d (fun k => w1 * r1 k + w2 * r2 k) (fun _ => 0).
Proof. exact Positivity.antipodal_anchors_cancel. Qed.

Theorem osc_given_anchors : forall d n r,
  (forall w, (forall j, (j < n)%nat -> 0 < w j) -> nonzero d (force n w r)) <->
  (exists v, (forall j, (j < n)%nat -> 0 <= dot d v (r j)) /\ exists j, (j < n)%nat /\ 0 < dot d v (r j)).
Proof. exact Positivity.given_anchors. Qed.

Theorem osc_given_weights : forall d n w, (2 <= d)%nat -> (forall j, (j < n)%nat -> 0 < w j) ->
  ((forall r, (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> nonzero d (force n w r)) <->
   exists j, (j < n)%nat /\ Sum n w - w j < w j).
Proof. exact Positivity.given_weights. Qed.

Theorem osc_one_position : forall d n w r r' j, (j < n)%nat -> w j <> 0 ->
  (forall i, (i < n)%nat -> i <> j -> veq d (r i) (r' i)) ->
  ~ nonzero d (force n w r) -> ~ nonzero d (force n w r') -> veq d (r j) (r' j).
Proof. exact Positivity.one_position. Qed.

(* ---- osc.cap-bounds ---- *)

Theorem osc_cap_upper : forall d x, (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  0 <= cap d x <= / 2 * sin x ^ (d - 1).
Proof. exact SphereCaps.cap_bound. Qed.

Theorem osc_cap_lower : forall d x, (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  sin x ^ (d - 1) / (PI * INR (d - 1)) <= cap d x.
Proof. exact SphereCaps.cap_lower. Qed.

Theorem osc_cap_lower_better : forall d x, (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  sin x ^ (d - 1) / sqrt (2 * PI * INR d) <= cap d x.
Proof. exact SphereCaps.cap_lower_better. Qed.

Theorem osc_better_from_3 : forall d, (3 <= d)%nat -> sqrt (2 * PI * INR d) < PI * INR (d - 1).
Proof. exact SphereCaps.better_lower_bound. Qed.

Theorem osc_cap_rate : forall x, 0 < x <= PI / 2 ->
  is_lim_seq (fun n => ln (cap (n + 2) x) / INR (n + 1)) (ln (sin x)).
Proof. exact SphereCaps.cap_rate. Qed.

Theorem osc_cap_half_sharp : forall c, c < / 2 -> forall d, (2 <= d)%nat ->
  exists x, 0 < x <= PI / 2 /\ c * sin x ^ (d - 1) < cap d x.
Proof. exact SphereCaps.cap_constant_sharp. Qed.

Theorem osc_cap_reflect : forall d x, cap d (PI - x) = 1 - cap d x.
Proof. exact SphereCaps.cap_reflect. Qed.

(* ---- osc.hemisphere ---- *)

Theorem osc_hemisphere : forall d, cap d (PI / 2) = / 2.
Proof. exact SphereCaps.hemisphere_half. Qed.

Theorem osc_hemisphere_does_not_shrink :
  ~ exists q, q < 1 /\ 0 <= q /\ forall d, (2 <= d)%nat -> cap d (PI / 2) <= q ^ (d - 1).
Proof. exact SphereCaps.hemisphere_does_not_shrink. Qed.

(* ---- osc.finite-time-failure: half_angle_at s = 2 atan(exp(-s)), sech s = 2/(e^s + e^-s) ---- *)

Theorem osc_failure_cap : forall d h z, nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall tol t, 0 < tol < PI -> let s := norm d h * t + ln (tan (tol / 2)) in
  (tol < angle d (z t) (unitv d h) <-> PI - angle d (z 0) (unitv d h) < 2 * atan (exp (- s))).
Proof. exact SettlingTime.failure_cap. Qed.

Theorem osc_failure_artanh : forall d h z, nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall tol t, 0 < tol < PI ->
  let c := dot d (z 0) (unitv d h) in let s := norm d h * t + ln (tan (tol / 2)) in
  -1 < c < 1 -> (tol < angle d (z t) (unitv d h) <-> artanh c < - s).
Proof. exact SettlingTime.failure_artanh. Qed.

(* s = 0 at the threshold T* = ln cot(tol/2)/|h|, and s < 0 before it *)
Theorem osc_failure_threshold : forall m tol t, 0 < m -> 0 < tol < PI ->
  (m * t + ln (tan (tol / 2)) < 0 <-> t < ln (/ tan (tol / 2)) / m) /\
  (m * t + ln (tan (tol / 2)) = 0 <-> t = ln (/ tan (tol / 2)) / m).
Proof. exact FiniteTimeFailure.threshold_time. Qed.

Theorem osc_failure_density : forall d s, (2 <= d)%nat ->
  is_derive (fun s => cap d (half_angle_at s)) s (- sech s ^ (d - 1) / sine_integral (d - 2) PI).
Proof. exact FiniteTimeFailure.failure_density. Qed.

Theorem osc_failure_bound : forall d s, (2 <= d)%nat -> 0 <= s ->
  cap d (half_angle_at s) <= / 2 * sech s ^ (d - 1).
Proof. exact FiniteTimeFailure.failure_bound. Qed.

Theorem osc_failure_half : forall d, cap d (half_angle_at 0) = / 2.
Proof. exact FiniteTimeFailure.failure_half. Qed.

Theorem osc_failure_rises : forall d s, (2 <= d)%nat -> s <= 0 ->
  cap d (half_angle_at s) <= cap (S d) (half_angle_at s).
Proof. exact FiniteTimeFailure.failure_rises_with_dimension. Qed.

Theorem osc_failure_to_one : forall s, s < 0 -> is_lim_seq (fun n => cap (n + 2) (half_angle_at s)) 1.
Proof. exact FiniteTimeFailure.failure_limit. Qed.

(* ---- osc.degenerate-bound, the geometry; centre d v = - v/|v| ---- *)

Theorem osc_degenerate_cap : forall d v w eps, 0 < eps < w -> forall r, dot d r r = 1 ->
  (let s := fun k => w * r k + v k in dot d s s <= eps * eps) ->
  nonzero d v /\ angle d r (centre d v) <= asin (eps / w).
Proof. exact DegeneratePositions.degenerate_cap. Qed.

Theorem osc_degenerate_attained : forall d v w eps, 0 < eps < w -> forall r, dot d r r = 1 ->
  dot d v v = w * w - eps * eps ->
  ((let s := fun k => w * r k + v k in dot d s s <= eps * eps) <->
   angle d r (centre d v) <= asin (eps / w)).
Proof. exact DegeneratePositions.degenerate_cap_attained. Qed.

Theorem osc_degenerate_measure : forall d w eps, (2 <= d)%nat -> 0 < eps < w ->
  cap d (asin (eps / w)) <= / 2 * (eps / w) ^ (d - 1).
Proof. exact DegeneratePositions.degenerate_measure. Qed.

(* ---- osc.readout-simplex: readout d n r z j = (1 + z.r_j) / sum_l (1 + z.r_l) ---- *)

Theorem osc_readout_simplex : forall d n r z, dot d z z = 1 ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> 0 < Sum n (fun l => 1 + dot d z (r l)) ->
  (forall j, (j < n)%nat -> 0 <= readout d n r z j <= 1) /\ Sum n (readout d n r z) = 1.
Proof. exact Readout.readout_simplex. Qed.

Theorem osc_denominator_zero_iff : forall d n r z, dot d z z = 1 ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) ->
  (Sum n (fun l => 1 + dot d z (r l)) = 0 <-> forall j, (j < n)%nat -> veq d (r j) (fun k => - z k)).
Proof. exact Readout.readout_denominator. Qed.

Theorem osc_denominator_at_least_2 : forall d n w r, (forall j, (j < n)%nat -> 0 < w j) ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> nonzero d (force n w r) ->
  2 <= Sum n (fun l => 1 + dot d (unitv d (force n w r)) (r l)).
Proof. exact Readout.denominator_at_least_2. Qed.

Theorem osc_denominator_equals_2_iff : forall d n w r, (forall j, (j < n)%nat -> 0 < w j) ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> nonzero d (force n w r) ->
  (Sum n (fun l => 1 + dot d (unitv d (force n w r)) (r l)) = 2 <->
   exists j, (j < n)%nat /\ veq d (r j) (unitv d (force n w r)) /\
   forall i, (i < n)%nat -> i <> j -> veq d (r i) (fun k => - unitv d (force n w r) k)).
Proof. exact Readout.denominator_equals_2_iff. Qed.

(* ---- osc.readout-order: w = (3/2, 1, 1) gives a = (8, 9, 9)/26 ---- *)

Theorem osc_readout_order : let h := force 3 order_weights order_anchors in
  let a := readout 2 3 order_anchors (unitv 2 h) in
  order_weights 1%nat < order_weights 0%nat /\ a 0%nat = 8/26 /\ a 1%nat = 9/26 /\ a 2%nat = 9/26.
Proof. exact Readout.coupling_order_lost. Qed.

(* ---- osc.readout-ceiling: power_readout with exponent p, clamp_pow p x = max(0, x)^p ---- *)

Theorem osc_readout_ceiling : forall d n p r z, 1 <= p -> (2 <= n)%nat -> dot d z z = 1 ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> veq d (force n (fun _ => 1) r) (fun _ => 0) ->
  forall j, (j < n)%nat -> power_readout d n p r z j
    <= Rpower 2 p / (Rpower 2 p + Rpower (INR n - 1) (1 - p) * clamp_pow p (INR n - 2)).
Proof. exact ReadoutCeiling.attention_ceiling. Qed.

Theorem osc_ceiling_simple : forall n p, 1 <= p -> (2 <= n)%nat ->
  Rpower 2 p / (Rpower 2 p + Rpower (INR n - 1) (1 - p) * clamp_pow p (INR n - 2)) <= Rpower 2 p / INR n.
Proof. exact ReadoutCeiling.ceiling_simple. Qed.

Theorem osc_readout_entropy : forall d n p r z, 1 <= p -> (2 <= n)%nat -> dot d z z = 1 ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> veq d (force n (fun _ => 1) r) (fun _ => 0) ->
  ln (INR n) - p * ln 2 <= entropy n (power_readout d n p r z).
Proof. exact ReadoutCeiling.attention_entropy. Qed.

Theorem osc_readout_unbalanced : forall d n r z j, dot d z z = 1 ->
  (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> (j < n)%nat ->
  let s := norm d (force n (fun _ => 1) r) in s < INR n -> readout d n r z j <= 2 / (INR n - s).
Proof. exact ReadoutCeiling.unbalanced_ceiling. Qed.

Theorem osc_readout_orthonormal : forall d n w r j, (2 <= n)%nat ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> dot d (r i) (r j) = if Nat.eqb i j then 1 else 0) ->
  (forall j, (j < n)%nat -> 0 < w j) -> (j < n)%nat ->
  readout d n r (unitv d (force n w r)) j < 2 / (INR n + 1).
Proof. exact ReadoutCeiling.orthonormal_ceiling. Qed.

Theorem osc_readout_orthonormal_sup : forall n b, (2 <= n)%nat -> b < 2 / (INR n + 1) -> exists w,
  (forall j, (j < n)%nat -> 0 < w j) /\ b < readout n n axis (unitv n (force n w axis)) 0.
Proof. exact ReadoutCeiling.orthonormal_sup. Qed.

(* ---- osc.d2-is-kuramoto: circle t = (cos t, sin t) ---- *)

Theorem osc_d2_is_kuramoto : forall n w p t, let h := fun k => Sum n (fun j => w j * circle (p j) k) in
  let speed := - Sum n (fun j => w j * sin (t - p j)) in
  lohe 2 h (circle t) 0%nat = speed * - sin t /\ lohe 2 h (circle t) 1%nat = speed * cos t.
Proof. exact LoheField.circle_field. Qed.

Theorem osc_d2_solutions : forall n w p (th : R -> R), let h := fun k => Sum n (fun j => w j * circle (p j) k) in
  (forall t, is_derive th t (- Sum n (fun j => w j * sin (th t - p j)))) ->
  forall t k, (k < 2)%nat -> is_derive (fun s => circle (th s) k) t (lohe 2 h (circle (th t)) k).
Proof. exact LoheField.circle_solution. Qed.

(* ---- osc.frequency-disorder: z' = S z + h - (z.h) z, S skew; act d S x = S x;
   equilibrium_at d S h mu z: |z| = 1 and mu z - S z = h; lift: y' = S y + E h, E' = h.y ---- *)

Theorem osc_disorder_lift_solves : forall d S h y E, skew d S -> lift d S h y E -> E 0 = 1 ->
  dot d (y 0) (y 0) = 1 ->
  (forall t, 0 < E t) /\ disordered_solution d S h (fun t k => y t k / E t).
Proof. exact DisorderFlow.lift_solves. Qed.

(* exponential m A t y = exp(t A) y as a power series; generator d S h = [[S, h], [h^T, 0]];
   raised d z0 = (z0, 1) *)
Theorem osc_disorder_exponential : forall m A y t k, (k < m)%nat ->
  is_derive (fun s => exponential m A s y k) t (act m A (exponential m A t y) k).
Proof. exact MatrixExponential.exponential_solves. Qed.

Theorem osc_disorder_flow : forall d M h z0, skew d M -> dot d z0 z0 = 1 ->
  let y t := exponential (S d) (generator d M h) t (raised d z0) in
  (forall t, 0 < y t d) /\ disordered_solution d M h (fun t k => y t k / y t d) /\
  veq d (fun k => y 0 k / y 0 d) z0.
Proof. exact MatrixExponential.exponential_flow. Qed.

Theorem osc_disorder_solution_lifts : forall d S h z, disordered_solution d S h z ->
  exists E, E 0 = 1 /\ (forall t, 0 < E t) /\ lift d S h (fun t k => E t * z t k) E.
Proof. exact DisorderFlow.solution_lifts. Qed.

Theorem osc_disorder_lift_unique : forall d S h y E y' E', skew d S -> lift d S h y E -> lift d S h y' E' ->
  veq d (y 0) (y' 0) -> E 0 = E' 0 -> forall t, veq d (y t) (y' t) /\ E t = E' t.
Proof. exact DisorderFlow.lift_unique. Qed.

Theorem osc_disorder_lorentz : forall d S h y E y' E', skew d S -> lift d S h y E -> lift d S h y' E' ->
  forall t, dot d (y t) (y' t) - E t * E' t = dot d (y 0) (y' 0) - E 0 * E' 0.
Proof. exact DisorderFlow.lorentz_preserved. Qed.

Theorem osc_disorder_sphere : forall d S h z, skew d S -> disordered_solution d S h z ->
  dot d (z 0) (z 0) = 1 -> forall t, dot d (z t) (z t) = 1.
Proof. exact DisorderFlow.disordered_sphere. Qed.

Theorem osc_disorder_equilibrium_iff : forall d S h z, skew d S -> dot d z z = 1 ->
  (veq d (disordered d S h z) (fun _ => 0) <-> exists mu, equilibrium_at d S h mu z).
Proof. exact Disorder.equilibrium_iff. Qed.

Theorem osc_disorder_linearised : forall d S h z v k,
  is_derive (fun e => disordered d S h (fun l => z l + e * v l) k) 0 (linearised d S h z v k).
Proof. exact Disorder.linearisation. Qed.

Theorem osc_disorder_contracts : forall d S h mu z v, skew d S -> equilibrium_at d S h mu z ->
  dot d v z = 0 -> dot d (linearised d S h z v) v = - mu * dot d v v.
Proof. exact Disorder.tangent_contraction. Qed.

Theorem osc_disorder_root_unique : forall d S h mu mu' z z', skew d S ->
  equilibrium_at d S h mu z -> equilibrium_at d S h mu' z' -> mu + mu' <> 0 -> mu = mu' /\ veq d z z'.
Proof. exact Disorder.equilibrium_unique. Qed.

Theorem osc_disorder_rate_le : forall d S h mu z, skew d S -> equilibrium_at d S h mu z -> mu <= norm d h.
Proof. exact Disorder.rate_le_force. Qed.

(* h^T (mu^2 I - S^2)^{-1} h = 1 *)
Theorem osc_disorder_scalar_equation : forall d S h mu, skew d S -> 0 < mu ->
  ((exists z, equilibrium_at d S h mu z) <->
   exists x, veq d (fun k => mu * mu * x k - act d S (act d S x) k) h /\ dot d x h = 1).
Proof. exact Disorder.scalar_equation. Qed.

(* P_ker(S) h <> 0, or x = S^+ h (the solution of S x = h in the range of S) longer than 1 *)
Theorem osc_disorder_exists_iff : forall d S h, skew d S -> nonzero d h ->
  ((exists mu z, 0 < mu /\ equilibrium_at d S h mu z) <->
   (exists v, veq d (act d S v) (fun _ => 0) /\ dot d v h <> 0) \/
   (exists x x1, veq d x (act d S x1) /\ veq d (act d S x) h /\ 1 < norm d x)).
Proof. exact Disorder.existence_iff. Qed.

Theorem osc_disorder_pseudo_inverse : forall d S h, skew d S ->
  (forall v, veq d (act d S v) (fun _ => 0) -> dot d v h = 0) ->
  exists x x1 x2, veq d (act d S x) h /\ veq d (act d S x1) x /\ veq d (act d S x2) x1.
Proof. exact Disorder.pseudo_inverse_exists. Qed.

Theorem osc_disorder_pseudo_inverse_shortest : forall d S h x x1 y, skew d S ->
  veq d x (act d S x1) -> veq d (act d S x) h -> veq d (act d S y) h -> dot d x x <= dot d y y.
Proof. exact Disorder.pseudo_inverse_shortest. Qed.

(* odd dimension: an attracting equilibrium for every h not orthogonal to one fixed direction *)
Theorem osc_disorder_odd_locks : forall m M, skew (S (2 * m)) M ->
  exists v, nonzero (S (2 * m)) v /\ forall h, dot (S (2 * m)) v h <> 0 ->
  exists mu z, 0 < mu /\ equilibrium_at (S (2 * m)) M h mu z.
Proof. exact OddKernel.odd_dimension_locks. Qed.

Theorem osc_disorder_odd_kernel : AnyField.odd_skew_matrices_singular.
Proof. exact AnyField.odd_skew_singular. Qed.

Theorem osc_disorder_almost_global : forall d S h mu q, skew d S -> 0 < mu -> equilibrium_at d S h mu q ->
  exists q', equilibrium_at d S h (- mu) q' /\
  forall z, disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) q' ->
  forall k, (k < d)%nat -> is_lim (fun t => z t k) p_infty (q k).
Proof. exact DisorderFlow.disordered_almost_global. Qed.

Theorem osc_disorder_convergence : forall d S h mu q q' z, skew d S -> 0 < mu ->
  equilibrium_at d S h mu q -> equilibrium_at d S h (- mu) q' ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) q' ->
  0 < 1 - dot d (z 0) q' /\
  forall t, dot d (fun k => z t k - q k) (fun k => z t k - q k)
    <= 4 * ((1 - dot d (z 0) q) / (1 - dot d (z 0) q')) * exp (- 2 * mu * t).
Proof. exact DisorderFlow.disordered_convergence. Qed.

(* |S^+ h| = 1: one equilibrium; 1 + z.x = |z - (-x)|^2/2 falls like 1/t^2 as t -> +-infinity *)
Theorem osc_disorder_critical_unique : forall d S h x x1 mu z, skew d S -> veq d x (act d S x1) ->
  veq d (act d S x) h -> dot d x x = 1 -> equilibrium_at d S h mu z -> mu = 0 /\ veq d z (fun k => - x k).
Proof. exact DisorderFlow.critical_unique. Qed.

Theorem osc_disorder_critical_attraction : forall d S h x x1 x2 z, skew d S ->
  veq d (act d S x) h -> veq d (act d S x1) x -> veq d (act d S x2) x1 -> dot d x x = 1 ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> forall t,
  let D s := 1 + dot d (z s) x in
  D t * (D 0 * (t * t) / 2 - norm d x1 * Rabs t - norm d x2) <= D 0 * norm d x2.
Proof. exact DisorderFlow.critical_attraction. Qed.

Theorem osc_disorder_critical_limits : forall d S h x x1 x2 z, skew d S ->
  veq d (act d S x) h -> veq d (act d S x1) x -> veq d (act d S x2) x1 -> dot d x x = 1 ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) (fun k => - x k) ->
  is_lim (fun t => 1 + dot d (z t) x) p_infty 0 /\ is_lim (fun t => 1 + dot d (z t) x) m_infty 0.
Proof. exact DisorderFlow.critical_limits. Qed.

(* it attracts and is not stable: as near as one likes start orbits that visit the opposite point *)
Theorem osc_disorder_critical_not_stable : forall d S h x x1 x2, skew d S ->
  veq d (act d S x) h -> veq d (act d S x1) x -> veq d (act d S x2) x1 -> dot d x x = 1 ->
  forall delta, 0 < delta -> exists z t, disordered_solution d S h z /\ dot d (z 0) (z 0) = 1 /\
  dot d (fun k => z 0 k + x k) (fun k => z 0 k + x k) < delta /\ 0 <= t /\ veq d (z t) x.
Proof. exact MatrixExponential.critical_not_stable. Qed.

(* |S^+ h| < 1: no two orbits ever approach *)
Theorem osc_disorder_no_attractor : forall d S h x z z', skew d S -> veq d (act d S x) h -> norm d x < 1 ->
  disordered_solution d S h z -> disordered_solution d S h z' ->
  dot d (z 0) (z 0) = 1 -> dot d (z' 0) (z' 0) = 1 -> forall t,
  let c := (1 - norm d x) / (1 + norm d x) in
  c * c * dot d (fun k => z 0 k - z' 0 k) (fun k => z 0 k - z' 0 k)
    <= dot d (fun k => z t k - z' t k) (fun k => z t k - z' t k).
Proof. exact DisorderFlow.no_attractor. Qed.

(* d = 2: locked at the angle arcsin(Omega/|h|) if |Omega| < |h|, and no equilibrium if |Omega| > |h| *)
Theorem osc_disorder_plane_locked : forall w h, Rabs w < norm 2 h -> let a := asin (w / norm 2 h) in
  equilibrium_at 2 (spin w) h (norm 2 h * cos a)
    (fun k => if Nat.eqb k 0 then cos a * unitv 2 h 0%nat - sin a * unitv 2 h 1%nat
              else sin a * unitv 2 h 0%nat + cos a * unitv 2 h 1%nat) /\
  norm 2 h * cos a = sqrt (norm 2 h * norm 2 h - w * w) /\ 0 < norm 2 h * cos a.
Proof. exact DisorderFlow.plane_locked. Qed.

Theorem osc_disorder_plane_rate : forall w h mu z, equilibrium_at 2 (spin w) h mu z ->
  mu * mu + w * w = norm 2 h * norm 2 h.
Proof. exact DisorderFlow.plane_unlocked. Qed.
