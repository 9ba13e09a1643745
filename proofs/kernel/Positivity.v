(* When is h = sum_j w_j r_j different from zero?

   Positive weights alone do not give it: r and -r with equal weights cancel in every dimension. For given
   anchors h <> 0 for all positive weights exactly when some v has v.r_j >= 0 for all j, not all zero
   (Stiemke's lemma, from Farkas' lemma by induction on the number of anchors). For given weights h <> 0
   for all unit anchors exactly when one weight exceeds the sum of the others (a polygon with these sides
   cannot be closed). With the other anchors fixed, h = 0 leaves one position of the last one. *)
Require Import Reals Lra Lia Psatz.
From PhaseBound Require Import FiniteSums Vectors CircularMean.
Open Scope R_scope.

(* the force of n anchors r with weights w *)
Definition force n (w : nat -> R) (r : nat -> vec) : vec := fun k => Sum n (fun j => w j * r j k).

Lemma dot_force d n w r v : dot d v (force n w r) = Sum n (fun j => w j * dot d v (r j)).
Proof.
unfold dot, force. induction n as [|n IH]; simpl.
- rewrite (Sum_ext d _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
- rewrite <- IH, <- Sum_scal, <- Sum_plus. apply Sum_ext; intros; ring.
Qed.

Lemma nonzero_not_zero d h : nonzero d h <-> ~ veq d h (fun _ => 0).
Proof.
split.
- intros [k [Hk Hne]] H. apply Hne, H, Hk.
- induction d as [|d IH]; intros H; [exfalso; apply H; intros k Hk; lia|].
  destruct (Req_dec (h d) 0) as [E|Hne]; [|exists d; split; [lia|exact Hne]].
  destruct IH as [k [Hk Hne]].
  + intros H0. apply H. intros k Hk. destruct (Nat.eq_dec k d) as [->|]; [exact E|apply H0; lia].
  + exists k. split; [lia|exact Hne].
Qed.

(* ---- positivity is not enough ---- *)

Definition axis (i : nat) : vec := fun k => if Nat.eqb i k then 1 else 0.

Lemma axis_unit d i : (i < d)%nat -> dot d (axis i) (axis i) = 1.
Proof. intros H. unfold dot, axis. rewrite (Sum_kron d i (fun k => if Nat.eqb i k then 1 else 0) H). now rewrite Nat.eqb_refl. Qed.

Theorem antipodal_anchors_cancel d : (0 < d)%nat -> exists (r1 r2 : vec) (w1 w2 : R),
  0 < w1 /\ 0 < w2 /\ dot d r1 r1 = 1 /\ dot d r2 r2 = 1 /\ veq d (fun k => w1 * r1 k + w2 * r2 k) (fun _ => 0).
Proof.
intros Hd. exists (axis 0), (fun k => (-1) * axis 0 k), 1, 1. repeat split; try lra.
- apply axis_unit, Hd.
- rewrite dot_scal_l, dot_scal_r, axis_unit by exact Hd. ring.
- intros k _. ring.
Qed.

(* ---- given anchors: Farkas and Stiemke ---- *)

Lemma farkas d n (a : nat -> vec) (b : vec) :
  (exists x, (forall j, (j < n)%nat -> 0 <= x j) /\ veq d b (force n x a)) \/
  (exists v, (forall j, (j < n)%nat -> 0 <= dot d v (a j)) /\ dot d v b < 0).
Proof.
revert a b. induction n as [|n IH]; intros a b.
- destruct (Rle_lt_or_eq_dec 0 (dot d b b) (dot_nonneg d b)) as [Hp|Hz].
  + right. exists (fun k => (-1) * b k). split; [intros; lia|]. rewrite dot_scal_l. lra.
  + left. exists (fun _ => 0). split; [intros; lra|]. intros k Hk. unfold force. simpl.
    symmetry in Hz. assert (Z := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (b l)) Hz k Hk).
    apply Rsqr_0_uniq in Z. exact Z.
- destruct (IH a b) as [[x [Hx Hb]]|[v [Hv Hvb]]].
  { left. exists (fun j => if Nat.eqb j n then 0 else x j). split.
    - intros j Hj. destruct (Nat.eqb_spec j n); [lra|apply Hx; lia].
    - intros k Hk. rewrite (Hb k Hk). unfold force. simpl. rewrite Nat.eqb_refl, Rmult_0_l, Rplus_0_r.
      apply Sum_ext; intros j Hj. destruct (Nat.eqb_spec j n); [lia|reflexivity]. }
  destruct (Rle_lt_dec 0 (dot d v (a n))) as [Hn|Hn].
  { right. exists v. split; [|exact Hvb]. intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [exact Hn|apply Hv; lia]. }
  (* turn everything into the hyperplane orthogonal to v along a_n *)
  set (p := dot d v (a n)) in *.
  set (abar := fun j k => dot d v (a j) * a n k + - p * a j k).
  set (bbar := fun k => dot d v b * a n k + - p * b k).
  assert (Eb : forall y (c : vec), dot d y (fun k => dot d v c * a n k + - p * c k) = dot d v c * dot d y (a n) - p * dot d y c).
  { intros y c. rewrite (dot_comm d y), (dot_plus_l d (fun k => dot d v c * a n k) (fun k => - p * c k)), !dot_scal_l.
    rewrite (dot_comm d (a n) y), (dot_comm d c y). ring. }
  destruct (IH abar bbar) as [[x [Hx Hb]]|[y [Hy Hyb]]].
  + left. set (q := (Sum n (fun j => x j * dot d v (a j)) - dot d v b) / - p).
    exists (fun j => if Nat.eqb j n then q else x j). split.
    * intros j Hj. destruct (Nat.eqb_spec j n); [|apply Hx; lia].
      apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
      assert (0 <= Sum n (fun j => x j * dot d v (a j))).
      { apply Sum_nonneg; intros; apply Rmult_le_pos; [apply Hx|apply Hv]; lia. }
      lra.
    * intros k Hk. assert (E := Hb k Hk). unfold bbar, force, abar in E.
      rewrite (Sum_ext n _ (fun j => a n k * (x j * dot d v (a j)) + - p * (x j * a j k))) in E by (intros; ring).
      rewrite Sum_plus, !Sum_scal in E.
      unfold force. simpl. rewrite Nat.eqb_refl.
      rewrite (Sum_ext n _ (fun j => x j * a j k)) by (intros j Hj; destruct (Nat.eqb_spec j n); [lia|reflexivity]).
      apply (Rmult_eq_reg_l (- p)); [|lra]. unfold q.
      replace (- p * (Sum n (fun j => x j * a j k) + (Sum n (fun j => x j * dot d v (a j)) - dot d v b) / - p * a n k))
        with (- p * Sum n (fun j => x j * a j k) + a n k * (Sum n (fun j => x j * dot d v (a j)) - dot d v b)) by (field; lra).
      lra.
  + right. exists (fun k => dot d y (a n) * v k + - p * y k).
    assert (Ev : forall c, dot d (fun k => dot d y (a n) * v k + - p * y k) c = dot d v c * dot d y (a n) - p * dot d y c).
    { intros c. rewrite (dot_plus_l d (fun k => dot d y (a n) * v k) (fun k => - p * y k)), !dot_scal_l. ring. }
    split.
    * intros j Hj. rewrite Ev. destruct (Nat.eq_dec j n) as [->|]; [fold p; lra|].
      rewrite <- Eb. apply (Hy j). lia.
    * rewrite Ev, <- Eb. exact Hyb.
Qed.

(* a relation with nonnegative coefficients, positive at j *)
Definition relation d n (a : nat -> vec) (x : nat -> R) := veq d (force n x a) (fun _ => 0).

Lemma positive_relation d n a :
  (forall j, (j < n)%nat -> exists x, (forall i, (i < n)%nat -> 0 <= x i) /\ 0 < x j /\ relation d n a x) ->
  exists x, (forall i, (i < n)%nat -> 0 < x i) /\ relation d n a x.
Proof.
intros H.
assert (P : forall m, (m <= n)%nat -> exists x, (forall i, (i < n)%nat -> 0 <= x i) /\
  (forall i, (i < m)%nat -> 0 < x i) /\ relation d n a x).
{ induction m as [|m IHm]; intros Hm.
  - exists (fun _ => 0). split; [intros; lra|]. split; [intros; lia|]. intros k _. unfold force.
    rewrite (Sum_ext n _ (fun _ => 0)) by (intros; ring). rewrite Sum_const. ring.
  - destruct IHm as [x [Hx0 [Hx1 Hx2]]]; [lia|]. destruct (H m ltac:(lia)) as [y [Hy0 [Hy1 Hy2]]].
    exists (fun i => x i + y i). repeat split.
    + intros i Hi. specialize (Hx0 i Hi). specialize (Hy0 i Hi). lra.
    + intros i Hi. destruct (Nat.eq_dec i m) as [->|].
      * specialize (Hx0 m ltac:(lia)). lra.
      * specialize (Hx1 i ltac:(lia)). specialize (Hy0 i ltac:(lia)). lra.
    + intros k Hk. unfold force. rewrite (Sum_ext n _ (fun j => x j * a j k + y j * a j k)) by (intros; ring).
      rewrite Sum_plus. specialize (Hx2 k Hk). specialize (Hy2 k Hk). unfold force in Hx2, Hy2. lra. }
destruct (P n (le_n n)) as [x [_ [H1 H2]]]. exists x. split; assumption.
Qed.

Theorem given_anchors d n r :
  (forall w, (forall j, (j < n)%nat -> 0 < w j) -> nonzero d (force n w r)) <->
  (exists v, (forall j, (j < n)%nat -> 0 <= dot d v (r j)) /\ exists j, (j < n)%nat /\ 0 < dot d v (r j)).
Proof.
split.
- intros H.
  (* search the anchors for one that a half-space separates *)
  assert (S : forall m, (m <= n)%nat ->
    (exists j, (j < m)%nat /\ exists v, (forall i, (i < n)%nat -> 0 <= dot d v (r i)) /\ 0 < dot d v (r j)) \/
    (forall j, (j < m)%nat -> exists x, (forall i, (i < n)%nat -> 0 <= x i) /\ 0 < x j /\ relation d n r x)).
  { induction m as [|m IHm]; intros Hm; [right; intros; lia|].
    destruct (IHm ltac:(lia)) as [[j [Hj Hv]]|Hr]; [left; exists j; split; [lia|exact Hv]|].
    destruct (farkas d n r (fun k => (-1) * r m k)) as [[x [Hx Hb]]|[v [Hv Hb]]].
    - right. intros j Hj. destruct (Nat.eq_dec j m) as [->|]; [|apply Hr; lia].
      exists (fun i => x i + axis m i). split; [|split].
      + intros i Hi. specialize (Hx i Hi). unfold axis. destruct (Nat.eqb m i); lra.
      + specialize (Hx m ltac:(lia)). unfold axis. rewrite Nat.eqb_refl. lra.
      + intros k Hk. unfold force.
        rewrite (Sum_ext n _ (fun j => x j * r j k + (if Nat.eqb m j then 1 else 0) * r j k))
          by (intros; unfold axis; ring).
        rewrite Sum_plus, (Sum_kron n m (fun j => r j k)) by lia.
        specialize (Hb k Hk). unfold force in Hb. lra.
    - left. exists m. split; [lia|]. exists v. split; [exact Hv|]. rewrite dot_scal_r in Hb. lra. }
  destruct (S n (le_n n)) as [[j [Hj [v [Hv Hp]]]]|Hr].
  + exists v. split; [exact Hv|]. exists j. split; assumption.
  + exfalso. destruct (positive_relation d n r Hr) as [x [Hx Hz]].
    apply (proj1 (nonzero_not_zero d _) (H x Hx)). exact Hz.
- intros [v [Hv [j [Hj Hp]]]] w Hw. apply nonzero_not_zero. intros Hz.
  assert (E := dot_force d n w r v).
  replace (dot d v (force n w r)) with 0 in E.
  + assert (T : w j * dot d v (r j) <= Sum n (fun j => w j * dot d v (r j))).
    { apply (Sum_ge_term n (fun j => w j * dot d v (r j)) j Hj). intros i Hi.
      apply Rmult_le_pos; [left; apply Hw, Hi|apply Hv, Hi]. }
    specialize (Hw j Hj). nra.
  + symmetry. unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|].
    intros k Hk. rewrite (Hz k Hk). ring.
Qed.

(* ---- given weights: closing a polygon ---- *)

(* the planar force of anchors at the angles p *)
Definition fx n (w p : nat -> R) := Sum n (fun j => w j * cos (p j)).
Definition fy n (w p : nat -> R) := Sum n (fun j => w j * sin (p j)).

(* two sides: a vector of length x and a turnable side of length w reach every rho between |x - w| and x + w *)
Lemma reach a b w rho : 0 <= w -> 0 <= rho -> let x := sqrt (a * a + b * b) in
  Rabs (x - w) <= rho <= x + w ->
  exists q, (a + w * cos q) * (a + w * cos q) + (b + w * sin q) * (b + w * sin q) = rho * rho.
Proof.
intros Hw Hrho x [H1 H2]. destruct (polar a b) as [psi [Ea Eb]]. fold x in Ea, Eb.
assert (Hx : 0 <= x) by apply sqrt_pos.
assert (G : forall be, (a + w * cos (psi + be)) * (a + w * cos (psi + be)) + (b + w * sin (psi + be)) * (b + w * sin (psi + be))
  = x * x + w * w + 2 * x * w * cos be).
{ intros be. rewrite Ea, Eb, cos_plus, sin_plus.
  assert (Q := sin2_cos2 psi). assert (Q' := sin2_cos2 be). unfold Rsqr in Q, Q'.
  set (c := cos psi) in *. set (s := sin psi) in *. set (c' := cos be) in *. set (s' := sin be) in *.
  replace ((x * c + w * (c * c' - s * s')) * (x * c + w * (c * c' - s * s')) + (x * s + w * (s * c' + c * s')) * (x * s + w * (s * c' + c * s')))
    with (x * x * (s * s + c * c) + w * w * ((s * s + c * c) * (s' * s' + c' * c')) + 2 * x * w * (s * s + c * c) * c') by ring.
  rewrite Q, Q'. ring. }
assert (L1 := Rle_abs (x - w)). assert (L2 := Rle_abs (- (x - w))). rewrite Rabs_Ropp in L2.
assert (B1 : (x - w) * (x - w) <= rho * rho).
{ assert (L : - rho <= x - w <= rho) by lra. nra. }
assert (B2 : rho * rho <= (x + w) * (x + w)) by nra.
destruct (Rle_lt_or_eq_dec 0 (x * w)) as [Hp|Hz]; [apply Rmult_le_pos; assumption| |].
- assert (Hxw : 0 < x /\ 0 < w) by (split; nra).
  exists (psi + acos ((rho * rho - x * x - w * w) / (2 * (x * w)))). rewrite G, cos_acos; [field; lra|].
  split; apply (Rmult_le_reg_r (2 * (x * w))); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; nra.
- exists (psi + 0). rewrite G, cos_0. nra.
Qed.

Lemma polygon n w : (forall j, (j < n)%nat -> 0 <= w j) -> forall rho, 0 <= rho -> rho <= Sum n w ->
  (forall j, (j < n)%nat -> 2 * w j - Sum n w <= rho) ->
  exists p, fx n w p * fx n w p + fy n w p * fy n w p = rho * rho.
Proof.
induction n as [|n IH]; intros Hw rho H0 H1 H2.
- exists (fun _ => 0). unfold fx, fy. simpl in *. assert (rho = 0) by lra. subst. ring.
- simpl in H1, H2. assert (Hwn := Hw n ltac:(lia)).
  set (s := Sum n w) in *. assert (Hs : 0 <= s) by (apply Sum_nonneg; intros; apply Hw; lia).
  assert (H2n := H2 n ltac:(lia)).
  set (x := Rmin (rho + w n) s).
  assert (Hx : 0 <= x /\ x <= s /\ x <= rho + w n /\ rho - w n <= x /\ w n - rho <= x).
  { unfold x, Rmin. destruct (Rle_dec (rho + w n) s); lra. }
  destruct (IH ltac:(intros; apply Hw; lia) x) as [p Hp]; [lra|lra| |].
  { intros j Hj. assert (H2j := H2 j ltac:(lia)).
    assert (w j <= s) by (apply (Sum_ge_term n w j Hj); intros; apply Hw; lia).
    unfold x, Rmin. destruct (Rle_dec (rho + w n) s); lra. }
  destruct (reach (fx n w p) (fy n w p) (w n) rho Hwn H0) as [q Hq].
  { rewrite Hp, sqrt_square by lra. split; [apply Rabs_le; lra|lra]. }
  exists (fun j => if Nat.eqb j n then q else p j). unfold fx, fy. simpl. rewrite Nat.eqb_refl.
  rewrite (Sum_ext n (fun j => w j * cos _) (fun j => w j * cos (p j)))
    by (intros j Hj; destruct (Nat.eqb_spec j n); [lia|reflexivity]).
  rewrite (Sum_ext n (fun j => w j * sin _) (fun j => w j * sin (p j)))
    by (intros j Hj; destruct (Nat.eqb_spec j n); [lia|reflexivity]).
  exact Hq.
Qed.

(* the unit vector at angle t in the plane of the first two coordinates *)
Definition planar (t : R) : vec := fun k => cos t * axis 0 k + sin t * axis 1 k.

Lemma planar_unit d t : (2 <= d)%nat -> dot d (planar t) (planar t) = 1.
Proof.
intros Hd. unfold planar. rewrite (dot_plus_l d (fun k => cos t * axis 0 k) (fun k => sin t * axis 1 k)).
rewrite (dot_comm d (fun k => cos t * axis 0 k)), (dot_comm d (fun k => sin t * axis 1 k)).
rewrite !(dot_plus_l d (fun k => cos t * axis 0 k) (fun k => sin t * axis 1 k)), !dot_scal_l, !dot_scal_r, !axis_unit by lia.
assert (E : dot d (axis 0) (axis 1) = 0).
{ unfold dot, axis. rewrite (Sum_kron d 0 (fun k => if Nat.eqb 1 k then 1 else 0)) by lia. reflexivity. }
rewrite (dot_comm d (axis 1) (axis 0)), E. assert (Q := sin2_cos2 t). unfold Rsqr in Q. lra.
Qed.

Theorem given_weights d n w : (2 <= d)%nat -> (forall j, (j < n)%nat -> 0 < w j) ->
  ((forall r, (forall j, (j < n)%nat -> dot d (r j) (r j) = 1) -> nonzero d (force n w r)) <->
   exists j, (j < n)%nat /\ Sum n w - w j < w j).
Proof.
intros Hd Hw. split.
- intros H.
  assert (S : forall m, (m <= n)%nat -> (exists j, (j < m)%nat /\ Sum n w - w j < w j) \/
    forall j, (j < m)%nat -> 2 * w j - Sum n w <= 0).
  { induction m as [|m IHm]; intros Hm; [right; intros; lia|].
    destruct (IHm ltac:(lia)) as [[j [Hj Hl]]|Ha]; [left; exists j; split; [lia|exact Hl]|].
    destruct (Rlt_le_dec (Sum n w - w m) (w m)) as [Hl|Hg]; [left; exists m; split; [lia|exact Hl]|right].
    intros j Hj. destruct (Nat.eq_dec j m) as [->|]; [lra|apply Ha; lia]. }
  destruct (S n (le_n n)) as [[j [Hj Hl]]|Ha]; [exists j; split; assumption|exfalso].
  assert (Hw0 : forall j, (j < n)%nat -> 0 <= w j) by (intros; left; apply Hw; assumption).
  destruct (polygon n w Hw0 0) as [p Hp]; [lra|apply Sum_nonneg, Hw0|exact Ha|].
  assert (Z : fx n w p = 0 /\ fy n w p = 0) by nra. destruct Z as [Zx Zy].
  apply (proj1 (nonzero_not_zero d _) (H (fun j => planar (p j)) ltac:(intros; apply planar_unit; exact Hd))).
  intros k Hk. unfold force, planar.
  rewrite (Sum_ext n _ (fun j => axis 0 k * (w j * cos (p j)) + axis 1 k * (w j * sin (p j)))) by (intros; ring).
  rewrite Sum_plus, !Sum_scal. fold (fx n w p). fold (fy n w p). rewrite Zx, Zy. ring.
- intros [j [Hj Hl]] r Hr. apply nonzero_not_zero. intros Hz.
  assert (E := dot_force d n w r (r j)).
  replace (dot d (r j) (force n w r)) with 0 in E.
  + (* r_j.h >= w_j - sum of the others *)
    assert (L : Sum n (fun i => (if Nat.eqb j i then 1 else 0) * (2 * w i) - w i) <= Sum n (fun i => w i * dot d (r j) (r i))).
    { apply Sum_le; intros i Hi. specialize (Hw i Hi).
      destruct (dot_unit_bounds d (r j) (r i) (Hr j Hj) (Hr i Hi)).
      destruct (Nat.eqb_spec j i) as [->|_]; [rewrite (Hr i Hi); lra|nra]. }
    rewrite Sum_minus, (Sum_kron n j (fun i => 2 * w i) Hj) in L. lra.
  + symmetry. unfold dot. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|].
    intros k Hk. rewrite (Hz k Hk). ring.
Qed.

(* with the others fixed, h = 0 holds at one position of anchor j only: a null set for any density *)
Theorem one_position d n w r r' j : (j < n)%nat -> w j <> 0 ->
  (forall i, (i < n)%nat -> i <> j -> veq d (r i) (r' i)) ->
  ~ nonzero d (force n w r) -> ~ nonzero d (force n w r') -> veq d (r j) (r' j).
Proof.
intros Hj Hw Hi H H' k Hk.
assert (Z : forall r, ~ nonzero d (force n w r) -> force n w r k = 0).
{ intros q Hq. destruct (Req_dec (force n w q k) 0) as [E|Hne]; [exact E|].
  exfalso. apply Hq. exists k. split; assumption. }
assert (E := Z r H). assert (E' := Z r' H'). unfold force in E, E'.
assert (D : Sum n (fun i => w i * r i k - w i * r' i k) = 0) by (rewrite Sum_minus; lra).
rewrite (Sum_ext n _ (fun i => (if Nat.eqb j i then 1 else 0) * (w i * r i k - w i * r' i k))) in D.
- rewrite (Sum_kron n j (fun i => w i * r i k - w i * r' i k) Hj) in D.
  apply (Rmult_eq_reg_l (w j)); [lra|exact Hw].
- intros i Hin. destruct (Nat.eqb_spec j i) as [->|Hne]; [ring|].
  rewrite (Hi i Hin ltac:(congruence) k Hk). ring.
Qed.
