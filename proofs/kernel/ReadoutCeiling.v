(* A ceiling on attention: the readout with exponent p cannot concentrate.

   a_j = max(0, x_j)^p / sum_l max(0, x_l)^p with x_j = 1 + z.r_j. For balanced anchors (sum r = 0) the x
   sum to n, and convexity keeps every a_j below 2^p/(2^p + (n-1)^(1-p) (n-2)^p) <= 2^p/n, so that the
   entropy stays above ln n - p ln 2. At p = 1 an imbalance |sum r| < n relaxes this to 2/(n - |sum r|).
   Orthonormal anchors at an equilibrium of positive weights stay below 2/(n+1), the best constant. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors GibbsSelection Positivity Readout.
Open Scope R_scope.

(* max(0, x)^p for real p > 0; Rpower alone gives 1 at x = 0 *)
Definition clamp_pow (p x : R) : R := if Rlt_dec 0 x then Rpower x p else 0.

Definition power_readout d n p (r : nat -> vec) (z : vec) (j : nat) : R :=
  clamp_pow p (1 + dot d z (r j)) / Sum n (fun l => clamp_pow p (1 + dot d z (r l))).

Lemma clamp_pow_pos p x : 0 < x -> clamp_pow p x = Rpower x p.
Proof. intros H. unfold clamp_pow. destruct (Rlt_dec 0 x); [reflexivity|contradiction]. Qed.

Lemma clamp_pow_zero p x : x <= 0 -> clamp_pow p x = 0.
Proof. intros H. unfold clamp_pow. destruct (Rlt_dec 0 x); [lra|reflexivity]. Qed.

Lemma Rpower_pos x p : 0 < Rpower x p.
Proof. apply exp_pos. Qed.

Lemma clamp_pow_nonneg p x : 0 <= clamp_pow p x.
Proof. unfold clamp_pow. destruct (Rlt_dec 0 x); [left; apply Rpower_pos|lra]. Qed.

Lemma clamp_pow_le p x y : 0 < p -> x <= y -> clamp_pow p x <= clamp_pow p y.
Proof.
intros Hp Hxy. destruct (Rlt_le_dec 0 x) as [Hx|Hx].
- rewrite !clamp_pow_pos by lra. apply Rle_Rpower_l; lra.
- rewrite (clamp_pow_zero p x Hx). apply clamp_pow_nonneg.
Qed.

Lemma clamp_pow_1 x : 0 <= x -> clamp_pow 1 x = x.
Proof. intros [H|<-]; [rewrite clamp_pow_pos, Rpower_1; lra|apply clamp_pow_zero; lra]. Qed.

Lemma ln_le_sub x : 0 < x -> ln x <= x - 1.
Proof.
intros Hx. destruct (Req_dec x 1) as [->|Hne]; [rewrite ln_1; lra|]. left. apply ln_lt_sub; assumption.
Qed.

(* Bernoulli: y^p >= 1 + p (y - 1), from the concavity of ln *)
Lemma bernoulli p y : 1 <= p -> 0 <= y -> 1 + p * (y - 1) <= clamp_pow p y.
Proof.
intros Hp Hy. destruct (Rle_lt_dec (1 + p * (y - 1)) 0) as [Hn|Ha]; [eapply Rle_trans; [exact Hn|apply clamp_pow_nonneg]|].
assert (Hy' : 0 < y). { destruct Hy as [Hy|<-]; [exact Hy|]. nra. }
rewrite clamp_pow_pos by exact Hy'. set (a := 1 + p * (y - 1)) in *.
rewrite <- (exp_ln a Ha). unfold Rpower.
enough (ln a <= p * ln y) as [L|L]; [left; apply exp_increasing, L|rewrite L; lra|].
(* (ln a)/p + (1 - 1/p) ln 1 <= ln y *)
assert (E1 : ln a = ln (a / y) + ln y).
{ unfold Rdiv. rewrite ln_mult, ln_Rinv; [ring|exact Hy'|exact Ha|apply Rinv_0_lt_compat, Hy']. }
assert (E2 : 0 = ln (1 / y) + ln y).
{ unfold Rdiv. rewrite Rmult_1_l, ln_Rinv by exact Hy'. ring. }
assert (L1 := ln_le_sub (a / y) ltac:(apply Rdiv_lt_0_compat; assumption)).
assert (L2 := ln_le_sub (1 / y) ltac:(apply Rdiv_lt_0_compat; lra)).
assert (E3 : a / y + (p - 1) * (1 / y) = p) by (unfold a; field; lra).
nra.
Qed.

(* the tangent of x^p at m > 0 *)
Lemma power_tangent p m x : 1 <= p -> 0 < m -> 0 <= x ->
  Rpower m p + p * Rpower m p / m * (x - m) <= clamp_pow p x.
Proof.
intros Hp Hm Hx. assert (P := Rpower_pos m p).
assert (B := bernoulli p (x / m) Hp ltac:(apply Rmult_le_pos; [exact Hx|left; apply Rinv_0_lt_compat, Hm])).
assert (E : clamp_pow p x = Rpower m p * clamp_pow p (x / m)).
{ destruct Hx as [Hx|<-].
  - rewrite !clamp_pow_pos by (try apply Rdiv_lt_0_compat; assumption).
    rewrite Rpower_mult_distr by (try apply Rdiv_lt_0_compat; assumption).
    f_equal. field. lra.
  - unfold Rdiv. rewrite Rmult_0_l, clamp_pow_zero by lra. ring. }
rewrite E. replace (Rpower m p + p * Rpower m p / m * (x - m)) with (Rpower m p * (1 + p * (x / m - 1))) by (field; lra).
apply Rmult_le_compat_l; lra.
Qed.

(* power mean: terms x_l >= 0 of sum m k have sum x_l^p >= k m^p *)
Lemma power_mean n p x m : 1 <= p -> 0 < m -> (forall l, (l < n)%nat -> 0 <= x l) -> Sum n x = INR n * m ->
  INR n * Rpower m p <= Sum n (fun l => clamp_pow p (x l)).
Proof.
intros Hp Hm Hx Hs. eapply Rle_trans; [|apply Sum_le; intros l Hl; apply (power_tangent p m (x l) Hp Hm (Hx l Hl))].
rewrite Sum_plus, Sum_const, Sum_scal, Sum_minus, Sum_const, Hs. right. ring.
Qed.

(* the ceiling and its simpler form *)
Definition ceiling p n := Rpower 2 p / (Rpower 2 p + Rpower (INR n - 1) (1 - p) * clamp_pow p (INR n - 2)).

Section Balanced.
Variables (d n : nat) (p : R) (r : nat -> vec) (z : vec).
Hypothesis Hp : 1 <= p.
Hypothesis Hn : (2 <= n)%nat.
Hypothesis Hz : dot d z z = 1.
Hypothesis Hr : forall j, (j < n)%nat -> dot d (r j) (r j) = 1.
Hypothesis Hsum : veq d (force n (fun _ => 1) r) (fun _ => 0).
Let x j := 1 + dot d z (r j).
Let T := Sum n (fun l => clamp_pow p (x l)).

Lemma x_bound j : (j < n)%nat -> 0 <= x j <= 2.
Proof. intros Hj. unfold x. destruct (dot_unit_bounds d z (r j) Hz (Hr j Hj)). lra. Qed.

Lemma x_sum : Sum n x = INR n.
Proof.
unfold x. rewrite Sum_plus, Sum_const.
replace (Sum n (fun j => dot d z (r j))) with (dot d z (force n (fun _ => 1) r)).
- unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros k Hk. rewrite (Hsum k Hk). ring.
- rewrite dot_force. apply Sum_ext; intros; ring.
Qed.

Lemma n_ge_2 : 2 <= INR n.
Proof. replace 2 with (INR 2) by (simpl; ring). apply le_INR, Hn. Qed.

Lemma total_ge_n : INR n <= T.
Proof.
assert (M := power_mean n p x 1 Hp ltac:(lra) (fun l Hl => proj1 (x_bound l Hl)) ltac:(rewrite x_sum; ring)).
unfold Rpower in M. rewrite ln_1, Rmult_0_r, exp_0, Rmult_1_r in M. exact M.
Qed.

(* all but one: sum_{l <> j} x_l^p >= (n-1) ((n - x_j)/(n-1))^p *)
Lemma others j : (j < n)%nat ->
  Rpower (INR n - 1) (1 - p) * clamp_pow p (INR n - 2) <= T - clamp_pow p (x j).
Proof.
intros Hj. assert (N := n_ge_2). destruct (x_bound j Hj) as [X0 X2].
set (b := INR n - 1). assert (Hb : 0 < b) by (unfold b; lra).
destruct (Rle_lt_or_eq_dec _ _ N) as [N3|N2].
2: { rewrite clamp_pow_zero by lra. rewrite Rmult_0_r.
  assert (clamp_pow p (x j) <= T); [|lra].
  apply (Sum_ge_term n (fun l => clamp_pow p (x l)) j Hj). intros; apply clamp_pow_nonneg. }
set (m := (INR n - 2) / b). assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; lra).
assert (E : Rpower b (1 - p) * clamp_pow p (INR n - 2) = b * Rpower m p).
{ rewrite clamp_pow_pos by lra.
  replace (INR n - 2) with (b * m) by (unfold m; field; lra).
  rewrite <- Rpower_mult_distr by assumption. rewrite <- Rmult_assoc, <- Rpower_plus.
  replace (1 - p + p) with 1 by ring. rewrite Rpower_1 by exact Hb. reflexivity. }
rewrite E.
(* tangent at m over the other anchors, whose x sum to n - x_j >= n - 2 *)
set (s := p * Rpower m p / m). assert (Hs : 0 <= s).
{ apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat, Hm]. apply Rmult_le_pos; [lra|left; apply Rpower_pos]. }
assert (L : Sum n (fun l => (Rpower m p + s * (x l - m)) - (if Nat.eqb j l then 1 else 0) * (Rpower m p + s * (x l - m)))
  <= Sum n (fun l => clamp_pow p (x l) - (if Nat.eqb j l then 1 else 0) * clamp_pow p (x l))).
{ apply Sum_le; intros l Hl. destruct (Nat.eqb_spec j l) as [_|_]; [lra|].
  assert (Q := power_tangent p m (x l) Hp Hm (proj1 (x_bound l Hl))). fold s in Q. lra. }
rewrite !Sum_minus in L. rewrite (Sum_kron n j (fun l => Rpower m p + s * (x l - m)) Hj) in L.
rewrite (Sum_kron n j (fun l => clamp_pow p (x l)) Hj) in L. fold T in L.
rewrite Sum_plus, Sum_const, Sum_scal, Sum_minus, Sum_const, x_sum in L.
assert (Em : INR n - 2 = b * m) by (unfold m; field; lra).
assert (0 <= s * (2 - x j)) by (apply Rmult_le_pos; lra).
assert (X : INR n * Rpower m p + s * (INR n - INR n * m) - (Rpower m p + s * (x j - m)) = b * Rpower m p + s * (2 - x j)).
{ transitivity (b * Rpower m p + s * (INR n - b * m - x j)); [unfold b; ring|rewrite <- Em; ring]. }
lra.
Qed.

Let a := power_readout d n p r z.

Theorem attention_ceiling j : (j < n)%nat -> a j <= ceiling p n.
Proof.
intros Hj. assert (O := others j Hj). assert (Tn := total_ge_n). assert (N := n_ge_2).
set (B := Rpower (INR n - 1) (1 - p) * clamp_pow p (INR n - 2)) in *.
assert (HB : 0 <= B) by (apply Rmult_le_pos; [left; apply Rpower_pos|apply clamp_pow_nonneg]).
destruct (x_bound j Hj) as [X0 X2].
assert (Y : clamp_pow p (x j) <= Rpower 2 p).
{ rewrite <- clamp_pow_pos by lra. apply clamp_pow_le; lra. }
assert (Y0 := clamp_pow_nonneg p (x j)). assert (P2 := Rpower_pos 2 p).
unfold a, power_readout, ceiling. fold B. fold (x j). change (Sum n _) with T. set (y := clamp_pow p (x j)) in *.
apply (Rmult_le_reg_r T); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
apply (Rmult_le_reg_r (Rpower 2 p + B)); [lra|].
replace (Rpower 2 p * / (Rpower 2 p + B) * T * (Rpower 2 p + B)) with (Rpower 2 p * T) by (field; lra).
nra.
Qed.

Theorem ceiling_simple : ceiling p n <= Rpower 2 p / INR n.
Proof.
assert (N := n_ge_2). assert (P2 := Rpower_pos 2 p).
set (b := INR n - 1). assert (Hb : 0 < b) by (unfold b; lra).
assert (G : INR n <= Rpower 2 p + Rpower b (1 - p) * clamp_pow p (INR n - 2)).
{ assert (B2 := bernoulli p 2 Hp ltac:(lra)). rewrite clamp_pow_pos in B2 by lra.
  destruct (Rle_lt_or_eq_dec _ _ N) as [N3|N2].
  - set (m := (INR n - 2) / b). assert (Hm : 0 < m) by (apply Rdiv_lt_0_compat; lra).
    assert (E : Rpower b (1 - p) * clamp_pow p (INR n - 2) = b * Rpower m p).
    { rewrite clamp_pow_pos by lra. replace (INR n - 2) with (b * m) by (unfold m; field; lra).
      rewrite <- Rpower_mult_distr by assumption. rewrite <- Rmult_assoc, <- Rpower_plus.
      replace (1 - p + p) with 1 by ring. rewrite Rpower_1 by exact Hb. reflexivity. }
    rewrite E. assert (Bm := bernoulli p m Hp ltac:(lra)). rewrite clamp_pow_pos in Bm by exact Hm.
    assert (Em : b * m = INR n - 2) by (unfold m; field; lra).
    assert (b * (1 + p * (m - 1)) <= b * Rpower m p) by (apply Rmult_le_compat_l; lra).
    unfold b in *. nra.
  - rewrite clamp_pow_zero by lra. lra. }
unfold ceiling. fold b. set (B := Rpower b (1 - p) * clamp_pow p (INR n - 2)) in *.
unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Theorem attention_entropy : ln (INR n) - p * ln 2 <= entropy n a.
Proof.
assert (N := n_ge_2). assert (Tn := total_ge_n). assert (P2 := Rpower_pos 2 p).
assert (A0 : forall j, 0 <= a j).
{ intros j. unfold a, power_readout. apply Rmult_le_pos; [apply clamp_pow_nonneg|].
  left. apply Rinv_0_lt_compat. change (Sum n _) with T. lra. }
assert (A1 : Sum n a = 1).
{ unfold a, power_readout, Rdiv. change (Sum n (fun l => clamp_pow p (1 + dot d z (r l)))) with T.
  rewrite (Sum_ext n _ (fun j => / T * clamp_pow p (x j))) by (intros; unfold x; ring).
  rewrite Sum_scal. fold T. apply Rinv_l. lra. }
set (L := p * ln 2 - ln (INR n)).
assert (Hln : ln (Rpower 2 p / INR n) = L).
{ unfold Rdiv, L. rewrite ln_mult, ln_Rinv; [unfold Rpower; rewrite ln_exp; ring|lra|exact P2|apply Rinv_0_lt_compat; lra]. }
unfold entropy. enough (Sum n (fun u => a u * ln (a u)) <= Sum n (fun u => L * a u)) as K.
{ rewrite Sum_scal, A1 in K. unfold L in K. lra. }
apply Sum_le; intros j Hj. destruct (A0 j) as [Hpos|Hz0]; [|rewrite <- Hz0; lra].
rewrite (Rmult_comm L). apply Rmult_le_compat_l; [lra|]. rewrite <- Hln.
assert (C : a j <= Rpower 2 p / INR n) by (eapply Rle_trans; [apply attention_ceiling, Hj|apply ceiling_simple]).
destruct C as [C|C]; [left; apply ln_increasing; [exact Hpos|exact C]|rewrite C; lra].
Qed.
End Balanced.

(* ---- p = 1, unbalanced anchors ---- *)

Theorem unbalanced_ceiling d n r z j : dot d z z = 1 -> (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) ->
  (j < n)%nat -> let s := norm d (force n (fun _ => 1) r) in s < INR n ->
  readout d n r z j <= 2 / (INR n - s).
Proof.
intros Hz Hr Hj s Hs. unfold readout.
assert (D : Sum n (fun l => 1 + dot d z (r l)) = INR n + dot d z (force n (fun _ => 1) r)).
{ rewrite Sum_plus, Sum_const, dot_force. f_equal; [ring|]. apply Sum_ext; intros; ring. }
assert (C := cauchy_schwarz d z (force n (fun _ => 1) r)). fold s in C.
replace (norm d z) with 1 in C by (unfold norm; rewrite Hz, sqrt_1; reflexivity).
assert (C' := Rle_abs (- dot d z (force n (fun _ => 1) r))). rewrite Rabs_Ropp in C'.
rewrite D. destruct (dot_unit_bounds d z (r j) Hz (Hr j Hj)) as [_ B].
set (q := dot d z (force n (fun _ => 1) r)) in *. set (c := dot d z (r j)) in *.
destruct (dot_unit_bounds d z (r j) Hz (Hr j Hj)) as [B' _]. fold c in B'.
unfold Rdiv. apply Rmult_le_compat; [lra|left; apply Rinv_0_lt_compat; lra|lra|apply Rinv_le_contravar; lra].
Qed.

(* ---- orthonormal anchors at an equilibrium ---- *)

Definition orthonormal d n (r : nat -> vec) :=
  forall i j, (i < n)%nat -> (j < n)%nat -> dot d (r i) (r j) = if Nat.eqb i j then 1 else 0.

Lemma orthonormal_height d n w r j : orthonormal d n r -> (j < n)%nat -> dot d (force n w r) (r j) = w j.
Proof.
intros Ho Hj. rewrite dot_comm, dot_force.
rewrite (Sum_ext n _ (fun i => (if Nat.eqb j i then 1 else 0) * w i)).
- apply (Sum_kron n j w Hj).
- intros i Hi. rewrite (Ho j i Hj Hi). ring.
Qed.

Theorem orthonormal_ceiling d n w r j : (2 <= n)%nat -> orthonormal d n r ->
  (forall j, (j < n)%nat -> 0 < w j) -> (j < n)%nat ->
  readout d n r (unitv d (force n w r)) j < 2 / (INR n + 1).
Proof.
intros Hn Ho Hw Hj. set (h := force n w r).
assert (Hh : nonzero d h).
{ apply nonzero_not_zero. intros Z. assert (E := orthonormal_height d n w r j Ho Hj). fold h in E.
  specialize (Hw j Hj). assert (dot d h (r j) = 0); [|lra].
  unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros k Hk. rewrite (Z k Hk). ring. }
assert (Hm := norm_pos d h Hh). set (m := norm d h) in *.
assert (C : forall i, (i < n)%nat -> dot d (unitv d h) (r i) = w i / m).
{ intros i Hi. rewrite <- (orthonormal_height d n w r i Ho Hi). fold h.
  rewrite (dot_ext d (unitv d h) (fun k => / m * h k) (r i) (r i)).
  - rewrite dot_scal_l. field. lra.
  - intros k _. unfold unitv. fold m. field. lra.
  - intros ? ?; reflexivity. }
unfold readout. rewrite (C j Hj).
rewrite (Sum_ext n _ (fun l => 1 + w l / m)) by (intros; now rewrite C).
rewrite Sum_plus, Sum_const.
(* another anchor keeps the sum above c_j *)
assert (Hi : exists i, (i < n)%nat /\ i <> j) by (destruct (Nat.eq_dec j 0); [exists 1%nat|exists 0%nat]; lia).
destruct Hi as [i [Hi Hne]].
set (c := fun l => w l / m). assert (Cp : forall l, (l < n)%nat -> 0 < c l) by (intros; apply Rdiv_lt_0_compat; auto).
assert (S : c j < Sum n c).
{ assert (L : c j + c i <= Sum n c).
  { replace (c j + c i) with (Sum n (fun l => (if Nat.eqb j l then 1 else 0) * c l + (if Nat.eqb i l then 1 else 0) * c l))
      by (rewrite Sum_plus, (Sum_kron n j c Hj), (Sum_kron n i c Hi); reflexivity).
    apply Sum_le; intros l Hl. specialize (Cp l Hl). destruct (Nat.eqb_spec j l), (Nat.eqb_spec i l); subst; try congruence; lra. }
  specialize (Cp i Hi). lra. }
assert (C1 : c j <= 1).
{ unfold c. rewrite <- (C j Hj). apply dot_unit_bounds; [apply unitv_unit, Hh|]. rewrite (Ho j j Hj Hj). now rewrite Nat.eqb_refl. }
fold (c j). change (Sum n (fun l => w l / m)) with (Sum n c). specialize (Cp j Hj).
assert (N : 2 <= INR n) by (replace 2 with (INR 2) by (simpl; ring); apply le_INR, Hn).
apply (Rmult_lt_reg_r (INR n * 1 + Sum n c)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
apply (Rmult_lt_reg_r (INR n + 1)); [lra|].
replace (2 * / (INR n + 1) * (INR n * 1 + Sum n c) * (INR n + 1)) with (2 * (INR n + Sum n c)) by (field; lra).
nra.
Qed.

(* and nothing smaller will do: weights (1, t, ..., t) with small t come as near as one likes *)
Theorem orthonormal_sup n b : (2 <= n)%nat -> b < 2 / (INR n + 1) -> exists w,
  (forall j, (j < n)%nat -> 0 < w j) /\ b < readout n n axis (unitv n (force n w axis)) 0.
Proof.
intros Hn Hb. assert (N : 2 <= INR n) by (replace 2 with (INR 2) by (simpl; ring); apply le_INR, Hn).
assert (Ho : orthonormal n n axis).
{ intros i j Hi Hj. unfold dot. unfold axis at 1. rewrite (Sum_kron n i (axis j) Hi). unfold axis. now rewrite Nat.eqb_sym. }
(* eta in (0, 1) with b (n + 1 + eta) < 2 - eta *)
assert (Hg : 0 < 2 - b * (INR n + 1)).
{ apply (Rmult_lt_compat_r (INR n + 1)) in Hb; [|lra]. unfold Rdiv in Hb. rewrite Rmult_assoc, Rinv_l in Hb by lra. lra. }
set (g := 2 - b * (INR n + 1)) in *.
set (eta := Rmin (1/2) (g / (2 * (1 + Rabs b)))).
assert (Hab := Rabs_pos b). assert (Hba := Rle_abs b).
assert (He : 0 < eta).
{ unfold eta, Rmin. destruct (Rle_dec _ _); [lra|apply Rdiv_lt_0_compat; lra]. }
assert (He1 : eta <= 1/2) by apply Rmin_l.
assert (He2 : eta * (1 + Rabs b) < g).
{ assert (L : eta <= g / (2 * (1 + Rabs b))) by apply Rmin_r.
  apply (Rmult_le_compat_r (1 + Rabs b)) in L; [|lra].
  replace (g / (2 * (1 + Rabs b)) * (1 + Rabs b)) with (g / 2) in L by (field; lra). lra. }
set (t := eta / INR n). assert (Ht : 0 < t) by (apply Rdiv_lt_0_compat; lra).
set (w := fun j => if Nat.eqb j 0 then 1 else t). exists w.
assert (Hw : forall j, (j < n)%nat -> 0 < w j) by (intros j _; unfold w; destruct (Nat.eqb j 0); lra).
split; [exact Hw|]. set (h := force n w axis).
assert (Hh0 : forall k, (k < n)%nat -> h k = w k).
{ intros k Hk. unfold h, force. rewrite (Sum_ext n _ (fun j => (if Nat.eqb k j then 1 else 0) * w j)).
  - apply (Sum_kron n k w Hk).
  - intros j _. unfold axis. rewrite (Nat.eqb_sym j k). ring. }
assert (Hh : nonzero n h) by (exists 0%nat; split; [lia|rewrite Hh0 by lia; unfold w; simpl; lra]).
assert (Hm := norm_pos n h Hh). set (m := norm n h) in *.
(* 1 <= m^2 = 1 + (n-1) t^2 <= (1 + eta)^2 *)
assert (Sw : Sum n w = 1 + (INR n - 1) * t).
{ unfold w. rewrite (Sum_change n 0 1 (fun _ => t)) by lia. rewrite Sum_const. ring. }
assert (M2 : m * m = 1 + (INR n - 1) * (t * t)).
{ unfold m. rewrite norm_sqr. unfold dot.
  rewrite (Sum_ext n _ (fun k => if Nat.eqb k 0 then 1 else t * t)).
  - rewrite (Sum_change n 0 1 (fun _ => t * t)) by lia. rewrite Sum_const. ring.
  - intros k Hk. rewrite Hh0 by exact Hk. unfold w. destruct (Nat.eqb k 0); ring. }
assert (Et : INR n * t = eta) by (unfold t; field; lra).
assert (M1 : 1 <= m) by nra.
assert (M3 : m <= 1 + eta).
{ assert (m * m <= (1 + eta) * (1 + eta)).
  { rewrite M2, <- Et. assert (0 <= t * t) by nra.
    assert (t * t * (INR n - 1) <= t * t * (INR n * INR n)) by (apply Rmult_le_compat_l; nra). nra. }
  nra. }
assert (C : forall i, (i < n)%nat -> dot n (unitv n h) (axis i) = w i / m).
{ intros i Hi. rewrite <- (orthonormal_height n n w axis i Ho Hi). fold h.
  rewrite (dot_ext n (unitv n h) (fun k => / m * h k) (axis i) (axis i)).
  - rewrite dot_scal_l. field. lra.
  - intros k _. unfold unitv. fold m. field. lra.
  - intros ? ?; reflexivity. }
unfold readout. fold h. rewrite (C 0%nat) by lia.
rewrite (Sum_ext n _ (fun l => 1 + / m * w l)) by (intros; rewrite C by assumption; field; lra).
rewrite Sum_plus, Sum_const, Sum_scal, Sw. unfold w at 1. simpl Nat.eqb. cbv iota.
assert (Hi : 0 < / m) by (apply Rinv_0_lt_compat; lra).
assert (I1 : / m <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
assert (I2 : 1 - eta <= / m).
{ apply (Rmult_le_reg_r m); [lra|]. rewrite Rinv_l by lra. nra. }
set (q := / m) in *. replace (1 / m) with q by (unfold q; field; lra).
assert (Den : 0 < INR n * 1 + q * (1 + (INR n - 1) * t)) by nra.
apply (Rmult_lt_reg_r (INR n * 1 + q * (1 + (INR n - 1) * t))); [exact Den|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
assert (U : INR n * 1 + q * (1 + (INR n - 1) * t) <= INR n + 1 + eta) by nra.
destruct (Rle_lt_dec 0 b) as [Bp|Bn].
- assert (b * (INR n * 1 + q * (1 + (INR n - 1) * t)) <= b * (INR n + 1 + eta)) by (apply Rmult_le_compat_l; lra).
  rewrite (Rabs_pos_eq b Bp) in He2. unfold g in He2. nra.
- nra.
Qed.
