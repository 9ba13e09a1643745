(* Caps of the unit sphere of R^d, for every d >= 2 and every angle.

   DEFINITION: cap d x is the ratio of the integrals of sin^(d-2) over [0, x] and over [0, pi]. That the
   uniform measure of {z : angle(z, e) <= x} equals this ratio is the polar-angle law of the sphere; it
   is cited, not proved, since no measure on the sphere is built here. Everything below is a theorem
   about the ratio: sin^(d-1)(x)/(pi (d-1)) <= cap d x <= sin^(d-1)(x)/2. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors.
Open Scope R_scope.

Definition I (n : nat) (x : R) : R := RInt (fun t => sin t ^ n) 0 x.
Definition W (n : nat) : R := I n (PI / 2).
Definition cap (d : nat) (x : R) : R := I (d - 2) x / I (d - 2) PI.

Lemma sinn_cont n t : continuous (fun t => sin t ^ n) t.
Proof.
apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
auto_derive. trivial.
Qed.

Lemma sinn_ex n a b : ex_RInt (fun t => sin t ^ n) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply sinn_cont. Qed.

Lemma I_der n x : is_derive (I n) x (sin x ^ n).
Proof.
apply (is_derive_RInt (V := R_CompleteNormedModule) (fun t => sin t ^ n) (I n) 0).
- apply filter_forall. intros y. apply (@RInt_correct R_CompleteNormedModule). apply sinn_ex.
- apply sinn_cont.
Qed.

Lemma I_0 n : I n 0 = 0.
Proof. unfold I. rewrite (@RInt_point R_CompleteNormedModule). reflexivity. Qed.

Lemma sin_nonneg x : 0 <= x <= PI -> 0 <= sin x.
Proof. intros [H1 H2]. apply sin_ge_0; assumption. Qed.

(* symmetry: the sphere is twice the hemisphere *)
Lemma I_reflect n x : I n PI - I n (PI - x) = I n x.
Proof.
assert (H : forall y, is_derive (fun y => I n PI - I n (PI - y) - I n y) y 0).
{ intros y.
  replace 0 with (0 - (-1) * sin (PI - y) ^ n - sin y ^ n).
  - apply (is_derive_minus (V := R_NormedModule) (fun y => I n PI - I n (PI - y)) (I n)).
    + apply (is_derive_minus (V := R_NormedModule) (fun _ => I n PI) (fun y => I n (PI - y))).
      * apply (is_derive_const (V := R_NormedModule)).
      * apply (is_derive_comp (V := R_NormedModule) (I n) (fun y => PI - y) y (sin (PI - y) ^ n) (-1)).
        -- apply I_der.
        -- auto_derive; [trivial|ring].
    + apply I_der.
  - replace (sin (PI - y)) with (sin y); [ring|].
    rewrite sin_minus, sin_PI, cos_PI. ring. }
assert (E := const_of_zeroR _ H x). cbv beta in E.
rewrite Rminus_0_r, I_0 in E. lra.
Qed.

Lemma I_PI n : I n PI = 2 * W n.
Proof.
assert (H := I_reflect n (PI / 2)). replace (PI - PI / 2) with (PI / 2) in H by field.
unfold W. lra.
Qed.

Lemma I_mono n a b : 0 <= a -> a <= b -> b <= PI -> I n a <= I n b.
Proof.
intros Ha Hab Hb. destruct (Rle_lt_or_eq_dec a b Hab) as [Hlt|<-]; [|lra].
destruct (MVT_gen (I n) a b (fun x => sin x ^ n)) as [c [Hc He]].
- intros x _. apply I_der.
- intros x _. apply derivable_continuous_pt. exists (sin x ^ n). apply is_derive_Reals, I_der.
- rewrite Rmin_left, Rmax_right in Hc by lra.
  assert (0 <= sin c ^ n) by (apply pow_le, sin_nonneg; lra).
  nra.
Qed.

Lemma W_pos n : 0 < W n.
Proof.
(* I_n is increasing and grows strictly on [pi/4, pi/2] *)
assert (Hpi := PI_RGT_0).
assert (H0 : 0 <= I n (PI / 4)) by (rewrite <- (I_0 n); apply I_mono; lra).
destruct (MVT_gen (I n) (PI / 4) (PI / 2) (fun x => sin x ^ n)) as [c [Hc He]].
- intros x _. apply I_der.
- intros x _. apply derivable_continuous_pt. exists (sin x ^ n). apply is_derive_Reals, I_der.
- rewrite Rmin_left, Rmax_right in Hc by lra.
  assert (0 < sin c ^ n) by (apply pow_lt, sin_gt_0; lra).
  unfold W. assert (0 < sin c ^ n * (PI / 2 - PI / 4)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* the key inequality: all n >= 0, all x in [0, pi/2] *)
Theorem cap_key (n : nat) (x : R) : 0 <= x <= PI / 2 -> I n x <= sin x ^ (n + 1) * W n.
Proof.
intros [Hx0 Hx1]. assert (Hpi := PI_RGT_0).
set (F := fun y => sin y ^ (n + 1) * W n - I n y).
set (dF := fun y => sin y ^ n * (INR (n + 1) * W n * cos y - 1)).
assert (D : forall y, is_derive F y (dF y)).
{ intros y. unfold F, dF.
  replace (sin y ^ n * (INR (n + 1) * W n * cos y - 1))
    with (INR (n + 1) * cos y * sin y ^ n * W n - sin y ^ n) by ring.
  apply (is_derive_minus (V := R_NormedModule) (fun y => sin y ^ (n + 1) * W n) (I n)).
  - auto_derive; [trivial|]. replace (Nat.pred (n + 1)) with n by lia. ring.
  - apply I_der. }
assert (C : forall y, continuity_pt F y).
{ intros y. apply derivable_continuous_pt. exists (dF y). apply is_derive_Reals, D. }
assert (F0 : F 0 = 0).
{ unfold F. rewrite sin_0, I_0, pow_ne_zero by lia. ring. }
assert (F1 : F (PI / 2) = 0).
{ unfold F. rewrite sin_PI2, pow1. unfold W. ring. }
assert (HW := W_pos n).
assert (HK : 0 < INR (n + 1) * W n) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia|exact HW]).
enough (0 <= F x) by (unfold F in *; lra).
destruct (Rle_lt_dec 1 (INR (n + 1) * W n * cos x)) as [Hc|Hc].
- (* F increases on [0,x] *)
  destruct (Rle_lt_or_eq_dec 0 x Hx0) as [Hlt|<-]; [|lra].
  destruct (MVT_gen F 0 x dF) as [c [Hcc He]]; [intros; apply D|intros; apply C|].
  rewrite Rmin_left, Rmax_right in Hcc by lra.
  assert (cos x <= cos c) by (apply cos_decr_1; lra).
  assert (0 <= sin c ^ n) by (apply pow_le, sin_nonneg; lra).
  assert (0 <= INR (n + 1) * W n * cos c - 1) by nra.
  assert (0 <= dF c) by (unfold dF; apply Rmult_le_pos; lra).
  rewrite F0 in He. nra.
- (* F decreases on [x,pi/2] *)
  destruct (Rle_lt_or_eq_dec x (PI / 2) Hx1) as [Hlt| -> ]; [|lra].
  destruct (MVT_gen F x (PI / 2) dF) as [c [Hcc He]]; [intros; apply D|intros; apply C|].
  rewrite Rmin_left, Rmax_right in Hcc by lra.
  assert (cos c <= cos x) by (apply cos_decr_1; lra).
  assert (0 <= sin c ^ n) by (apply pow_le, sin_nonneg; lra).
  assert (INR (n + 1) * W n * cos c - 1 <= 0) by nra.
  assert (dF c <= 0) by (unfold dF; nra).
  rewrite F1 in He. nra.
Qed.

Theorem cap_bound (d : nat) (x : R) : (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  0 <= cap d x <= / 2 * sin x ^ (d - 1).
Proof.
intros Hd Hx. assert (Hpi := PI_RGT_0). unfold cap. rewrite I_PI. assert (HW := W_pos (d - 2)).
assert (K := cap_key (d - 2) x Hx). replace (d - 2 + 1)%nat with (d - 1)%nat in K by lia.
assert (H0 : 0 <= I (d - 2) x) by (rewrite <- (I_0 (d - 2)); apply I_mono; lra).
split.
- apply Rmult_le_pos; [exact H0|left; apply Rinv_0_lt_compat; lra].
- apply (Rmult_le_reg_r (2 * W (d - 2))); [lra|]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* 'the unstable hemisphere' has measure exactly 1/2 in every dimension d >= 2 *)
Theorem hemisphere_half (d : nat) : cap d (PI / 2) = / 2.
Proof.
unfold cap. rewrite I_PI. fold (W (d - 2)). assert (HW := W_pos (d - 2)). field. lra.
Qed.

(* exponential smallness at fixed delta < pi/2: cap d delta -> 0 geometrically *)
Theorem cap_exponential (x : R) : 0 <= x < PI / 2 ->
  exists q, 0 <= q < 1 /\ forall d, (2 <= d)%nat -> cap d x <= / 2 * q ^ (d - 1).
Proof.
intros [H0 H1]. assert (Hpi := PI_RGT_0). exists (sin x). split.
- split; [apply sin_nonneg; lra|]. rewrite <- sin_PI2. apply sin_increasing_1; lra.
- intros d Hd. apply cap_bound; [exact Hd|lra].
Qed.

(* complement: cap of half-angle pi-x *)
Theorem cap_reflect (d : nat) (x : R) : cap d (PI - x) = 1 - cap d x.
Proof.
unfold cap. assert (H := I_reflect (d - 2) x). assert (HW := W_pos (d - 2)).
assert (HP := I_PI (d - 2)). 
replace (I (d - 2) (PI - x)) with (I (d - 2) PI - I (d - 2) x) by lra. field. lra.
Qed.

(* the lower bound of the same order: the exponential rate ln(1/sin x) is exact *)
Theorem cap_lower (d : nat) (x : R) : (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  sin x ^ (d - 1) / (PI * INR (d - 1)) <= cap d x.
Proof.
intros Hd [Hx0 Hx1]. assert (Hpi := PI_RGT_0). set (n := (d - 2)%nat).
assert (Hn : (d - 1)%nat = (n + 1)%nat) by (unfold n; lia). rewrite Hn.
assert (HN : 0 < INR (n + 1)) by (apply lt_0_INR; lia).
(* upper bound W <= pi/2 : integrand <= 1 *)
assert (HWu : W n <= PI / 2).
{ destruct (MVT_gen (I n) 0 (PI / 2) (fun x => sin x ^ n)) as [c [Hc He]].
  - intros y _. apply I_der.
  - intros y _. apply derivable_continuous_pt. exists (sin y ^ n). apply is_derive_Reals, I_der.
  - rewrite Rmin_left, Rmax_right in Hc by lra.
    assert (sin c ^ n <= 1). { rewrite <- (pow1 n). apply pow_incr. split; [apply sin_nonneg; lra|apply SIN_bound]. }
    rewrite I_0 in He. unfold W. nra. }
set (F := fun y => I n y - / INR (n + 1) * sin y ^ (n + 1)).
set (dF := fun y => sin y ^ n * (1 - cos y)).
assert (D : forall y, is_derive F y (dF y)).
{ intros y. unfold F, dF.
  replace (sin y ^ n * (1 - cos y)) with (sin y ^ n - / INR (n + 1) * (INR (n + 1) * cos y * sin y ^ n)) by (field; lra).
  apply (is_derive_minus (V := R_NormedModule) (I n) (fun y => / INR (n + 1) * sin y ^ (n + 1))).
  - apply I_der.
  - apply is_derive_scal. auto_derive; [trivial|]. replace (Nat.pred (n + 1)) with n by lia. ring. }
assert (F0 : F 0 = 0) by (unfold F; rewrite sin_0, I_0, pow_ne_zero by lia; ring).
assert (HF : 0 <= F x).
{ destruct (Rle_lt_or_eq_dec 0 x Hx0) as [Hlt|<-]; [|lra].
  destruct (MVT_gen F 0 x dF) as [c [Hc He]].
  - intros; apply D.
  - intros y _. apply derivable_continuous_pt. exists (dF y). apply is_derive_Reals, D.
  - rewrite Rmin_left, Rmax_right in Hc by lra.
    assert (0 <= sin c ^ n) by (apply pow_le, sin_nonneg; lra).
    assert (0 <= 1 - cos c) by (destruct (COS_bound c); lra).
    assert (0 <= dF c) by (unfold dF; apply Rmult_le_pos; assumption). nra. }
unfold cap. fold n. rewrite I_PI. assert (HW := W_pos n).
assert (Hs : 0 <= sin x ^ (n + 1)) by (apply pow_le, sin_nonneg; lra).
assert (HI : sin x ^ (n + 1) / INR (n + 1) <= I n x) by (unfold F in HF; unfold Rdiv; lra).
assert (H0 : 0 <= sin x ^ (n + 1) / INR (n + 1)).
{ apply Rmult_le_pos; [exact Hs|left; apply Rinv_0_lt_compat, HN]. }
replace (sin x ^ (n + 1) / (PI * INR (n + 1))) with (sin x ^ (n + 1) / INR (n + 1) * / PI) by (field; lra).
unfold Rdiv. apply Rmult_le_compat; [exact H0|left; apply Rinv_0_lt_compat; lra|exact HI|].
apply Rinv_le_contravar; lra.
Qed.

(* near miss: the hemisphere does not shrink *)
Theorem hemisphere_does_not_shrink : ~ (exists q, q < 1 /\ 0 <= q /\ forall d, (2 <= d)%nat -> cap d (PI / 2) <= q ^ (d - 1)).
Proof.
intros [q [H1 [H0 H]]]. 
destruct (pow_lt_1_zero q) with (y := /2) as [N HN]; [rewrite Rabs_pos_eq; lra|lra|].
specialize (H (N + 2)%nat ltac:(lia)). rewrite hemisphere_half in H.
specialize (HN (N + 2 - 1)%nat ltac:(lia)). assert (0 <= q ^ (N + 2 - 1)) by (apply pow_le; exact H0).
rewrite Rabs_pos_eq in HN by assumption. lra.
Qed.
