(* Two groups by hand: the circle U(1) and the unit quaternions SU(2) = S^3, and the sphere beside them.

   On a matrix group the update of g_t is g_t times the skew part of g_t* M, M = sum_u A_u g_u. On U(1)
   this is i g_t times the Kuramoto coupling; on S^3 it is the tangent projection of M at g_t, which is
   the Lohe field with h = M; on every sphere the tangent projection of M is that field. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors Coupling LoheField.
Open Scope R_scope.

(* exp(i t) in the complex numbers of Coquelicot *)
Definition cis (t : R) : C := (cos t, sin t).
Definition mean_field n (A th : nat -> R) : C := (re_field n A th, im_field n A th).

(* g P(g* M) with P(X) = (X - X* )/2 *)
Definition group_update (g M : C) : C := (g * ((Cconj g * M - Cconj (Cconj g * M)) / 2))%C.

Theorem circle_group n A th t :
  group_update (cis t) (mean_field n A th) = (Ci * cis t * RtoC (pull n A th t))%C.
Proof.
unfold group_update, mean_field, cis, pull. set (a := re_field n A th). set (b := im_field n A th).
assert (H := sin2_cos2 t). unfold Rsqr in H.
unfold Cconj, Cmult, Cminus, Cdiv, Cplus, Copp, Cinv, Ci, RtoC; simpl.
apply injective_projections; simpl; match goal with |- @eq _ ?x ?y => change (@eq R x y) end; field.
Qed.

(* quaternions (w, x, y, z) *)
Definition quat := (R * R * R * R)%type.
Definition qmul (p q : quat) : quat :=
  let '(a, b, c, d) := p in let '(e, f, g, h) := q in
  (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
   a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e).
Definition qconj (q : quat) : quat := let '(a, b, c, d) := q in (a, - b, - c, - d).
Definition qimag (q : quat) : quat := let '(a, b, c, d) := q in (0, b, c, d).
Definition qdot (p q : quat) : R :=
  let '(a, b, c, d) := p in let '(e, f, g, h) := q in a * e + b * f + c * g + d * h.
Definition qlohe (h z : quat) : quat :=
  let '(a, b, c, d) := h in let '(e, f, g, k) := z in let s := qdot z h in
  (a - s * e, b - s * f, c - s * g, d - s * k).

(* q P(q* M) with P the imaginary part, the Lie algebra of the unit quaternions *)
Theorem quaternion_group q M : qdot q q = 1 -> qmul q (qimag (qmul (qconj q) M)) = qlohe M q.
Proof.
destruct q as [[[a b] c] d], M as [[[e f] g] h]. unfold qlohe, qdot. simpl. intros H.
set (s := a * e + b * f + c * g + d * h).
f_equal; [f_equal; [f_equal|]|].
- transitivity (e * (a * a + b * b + c * c + d * d) - s * a); [unfold s; ring|rewrite H; ring].
- transitivity (f * (a * a + b * b + c * c + d * d) - s * b); [unfold s; ring|rewrite H; ring].
- transitivity (g * (a * a + b * b + c * c + d * d) - s * c); [unfold s; ring|rewrite H; ring].
- transitivity (h * (a * a + b * b + c * c + d * d) - s * d); [unfold s; ring|rewrite H; ring].
Qed.

(* on every sphere: the projection of the weighted mean is the weighted sum of the projections *)
Theorem sphere_update d n (A : nat -> R) (x : nat -> vec) z k :
  lohe d (fun l => Sum n (fun u => A u * x u l)) z k = Sum n (fun u => A u * lohe d (x u) z k).
Proof.
unfold lohe.
assert (E : dot d z (fun l => Sum n (fun u => A u * x u l)) = Sum n (fun u => A u * dot d z (x u))).
{ unfold dot. induction n as [|n IH]; simpl.
  - rewrite (Sum_ext d _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
  - rewrite <- IH, <- Sum_scal, <- Sum_plus. apply Sum_ext; intros; ring. }
rewrite E, Rmult_comm, <- Sum_scal, <- Sum_minus. apply Sum_ext; intros; ring.
Qed.
