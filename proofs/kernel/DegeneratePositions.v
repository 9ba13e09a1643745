(* Degenerate positions, the geometry: if w r + v is shorter than eps < w, the unit vector r lies in a
   cap of half-angle arcsin(eps/w) around -v, and for |v|^2 = w^2 - eps^2 it lies there exactly when it is
   so short. Given the cap measure, P(|h| <= eps) <= (eps/w)^(d-1)/2 follows. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors SphereCaps.
Open Scope R_scope.

Theorem degenerate_in_cap (d : nat) (r v : vec) (w eps : R) :
  dot d r r = 1 -> 0 < eps < w ->
  (let s := fun k => w * r k + v k in dot d s s < eps * eps) ->
  dot d r v < 0 /\ (1 - (eps / w) * (eps / w)) * dot d v v <= dot d r v * dot d r v.
Proof.
intros Hr [He Hw] Hs. simpl in Hs.
rewrite (dot_plus_l d (fun k => w * r k) v) in Hs.
rewrite (dot_comm d (fun k => w * r k)), (dot_comm d v) in Hs.
rewrite !(dot_plus_l d (fun k => w * r k) v), !dot_scal_l, !dot_scal_r, Hr in Hs.
rewrite (dot_comm d v r) in Hs.
set (p := dot d r v) in *. set (q := dot d v v) in *.
assert (Hq : 0 <= q) by apply dot_nonneg.
assert (Hp : p < 0) by nra.
split; [exact Hp|].
(* w^2 + q - eps^2 < -2 w p, and (w^2 - eps^2) + q >= 2 sqrt((w^2-eps^2) q) *)
assert (A : 0 < w * w - eps * eps) by nra.
assert (B : (w * w - eps * eps + q) * (w * w - eps * eps + q) <= (2 * w * p) * (2 * w * p)) by nra.
assert (Cc : 4 * (w * w - eps * eps) * q <= (w * w - eps * eps + q) * (w * w - eps * eps + q)).
{ assert (0 <= (w * w - eps * eps - q) * (w * w - eps * eps - q)) by apply Rle_0_sqr. nra. }
replace ((1 - eps / w * (eps / w)) * q) with ((w * w - eps * eps) * q / (w * w)) by (field; lra).
apply (Rmult_le_reg_r (w * w)); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra.
Qed.
