(* Frequency disorder, the algebra: z' = S z + h - (z.h) z with S skew.

   A unit z is an equilibrium exactly when (mu - S) z = h with mu = z.h, and the linearisation there
   contracts its tangent space at the rate mu. There is at most one equilibrium with mu > 0; its rate is
   the root of h^T (mu^2 - S^2)^{-1} h = 1; it exists exactly when h has a part in the kernel of S or
   |S^+ h| > 1. S^+ h is described without a pseudo-inverse: it is the solution x of S x = h that lies in
   the range of S. *)
Require Import Reals Ranalysis5 Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors Positivity.
Open Scope R_scope.

Definition matrix := nat -> nat -> R.
Definition act (d : nat) (S : matrix) (x : vec) : vec := fun i => Sum d (fun j => S i j * x j).
Definition skew (d : nat) (S : matrix) := forall i j, (i < d)%nat -> (j < d)%nat -> S i j = - S j i.
Definition disordered (d : nat) (S : matrix) (h z : vec) : vec :=
  fun k => act d S z k + h k - dot d z h * z k.

(* (mu - S) z = h *)
Definition shifted d S mu (z h : vec) := veq d (fun k => mu * z k - act d S z k) h.

(* a unit equilibrium with the rate mu *)
Definition equilibrium_at d S h mu z := dot d z z = 1 /\ shifted d S mu z h.

Lemma act_ext d S x y : veq d x y -> forall k, act d S x k = act d S y k.
Proof. intros H k. apply Sum_ext; intros j Hj. now rewrite (H j Hj). Qed.

Lemma act_plus d S x y k : act d S (fun j => x j + y j) k = act d S x k + act d S y k.
Proof. unfold act. rewrite <- Sum_plus. apply Sum_ext; intros; ring. Qed.

Lemma act_minus d S x y k : act d S (fun j => x j - y j) k = act d S x k - act d S y k.
Proof. unfold act. rewrite <- Sum_minus. apply Sum_ext; intros; ring. Qed.

Lemma act_scal d S a x k : act d S (fun j => a * x j) k = a * act d S x k.
Proof. unfold act. rewrite <- Sum_scal. apply Sum_ext; intros; ring. Qed.

Lemma skew_dot d S x y : skew d S -> dot d x (act d S y) = - dot d y (act d S x).
Proof.
intros HS. unfold dot, act.
rewrite (Sum_ext d _ (fun k => Sum d (fun j => x k * (S k j * y j)))) by (intros; rewrite Sum_scal; reflexivity).
rewrite Sum_swap. replace (- Sum d (fun k => y k * Sum d (fun j => S k j * x j)))
  with (-1 * Sum d (fun k => y k * Sum d (fun j => S k j * x j))) by ring.
rewrite <- Sum_scal. apply Sum_ext; intros i Hi. rewrite <- !Sum_scal. apply Sum_ext; intros j Hj.
rewrite (HS j i Hj Hi). ring.
Qed.

Lemma skew_self d S x : skew d S -> dot d x (act d S x) = 0.
Proof. intros HS. assert (E := skew_dot d S x x HS). lra. Qed.

(* the pairing of a shifted equation with a vector *)
Lemma shifted_dot d S mu z h y : shifted d S mu z h -> mu * dot d y z - dot d y (act d S z) = dot d y h.
Proof.
intros H. rewrite <- (dot_ext_r d y _ h H).
rewrite (dot_minus_r d y (fun k => mu * z k) (act d S z)), dot_scal_r. reflexivity.
Qed.

(* ---- equilibria ---- *)

Theorem disordered_radial d S h z : skew d S -> dot d (disordered d S h z) z = dot d z h * (1 - dot d z z).
Proof.
intros HS. unfold disordered.
rewrite (dot_minus_l d (fun k => act d S z k + h k) (fun k => dot d z h * z k)), dot_scal_l.
rewrite (dot_plus_l d (act d S z) h), (dot_comm d (act d S z)), skew_self, (dot_comm d h) by exact HS. ring.
Qed.

Lemma equilibrium_rate d S h mu z : skew d S -> equilibrium_at d S h mu z -> dot d z h = mu.
Proof. intros HS [Hz H]. rewrite <- (shifted_dot d S mu z h z H), skew_self, Hz by exact HS. ring. Qed.

Theorem equilibrium_iff d S h z : skew d S -> dot d z z = 1 ->
  (veq d (disordered d S h z) (fun _ => 0) <-> exists mu, equilibrium_at d S h mu z).
Proof.
intros HS Hz. split.
- intros H. exists (dot d z h). split; [exact Hz|]. intros k Hk. specialize (H k Hk). unfold disordered in H. lra.
- intros [mu He]. assert (E := equilibrium_rate d S h mu z HS He). destruct He as [_ H].
  intros k Hk. specialize (H k Hk). unfold disordered. rewrite E. lra.
Qed.

(* the linearisation along v, and its contraction of the tangent space *)
Definition linearised d S h z (v : vec) : vec :=
  fun k => act d S v k - dot d v h * z k - dot d z h * v k.

Theorem linearisation d S h z v k :
  is_derive (fun e => disordered d S h (fun l => z l + e * v l) k) 0 (linearised d S h z v k).
Proof.
apply (is_derive_extR (fun e => act d S z k + e * act d S v k + h k
  - (dot d z h + e * dot d v h) * (z k + e * v k))).
- intros e. unfold disordered. rewrite (act_plus d S z (fun l => e * v l)), act_scal.
  rewrite (dot_plus_l d z (fun l => e * v l) h), dot_scal_l. reflexivity.
- auto_derive; [trivial|]. unfold linearised. ring.
Qed.

Theorem tangent_contraction d S h mu z v : skew d S -> equilibrium_at d S h mu z -> dot d v z = 0 ->
  dot d (linearised d S h z v) v = - mu * dot d v v.
Proof.
intros HS He Hv. assert (E := equilibrium_rate d S h mu z HS He). unfold linearised.
rewrite (dot_minus_l d (fun k => act d S v k - dot d v h * z k) (fun k => dot d z h * v k)), dot_scal_l.
rewrite (dot_minus_l d (act d S v) (fun k => dot d v h * z k)), dot_scal_l.
rewrite (dot_comm d (act d S v)), skew_self, (dot_comm d z v), Hv, E by exact HS. ring.
Qed.

(* two equilibria whose rates do not cancel coincide: at most one has mu > 0 *)
Theorem equilibrium_unique d S h mu mu' z z' : skew d S ->
  equilibrium_at d S h mu z -> equilibrium_at d S h mu' z' -> mu + mu' <> 0 -> mu = mu' /\ veq d z z'.
Proof.
intros HS He He' Hne. assert (E := equilibrium_rate d S h mu z HS He).
assert (E' := equilibrium_rate d S h mu' z' HS He'). destruct He as [Hz H]. destruct He' as [Hz' H'].
assert (A := shifted_dot d S mu z h z' H). assert (A' := shifted_dot d S mu' z' h z H').
rewrite E' in A. rewrite E in A'. rewrite (skew_dot d S z z' HS), (dot_comm d z z') in A'.
set (c := dot d z' z) in *.
assert (Q : (mu + mu') * (c - 1) = 0) by lra.
apply Rmult_integral in Q. destruct Q as [Q|Q]; [contradiction|].
assert (V : veq d z z').
{ intros k Hk. assert (P : dot d (fun k => z k - z' k) (fun k => z k - z' k) = 0).
  { rewrite (dot_minus_l d z z'), !(dot_minus_r d _ z z'), Hz, Hz', (dot_comm d z z'). fold c. lra. }
  assert (D := dot_zero_eq d _ P k Hk). cbv beta in D. lra. }
split; [|exact V]. rewrite <- E, <- E'. apply dot_ext_l, V.
Qed.

Theorem rate_le_force d S h mu z : skew d S -> equilibrium_at d S h mu z -> mu <= norm d h.
Proof.
intros HS He. rewrite <- (equilibrium_rate d S h mu z HS He). destruct He as [Hz _].
assert (C := cauchy_schwarz d z h). assert (L := Rle_abs (dot d z h)).
replace (norm d z) with 1 in C by (unfold norm; rewrite Hz, sqrt_1; reflexivity). lra.
Qed.

(* ---- solving linear equations: the Fredholm alternative, by induction on the columns ---- *)

Lemma fredholm d n (a : nat -> vec) (b : vec) :
  {x : nat -> R | veq d b (force n x a)} +
  {v : vec | (forall j, (j < n)%nat -> dot d v (a j) = 0) /\ dot d v b <> 0}.
Proof.
revert b. induction n as [|n IH]; intros b.
- destruct (Req_EM_T (dot d b b) 0) as [Z|NZ].
  + left. exists (fun _ => 0). intros k Hk. unfold force. simpl. exact (dot_zero_eq d b Z k Hk).
  + right. exists b. split; [intros; lia|exact NZ].
- assert (Ext : forall x, Sum n (fun j => (if Nat.eqb j n then 0 else x j) * 0) = 0) by (intros; apply Sum_zero; intros; ring).
  clear Ext. destruct (IH b) as [[x Hx]|[v [Hv Hb]]].
  + left. exists (fun j => if Nat.eqb j n then 0 else x j). intros k Hk. rewrite (Hx k Hk).
    unfold force. simpl. rewrite Nat.eqb_refl, Rmult_0_l, Rplus_0_r. apply Sum_ext; intros j Hj.
    destruct (Nat.eqb_spec j n); [lia|reflexivity].
  + destruct (Req_EM_T (dot d v (a n)) 0) as [Z|NZ].
    * right. exists v. split; [|exact Hb]. intros j Hj. destruct (Nat.eq_dec j n) as [->|]; [exact Z|apply Hv; lia].
    * set (q := dot d v b / dot d v (a n)). set (b' := fun k => b k - q * a n k).
      destruct (IH b') as [[x Hx]|[y [Hy Hb']]].
      -- left. exists (fun j => if Nat.eqb j n then q else x j). intros k Hk. assert (E := Hx k Hk). unfold b' in E.
         unfold force. simpl. rewrite Nat.eqb_refl.
         rewrite (Sum_ext n _ (fun j => x j * a j k)) by (intros j Hj; destruct (Nat.eqb_spec j n); [lia|reflexivity]).
         unfold force in E. lra.
      -- right. set (s := dot d y (a n) / dot d v (a n)). exists (fun k => y k - s * v k).
         assert (Ev : forall c, dot d (fun k => y k - s * v k) c = dot d y c - s * dot d v c).
         { intros c. rewrite (dot_minus_l d y (fun k => s * v k)), dot_scal_l. reflexivity. }
         split.
         ++ intros j Hj. rewrite Ev. destruct (Nat.eq_dec j n) as [->|].
            ** unfold s. field. exact NZ.
            ** rewrite Hy, Hv by lia. ring.
         ++ rewrite Ev. intros E. apply Hb'. unfold b'. rewrite (dot_minus_r d y b (fun k => q * a n k)), dot_scal_r.
            rewrite <- E. unfold s, q. field. exact NZ.
Qed.

(* columns of a matrix; S x is their combination *)
Lemma act_force d S x k : act d S x k = force d x (fun j i => S i j) k.
Proof. unfold act, force. apply Sum_ext; intros; ring. Qed.

Lemma shift_solvable d S mu h : skew d S -> mu <> 0 -> {z | shifted d S mu z h}.
Proof.
intros HS Hmu. destruct (fredholm d d (fun j k => mu * axis j k - S k j) h) as [[x Hx]|[v [Hv Hb]]].
- exists x. intros k Hk. rewrite (Hx k Hk). unfold force.
  rewrite (Sum_ext d _ (fun j => (if Nat.eqb k j then 1 else 0) * (mu * x j) - S k j * x j)).
  + rewrite Sum_minus, (Sum_kron d k (fun j => mu * x j) Hk). reflexivity.
  + intros j _. unfold axis. rewrite (Nat.eqb_sym j k). ring.
- exfalso. apply Hb.
  assert (V : veq d v (fun _ => 0)).
  { apply dot_zero_eq. apply (Rmult_eq_reg_l mu); [|exact Hmu]. rewrite Rmult_0_r.
    assert (E : dot d v (fun j => mu * v j + act d S v j) = 0).
    { apply dot_zero_r. intros j Hj. rewrite <- (Hv j Hj).
      rewrite (dot_minus_r d v (fun k => mu * axis j k)), dot_scal_r.
      assert (E1 : dot d v (axis j) = v j) by (rewrite dot_comm; unfold dot, axis; apply (Sum_kron d j v Hj)).
      assert (E2 : dot d v (fun k => S k j) = - act d S v j).
      { unfold dot, act. replace (- Sum d (fun j0 => S j j0 * v j0)) with (-1 * Sum d (fun j0 => S j j0 * v j0)) by ring.
        rewrite <- Sum_scal. apply Sum_ext; intros i Hi. rewrite (HS i j Hi Hj). ring. }
      rewrite E1, E2. ring. }
    rewrite (dot_plus_r d v (fun j => mu * v j) (act d S v)), dot_scal_r, skew_self in E by exact HS. lra. }
  rewrite dot_comm. apply dot_zero_r, V.
Qed.

(* the rate as a root: h^T (mu^2 - S^2)^{-1} h = 1 *)
Theorem scalar_equation d S h mu : skew d S -> 0 < mu ->
  ((exists z, equilibrium_at d S h mu z) <->
   exists x, veq d (fun k => mu * mu * x k - act d S (act d S x) k) h /\ dot d x h = 1).
Proof.
intros HS Hmu. split.
- intros [z [Hz H]]. assert (HS' : skew d (fun i j => - S i j)) by (intros i j Hi Hj; rewrite (HS i j Hi Hj); ring).
  destruct (shift_solvable d (fun i j => - S i j) mu z HS' ltac:(lra)) as [x Hx].
  assert (N : forall y k, act d (fun i j => - S i j) y k = - act d S y k).
  { intros y k. unfold act. replace (- Sum d (fun j => S k j * y j)) with (-1 * Sum d (fun j => S k j * y j)) by ring.
    rewrite <- Sum_scal. apply Sum_ext; intros; ring. }
  assert (X : veq d z (fun k => mu * x k + act d S x k)).
  { intros k Hk. rewrite <- (Hx k Hk), N. ring. }
  exists x. split.
  + intros k Hk. rewrite <- (H k Hk), (X k Hk), (act_ext d S z _ X k).
    rewrite (act_plus d S (fun k => mu * x k) (act d S x)), act_scal. ring.
  + rewrite <- (shifted_dot d S mu z h x H), (skew_dot d S x z HS), <- Hz, (dot_ext_r d z z _ X).
    rewrite (dot_plus_r d z (fun k => mu * x k) (act d S x)), dot_scal_r, (dot_comm d x z). ring.
- intros [x [Hx H1]]. exists (fun k => mu * x k + act d S x k).
  assert (H : shifted d S mu (fun k => mu * x k + act d S x k) h).
  { intros k Hk. rewrite <- (Hx k Hk). rewrite (act_plus d S (fun k => mu * x k) (act d S x)), act_scal. ring. }
  split; [|exact H]. set (z := fun k => mu * x k + act d S x k) in *.
  assert (A := shifted_dot d S mu z h x H). rewrite H1, (skew_dot d S x z HS) in A.
  unfold z at 2. rewrite (dot_plus_r d z (fun k => mu * x k) (act d S x)), dot_scal_r, (dot_comm d z x). lra.
Qed.

(* ---- existence ---- *)

Lemma norm_le_of_sqr d x y : 0 <= y -> dot d x x <= y * y -> norm d x <= y.
Proof. intros Hy H. unfold norm. rewrite <- (sqrt_square y Hy). apply sqrt_le_1_alt, H. Qed.

Lemma abs_dot_le d x y : - (norm d x * norm d y) <= dot d x y <= norm d x * norm d y.
Proof.
assert (C := cauchy_schwarz d x y). assert (L := Rle_abs (dot d x y)).
assert (L' := Rle_abs (- dot d x y)). rewrite Rabs_Ropp in L'. lra.
Qed.

(* mu |z| <= |h| *)
Lemma shifted_bound d S mu z h : skew d S -> 0 < mu -> shifted d S mu z h -> mu * norm d z <= norm d h.
Proof.
intros HS Hmu H. assert (A := shifted_dot d S mu z h z H). rewrite skew_self in A by exact HS.
assert (C := abs_dot_le d z h). assert (N := norm_sqr d z). assert (P := norm_nonneg d z).
assert (Q : norm d z * (mu * norm d z) <= norm d z * norm d h) by nra.
destruct P as [P|P]; [apply (Rmult_le_reg_l (norm d z)); assumption|rewrite <- P, Rmult_0_r; apply norm_nonneg].
Qed.

(* (mu - S) q = S y gives |q| <= |y| *)
Lemma range_bound d S mu q y : skew d S -> 0 < mu -> shifted d S mu q (act d S y) -> norm d q <= norm d y.
Proof.
intros HS Hmu H.
assert (A := shifted_dot d S mu q _ (fun k => q k + y k) H).
assert (B : dot d (fun k => q k + y k) q = 0).
{ assert (C := skew_self d S (fun k => q k + y k) HS).
  rewrite (dot_ext_r d _ (act d S (fun k => q k + y k)) (fun k => act d S q k + act d S y k)) in C
    by (intros k _; apply act_plus).
  rewrite (dot_plus_r d _ (act d S q) (act d S y)) in C. apply (Rmult_eq_reg_l mu); lra. }
rewrite (dot_plus_l d q y) in B. assert (C := abs_dot_le d y q). assert (N := norm_sqr d q).
assert (P := norm_nonneg d q). destruct P as [P|P]; [|rewrite <- P; apply norm_nonneg].
apply (Rmult_le_reg_r (norm d q)); [exact P|]. lra.
Qed.

Section Existence.
Variables (d : nat) (S : matrix) (h : vec).
Hypothesis HS : skew d S.
Hypothesis Hh : nonzero d h.

(* the solution of (mu - S) z = h, and its squared length *)
Let z (mu : R) : vec := match Req_EM_T mu 0 with
  | left _ => fun _ => 0 | right ne => proj1_sig (shift_solvable d S mu h HS ne) end.
Let f mu := dot d (z mu) (z mu).

Lemma z_eq mu : 0 < mu -> shifted d S mu (z mu) h.
Proof. intros H. unfold z. destruct (Req_EM_T mu 0) as [E|ne]; [lra|]. exact (proj2_sig (shift_solvable d S mu h HS ne)). Qed.

Lemma f_lipschitz a nu : 0 < a -> Rabs (nu - a) < a / 2 ->
  Rabs (f nu - f a) <= 6 * (norm d h * norm d h) / (a * a * a) * Rabs (nu - a).
Proof.
intros Ha Hnu. apply Rabs_def2 in Hnu as Hnu2. assert (Hn : a / 2 < nu) by lra.
assert (Ea := z_eq a Ha). assert (En := z_eq nu ltac:(lra)).
set (w := fun k => z nu k - z a k).
assert (Ew : shifted d S nu w (fun k => (a - nu) * z a k)).
{ intros k Hk. unfold w. rewrite act_minus. assert (A := Ea k Hk). assert (B := En k Hk). cbv beta in A, B. lra. }
assert (Bw := shifted_bound d S nu w _ HS ltac:(lra) Ew).
assert (Nz : norm d (fun k => (a - nu) * z a k) = Rabs (nu - a) * norm d (z a)).
{ unfold norm. rewrite dot_scal_l, dot_scal_r, <- Rmult_assoc, sqrt_mult_alt by apply Rle_0_sqr.
  f_equal. rewrite Rabs_minus_sym. apply sqrt_Rsqr_abs. }
rewrite Nz in Bw. assert (Ba := shifted_bound d S a (z a) h HS Ha Ea). assert (Bn := shifted_bound d S nu (z nu) h HS ltac:(lra) En).
assert (Ef : f nu - f a = dot d w (fun k => z nu k + z a k)).
{ unfold w, f. rewrite (dot_minus_l d (z nu) (z a)), !(dot_plus_r d _ (z nu) (z a)), (dot_comm d (z a) (z nu)). ring. }
rewrite Ef, (dot_plus_r d w (z nu) (z a)).
assert (C1 := abs_dot_le d w (z nu)). assert (C2 := abs_dot_le d w (z a)).
set (m := norm d h) in *. set (W := norm d w) in *. set (A := norm d (z a)) in *. set (B := norm d (z nu)) in *.
assert (W0 : 0 <= W) by apply norm_nonneg. assert (A0 : 0 <= A) by apply norm_nonneg. assert (B0 : 0 <= B) by apply norm_nonneg.
assert (M0 : 0 <= m) by apply norm_nonneg. set (r := Rabs (nu - a)) in *. assert (R0 : 0 <= r) by apply Rabs_pos.
assert (A1 : A <= m / a) by (apply (Rmult_le_reg_l a); [exact Ha|]; replace (a * (m / a)) with m by (field; lra); lra).
assert (B1 : B <= 2 * m / a).
{ apply (Rmult_le_reg_l a); [exact Ha|]. replace (a * (2 * m / a)) with (2 * m) by (field; lra). nra. }
assert (W1 : W <= 2 * (r * (m / a)) / a).
{ apply (Rmult_le_reg_l a); [exact Ha|]. replace (a * (2 * (r * (m / a)) / a)) with (2 * (r * (m / a))) by (field; lra).
  assert (r * A <= r * (m / a)) by (apply Rmult_le_compat_l; assumption). nra. }
apply Rle_trans with (W * (B + A)); [apply Rabs_le; nra|].
apply Rle_trans with (2 * (r * (m / a)) / a * (3 * m / a)).
- apply Rmult_le_compat; [exact W0|lra|exact W1|]. replace (3 * m / a) with (2 * m / a + m / a) by (field; lra). lra.
- right. field. lra.
Qed.

Lemma f_continuous a : 0 < a -> continuity_pt f a.
Proof.
intros Ha eps Heps. set (C := 6 * (norm d h * norm d h) / (a * a * a)).
assert (HC : 0 <= C).
{ apply Rmult_le_pos; [assert (P := norm_nonneg d h); nra|left; apply Rinv_0_lt_compat].
  apply Rmult_lt_0_compat; [nra|exact Ha]. }
exists (Rmin (a / 2) (eps / (C + 1))). split.
- apply Rmin_case; [lra|apply Rdiv_lt_0_compat; lra].
- intros x [_ Hx]. simpl in *. unfold R_dist in *.
  assert (H1 : Rabs (x - a) < a / 2) by (eapply Rlt_le_trans; [exact Hx|apply Rmin_l]).
  assert (H2 : Rabs (x - a) < eps / (C + 1)) by (eapply Rlt_le_trans; [exact Hx|apply Rmin_r]).
  eapply Rle_lt_trans; [apply (f_lipschitz a x Ha H1)|]. fold C. assert (R0 := Rabs_pos (x - a)).
  apply (Rmult_lt_compat_r (C + 1)) in H2; [|lra]. unfold Rdiv in H2. rewrite Rmult_assoc, Rinv_l in H2 by lra. nra.
Qed.

Lemma root_from mu0 : 0 < mu0 -> 1 < f mu0 -> exists mu y, 0 < mu /\ equilibrium_at d S h mu y.
Proof.
intros H0 H1. set (top := norm d h + 1 + mu0). assert (Hm := norm_pos d h Hh).
assert (Ht : f top < 1).
{ assert (B := shifted_bound d S top (z top) h HS ltac:(unfold top; lra) (z_eq top ltac:(unfold top; lra))).
  assert (N := norm_sqr d (z top)). fold (f top) in N. assert (P := norm_nonneg d (z top)).
  assert (norm d (z top) < 1) by (unfold top in *; nra). nra. }
destruct (IVT_interv (fun x => 1 - f x) mu0 top) as [mu [Hmu E]].
- intros a Ha. apply continuity_pt_minus; [apply continuity_pt_const; intros ? ?; reflexivity|apply f_continuous; lra].
- unfold top. lra.
- lra.
- lra.
- exists mu, (z mu). split; [lra|]. split; [fold (f mu); lra|apply z_eq; lra].
Qed.

(* a part of h in the kernel of S is enough *)
Theorem existence_kernel v : veq d (act d S v) (fun _ => 0) -> dot d v h <> 0 ->
  exists mu y, 0 < mu /\ equilibrium_at d S h mu y.
Proof.
intros Hk Hv. assert (Nv : nonzero d v).
{ apply nonzero_not_zero. intros Z. apply Hv. rewrite dot_comm. apply dot_zero_r, Z. }
assert (Pv := norm_pos d v Nv). assert (Pc := Rabs_pos_lt _ Hv).
set (mu0 := Rabs (dot d v h) / (2 * norm d v)). assert (H0 : 0 < mu0) by (apply Rdiv_lt_0_compat; lra).
apply (root_from mu0 H0).
assert (A := shifted_dot d S mu0 (z mu0) h v (z_eq mu0 H0)).
rewrite (skew_dot d S v (z mu0) HS), (dot_zero_r d (z mu0) (act d S v) Hk) in A.
assert (C := cauchy_schwarz d v (z mu0)). assert (N := norm_sqr d (z mu0)). fold (f mu0) in N.
assert (P := norm_nonneg d (z mu0)).
assert (E : Rabs (dot d v h) = mu0 * Rabs (dot d v (z mu0))).
{ rewrite <- A, Ropp_0, Rminus_0_r, Rabs_mult, (Rabs_pos_eq mu0) by lra. reflexivity. }
assert (E2 : Rabs (dot d v h) = mu0 * (2 * norm d v)) by (unfold mu0; field; lra).
assert (G : 2 * norm d v <= norm d v * norm d (z mu0)).
{ rewrite E2 in E. apply Rmult_eq_reg_l in E; [|lra]. lra. }
assert (2 <= norm d (z mu0)) by (apply (Rmult_le_reg_l (norm d v)); lra). nra.
Qed.

(* or S^+ h longer than 1 *)
Theorem existence_range x x1 : veq d x (act d S x1) -> veq d (act d S x) h -> 1 < norm d x ->
  exists mu y, 0 < mu /\ equilibrium_at d S h mu y.
Proof.
intros Hx Hh' H1. assert (P1 := norm_nonneg d x1).
set (mu0 := (norm d x - 1) / (2 * (norm d x1 + 1))). assert (H0 : 0 < mu0) by (apply Rdiv_lt_0_compat; lra).
apply (root_from mu0 H0).
set (q := fun k => / mu0 * (z mu0 k + x k)).
assert (Eq : shifted d S mu0 q (act d S x1)).
{ intros k Hk. unfold q. rewrite act_scal, act_plus. assert (A := z_eq mu0 H0 k Hk). cbv beta in A.
  rewrite (Hh' k Hk), <- (Hx k Hk), <- A. field. lra. }
assert (B := range_bound d S mu0 q x1 HS H0 Eq).
(* |x| <= |z| + mu0 |q| *)
assert (Ez : veq d x (fun k => mu0 * q k - z mu0 k)) by (intros k _; unfold q; field; lra).
assert (T : norm d x <= mu0 * norm d q + norm d (z mu0)).
{ apply norm_le_of_sqr; [assert (P2 := norm_nonneg d q); assert (P3 := norm_nonneg d (z mu0)); nra|].
  rewrite (dot_ext d x (fun k => mu0 * q k - z mu0 k) x (fun k => mu0 * q k - z mu0 k)) by exact Ez.
  rewrite (dot_minus_l d (fun k => mu0 * q k)), !(dot_minus_r d _ (fun k => mu0 * q k)), !dot_scal_l, !dot_scal_r.
  rewrite (dot_comm d (z mu0) q), <- !norm_sqr. assert (C := abs_dot_le d q (z mu0)). nra. }
assert (M : mu0 * norm d q <= (norm d x - 1) / 2).
{ apply Rle_trans with (mu0 * (norm d x1 + 1)); [apply Rmult_le_compat_l; lra|]. right. unfold mu0. field. lra. }
assert (N := norm_sqr d (z mu0)). fold (f mu0) in N. assert (1 < norm d (z mu0)) by lra. nra.
Qed.

(* and otherwise there is none *)
Theorem nonexistence x : veq d (act d S x) h -> norm d x <= 1 ->
  ~ exists mu y, 0 < mu /\ equilibrium_at d S h mu y.
Proof.
intros Hx Hn [mu [y [Hmu [Hy H]]]].
assert (H' : shifted d S mu y (act d S x)) by (intros k Hk; rewrite (Hx k Hk); apply H, Hk).
assert (B : dot d (fun k => y k + x k) y = 0).
{ assert (A := shifted_dot d S mu y _ (fun k => y k + x k) H').
  assert (C := skew_self d S (fun k => y k + x k) HS).
  rewrite (dot_ext_r d _ (act d S (fun k => y k + x k)) (fun k => act d S y k + act d S x k)) in C
    by (intros k _; apply act_plus).
  rewrite (dot_plus_r d _ (act d S y) (act d S x)) in C. apply (Rmult_eq_reg_l mu); lra. }
rewrite (dot_plus_l d y x), Hy in B. assert (N := norm_sqr d x). assert (P := norm_nonneg d x).
assert (Z : dot d (fun k => y k + x k) (fun k => y k + x k) = 0).
{ assert (Q := dot_nonneg d (fun k => y k + x k)).
  rewrite (dot_plus_l d y x), !(dot_plus_r d _ y x), Hy, (dot_comm d y x) in *. nra. }
assert (V := dot_zero_eq d _ Z). cbv beta in V.
(* so y = -x, S y = -h and mu y = 0 *)
assert (Y : veq d y (fun _ => 0)).
{ intros k Hk. assert (E := H k Hk). cbv beta in E.
  assert (Sy : act d S y k = - h k).
  { rewrite (act_ext d S y (fun k => -1 * x k)) by (intros l Hl; specialize (V l Hl); lra).
    rewrite act_scal, (Hx k Hk). ring. }
  rewrite Sy in E. apply (Rmult_eq_reg_l mu); lra. }
rewrite (dot_zero_r d y y Y) in Hy. lra.
Qed.

(* h either has a part in the kernel of S, or is S x with x in the range of S *)
Lemma kernel_or_range :
  (exists v, veq d (act d S v) (fun _ => 0) /\ dot d v h <> 0) \/
  (exists x x1, veq d x (act d S x1) /\ veq d (act d S x) h).
Proof.
destruct (fredholm d d (fun j i => act d S (fun k => S k j) i) h) as [[x Hx]|[v [Hv Hb]]].
- right. exists (act d S x), x. split; [intros k _; reflexivity|]. intros k Hk. rewrite (Hx k Hk).
  unfold force, act. rewrite (Sum_ext d _ (fun j => Sum d (fun i => S k j * (S j i * x i)))).
  + rewrite Sum_swap. apply Sum_ext; intros j Hj. rewrite <- Sum_scal. apply Sum_ext; intros; ring.
  + intros j Hj. rewrite <- Sum_scal. reflexivity.
- left. exists v. split; [|exact Hb].
  (* v^T S^2 = 0, so S^2 v = 0, so |S v|^2 = - v.S S v = 0 *)
  apply dot_zero_eq.
  assert (E : dot d v (act d S (act d S v)) = 0).
  { rewrite (dot_ext_r d v _ (force d v (fun j i => act d S (fun k => S k j) i))).
    - rewrite dot_force. apply Sum_zero; intros j Hj. rewrite (Hv j Hj). ring.
    - intros k Hk. unfold force, act.
      rewrite (Sum_ext d _ (fun j => Sum d (fun i => S k j * (S j i * v i)))) by (intros; rewrite <- Sum_scal; reflexivity).
      rewrite Sum_swap. apply Sum_ext; intros i Hi. rewrite <- Sum_scal. apply Sum_ext; intros; ring. }
  rewrite (skew_dot d S v (act d S v) HS) in E. lra.
Qed.

(* a contracting equilibrium exists iff P_ker(S) h <> 0 or |S^+ h| > 1 *)
Theorem existence_iff :
  (exists mu y, 0 < mu /\ equilibrium_at d S h mu y) <->
  (exists v, veq d (act d S v) (fun _ => 0) /\ dot d v h <> 0) \/
  (exists x x1, veq d x (act d S x1) /\ veq d (act d S x) h /\ 1 < norm d x).
Proof.
split.
- intros H. destruct kernel_or_range as [K|[x [x1 [Hx Hh']]]]; [left; exact K|right].
  exists x, x1. split; [exact Hx|split; [exact Hh'|]]. apply Rnot_le_lt. intros L. apply (nonexistence x Hh' L H).
- intros [[v [Hk Hv]]|[x [x1 [Hx [Hh' Hn]]]]].
  + apply (existence_kernel v Hk Hv).
  + apply (existence_range x x1 Hx Hh' Hn).
Qed.
End Existence.

(* without a part in the kernel, S^+ h has the preimages that the critical case needs *)
Theorem pseudo_inverse_exists d S h : skew d S ->
  (forall v, veq d (act d S v) (fun _ => 0) -> dot d v h = 0) ->
  exists x x1 x2, veq d (act d S x) h /\ veq d (act d S x1) x /\ veq d (act d S x2) x1.
Proof.
intros HS H. destruct (kernel_or_range d S h HS) as [[v [Hv Hne]]|[x [y [Hy Hx]]]]; [contradiction Hne; apply H, Hv|].
destruct (kernel_or_range d S x HS) as [[v [Hv Hne]]|[x1 [x2 [H2 H1]]]].
- exfalso. apply Hne. rewrite (dot_ext_r d v x _ Hy), (skew_dot d S v y HS), (dot_zero_r d y _ Hv). ring.
- exists x, x1, x2. split; [exact Hx|split; [exact H1|]]. intros k Hk. symmetry. apply H2, Hk.
Qed.

(* S^+ h is the shortest solution of S x = h *)
Theorem pseudo_inverse_shortest d S h x x1 y : skew d S ->
  veq d x (act d S x1) -> veq d (act d S x) h -> veq d (act d S y) h -> dot d x x <= dot d y y.
Proof.
intros HS Hx1 Hx Hy. set (k := fun i => y i - x i).
assert (K : veq d (act d S k) (fun _ => 0)) by (intros i Hi; unfold k; rewrite act_minus, (Hx i Hi), (Hy i Hi); ring).
assert (O : dot d k x = 0).
{ rewrite (dot_ext_r d k x _ Hx1), (skew_dot d S k x1 HS), (dot_zero_r d x1 _ K). ring. }
rewrite (dot_ext d y (fun i => x i + k i) y (fun i => x i + k i)) by (intros i _; unfold k; ring).
rewrite (dot_plus_l d x k), !(dot_plus_r d _ x k), O, (dot_comm d x k), O. assert (P := dot_nonneg d k). lra.
Qed.
