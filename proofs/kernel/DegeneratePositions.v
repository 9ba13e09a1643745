(* Degenerate positions, the geometry: if w r + v is shorter than eps < w, the unit vector r lies in a
   cap of half-angle arcsin(eps/w) around -v, and for |v|^2 = w^2 - eps^2 it lies there exactly when it is
   so short. Given the cap measure, P(|h| <= eps) <= (eps/w)^(d-1)/2 follows. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors LoheFlow SettlingTime SphereCaps.
Open Scope R_scope.

Theorem degenerate_in_cap (d : nat) (r v : vec) (w eps : R) :
  dot d r r = 1 -> 0 < eps < w ->
  (let s := fun k => w * r k + v k in dot d s s <= eps * eps) ->
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

Section Geometry.
Variables (d : nat) (v : vec) (w eps : R).
Hypothesis Heps : 0 < eps < w.

(* the opposite of v, the centre of the cap *)
Definition centre : vec := fun k => - unitv d v k.

Lemma ratio : 0 < eps / w < 1.
Proof.
split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r w); [lra|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma cos_asin_ratio : cos (asin (eps / w)) = sqrt (1 - (eps / w) * (eps / w)).
Proof. rewrite cos_asin; [reflexivity|]. assert (H := ratio). lra. Qed.

Lemma dot_centre r : nonzero d v -> dot d r centre = - dot d r v / norm d v.
Proof.
intros Hv. assert (P := norm_pos d v Hv). rewrite (dot_unitv_r d r v Hv). unfold centre.
rewrite (dot_ext d r r (fun k => - unitv d v k) (fun k => (-1) * unitv d v k)).
- rewrite dot_scal_r. field. lra.
- intros ? ?; reflexivity.
- intros k _. ring.
Qed.

Lemma centre_unit : nonzero d v -> dot d centre centre = 1.
Proof.
intros Hv. rewrite (dot_ext d centre (fun k => (-1) * unitv d v k) centre (fun k => (-1) * unitv d v k)).
- rewrite dot_scal_l, dot_scal_r, unitv_unit by exact Hv. ring.
- intros k _. unfold centre. ring.
- intros k _. unfold centre. ring.
Qed.

(* angle at most asin(eps/w) means cosine at least sqrt(1 - (eps/w)^2) *)
Lemma angle_le r : dot d r r = 1 -> nonzero d v ->
  (angle d r centre <= asin (eps / w) <-> sqrt (1 - (eps / w) * (eps / w)) <= dot d r centre).
Proof.
intros Hr Hv. rewrite <- cos_asin_ratio. assert (H := ratio).
assert (B := dot_unit_bounds d r centre Hr (centre_unit Hv)).
assert (A : 0 <= asin (eps / w) <= PI).
{ destruct (asin_bound (eps / w)) as [_ U]. assert (Hpi := PI_RGT_0). split; [|lra].
  apply Rnot_lt_le. intros Hn. destruct (asin_bound (eps / w)) as [B' _].
  assert (S : sin (asin (eps / w)) < sin 0) by (apply sin_increasing_1; lra).
  rewrite sin_asin, sin_0 in S by lra. lra. }
unfold angle. rewrite <- (cos_acos (dot d r centre)) at 2 by exact B. destruct (acos_bound (dot d r centre)).
split; intros L.
- apply cos_decr_1; lra.
- apply cos_decr_0; lra.
Qed.

Theorem degenerate_cap r : dot d r r = 1 ->
  (let s := fun k => w * r k + v k in dot d s s <= eps * eps) ->
  nonzero d v /\ angle d r centre <= asin (eps / w).
Proof.
intros Hr Hs. destruct (degenerate_in_cap d r v w eps Hr Heps Hs) as [Hp Hq].
assert (Hv : nonzero d v).
{ destruct (nonzero_or d v) as [Hv|Hz]; [exact Hv|]. exfalso.
  assert (dot d r v = 0); [|lra]. unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|].
  intros k Hk. rewrite (Hz k Hk). ring. }
split; [exact Hv|]. apply angle_le; [exact Hr|exact Hv|]. rewrite dot_centre by exact Hv.
assert (P := norm_pos d v Hv). assert (N := norm_sqr d v). set (m := norm d v) in *.
assert (H := ratio). set (q := eps / w) in *. assert (Q : 0 <= 1 - q * q) by nra.
apply (Rmult_le_reg_r m); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
replace (sqrt (1 - q * q) * m * (sqrt (1 - q * q) * m)) with (sqrt (1 - q * q) * sqrt (1 - q * q) * (m * m)) by ring.
rewrite sqrt_sqrt, N by exact Q. nra.
Qed.

(* attained: at |v|^2 = w^2 - eps^2 the whole cap is degenerate *)
Theorem degenerate_cap_attained r : dot d r r = 1 -> dot d v v = w * w - eps * eps ->
  ((let s := fun k => w * r k + v k in dot d s s <= eps * eps) <-> angle d r centre <= asin (eps / w)).
Proof.
intros Hr Hvv. assert (Hv : nonzero d v).
{ destruct (nonzero_or d v) as [Hv|Hz]; [exact Hv|]. exfalso.
  assert (dot d v v = 0); [|nra]. unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|].
  intros k Hk. rewrite (Hz k Hk). ring. }
split; [intros Hs; apply (degenerate_cap r Hr Hs)|]. intros Ha s. apply angle_le in Ha; [|exact Hr|exact Hv].
rewrite dot_centre in Ha by exact Hv.
assert (P := norm_pos d v Hv). assert (N := norm_sqr d v). set (m := norm d v) in *.
assert (H := ratio).
(* sqrt(1 - (eps/w)^2) = m / w *)
assert (E : sqrt (1 - eps / w * (eps / w)) = m / w).
{ rewrite <- (sqrt_square (m / w)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  f_equal. replace (m / w * (m / w)) with (m * m / (w * w)) by (field; lra). rewrite N, Hvv. field. lra. }
rewrite E in Ha. apply (Rmult_le_compat_r m) in Ha; [|lra]. unfold Rdiv in Ha.
rewrite (Rmult_assoc (- dot d r v)), Rinv_l, Rmult_1_r in Ha by lra.
assert (Hp : m * m <= - dot d r v * w).
{ apply (Rmult_le_compat_r w) in Ha; [|lra]. replace (m * / w * m * w) with (m * m) in Ha by (field; lra). exact Ha. }
unfold s. rewrite (dot_plus_l d (fun k => w * r k) v).
rewrite (dot_comm d (fun k => w * r k)), (dot_comm d v).
rewrite !(dot_plus_l d (fun k => w * r k) v), !dot_scal_l, !dot_scal_r, Hr, (dot_comm d v r). nra.
Qed.
End Geometry.

(* the measure of that cap *)
Theorem degenerate_measure d w eps : (2 <= d)%nat -> 0 < eps < w ->
  cap d (asin (eps / w)) <= / 2 * (eps / w) ^ (d - 1).
Proof.
intros Hd He. assert (H : 0 < eps / w < 1).
{ split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r w); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
destruct (asin_bound (eps / w)) as [_ U].
assert (L : 0 <= asin (eps / w)).
{ apply Rnot_lt_le. intros Hn. assert (Hpi := PI_RGT_0). destruct (asin_bound (eps / w)) as [B _].
  assert (S : sin (asin (eps / w)) < sin 0) by (apply sin_increasing_1; lra).
  rewrite sin_asin, sin_0 in S by lra. lra. }
destruct (cap_bound d (asin (eps / w)) Hd ltac:(lra)) as [_ K].
rewrite sin_asin in K by lra. exact K.
Qed.
