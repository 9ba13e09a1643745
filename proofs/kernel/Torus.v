(* Phases stay on the torus by themselves; (cos, sin) coordinates do not.

   An angle moved by any increment is an angle. In the plane the same tangent step a from (cos t, sin t)
   lands at squared norm 1 + a^2: off the circle for every a <> 0, however small, so that bounding the
   step is neither needed for the first nor sufficient for the second. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Theorem angle_step_stays t a : cos (t + a) * cos (t + a) + sin (t + a) * sin (t + a) = 1.
Proof. assert (H := sin2_cos2 (t + a)). unfold Rsqr in H. lra. Qed.

Definition tangent_step_norm2 t a :=
  (cos t - a * sin t) * (cos t - a * sin t) + (sin t + a * cos t) * (sin t + a * cos t).

Theorem tangent_step_norm t a : tangent_step_norm2 t a = 1 + a * a.
Proof. assert (H := sin2_cos2 t). unfold Rsqr in H. unfold tangent_step_norm2. nra. Qed.

Theorem tangent_step_leaves t a : tangent_step_norm2 t a = 1 <-> a = 0.
Proof. rewrite tangent_step_norm. split; intros; nra. Qed.
