(* The oscillator's vector field (I - z z^T) h on the unit sphere, for every dimension d.

   It is the Riemannian gradient of z.h; for h <> 0 it vanishes exactly at the two unit vectors +-h/|h|,
   for h = 0 everywhere. At s h/|h| (s = 1 or -1) its linearisation is -s|h| on the tangent space and
   -2 s |h| along the radius. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors.
Open Scope R_scope.

(* Lohe field, written out as in the paper: ((I - z z^T) h)_k *)
Definition lohe_mat (d : nat) (h z : vec) : vec :=
  fun k => Sum d (fun l => ((if Nat.eqb k l then 1 else 0) - z k * z l) * h l).
Definition lohe (d : nat) (h z : vec) : vec := fun k => h k - dot d z h * z k.

Lemma lohe_mat_eq d h z : veq d (lohe_mat d h z) (lohe d h z).
Proof.
intros k Hk. unfold lohe_mat, lohe.
rewrite (Sum_ext d _ (fun l => (if Nat.eqb k l then 1 else 0) * h l - z k * (z l * h l)))
  by (intros; ring).
rewrite Sum_minus, Sum_kron, Sum_scal by assumption. unfold dot. ring.
Qed.

(* exactly two equilibria on the sphere *)
Theorem equilibria (d : nat) (h z : vec) : nonzero d h -> dot d z z = 1 ->
  (veq d (lohe_mat d h z) (fun _ => 0)) <->
  (veq d z (unitv d h) \/ veq d z (fun k => - unitv d h k)).
Proof.
intros Hh Hz. assert (Hp := norm_pos d h Hh). set (m := norm d h) in *.
split.
- intros He.
  assert (Hz0 : forall k, (k < d)%nat -> h k = dot d z h * z k).
  { intros k Hk. specialize (He k Hk). rewrite lohe_mat_eq in He by assumption.
    unfold lohe in He. lra. }
  assert (Hs : m * m = dot d z h * dot d z h).
  { unfold m. rewrite norm_sqr.
    rewrite (dot_ext d h (fun k => dot d z h * z k) h h).
    - rewrite dot_scal_l. reflexivity.
    - exact Hz0.
    - intros k _; reflexivity. }
  assert (Hc : dot d z h = m \/ dot d z h = - m).
  { assert ((dot d z h - m) * (dot d z h + m) = 0) by lra.
    apply Rmult_integral in H. destruct H; [left|right]; lra. }
  destruct Hc as [Hc|Hc]; [left|right]; intros k Hk; unfold unitv; fold m;
    specialize (Hz0 k Hk); rewrite Hc in Hz0; rewrite Hz0; field; lra.
- intros Hor k Hk. rewrite lohe_mat_eq by assumption. unfold lohe.
  assert (Hk' : h k = m * unitv d h k) by (unfold unitv; fold m; field; lra).
  rewrite dot_unitv_r by assumption. fold m.
  destruct Hor as [H|H].
  + rewrite (dot_ext d z (unitv d h) (unitv d h) (unitv d h)) by (exact H || (intros ? ?; reflexivity)).
    rewrite unitv_unit by assumption. rewrite H by assumption. rewrite Hk'. ring.
  + rewrite (dot_ext d z (fun k => (-1) * unitv d h k) (unitv d h) (unitv d h)).
    * rewrite dot_scal_l, unitv_unit by assumption. rewrite H by assumption. rewrite Hk'. ring.
    * intros l Hl. rewrite H by assumption. ring.
    * intros ? ?; reflexivity.
Qed.

Lemma equilibria_distinct d h : nonzero d h ->
  ~ veq d (unitv d h) (fun k => - unitv d h k).
Proof.
intros Hh H. assert (Hu := unitv_unit d h Hh).
rewrite (dot_ext d _ (fun k => (-1) * unitv d h k) _ (unitv d h)) in Hu.
- rewrite dot_scal_l, unitv_unit in Hu by assumption. lra.
- intros k Hk. specialize (H k Hk). simpl in H. lra.
- intros ? ?; reflexivity.
Qed.

(* h = 0: every point rests *)
Theorem equilibria_zero d h z : veq d h (fun _ => 0) -> veq d (lohe_mat d h z) (fun _ => 0).
Proof.
intros H k Hk. rewrite lohe_mat_eq by exact Hk. unfold lohe. rewrite (H k Hk).
replace (dot d z h) with 0; [ring|]. symmetry. unfold dot.
rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros l Hl. rewrite (H l Hl). ring.
Qed.

(* d|z|^2/dt in algebra, off the sphere too *)
Theorem radial_identity d h z : 2 * dot d (lohe d h z) z = 2 * dot d z h * (1 - dot d z z).
Proof.
assert (E : dot d (lohe d h z) z = dot d h z - dot d z h * dot d z z).
{ unfold lohe. rewrite (dot_minus_l d h (fun k => dot d z h * z k) z), dot_scal_l. reflexivity. }
rewrite E, (dot_comm d h z). ring.
Qed.

(* ---- gradient flow: the field represents the differential of z.h on the tangent space ---- *)

Theorem height_derivative d h z v : is_derive (fun e => dot d (fun k => z k + e * v k) h) 0 (dot d v h).
Proof.
apply (is_derive_extR (fun e => dot d z h + e * dot d v h)).
- intros e. rewrite (dot_plus_l d z (fun k => e * v k) h), dot_scal_l. reflexivity.
- auto_derive; [trivial|ring].
Qed.

Theorem field_tangent d h z : dot d z z = 1 -> dot d (lohe d h z) z = 0.
Proof. intros Hz. assert (R := radial_identity d h z). rewrite Hz in R. lra. Qed.

Theorem field_represents d h z v : dot d v z = 0 -> dot d (lohe d h z) v = dot d v h.
Proof.
intros Hv. unfold lohe. rewrite (dot_minus_l d h (fun k => dot d z h * z k) v), dot_scal_l.
rewrite (dot_comm d z v), Hv, (dot_comm d h v). ring.
Qed.

(* and it is the only tangent vector that does *)
Theorem gradient_unique d h z g : dot d z z = 1 -> dot d g z = 0 ->
  (forall v, dot d v z = 0 -> dot d g v = dot d v h) -> veq d g (lohe d h z).
Proof.
intros Hz Hg H. set (D := fun k => g k - lohe d h z k).
assert (T : dot d D z = 0).
{ unfold D. rewrite (dot_minus_l d g (lohe d h z) z), Hg, field_tangent by exact Hz. ring. }
assert (Q : dot d D D = 0).
{ unfold D at 1. rewrite (dot_minus_l d g (lohe d h z) D), (H D T), (field_represents d h z D T). ring. }
intros k Hk. assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (D l)) Q k Hk).
apply Rsqr_0_uniq in Zk. unfold D in Zk. lra.
Qed.

(* ---- linearisation ---- *)

Theorem field_derivative d h z v k :
  is_derive (fun e => lohe d h (fun l => z l + e * v l) k) 0
            (- dot d v h * z k - dot d z h * v k).
Proof.
apply (is_derive_extR (fun e => h k - (dot d z h + e * dot d v h) * (z k + e * v k))).
- intros e. unfold lohe. rewrite (dot_plus_l d z (fun l => e * v l) h), dot_scal_l. reflexivity.
- auto_derive; [trivial|]. ring.
Qed.

Theorem linearisation_tangent d h s v k : nonzero d h -> (s = 1 \/ s = -1) ->
  let z := fun l => s * unitv d h l in
  dot d v z = 0 ->
  is_derive (fun e => lohe d h (fun l => z l + e * v l) k) 0 (- s * norm d h * v k).
Proof.
intros Hh Hs z Hv.
assert (Hz : dot d z h = s * norm d h).
{ unfold z. rewrite dot_unitv_r by assumption. rewrite dot_scal_l, unitv_unit by assumption. ring. }
assert (Hvh : dot d v h = 0).
{ rewrite dot_unitv_r by assumption. unfold z in Hv. rewrite dot_scal_r in Hv.
  replace (dot d v (unitv d h)) with 0; [ring|]. destruct Hs; subst; lra. }
replace (- s * norm d h * v k) with (- dot d v h * z k - dot d z h * v k)
  by (rewrite Hz, Hvh; ring).
apply field_derivative.
Qed.

Theorem linearisation_radial d h s k : nonzero d h -> (s = 1 \/ s = -1) ->
  let z := fun l => s * unitv d h l in
  is_derive (fun e => lohe d h (fun l => z l + e * z l) k) 0 (- 2 * s * norm d h * z k).
Proof.
intros Hh Hs z.
assert (Hz : dot d z h = s * norm d h).
{ unfold z. rewrite dot_unitv_r by assumption. rewrite dot_scal_l, unitv_unit by assumption. ring. }
replace (- 2 * s * norm d h * z k) with (- dot d z h * z k - dot d z h * z k)
  by (rewrite Hz; ring).
apply field_derivative.
Qed.

(* ---- d = 2 is the Kuramoto model ---- *)

Definition circle (t : R) : vec := fun k => if Nat.eqb k 0 then cos t else sin t.

(* at z = (cos t, sin t) and h = sum_j w_j (cos p_j, sin p_j) the field is the tangent (-sin t, cos t)
   times the Kuramoto coupling - sum_j w_j sin(t - p_j) *)
Theorem circle_field n w p t : let h := fun k => Sum n (fun j => w j * circle (p j) k) in
  let speed := - Sum n (fun j => w j * sin (t - p j)) in
  lohe 2 h (circle t) 0%nat = speed * - sin t /\ lohe 2 h (circle t) 1%nat = speed * cos t.
Proof.
intros h speed. set (C := Sum n (fun j => w j * cos (p j))). set (S := Sum n (fun j => w j * sin (p j))).
assert (Es : speed = - (sin t * C - cos t * S)).
{ unfold speed, C, S. f_equal. rewrite <- !Sum_scal, <- Sum_minus. apply Sum_ext; intros.
  rewrite sin_minus. ring. }
assert (Q := sin2_cos2 t). unfold Rsqr in Q.
assert (Ed : dot 2 (circle t) h = cos t * C + sin t * S) by (unfold dot, h, circle, C, S; simpl; ring).
unfold lohe. rewrite Ed, Es. unfold h, circle at 1 3. simpl. fold C S.
split; [replace (circle t 0%nat) with (cos t) by reflexivity|replace (circle t 1%nat) with (sin t) by reflexivity].
- replace (C - (cos t * C + sin t * S) * cos t) with (C * (1 - cos t * cos t) - sin t * S * cos t) by ring.
  replace (1 - cos t * cos t) with (sin t * sin t) by lra. ring.
- replace (S - (cos t * C + sin t * S) * sin t) with (S * (1 - sin t * sin t) - cos t * C * sin t) by ring.
  replace (1 - sin t * sin t) with (cos t * cos t) by lra. ring.
Qed.

(* a curve of angles that solves the Kuramoto equation t' = - sum_j w_j sin(t - p_j) solves the flow *)
Theorem circle_solution n w p (th : R -> R) : let h := fun k => Sum n (fun j => w j * circle (p j) k) in
  (forall t, is_derive th t (- Sum n (fun j => w j * sin (th t - p j)))) ->
  forall t k, (k < 2)%nat -> is_derive (fun s => circle (th s) k) t (lohe 2 h (circle (th t)) k).
Proof.
intros h Hth t k Hk. destruct (circle_field n w p (th t)) as [F0 F1]. fold h in F0, F1.
destruct k as [|[|k]]; [| |lia].
- rewrite F0. unfold circle. simpl.
  apply (is_derive_comp (V := R_NormedModule) cos th t (- sin (th t))); [|apply Hth].
  apply is_derive_Reals, derivable_pt_lim_cos.
- rewrite F1. unfold circle. simpl.
  apply (is_derive_comp (V := R_NormedModule) sin th t (cos (th t))); [|apply Hth].
  apply is_derive_Reals, derivable_pt_lim_sin.
Qed.
