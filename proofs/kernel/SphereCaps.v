(* Caps of the unit sphere of R^d, for every d >= 2 and every angle.

   DEFINITION: cap d x is the ratio of the integrals of sin^(d-2) over [0, x] and over [0, pi]. That the
   uniform measure of {z : angle(z, e) <= x} equals this ratio is the polar-angle law of the sphere; it
   is cited, not proved, since no measure on the sphere is built here. Everything below is a theorem
   about the ratio: sin^(d-1)(x)/(pi (d-1)) <= cap d x <= sin^(d-1)(x)/2. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors.
Open Scope R_scope.

Definition sine_integral (n : nat) (x : R) : R := RInt (fun t => sin t ^ n) 0 x.
Definition W (n : nat) : R := sine_integral n (PI / 2).
Definition cap (d : nat) (x : R) : R := sine_integral (d - 2) x / sine_integral (d - 2) PI.

Lemma sinn_cont n t : continuous (fun t => sin t ^ n) t.
Proof.
apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)).
auto_derive. trivial.
Qed.

Lemma sinn_ex n a b : ex_RInt (fun t => sin t ^ n) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply sinn_cont. Qed.

Lemma I_der n x : is_derive (sine_integral n) x (sin x ^ n).
Proof.
apply (is_derive_RInt (V := R_CompleteNormedModule) (fun t => sin t ^ n) (sine_integral n) 0).
- apply filter_forall. intros y. apply (@RInt_correct R_CompleteNormedModule). apply sinn_ex.
- apply sinn_cont.
Qed.

Lemma I_0 n : sine_integral n 0 = 0.
Proof. unfold sine_integral. rewrite (@RInt_point R_CompleteNormedModule). reflexivity. Qed.

Lemma sin_nonneg x : 0 <= x <= PI -> 0 <= sin x.
Proof. intros [H1 H2]. apply sin_ge_0; assumption. Qed.

(* symmetry: the sphere is twice the hemisphere *)
Lemma I_reflect n x : sine_integral n PI - sine_integral n (PI - x) = sine_integral n x.
Proof.
assert (H : forall y, is_derive (fun y => sine_integral n PI - sine_integral n (PI - y) - sine_integral n y) y 0).
{ intros y.
  replace 0 with (0 - (-1) * sin (PI - y) ^ n - sin y ^ n).
  - apply (is_derive_minus (V := R_NormedModule) (fun y => sine_integral n PI - sine_integral n (PI - y)) (sine_integral n)).
    + apply (is_derive_minus (V := R_NormedModule) (fun _ => sine_integral n PI) (fun y => sine_integral n (PI - y))).
      * apply (is_derive_const (V := R_NormedModule)).
      * apply (is_derive_comp (V := R_NormedModule) (sine_integral n) (fun y => PI - y) y (sin (PI - y) ^ n) (-1)).
        -- apply I_der.
        -- auto_derive; [trivial|ring].
    + apply I_der.
  - replace (sin (PI - y)) with (sin y); [ring|].
    rewrite sin_minus, sin_PI, cos_PI. ring. }
assert (E := const_of_zeroR _ H x). cbv beta in E.
rewrite Rminus_0_r, I_0 in E. lra.
Qed.

Lemma I_PI n : sine_integral n PI = 2 * W n.
Proof.
assert (H := I_reflect n (PI / 2)). replace (PI - PI / 2) with (PI / 2) in H by field.
unfold W. lra.
Qed.

Lemma I_mono n a b : 0 <= a -> a <= b -> b <= PI -> sine_integral n a <= sine_integral n b.
Proof.
intros Ha Hab Hb. destruct (Rle_lt_or_eq_dec a b Hab) as [Hlt|<-]; [|lra].
destruct (MVT_gen (sine_integral n) a b (fun x => sin x ^ n)) as [c [Hc He]].
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
assert (H0 : 0 <= sine_integral n (PI / 4)) by (rewrite <- (I_0 n); apply I_mono; lra).
destruct (MVT_gen (sine_integral n) (PI / 4) (PI / 2) (fun x => sin x ^ n)) as [c [Hc He]].
- intros x _. apply I_der.
- intros x _. apply derivable_continuous_pt. exists (sin x ^ n). apply is_derive_Reals, I_der.
- rewrite Rmin_left, Rmax_right in Hc by lra.
  assert (0 < sin c ^ n) by (apply pow_lt, sin_gt_0; lra).
  unfold W. assert (0 < sin c ^ n * (PI / 2 - PI / 4)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* the key inequality: all n >= 0, all x in [0, pi/2] *)
Theorem cap_key (n : nat) (x : R) : 0 <= x <= PI / 2 -> sine_integral n x <= sin x ^ (n + 1) * W n.
Proof.
intros [Hx0 Hx1]. assert (Hpi := PI_RGT_0).
set (F := fun y => sin y ^ (n + 1) * W n - sine_integral n y).
set (dF := fun y => sin y ^ n * (INR (n + 1) * W n * cos y - 1)).
assert (D : forall y, is_derive F y (dF y)).
{ intros y. unfold F, dF.
  replace (sin y ^ n * (INR (n + 1) * W n * cos y - 1))
    with (INR (n + 1) * cos y * sin y ^ n * W n - sin y ^ n) by ring.
  apply (is_derive_minus (V := R_NormedModule) (fun y => sin y ^ (n + 1) * W n) (sine_integral n)).
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
assert (H0 : 0 <= sine_integral (d - 2) x) by (rewrite <- (I_0 (d - 2)); apply I_mono; lra).
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
replace (sine_integral (d - 2) (PI - x)) with (sine_integral (d - 2) PI - sine_integral (d - 2) x) by lra. field. lra.
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
{ destruct (MVT_gen (sine_integral n) 0 (PI / 2) (fun x => sin x ^ n)) as [c [Hc He]].
  - intros y _. apply I_der.
  - intros y _. apply derivable_continuous_pt. exists (sin y ^ n). apply is_derive_Reals, I_der.
  - rewrite Rmin_left, Rmax_right in Hc by lra.
    assert (sin c ^ n <= 1). { rewrite <- (pow1 n). apply pow_incr. split; [apply sin_nonneg; lra|apply SIN_bound]. }
    rewrite I_0 in He. unfold W. nra. }
set (F := fun y => sine_integral n y - / INR (n + 1) * sin y ^ (n + 1)).
set (dF := fun y => sin y ^ n * (1 - cos y)).
assert (D : forall y, is_derive F y (dF y)).
{ intros y. unfold F, dF.
  replace (sin y ^ n * (1 - cos y)) with (sin y ^ n - / INR (n + 1) * (INR (n + 1) * cos y * sin y ^ n)) by (field; lra).
  apply (is_derive_minus (V := R_NormedModule) (sine_integral n) (fun y => / INR (n + 1) * sin y ^ (n + 1))).
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
assert (HI : sin x ^ (n + 1) / INR (n + 1) <= sine_integral n x) by (unfold F in HF; unfold Rdiv; lra).
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

(* ---- the upper constant 1/2 is the best ---- *)
Theorem cap_constant_sharp (c : R) : c < / 2 -> forall d, (2 <= d)%nat ->
  exists x, 0 < x <= PI / 2 /\ c * sin x ^ (d - 1) < cap d x.
Proof.
intros Hc d _. assert (Hpi := PI_RGT_0). exists (PI / 2). split; [lra|].
rewrite hemisphere_half, sin_PI2, pow1. lra.
Qed.

(* ---- the exponential rate: (1/(d-1)) ln cap -> ln sin x ---- *)
Theorem cap_rate (x : R) : 0 < x <= PI / 2 ->
  is_lim_seq (fun n => ln (cap (n + 2) x) / INR (n + 1)) (ln (sin x)).
Proof.
intros [Hx0 Hx1]. assert (Hpi := PI_RGT_0). assert (Hs : 0 < sin x) by (apply sin_gt_0; lra).
apply (is_lim_seq_le_le (fun n => ln (sin x) - (ln PI + ln (INR (n + 1))) / INR (n + 1)) _ (fun _ => ln (sin x))).
- intros n. assert (HN : 0 < INR (n + 1)) by (apply lt_0_INR; lia).
  assert (Hp : 0 < sin x ^ (n + 1)) by (apply pow_lt, Hs).
  assert (Lp : ln (sin x ^ (n + 1)) = INR (n + 1) * ln (sin x)).
  { rewrite <- Rpower_pow by exact Hs. unfold Rpower. apply ln_exp. }
  destruct (cap_bound (n + 2) x) as [_ U]; [lia|lra|].
  assert (L := cap_lower (n + 2) x ltac:(lia) ltac:(lra)).
  replace (n + 2 - 1)%nat with (n + 1)%nat in U, L by lia.
  assert (Hl : 0 < sin x ^ (n + 1) / (PI * INR (n + 1))).
  { apply Rdiv_lt_0_compat; [exact Hp|]. apply Rmult_lt_0_compat; lra. }
  assert (L1 : ln (sin x ^ (n + 1) / (PI * INR (n + 1))) <= ln (cap (n + 2) x)).
  { destruct L as [L|L]; [left; apply ln_increasing; assumption|rewrite L; lra]. }
  assert (U1 : ln (cap (n + 2) x) <= ln (sin x ^ (n + 1))).
  { left. apply ln_increasing; lra. }
  unfold Rdiv in L1. rewrite ln_mult, ln_Rinv, ln_mult, Lp in L1;
    try assumption; try lra; try (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra); try (apply Rmult_lt_0_compat; lra).
  rewrite Lp in U1. split; apply (Rmult_le_reg_r (INR (n + 1))); try exact HN; unfold Rdiv.
  + rewrite Rmult_minus_distr_r, !Rmult_assoc, Rinv_l by lra. lra.
  + rewrite Rmult_assoc, Rinv_l by lra. lra.
- replace (Finite (ln (sin x))) with (Rbar_minus (ln (sin x)) 0) by (simpl; f_equal; ring).
  apply is_lim_seq_minus'; [apply is_lim_seq_const|].
  apply (is_lim_seq_ext (fun n => ln PI * / INR (n + 1) + ln (INR (n + 1)) / INR (n + 1))).
  { intros n. field. apply not_0_INR. lia. }
  replace (Finite 0) with (Finite (ln PI * 0 + 0)) by (f_equal; ring).
  assert (Inf : is_lim_seq (fun n => INR (n + 1)) p_infty).
  { apply (is_lim_seq_ext (fun n => INR (S n))); [intros; f_equal; lia|].
    apply (is_lim_seq_incr_1 INR p_infty), is_lim_seq_INR. }
  apply is_lim_seq_plus'.
  + apply is_lim_seq_mult'; [apply is_lim_seq_const|].
    apply (is_lim_seq_inv _ p_infty Inf). discriminate.
  + apply (is_lim_comp_seq (fun y => ln y / y) (fun n => INR (n + 1)) p_infty 0 is_lim_div_ln_p); [|exact Inf].
    exists 0%nat. intros; discriminate.
- apply is_lim_seq_const.
Qed.

(* ---- in higher dimension a cap below the hemisphere is smaller ---- *)

Lemma sin_mono_half a b : 0 <= a -> a <= b -> b <= PI / 2 -> sin a <= sin b.
Proof. intros. apply sin_incr_1; lra. Qed.

Lemma I_step n x : 0 <= x <= PI / 2 ->
  sine_integral (S n) x <= sin x * sine_integral n x /\ sin x * (W n - sine_integral n x) <= W (S n) - sine_integral (S n) x.
Proof.
intros [H0 H1]. assert (Hpi := PI_RGT_0). split.
- assert (M : sin x * sine_integral n 0 - sine_integral (S n) 0 <= sin x * sine_integral n x - sine_integral (S n) x).
  { apply (nondecreasing (fun y => sin x * sine_integral n y - sine_integral (S n) y) (fun y => sin x * sin y ^ n - sin y ^ S n)); [lra| |].
    - intros y _. apply (is_derive_minus (V := R_NormedModule) (fun y => sin x * sine_integral n y) (sine_integral (S n))).
      + apply is_derive_scal, I_der.
      + apply I_der.
    - intros y Hy. simpl. assert (0 <= sin y) by (apply sin_nonneg; lra).
      assert (0 <= sin y ^ n) by (apply pow_le; assumption). assert (sin y <= sin x) by (apply sin_mono_half; lra). nra. }
  rewrite !I_0 in M. lra.
- assert (M : sine_integral (S n) x - sin x * sine_integral n x <= sine_integral (S n) (PI / 2) - sin x * sine_integral n (PI / 2)).
  { apply (nondecreasing (fun y => sine_integral (S n) y - sin x * sine_integral n y) (fun y => sin y ^ S n - sin x * sin y ^ n)); [lra| |].
    - intros y _. apply (is_derive_minus (V := R_NormedModule) (sine_integral (S n)) (fun y => sin x * sine_integral n y)).
      + apply I_der.
      + apply is_derive_scal, I_der.
    - intros y Hy. simpl. assert (0 <= sin y) by (apply sin_nonneg; lra).
      assert (0 <= sin y ^ n) by (apply pow_le; assumption). assert (sin x <= sin y) by (apply sin_mono_half; lra). nra. }
  unfold W. lra.
Qed.

Theorem cap_decreases_with_dimension d x : (2 <= d)%nat -> 0 <= x <= PI / 2 -> cap (S d) x <= cap d x.
Proof.
intros Hd Hx. assert (Hpi := PI_RGT_0). unfold cap. replace (S d - 2)%nat with (S (d - 2)) by lia.
set (n := (d - 2)%nat). rewrite !I_PI. assert (W0 := W_pos n). assert (W1 := W_pos (S n)).
destruct (I_step n x Hx) as [A B].
assert (I0 : 0 <= sine_integral n x) by (rewrite <- (I_0 n); apply I_mono; lra).
assert (IW : sine_integral n x <= W n) by (apply I_mono; lra).
assert (K : sine_integral (S n) x * W n <= sine_integral n x * W (S n)).
{ assert (sine_integral (S n) x * (W n - sine_integral n x) <= sin x * sine_integral n x * (W n - sine_integral n x)) by (apply Rmult_le_compat_r; lra).
  assert (sine_integral n x * (sin x * (W n - sine_integral n x)) <= sine_integral n x * (W (S n) - sine_integral (S n) x)) by (apply Rmult_le_compat_l; lra). lra. }
apply (Rmult_le_reg_r (2 * W (S n))); [lra|]. apply (Rmult_le_reg_r (2 * W n)); [lra|].
replace (sine_integral (S n) x / (2 * W (S n)) * (2 * W (S n)) * (2 * W n)) with (2 * (sine_integral (S n) x * W n)) by (field; lra).
replace (sine_integral n x / (2 * W n) * (2 * W (S n)) * (2 * W n)) with (2 * (sine_integral n x * W (S n))) by (field; lra). lra.
Qed.

(* ---- a better lower bound, by Wallis' recursion: W_{n+2} = W_n (n+1)/(n+2) ---- *)

Lemma W_rec n : INR (n + 2) * W (S (S n)) = INR (n + 1) * W n.
Proof.
(* d/dx (sin^{n+1} cos) = (n+1) sin^n - (n+2) sin^{n+2} *)
set (F := fun y => sin y ^ (n + 1) * cos y - (INR (n + 1) * sine_integral n y - INR (n + 2) * sine_integral (S (S n)) y)).
assert (Z : forall y, is_derive F y 0).
{ intros y. unfold F.
  replace 0 with ((INR (n + 1) * cos y * sin y ^ n * cos y - sin y ^ (n + 1) * sin y)
    - (INR (n + 1) * sin y ^ n - INR (n + 2) * sin y ^ S (S n))).
  - apply (is_derive_minus (V := R_NormedModule) (fun y => sin y ^ (n + 1) * cos y)).
    + auto_derive; [trivial|]. replace (Nat.pred (n + 1)) with n by lia. ring.
    + apply (is_derive_minus (V := R_NormedModule) (fun y => INR (n + 1) * sine_integral n y)); apply is_derive_scal, I_der.
  - replace (n + 1)%nat with (S n) by lia. replace (n + 2)%nat with (S (S n)) by lia.
    rewrite !S_INR. simpl. assert (Q := sin2_cos2 y). unfold Rsqr in Q.
    replace (cos y * sin y ^ n * cos y) with (sin y ^ n * (cos y * cos y)) by ring.
    replace ((INR n + 1) * cos y * sin y ^ n * cos y) with ((INR n + 1) * sin y ^ n * (cos y * cos y)) by ring.
    replace (cos y * cos y) with (1 - sin y * sin y) by lra. ring. }
assert (E := const_of_zeroR F Z (PI / 2)). unfold F in E.
rewrite sin_PI2, cos_PI2, sin_0, cos_0, !I_0, pow_ne_zero in E by lia. unfold W. lra.
Qed.

Lemma W_0 : W 0 = PI / 2.
Proof.
assert (Z : forall y, is_derive (fun y => sine_integral 0 y - y) y 0).
{ intros y. replace 0 with (1 - 1) by ring.
  apply (is_derive_minus (V := R_NormedModule) (sine_integral 0)); [apply (I_der 0)|apply (is_derive_id (K := R_AbsRing))]. }
assert (E := const_of_zeroR _ Z (PI / 2)). cbv beta in E. rewrite I_0 in E. unfold W. lra.
Qed.

Lemma W_1 : W 1 = 1.
Proof.
assert (Z : forall y, is_derive (fun y => sine_integral 1 y + cos y) y 0).
{ intros y. replace 0 with (sin y ^ 1 + - sin y) by ring.
  apply (is_derive_plus (V := R_NormedModule) (sine_integral 1)); [apply (I_der 1)|]. auto_derive; [trivial|ring]. }
assert (E := const_of_zeroR _ Z (PI / 2)). cbv beta in E. rewrite I_0, cos_0, cos_PI2 in E. unfold W. lra.
Qed.

(* Wallis: (n+1) W_n W_{n+1} = pi/2 *)
Lemma W_product n : INR (n + 1) * (W n * W (S n)) = PI / 2.
Proof.
induction n as [|n IH].
- rewrite W_0, W_1. simpl. ring.
- assert (R := W_rec n). replace (S n + 1)%nat with (n + 2)%nat by lia.
  replace (INR (n + 2) * (W (S n) * W (S (S n)))) with (W (S n) * (INR (n + 2) * W (S (S n)))) by ring.
  rewrite R. rewrite <- IH. ring.
Qed.

Lemma W_decr n : W (S n) <= W n.
Proof.
assert (Hpi := PI_RGT_0). destruct (I_step n (PI / 2)) as [A _]; [lra|]. rewrite sin_PI2 in A. unfold W. lra.
Qed.

(* W_n^2 (n+1)^2 <= (n+2) pi/2: the left over the right does not fall from n to n+2, and tends to 1 *)
Lemma W_upper n : W n * W n * (INR (n + 1) * INR (n + 1)) <= INR (n + 2) * (PI / 2).
Proof.
assert (Hpi := PI_RGT_0).
set (u := fun m => W m * W m * (INR (m + 1) * INR (m + 1)) / INR (m + 2)).
assert (P : forall m k, 0 < INR (m + S k)) by (intros; apply lt_0_INR; lia).
assert (Up : forall m, u m <= u (S (S m))).
{ intros m. unfold u. assert (R := W_rec m). assert (W0 := W_pos m).
  assert (N0 : 0 <= INR m) by apply pos_INR.
  replace (S (S m) + 1)%nat with (m + 3)%nat by lia. replace (S (S m) + 2)%nat with (m + 4)%nat by lia.
  rewrite !plus_INR in *. simpl INR in *. set (r := INR m) in *.
  assert (E : W (S (S m)) = (r + 1) / (r + (1 + 1)) * W m).
  { apply (Rmult_eq_reg_l (r + (1 + 1))); [|lra]. rewrite R. field. lra. }
  rewrite E.
  replace ((r + 1) / (r + (1 + 1)) * W m * ((r + 1) / (r + (1 + 1)) * W m) * ((r + (1 + 1 + 1)) * (r + (1 + 1 + 1))) / (r + (1 + 1 + 1 + 1)))
    with (W m * W m * ((r + 1) * (r + 1)) / (r + (1 + 1)) * ((r + 3) * (r + 3) / ((r + 2) * (r + 4)))) by (field; lra).
  rewrite <- (Rmult_1_r (W m * W m * ((r + 1) * (r + 1)) / (r + (1 + 1)))) at 1.
  apply Rmult_le_compat_l.
  - apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; lra].
  - apply (Rmult_le_reg_r ((r + 2) * (r + 4))); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra. }
assert (Upk : forall k, u n <= u (n + 2 * k)%nat).
{ induction k as [|k IH]; [replace (n + 2 * 0)%nat with n by lia; lra|].
  eapply Rle_trans; [exact IH|]. replace (n + 2 * S k)%nat with (S (S (n + 2 * k))) by lia. apply Up. }
(* u_m <= (pi/2) (1 + 1/m) for m >= 1, from W_m^2 <= W_m W_{m-1} = pi/(2m) *)
assert (Ub : forall m, u (S m) <= PI / 2 * (1 + / INR (S m))).
{ intros m. unfold u. assert (Q := W_product m). assert (D := W_decr m). assert (W1 := W_pos (S m)).
  assert (N0 : 0 <= INR m) by apply pos_INR.
  replace (S m + 1)%nat with (m + 2)%nat by lia. replace (S m + 2)%nat with (m + 3)%nat by lia.
  rewrite S_INR, !plus_INR in *. simpl INR in *. set (r := INR m) in *.
  assert (B : W (S m) * W (S m) * (r + 1) <= PI / 2).
  { rewrite <- Q. assert (W (S m) * W (S m) <= W m * W (S m)) by (apply Rmult_le_compat_r; lra). nra. }
  apply (Rmult_le_reg_r ((r + 1) * (r + (1 + 1 + 1)))); [nra|].
  replace (W (S m) * W (S m) * ((r + (1 + 1)) * (r + (1 + 1))) / (r + (1 + 1 + 1)) * ((r + 1) * (r + (1 + 1 + 1))))
    with (W (S m) * W (S m) * (r + 1) * ((r + 2) * (r + 2))) by (field; lra).
  replace (PI / 2 * (1 + / (r + 1)) * ((r + 1) * (r + (1 + 1 + 1)))) with (PI / 2 * ((r + 2) * (r + 3))) by (field; lra).
  apply Rle_trans with (PI / 2 * ((r + 2) * (r + 2))); [apply Rmult_le_compat_r; nra|].
  apply Rmult_le_compat_l; nra. }
assert (L : u n <= PI / 2).
{ apply Rnot_lt_le. intros Hlt. set (g := u n - PI / 2).
  destruct (nfloor_ex (PI / g)) as [N [_ HN]]; [apply Rlt_le, Rdiv_lt_0_compat; unfold g; lra|].
  (* at m = n + 2(N+1) >= N+1 the bound is below u n *)
  assert (K := Upk (S N)). replace (n + 2 * S N)%nat with (S (n + 2 * N + 1)) in K by lia.
  assert (B := Ub (n + 2 * N + 1)%nat).
  assert (M : PI / g < INR (S (n + 2 * N + 1))).
  { eapply Rlt_le_trans; [exact HN|]. rewrite <- S_INR. apply le_INR. lia. }
  set (q := INR (S (n + 2 * N + 1))) in *.
  assert (Hg : 0 < g) by (unfold g; lra).
  assert (Hq : 0 < q) by (eapply Rlt_trans; [|exact M]; apply Rdiv_lt_0_compat; lra).
  assert (T : PI / 2 * / q < g).
  { apply (Rmult_lt_reg_r q); [exact Hq|]. rewrite Rmult_assoc, Rinv_l by lra.
    apply (Rmult_lt_compat_r g) in M; [|exact Hg]. unfold Rdiv in M. rewrite Rmult_assoc, Rinv_l in M by lra. nra. }
  unfold g in T. lra. }
unfold u in L. assert (Pn := P n 1%nat). apply (Rmult_le_compat_r (INR (n + 2))) in L; [|lra].
unfold Rdiv in L. rewrite Rmult_assoc, Rinv_l in L by lra. unfold Rdiv. lra.
Qed.

Lemma I_lower n x : 0 <= x <= PI / 2 -> sin x ^ (n + 1) / INR (n + 1) <= sine_integral n x.
Proof.
intros [H0 H1]. assert (Hpi := PI_RGT_0). assert (HN : 0 < INR (n + 1)) by (apply lt_0_INR; lia).
assert (M : sine_integral n 0 - / INR (n + 1) * sin 0 ^ (n + 1) <= sine_integral n x - / INR (n + 1) * sin x ^ (n + 1)).
{ apply (nondecreasing (fun y => sine_integral n y - / INR (n + 1) * sin y ^ (n + 1)) (fun y => sin y ^ n * (1 - cos y))); [lra| |].
  - intros y _.
    replace (sin y ^ n * (1 - cos y)) with (sin y ^ n - / INR (n + 1) * (INR (n + 1) * cos y * sin y ^ n)) by (field; lra).
    apply (is_derive_minus (V := R_NormedModule) (sine_integral n) (fun y => / INR (n + 1) * sin y ^ (n + 1))).
    + apply I_der.
    + apply is_derive_scal. auto_derive; [trivial|]. replace (Nat.pred (n + 1)) with n by lia. ring.
  - intros y Hy. destruct (COS_bound y). apply Rmult_le_pos; [apply pow_le, sin_nonneg; lra|lra]. }
rewrite I_0, sin_0, pow_ne_zero in M by lia. unfold Rdiv. lra.
Qed.

Theorem cap_lower_better d x : (2 <= d)%nat -> 0 <= x <= PI / 2 ->
  sin x ^ (d - 1) / sqrt (2 * PI * INR d) <= cap d x.
Proof.
intros Hd Hx. assert (Hpi := PI_RGT_0). set (n := (d - 2)%nat).
replace (d - 1)%nat with (n + 1)%nat by (unfold n; lia). replace d with (n + 2)%nat at 1 by (unfold n; lia).
assert (HN : 0 < INR (n + 1)) by (apply lt_0_INR; lia). assert (HN2 : 0 < INR (n + 2)) by (apply lt_0_INR; lia).
assert (HW := W_pos n). assert (U := W_upper n). assert (L := I_lower n x Hx).
assert (Hs : 0 <= sin x ^ (n + 1)) by (apply pow_le, sin_nonneg; lra).
unfold cap. fold n. rewrite I_PI.
assert (V : 2 * W n * INR (n + 1) <= sqrt (2 * PI * INR (n + 2))).
{ rewrite <- (sqrt_square (2 * W n * INR (n + 1))) by (apply Rmult_le_pos; lra).
  apply sqrt_le_1_alt. nra. }
assert (Q : 0 < 2 * W n * INR (n + 1)) by (apply Rmult_lt_0_compat; lra).
apply Rle_trans with (sin x ^ (n + 1) / INR (n + 1) / (2 * W n)).
- replace (sin x ^ (n + 1) / INR (n + 1) / (2 * W n)) with (sin x ^ (n + 1) * / (2 * W n * INR (n + 1))) by (field; lra).
  unfold Rdiv. apply Rmult_le_compat_l; [exact Hs|]. apply Rinv_le_contravar; assumption.
- unfold Rdiv at 1 3. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact L].
Qed.

(* and it is better than the bound with pi (d - 1) from d = 3 on *)
Theorem better_lower_bound d : (3 <= d)%nat -> sqrt (2 * PI * INR d) < PI * INR (d - 1).
Proof.
intros Hd. assert (P3 : 3 < PI) by (assert (H := PI2_3_2); lra).
rewrite minus_INR by lia. simpl. assert (D : 3 <= INR d) by (replace 3 with (INR 3) by (simpl; ring); apply le_INR, Hd).
rewrite <- (sqrt_square (PI * (INR d - 1))) by nra. apply sqrt_lt_1_alt. split; [nra|].
set (y := INR d - 1) in *. assert (Hy : 2 <= y) by (unfold y; lra). replace (INR d) with (y + 1) by (unfold y; ring).
assert (K : 2 * (y + 1) < PI * (y * y)).
{ assert (2 * y <= y * y) by (apply Rmult_le_compat_r; lra).
  assert (3 * (y * y) <= PI * (y * y)) by (apply Rmult_le_compat_r; lra). lra. }
apply (Rmult_lt_compat_l PI) in K; lra.
Qed.
