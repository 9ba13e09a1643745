(* Frequency disorder, the flow.

   With E = exp(int z.h) and y = E z the flow becomes linear, y' = S y + E h, E' = h.y, with a generator
   that preserves the Lorentz form |y|^2 - E^2; conversely every solution of the linear system from
   (z0, 1) gives the flow. (That the linear system has a solution, its matrix exponential, is cited.)
   If an equilibrium with rate mu > 0 exists, all starts but one converge to it; if |S^+ h| = 1 the one
   equilibrium attracts from both ends of time, like 1/t; if |S^+ h| < 1 no two orbits approach. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors LoheField LoheFlow Positivity Disorder.
Open Scope R_scope.

Definition disordered_solution d S h (z : R -> vec) :=
  forall t k, (k < d)%nat -> is_derive (fun s => z s k) t (disordered d S h (z t) k).

(* the linear lift *)
Definition lift d S h (y : R -> vec) (E : R -> R) :=
  (forall t k, (k < d)%nat -> is_derive (fun s => y s k) t (act d S (y t) k + E t * h k)) /\
  (forall t, is_derive E t (dot d h (y t))).

Lemma dot_is_derive d (x y : R -> vec) (dx dy : vec) t :
  (forall k, (k < d)%nat -> is_derive (fun s => x s k) t (dx k)) ->
  (forall k, (k < d)%nat -> is_derive (fun s => y s k) t (dy k)) ->
  is_derive (fun s => dot d (x s) (y s)) t (dot d dx (y t) + dot d (x t) dy).
Proof.
intros Hx Hy. unfold dot. rewrite <- Sum_plus.
apply (is_derive_Sum d (fun k s => x s k * y s k)). intros k Hk.
apply (is_derive_mult (fun s => x s k) (fun s => y s k)); [apply Hx, Hk|apply Hy, Hk|intros; apply Rmult_comm].
Qed.

Lemma const_is_derive (x : vec) t k : is_derive (fun _ : R => x k) t ((fun _ => 0) k).
Proof. apply (is_derive_const (V := R_NormedModule)). Qed.

Lemma exp_is_derive a t : is_derive (fun s => exp (a * s)) t (a * exp (a * t)).
Proof. auto_derive; [trivial|ring]. Qed.

(* ---- Gronwall: |N'| <= m N pins N between N(0) exp(-m|t|) and N(0) exp(m|t|) ---- *)
Lemma growth (N N' : R -> R) m : (forall t, is_derive N t (N' t)) -> (forall t, N' t <= m * N t) ->
  forall a b, a <= b -> N b * exp (- m * b) <= N a * exp (- m * a).
Proof.
intros HD HN a b Hab.
assert (M := nondecreasing (fun t => - (N t * exp (- m * t))) (fun t => - ((N' t - m * N t) * exp (- m * t))) a b Hab).
cbv beta in M. enough (- (N a * exp (- m * a)) <= - (N b * exp (- m * b))) by lra. apply M.
- intros c _. replace (- ((N' c - m * N c) * exp (- m * c)))
    with (- (N' c * exp (- m * c) + N c * (- m * exp (- m * c)))) by ring.
  apply (is_derive_opp (V := R_NormedModule) (fun t => N t * exp (- m * t))).
  apply (is_derive_mult N (fun t => exp (- m * t))); [apply HD|apply exp_is_derive|intros; apply Rmult_comm].
- intros c _. assert (P := exp_pos (- m * c)). specialize (HN c). nra.
Qed.

Lemma gronwall (N N' : R -> R) m : (forall t, is_derive N t (N' t)) -> (forall t, Rabs (N' t) <= m * N t) ->
  forall t, (0 <= t -> N t <= N 0 * exp (m * t) /\ N 0 <= N t * exp (m * t)) /\
            (t <= 0 -> N t <= N 0 * exp (- m * t) /\ N 0 <= N t * exp (- m * t)).
Proof.
intros HD HA t.
assert (U := growth N N' m HD ltac:(intros s; assert (A := HA s); assert (B := Rle_abs (N' s)); lra)).
assert (L := growth (fun s => - N s) (fun s => - N' s) (- m)
  ltac:(intros s; apply (is_derive_opp (V := R_NormedModule) N), HD)
  ltac:(intros s; assert (A := HA s); assert (B := Rle_abs (- N' s)); rewrite Rabs_Ropp in B; lra)).
cbv beta in L.
assert (X : forall s, exp (m * s) * exp (- m * s) = 1).
{ intros s. rewrite <- exp_plus. replace (m * s + - m * s) with 0 by ring. apply exp_0. }
assert (e1 := exp_pos (m * t)). assert (e2 := exp_pos (- m * t)). specialize (X t).
split; intros Ht.
- assert (U1 := U 0 t Ht). assert (L1 := L 0 t Ht). rewrite Rmult_0_r, exp_0 in U1, L1.
  rewrite Ropp_involutive in L1. split; [|lra].
  apply (Rmult_le_reg_r (exp (- m * t))); [exact e2|]. rewrite Rmult_assoc, X. lra.
- assert (U1 := U t 0 Ht). assert (L1 := L t 0 Ht). rewrite Rmult_0_r, exp_0 in U1, L1.
  rewrite Ropp_involutive in L1. split; [|lra].
  apply (Rmult_le_reg_r (exp (m * t))); [exact e1|].
  replace (N 0 * exp (- m * t) * exp (m * t)) with (N 0 * (exp (m * t) * exp (- m * t))) by ring. rewrite X. lra.
Qed.

(* ---- the Lorentz form is preserved, between any two lifts ---- *)

Theorem lorentz_preserved d S h y E y' E' : skew d S -> lift d S h y E -> lift d S h y' E' ->
  forall t, dot d (y t) (y' t) - E t * E' t = dot d (y 0) (y' 0) - E 0 * E' 0.
Proof.
intros HS [Hy HE] [Hy' HE'] t. apply (const_of_zeroR (fun t => dot d (y t) (y' t) - E t * E' t)). intros s.
replace 0 with ((dot d (fun k => act d S (y s) k + E s * h k) (y' s) + dot d (y s) (fun k => act d S (y' s) k + E' s * h k))
  - (dot d h (y s) * E' s + E s * dot d h (y' s))).
- apply (is_derive_minus (V := R_NormedModule) (fun t => dot d (y t) (y' t)) (fun t => E t * E' t)).
  + apply (dot_is_derive d y y'); intros k Hk; [apply Hy, Hk|apply Hy', Hk].
  + apply (is_derive_mult E E'); [apply HE|apply HE'|intros; apply Rmult_comm].
- rewrite (dot_plus_l d (act d S (y s)) (fun k => E s * h k)), dot_scal_l.
  rewrite (dot_plus_r d (y s) (act d S (y' s)) (fun k => E' s * h k)), dot_scal_r.
  rewrite (dot_comm d (act d S (y s)) (y' s)), (skew_dot d S (y s) (y' s) HS), (dot_comm d (y s) h). ring.
Qed.

(* ---- from the lift to the flow ---- *)

Lemma lift_positive d S h y E : skew d S -> lift d S h y E -> E 0 = 1 -> dot d (y 0) (y 0) = 1 ->
  forall t, 0 < E t.
Proof.
intros HS HL H0 Hy0. assert (Lz := lorentz_preserved d S h y E y E HS HL HL).
assert (Q : forall t, norm d (y t) = Rabs (E t)).
{ intros t. specialize (Lz t). rewrite Hy0, H0 in Lz. unfold norm. replace (dot d (y t) (y t)) with (E t * E t) by lra.
  apply sqrt_Rsqr_abs. }
destruct HL as [Hy HE]. set (m := norm d h).
assert (HD : forall t, is_derive (fun s => E s * E s) t (2 * (E t * dot d h (y t)))).
{ intros t. replace (2 * (E t * dot d h (y t))) with (dot d h (y t) * E t + E t * dot d h (y t)) by ring.
  apply (is_derive_mult E E); [apply HE|apply HE|intros; apply Rmult_comm]. }
assert (HA : forall t, Rabs (2 * (E t * dot d h (y t))) <= 2 * m * (E t * E t)).
{ intros t. rewrite !Rabs_mult, (Rabs_pos_eq 2) by lra. assert (C := cauchy_schwarz d h (y t)). rewrite Q in C. fold m in C.
  assert (P := Rabs_pos (E t)). assert (R2 : Rabs (E t) * Rabs (E t) = E t * E t) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  rewrite <- R2. assert (K : Rabs (E t) * Rabs (dot d h (y t)) <= Rabs (E t) * (m * Rabs (E t))) by (apply Rmult_le_compat_l; assumption).
  lra. }
assert (NZ : forall t, E t <> 0).
{ intros t Z. destruct (gronwall _ _ _ HD HA t) as [G1 G2]. rewrite H0, Z in G1, G2.
  destruct (Rle_lt_dec 0 t) as [Ht|Ht]; [specialize (G1 Ht)|specialize (G2 ltac:(lra))]; lra. }
intros t. apply Rnot_le_lt. intros Hle. assert (Hlt : E t < 0) by (specialize (NZ t); lra).
destruct (IVT_gen E 0 t 0) as [c [_ Hc]].
- intros x. apply (continuity_of_derive E x (dot d h (y x))), HE.
- rewrite H0, Rmin_right, Rmax_left by lra. lra.
- exact (NZ c Hc).
Qed.

Theorem lift_solves d S h y E : skew d S -> lift d S h y E -> E 0 = 1 -> dot d (y 0) (y 0) = 1 ->
  (forall t, 0 < E t) /\ disordered_solution d S h (fun t k => y t k / E t).
Proof.
intros HS HL H0 Hy0. assert (HP := lift_positive d S h y E HS HL H0 Hy0). split; [exact HP|].
destruct HL as [Hy HE]. intros t k Hk. assert (P := HP t).
replace (disordered d S h (fun k => y t k / E t) k)
  with (((act d S (y t) k + E t * h k) * E t - dot d h (y t) * y t k) / (E t * E t)).
-
  apply (is_derive_extR (fun s => y s k * / E s)); [reflexivity|].
  replace (((act d S (y t) k + E t * h k) * E t - dot d h (y t) * y t k) / (E t * E t))
    with ((act d S (y t) k + E t * h k) * / E t + y t k * (- dot d h (y t) / E t ^ 2)) by (field; lra).
  apply (is_derive_mult (fun s => y s k) (fun s => / E s)); [apply Hy, Hk| |intros; apply Rmult_comm].
  apply is_derive_inv; [apply HE|lra].
- unfold disordered.
  assert (E1 : act d S (fun k => y t k / E t) k = / E t * act d S (y t) k).
  { rewrite <- act_scal. apply act_ext. intros j _. unfold Rdiv. ring. }
  assert (E2 : dot d (fun k => y t k / E t) h = / E t * dot d h (y t)).
  { rewrite (dot_comm d h), <- dot_scal_l. apply dot_ext_l. intros j _. unfold Rdiv. ring. }
  rewrite E1, E2. field. lra.
Qed.

(* without disorder: y' = E h, E' = h.y *)
Theorem linear_lift d h y E :
  (forall t k, (k < d)%nat -> is_derive (fun s => y s k) t (E t * h k)) ->
  (forall t, is_derive E t (dot d h (y t))) -> E 0 = 1 -> dot d (y 0) (y 0) = 1 ->
  (forall t, 0 < E t) /\ solution d h (fun t k => y t k / E t).
Proof.
intros Hy HE H0 Hy0. set (O := (fun _ _ => 0) : matrix).
assert (A0 : forall x k, act d O x k = 0) by (intros; apply Sum_zero; intros; unfold O; ring).
assert (HS : skew d O) by (intros i j _ _; unfold O; ring).
assert (HL : lift d O h y E).
{ split; [|exact HE]. intros t k Hk. rewrite A0, Rplus_0_l. apply Hy, Hk. }
destruct (lift_solves d O h y E HS HL H0 Hy0) as [P Q]. split; [exact P|].
intros t k Hk. apply (is_derive_val _ t (disordered d O h (fun k => y t k / E t) k)).
- unfold disordered, lohe. rewrite A0. ring.
- apply Q, Hk.
Qed.

(* ---- from the flow to the lift ---- *)

Lemma solution_dot_derive d S h z t : disordered_solution d S h z ->
  is_derive (fun s => dot d (z s) h) t (dot d (disordered d S h (z t)) h).
Proof.
intros Hs. replace (dot d (disordered d S h (z t)) h)
  with (dot d (disordered d S h (z t)) h + dot d (z t) (fun _ => 0)) by (rewrite (dot_zero_r d (z t) (fun _ => 0)) by (intros ? ?; reflexivity); ring).
apply (dot_is_derive d z (fun _ => h)); [intros k Hk; apply Hs, Hk|intros k Hk; apply const_is_derive].
Qed.

Theorem solution_lifts d S h z : disordered_solution d S h z ->
  exists E, E 0 = 1 /\ (forall t, 0 < E t) /\ lift d S h (fun t k => E t * z t k) E.
Proof.
intros Hs. set (g := fun t => dot d (z t) h).
assert (Hc : forall t, continuous g t).
{ intros t. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule) g t).
  exists (dot d (disordered d S h (z t)) h). apply solution_dot_derive, Hs. }
set (E := fun t => exp (RInt g 0 t)). exists E.
assert (E0 : E 0 = 1) by (unfold E; rewrite (@RInt_point R_CompleteNormedModule); apply exp_0).
assert (HE : forall t, is_derive E t (E t * g t)).
{ intros t. unfold E. replace (exp (RInt g 0 t) * g t) with (g t * exp (RInt g 0 t)) by ring.
  apply (is_derive_comp (V := R_NormedModule) exp (fun s => RInt g 0 s) t (exp (RInt g 0 t)) (g t)).
  - apply is_derive_Reals, derivable_pt_lim_exp.
  - apply is_derive_RInt with (a := 0).
    + apply filter_forall. intros x. apply (@RInt_correct R_CompleteNormedModule).
      apply ex_RInt_continuous. intros; apply Hc.
    + apply Hc. }
split; [exact E0|]. split; [intros; apply exp_pos|]. split.
- intros t k Hk. rewrite act_scal.
  replace (E t * act d S (z t) k + E t * h k) with (E t * g t * z t k + E t * disordered d S h (z t) k)
    by (unfold disordered, g; ring).
  apply (is_derive_mult E (fun s => z s k)); [apply HE|apply Hs, Hk|intros; apply Rmult_comm].
- intros t. rewrite (dot_comm d h), (dot_scal_l d (E t) (z t) h). apply HE.
Qed.

(* the sphere is invariant *)
Theorem disordered_sphere d S h z : skew d S -> disordered_solution d S h z -> dot d (z 0) (z 0) = 1 ->
  forall t, dot d (z t) (z t) = 1.
Proof.
intros HS Hs H0 t. destruct (solution_lifts d S h z Hs) as [E [E0 [EP HL]]].
assert (Q := lorentz_preserved d S h _ E _ E HS HL HL t). cbv beta in Q.
rewrite !dot_scal_l, !dot_scal_r, H0, E0 in Q. specialize (EP t).
assert (E t * E t * (dot d (z t) (z t) - 1) = 0) by lra.
apply Rmult_integral in H. destruct H; [nra|lra].
Qed.

(* one solution from each start on the sphere *)
Theorem lift_unique d S h y E y' E' : skew d S -> lift d S h y E -> lift d S h y' E' ->
  veq d (y 0) (y' 0) -> E 0 = E' 0 -> forall t, veq d (y t) (y' t) /\ E t = E' t.
Proof.
intros HS [Hy HE] [Hy' HE'] H0 HE0 t. set (m := norm d h).
set (u := fun t k => y t k - y' t k). set (e := fun t => E t - E' t).
assert (Du : forall t k, (k < d)%nat -> is_derive (fun s => u s k) t (act d S (u t) k + e t * h k)).
{ intros s k Hk. unfold u, e. rewrite act_minus.
  replace (act d S (y s) k - act d S (y' s) k + (E s - E' s) * h k)
    with ((act d S (y s) k + E s * h k) - (act d S (y' s) k + E' s * h k)) by ring.
  apply (is_derive_minus (V := R_NormedModule) (fun s => y s k) (fun s => y' s k)); [apply Hy, Hk|apply Hy', Hk]. }
assert (De : forall t, is_derive e t (dot d h (u t))).
{ intros s. unfold u, e. rewrite (dot_minus_r d h (y s) (y' s)).
  apply (is_derive_minus (V := R_NormedModule) E E'); [apply HE|apply HE']. }
set (N := fun t => dot d (u t) (u t) + e t * e t).
assert (DN : forall t, is_derive N t (4 * (e t * dot d h (u t)))).
{ intros s. replace (4 * (e s * dot d h (u s))) with
    ((dot d (fun k => act d S (u s) k + e s * h k) (u s) + dot d (u s) (fun k => act d S (u s) k + e s * h k))
     + (dot d h (u s) * e s + e s * dot d h (u s))).
  - apply (is_derive_plus (V := R_NormedModule) (fun t => dot d (u t) (u t)) (fun t => e t * e t)).
    + apply (dot_is_derive d u u); intros k Hk; apply Du, Hk.
    + apply (is_derive_mult e e); [apply De|apply De|intros; apply Rmult_comm].
  - rewrite (dot_comm d (fun k => act d S (u s) k + e s * h k)).
    rewrite (dot_plus_r d (u s) (act d S (u s)) (fun k => e s * h k)), dot_scal_r, skew_self, (dot_comm d (u s) h) by exact HS.
    ring. }
assert (AN : forall t, Rabs (4 * (e t * dot d h (u t))) <= 2 * m * N t).
{ intros s. rewrite !Rabs_mult, (Rabs_pos_eq 4) by lra. assert (C := cauchy_schwarz d h (u s)). fold m in C.
  assert (P := Rabs_pos (e s)). assert (M := norm_nonneg d h). fold m in M. unfold N. rewrite <- (norm_sqr d (u s)).
  assert (R2 : Rabs (e s) * Rabs (e s) = e s * e s) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  rewrite <- R2. set (a := Rabs (e s)) in *. set (b := norm d (u s)) in *.
  assert (0 <= (a - b) * (a - b)) by apply Rle_0_sqr.
  apply Rle_trans with (4 * (a * (m * b))); [|nra].
  apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [exact P|exact C]. }
assert (N0 : N 0 = 0).
{ unfold N, e. rewrite HE0. replace (dot d (u 0) (u 0)) with 0; [ring|]. symmetry. apply dot_zero_r.
  intros k Hk. unfold u. rewrite (H0 k Hk). ring. }
assert (Nt : N t <= 0).
{ destruct (gronwall N _ _ DN AN t) as [G1 G2]. rewrite N0 in G1, G2.
  destruct (Rle_lt_dec 0 t) as [Ht|Ht]; [specialize (G1 Ht)|specialize (G2 ltac:(lra))]; lra. }
assert (P := dot_nonneg d (u t)). assert (P2 := Rle_0_sqr (e t)). unfold Rsqr in P2. unfold N in Nt.
split.
- intros k Hk. assert (V := dot_zero_eq d (u t) ltac:(lra) k Hk). unfold u in V. lra.
- assert (Z : e t * e t = 0) by lra. apply Rmult_integral in Z. unfold e in Z. lra.
Qed.

Theorem flow_unique d S h z z' : skew d S -> disordered_solution d S h z -> disordered_solution d S h z' ->
  veq d (z 0) (z' 0) -> forall t, veq d (z t) (z' t).
Proof.
intros HS Hs Hs' H0 t. destruct (solution_lifts d S h z Hs) as [E [E0 [EP HL]]].
destruct (solution_lifts d S h z' Hs') as [E' [E0' [EP' HL']]].
destruct (lift_unique d S h _ E _ E' HS HL HL') with (t := t) as [Hy HE].
- intros k Hk. rewrite E0, E0', (H0 k Hk). reflexivity.
- congruence.
- intros k Hk. assert (Q := Hy k Hk). cbv beta in Q. rewrite <- HE in Q.
  apply (Rmult_eq_reg_l (E t)); [exact Q|]. specialize (EP t). lra.
Qed.

(* ---- convergence to an equilibrium with mu > 0 ---- *)

(* 1 - z.q, for an equilibrium q of any rate nu: E (1 - z.q) = (1 - z0.q) exp(-nu t) *)
Lemma defect_law d S h z q nu : skew d S -> disordered_solution d S h z -> equilibrium_at d S h nu q ->
  forall E, E 0 = 1 -> lift d S h (fun t k => E t * z t k) E ->
  forall t, E t * (1 - dot d (z t) q) = (1 - dot d (z 0) q) * exp (- nu * t).
Proof.
intros HS Hs Hq E E0 HL t. assert (Hrate := equilibrium_rate d S h nu q HS Hq). destruct Hq as [Hq1 Hq].
(* (exp(nu t) q, exp(nu t)) is a lift *)
assert (HQ : lift d S h (fun t k => exp (nu * t) * q k) (fun t => exp (nu * t))).
{ split.
  - intros s k Hk. rewrite act_scal. assert (A := Hq k Hk). cbv beta in A.
    replace (exp (nu * s) * act d S q k + exp (nu * s) * h k) with (q k * (nu * exp (nu * s))) by (rewrite <- A; ring).
    apply (is_derive_extR (fun s => q k * exp (nu * s))); [intros; apply Rmult_comm|].
    apply is_derive_scal, exp_is_derive.
  - intros s. rewrite dot_scal_r, (dot_comm d h q), Hrate, Rmult_comm. apply exp_is_derive. }
assert (L := lorentz_preserved d S h _ _ _ _ HS HL HQ t). cbv beta in L.
rewrite !dot_scal_l, !dot_scal_r, E0, Rmult_0_r, exp_0 in L.
assert (X : exp (nu * t) * exp (- nu * t) = 1).
{ rewrite <- exp_plus. replace (nu * t + - nu * t) with 0 by ring. apply exp_0. }
assert (K : E t * (1 - dot d (z t) q) * exp (nu * t) = 1 - dot d (z 0) q) by lra.
rewrite <- K. replace (E t * (1 - dot d (z t) q) * exp (nu * t) * exp (- nu * t))
  with (E t * (1 - dot d (z t) q) * (exp (nu * t) * exp (- nu * t))) by ring. rewrite X. ring.
Qed.

(* the other null direction: an equilibrium at the rate -mu *)
Theorem repelling_partner d S h mu q : skew d S -> 0 < mu -> equilibrium_at d S h mu q ->
  exists q', equilibrium_at d S h (- mu) q'.
Proof.
intros HS Hmu [Hq H].
destruct (shift_solvable d S (- mu) h HS ltac:(lra)) as [b Hb]. exists b. split; [|exact Hb].
(* |b|^2 = |q|^2: both h.q = mu |q|^2 and h.b = - mu |b|^2 pair the same way *)
assert (A1 := shifted_dot d S mu q h b H). assert (A2 := shifted_dot d S (- mu) b h q Hb).
assert (A3 := shifted_dot d S mu q h q H). assert (A4 := shifted_dot d S (- mu) b h b Hb).
rewrite skew_self in A3, A4 by exact HS. rewrite (skew_dot d S q b HS), (dot_comm d q b) in A2.
rewrite Hq in A3. apply (Rmult_eq_reg_l mu); [|lra]. lra.
Qed.

Lemma dist_sqr d x y : dot d x x = 1 -> dot d y y = 1 ->
  dot d (fun k => x k - y k) (fun k => x k - y k) = 2 * (1 - dot d x y).
Proof.
intros Hx Hy. rewrite (dot_minus_l d x y), !(dot_minus_r d _ x y), Hx, Hy, (dot_comm d y x). ring.
Qed.

(* |z - q|^2 <= 4 (1 - z0.q)/(1 - z0.q') exp(-2 mu t) *)
Theorem disordered_convergence d S h mu q q' z : skew d S -> 0 < mu ->
  equilibrium_at d S h mu q -> equilibrium_at d S h (- mu) q' ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) q' ->
  0 < 1 - dot d (z 0) q' /\
  forall t, dot d (fun k => z t k - q k) (fun k => z t k - q k)
    <= 4 * ((1 - dot d (z 0) q) / (1 - dot d (z 0) q')) * exp (- 2 * mu * t).
Proof.
intros HS Hmu Hq Hq' Hs H0 Hne. destruct (solution_lifts d S h z Hs) as [E [E0 [EP HL]]].
assert (P0 : 0 < 1 - dot d (z 0) q').
{ destruct (dot_unit_bounds d (z 0) q' H0 (proj1 Hq')) as [_ [B|B]]; [lra|]. exfalso. apply Hne.
  intros k Hk. assert (D := dist_sqr d (z 0) q' H0 (proj1 Hq')). rewrite B in D.
  assert (V := dot_zero_eq d _ ltac:(rewrite D; ring) k Hk). cbv beta in V. lra. }
split; [exact P0|]. intros t. assert (Hz := disordered_sphere d S h z HS Hs H0 t).
rewrite (dist_sqr d (z t) q Hz (proj1 Hq)).
assert (L1 := defect_law d S h z q mu HS Hs Hq E E0 HL t).
assert (L2 := defect_law d S h z q' (- mu) HS Hs Hq' E E0 HL t). rewrite Ropp_involutive in L2.
destruct (dot_unit_bounds d (z t) q' Hz (proj1 Hq')) as [B2 _].
destruct (dot_unit_bounds d (z 0) q H0 (proj1 Hq)) as [_ B0].
specialize (EP t). set (a := 1 - dot d (z t) q) in *. set (b := 1 - dot d (z t) q') in *.
set (a0 := 1 - dot d (z 0) q) in *. set (b0 := 1 - dot d (z 0) q') in *.
assert (e1 := exp_pos (mu * t)). assert (e2 := exp_pos (- mu * t)).
assert (X : exp (mu * t) * exp (- mu * t) = 1).
{ rewrite <- exp_plus. replace (mu * t + - mu * t) with 0 by ring. apply exp_0. }
replace (exp (- 2 * mu * t)) with (exp (- mu * t) * exp (- mu * t)) by (rewrite <- exp_plus; f_equal; ring).
(* a b0 = a0 b exp(-2 mu t) *)
assert (K : a * b0 = a0 * b * (exp (- mu * t) * exp (- mu * t))).
{ apply (Rmult_eq_reg_l (E t)); [|lra].
  replace (E t * (a * b0)) with (E t * a * b0) by ring. rewrite L1.
  replace (E t * (a0 * b * (exp (- mu * t) * exp (- mu * t)))) with (a0 * (E t * b) * (exp (- mu * t) * exp (- mu * t))) by ring.
  rewrite L2. replace (a0 * (b0 * exp (mu * t)) * (exp (- mu * t) * exp (- mu * t)))
    with (a0 * b0 * exp (- mu * t) * (exp (mu * t) * exp (- mu * t))) by ring. rewrite X. ring. }
assert (Hb : b <= 2) by (unfold b; lra). assert (Ha0 : 0 <= a0) by (unfold a0; lra).
apply (Rmult_le_reg_r b0); [exact P0|].
replace (4 * (a0 / b0) * (exp (- mu * t) * exp (- mu * t)) * b0) with (4 * a0 * (exp (- mu * t) * exp (- mu * t))) by (field; lra).
replace (2 * a * b0) with (2 * (a * b0)) by ring. rewrite K.
set (x := exp (- mu * t) * exp (- mu * t)). assert (0 < x) by (apply Rmult_lt_0_compat; assumption).
assert (0 <= a0 * x) by (apply Rmult_le_pos; lra). nra.
Qed.

Lemma coordinate_le d x k : (k < d)%nat -> x k * x k <= dot d x x.
Proof. intros Hk. apply (Sum_ge_term d (fun k => x k * x k) k Hk). intros; apply Rle_0_sqr. Qed.

Theorem disordered_almost_global d S h mu q : skew d S -> 0 < mu -> equilibrium_at d S h mu q ->
  exists q', equilibrium_at d S h (- mu) q' /\
  forall z, disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) q' ->
  forall k, (k < d)%nat -> is_lim (fun t => z t k) p_infty (q k).
Proof.
intros HS Hmu Hq. destruct (repelling_partner d S h mu q HS Hmu Hq) as [q' Hq'].
exists q'. split; [exact Hq'|]. intros z Hs H0 Hne k Hk.
destruct (disordered_convergence d S h mu q q' z HS Hmu Hq Hq' Hs H0 Hne) as [P0 C].
set (K := 4 * ((1 - dot d (z 0) q) / (1 - dot d (z 0) q'))) in *.
assert (B : forall t, Rabs (z t k - q k) <= sqrt K * exp (- mu * t)).
{ intros t. specialize (C t). assert (Ck := coordinate_le d (fun k => z t k - q k) k Hk). cbv beta in Ck.
  assert (HK : 0 <= K).
  { unfold K. destruct (dot_unit_bounds d (z 0) q H0 (proj1 Hq)) as [_ B0].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, P0]. }
  rewrite <- sqrt_Rsqr_abs, <- (sqrt_square (exp (- mu * t))), <- sqrt_mult_alt by (try exact HK; left; apply exp_pos).
  apply sqrt_le_1_alt. unfold Rsqr. rewrite <- exp_plus. replace (- mu * t + - mu * t) with (- 2 * mu * t) by ring. lra. }
assert (HL : is_lim (fun t => sqrt K * exp (- mu * t)) p_infty 0).
{ replace (Finite 0) with (Rbar_mult (sqrt K) 0) by (simpl; f_equal; ring).
  apply is_lim_scal_l. apply (is_lim_comp exp (fun t => - mu * t) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - replace m_infty with (Rbar_mult (- mu) p_infty).
    + apply is_lim_scal_l, is_lim_id.
    + simpl. destruct (Rle_dec 0 (- mu)); [exfalso; lra|reflexivity].
  - exists 0. intros; discriminate. }
apply is_lim_spec. intros eps. apply is_lim_spec in HL. destruct (HL eps) as [M HM].
exists M. intros t Ht. specialize (HM t Ht). rewrite Rminus_0_r in HM. eapply Rle_lt_trans; [apply B|].
eapply Rle_lt_trans; [apply Rle_abs|exact HM].
Qed.

(* ---- |S^+ h| < 1: a conserved height bounds E, and no two orbits approach ---- *)

(* along the null direction (-x, 1) of the generator: E (1 + z.x) is conserved when S x = h *)
Lemma conserved_height d S h z x E : skew d S -> veq d (act d S x) h -> disordered_solution d S h z ->
  E 0 = 1 -> lift d S h (fun t k => E t * z t k) E -> forall t, E t * (1 + dot d (z t) x) = 1 + dot d (z 0) x.
Proof.
intros HS Hx Hs E0 HL t.
assert (HN : lift d S h (fun _ k => -1 * x k) (fun _ => 1)).
{ split.
  - intros s k Hk. rewrite act_scal, (Hx k Hk). replace (-1 * h k + 1 * h k) with 0 by ring.
    apply (is_derive_const (V := R_NormedModule)).
  - intros s. rewrite dot_scal_r, (dot_comm d h x), <- (dot_ext_r d x _ h Hx), skew_self, Rmult_0_r by exact HS.
    apply (is_derive_const (V := R_NormedModule)). }
assert (L := lorentz_preserved d S h _ _ _ _ HS HL HN t). cbv beta in L.
rewrite !dot_scal_l, !dot_scal_r, E0 in L. lra.
Qed.

Theorem no_attractor d S h x z z' : skew d S -> veq d (act d S x) h -> norm d x < 1 ->
  disordered_solution d S h z -> disordered_solution d S h z' ->
  dot d (z 0) (z 0) = 1 -> dot d (z' 0) (z' 0) = 1 -> forall t,
  let c := (1 - norm d x) / (1 + norm d x) in
  c * c * dot d (fun k => z 0 k - z' 0 k) (fun k => z 0 k - z' 0 k)
    <= dot d (fun k => z t k - z' t k) (fun k => z t k - z' t k).
Proof.
intros HS Hx Hn Hs Hs' H0 H0' t c.
destruct (solution_lifts d S h z Hs) as [E [E0 [EP HL]]]. destruct (solution_lifts d S h z' Hs') as [F [F0 [FP HL']]].
assert (Hz := disordered_sphere d S h z HS Hs H0 t). assert (Hz' := disordered_sphere d S h z' HS Hs' H0' t).
rewrite (dist_sqr d (z 0) (z' 0) H0 H0'), (dist_sqr d (z t) (z' t) Hz Hz').
assert (B : forall y, dot d y y = 1 -> 1 - norm d x <= 1 + dot d y x <= 1 + norm d x).
{ intros y Hy. assert (C := abs_dot_le d y x). replace (norm d y) with 1 in C by (unfold norm; rewrite Hy, sqrt_1; reflexivity). lra. }
assert (Bound : forall y G, dot d (y 0) (y 0) = 1 -> dot d (y t) (y t) = 1 -> 0 < G t ->
  G t * (1 + dot d (y t) x) = 1 + dot d (y 0) x -> G t * c <= 1).
{ intros y G Hy0 Hyt HG HE. assert (B0 := B (y 0) Hy0). assert (Bt := B (y t) Hyt). assert (P := norm_nonneg d x).
  unfold c. apply (Rmult_le_reg_r (1 + norm d x)); [lra|].
  replace (G t * ((1 - norm d x) / (1 + norm d x)) * (1 + norm d x)) with (G t * (1 - norm d x)) by (field; lra).
  assert (G t * (1 - norm d x) <= G t * (1 + dot d (y t) x)) by (apply Rmult_le_compat_l; lra). lra. }
assert (BE := Bound z E H0 Hz (EP t) (conserved_height d S h z x E HS Hx Hs E0 HL t)).
assert (BF := Bound z' F H0' Hz' (FP t) (conserved_height d S h z' x F HS Hx Hs' F0 HL' t)).
assert (L := lorentz_preserved d S h _ _ _ _ HS HL HL' t). cbv beta in L.
rewrite !dot_scal_l, !dot_scal_r, E0, F0 in L.
assert (K : E t * F t * (1 - dot d (z t) (z' t)) = 1 - dot d (z 0) (z' 0)) by lra.
destruct (dot_unit_bounds d (z t) (z' t) Hz Hz') as [_ D].
assert (Pc : 0 <= c).
{ unfold c. assert (P := norm_nonneg d x). apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
rewrite <- K. specialize (EP t). specialize (FP t).
assert (Q : c * E t * (c * F t) <= 1) by (assert (0 <= c * E t) by nra; assert (0 <= c * F t) by nra; nra).
replace (c * c * (2 * (E t * F t * (1 - dot d (z t) (z' t))))) with (2 * (c * E t * (c * F t)) * (1 - dot d (z t) (z' t))) by ring.
nra.
Qed.

(* ---- |S^+ h| = 1: one equilibrium -x, approached like 1/t from both ends of time ---- *)

Lemma critical_equilibrium d S h x : skew d S -> veq d (act d S x) h -> dot d x x = 1 ->
  equilibrium_at d S h 0 (fun k => - x k).
Proof.
intros HS Hx H1. split.
- rewrite (dot_ext d _ (fun k => -1 * x k) _ (fun k => -1 * x k)) by (intros k _; ring).
  rewrite dot_scal_l, dot_scal_r, H1. ring.
- intros k Hk. rewrite (act_ext d S _ (fun k => -1 * x k)) by (intros j _; ring).
  rewrite act_scal, (Hx k Hk). ring.
Qed.

(* every equilibrium is that one *)
Theorem critical_unique d S h x x1 mu z : skew d S -> veq d x (act d S x1) -> veq d (act d S x) h ->
  dot d x x = 1 -> equilibrium_at d S h mu z -> mu = 0 /\ veq d z (fun k => - x k).
Proof.
intros HS Hx1 Hx H1 Hz. assert (C := critical_equilibrium d S h x HS Hx H1).
destruct (Req_dec mu 0) as [->|Hne].
2: { destruct (equilibrium_unique d S h mu 0 z _ HS Hz C ltac:(lra)) as [E V]. split; [exact E|exact V]. }
split; [reflexivity|]. assert (Hz' := Hz). destruct Hz as [Hz1 Hz].
(* S (z + x) = 0, and x = S x1 is orthogonal to the kernel: z.x = -1 *)
assert (K : veq d (act d S (fun k => z k + x k)) (fun _ => 0)).
{ intros k Hk. assert (A := Hz k Hk). cbv beta in A. rewrite act_plus, (Hx k Hk). lra. }
assert (O : dot d (fun k => z k + x k) x = 0).
{ rewrite (dot_ext_r d _ x _ Hx1), skew_dot, (dot_zero_r d x1 _ K) by exact HS. ring. }
rewrite (dot_plus_l d z x), H1 in O.
assert (P : dot d (fun k => z k + x k) (fun k => z k + x k) = 0).
{ rewrite (dot_plus_l d z x), !(dot_plus_r d _ z x), Hz1, H1, (dot_comm d x z). lra. }
intros k Hk. assert (V := dot_zero_eq d _ P k Hk). cbv beta in V. lra.
Qed.

(* with x = S x1, x1 = S x2: E grows at least like t^2, so |z + x|^2 = 2 (1 + z.x) falls like 1/t^2 *)
Theorem critical_attraction d S h x x1 x2 z : skew d S ->
  veq d (act d S x) h -> veq d (act d S x1) x -> veq d (act d S x2) x1 -> dot d x x = 1 ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> forall t,
  let D s := 1 + dot d (z s) x in
  D t * (D 0 * (t * t) / 2 - norm d x1 * Rabs t - norm d x2) <= D 0 * norm d x2.
Proof.
intros HS Hx Hx1 Hx2 H1 Hs H0 t D.
destruct (solution_lifts d S h z Hs) as [E [E0 [EP HL]]].
assert (CH := conserved_height d S h z x E HS Hx Hs E0 HL). fold (D 0) in CH.
assert (Hd1 : forall s, is_derive (fun s => E s * dot d (z s) x1) s (- D 0)).
{ intros s. destruct HL as [Hy HE].
  apply (is_derive_extR (fun s => dot d (fun k => E s * z s k) x1)); [intros; apply dot_scal_l|].
  replace (- D 0) with (dot d (fun k => act d S (fun k => E s * z s k) k + E s * h k) x1 + dot d (fun k => E s * z s k) (fun _ => 0)).
  - apply (dot_is_derive d (fun s k => E s * z s k) (fun _ => x1)); [intros k Hk; apply Hy, Hk|intros k Hk; apply const_is_derive].
  - rewrite (dot_zero_r d (fun k => E s * z s k) (fun _ => 0)) by (intros ? ?; reflexivity).
    rewrite (dot_plus_l d (act d S (fun k => E s * z s k)) (fun k => E s * h k)), dot_scal_l.
    rewrite (dot_comm d (act d S _) x1), (skew_dot d S x1 _ HS), (dot_ext_r d _ _ x Hx1), dot_scal_l.
    rewrite (dot_comm d h x1), <- (dot_ext_r d x1 _ h Hx), (skew_dot d S x1 x HS), (dot_ext_r d x _ x Hx1), H1.
    rewrite <- (CH s). unfold D. ring. }
assert (L1 : forall s, E s * dot d (z s) x1 = dot d (z 0) x1 - D 0 * s).
{ intros s. assert (Z : forall r, is_derive (fun r => E r * dot d (z r) x1 + D 0 * r) r 0).
  { intros r. apply (is_derive_val _ r (- D 0 + D 0 * 1)); [ring|].
    apply (is_derive_plus (V := R_NormedModule) (fun r => E r * dot d (z r) x1)); [apply Hd1|].
    apply is_derive_scal, (is_derive_id (K := R_AbsRing)). }
  assert (C := const_of_zeroR _ Z s). cbv beta in C. rewrite E0 in C. lra. }
assert (Hd2 : forall s, is_derive (fun s => E s * dot d (z s) x2) s (- (dot d (z 0) x1 - D 0 * s))).
{ intros s. rewrite <- L1. destruct HL as [Hy HE].
  apply (is_derive_extR (fun s => dot d (fun k => E s * z s k) x2)); [intros; apply dot_scal_l|].
  replace (- (E s * dot d (z s) x1)) with (dot d (fun k => act d S (fun k => E s * z s k) k + E s * h k) x2 + dot d (fun k => E s * z s k) (fun _ => 0)).
  - apply (dot_is_derive d (fun s k => E s * z s k) (fun _ => x2)); [intros k Hk; apply Hy, Hk|intros k Hk; apply const_is_derive].
  - rewrite (dot_zero_r d (fun k => E s * z s k) (fun _ => 0)) by (intros ? ?; reflexivity).
    rewrite (dot_plus_l d (act d S (fun k => E s * z s k)) (fun k => E s * h k)), dot_scal_l.
    rewrite (dot_comm d (act d S _) x2), (skew_dot d S x2 _ HS), (dot_ext_r d _ _ x1 Hx2), dot_scal_l.
    rewrite (dot_comm d h x2), <- (dot_ext_r d x2 _ h Hx), (skew_dot d S x2 x HS), (dot_ext_r d x _ x1 Hx2).
    rewrite <- (dot_ext_l d _ x x1 Hx1), (dot_comm d (act d S x1) x1), skew_self by exact HS. ring. }
assert (L2 : E t * dot d (z t) x2 = dot d (z 0) x2 - dot d (z 0) x1 * t + D 0 * (t * t) / 2).
{ assert (Z : forall r, is_derive (fun r => E r * dot d (z r) x2 + (dot d (z 0) x1 * r - D 0 / 2 * (r * r))) r 0).
  { intros r.
    apply (is_derive_val _ r (- (dot d (z 0) x1 - D 0 * r) + (dot d (z 0) x1 * 1 - D 0 / 2 * (1 * r + r * 1)))); [field|].
    apply (is_derive_plus (V := R_NormedModule) (fun r => E r * dot d (z r) x2)); [apply Hd2|].
    auto_derive; [trivial|field]. }
  assert (C := const_of_zeroR _ Z t). cbv beta in C. rewrite E0 in C. lra. }
assert (Hz := disordered_sphere d S h z HS Hs H0 t).
assert (N0 : norm d (z 0) = 1) by (unfold norm; rewrite H0; apply sqrt_1).
assert (Nt : norm d (z t) = 1) by (unfold norm; rewrite Hz; apply sqrt_1).
assert (C1 := abs_dot_le d (z 0) x1). assert (C2 := abs_dot_le d (z 0) x2). assert (C3 := abs_dot_le d (z t) x2).
rewrite N0 in C1, C2. rewrite Nt in C3.
assert (T : dot d (z 0) x1 * t <= norm d x1 * Rabs t).
{ eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|apply Rabs_le; lra]. }
specialize (EP t). specialize (CH t). fold (D t) in CH.
assert (B : D 0 * (t * t) / 2 - norm d x1 * Rabs t - norm d x2 <= E t * norm d x2) by nra.
assert (DP : 0 <= D t).
{ unfold D. destruct (dot_unit_bounds d (z t) x Hz H1). lra. }
apply Rle_trans with (D t * (E t * norm d x2)); [apply Rmult_le_compat_l; assumption|].
rewrite <- CH. right. ring.
Qed.

(* ---- the plane: d = 2 ---- *)

Definition spin (w : R) : matrix := fun i j =>
  match i, j with 0%nat, 1%nat => - w | 1%nat, 0%nat => w | _, _ => 0 end.

Lemma spin_skew w : skew 2 (spin w).
Proof. intros [|[|i]] [|[|j]] Hi Hj; try lia; unfold spin; lra. Qed.

(* |Omega| < |h|: the equilibrium stands at the angle arcsin(Omega/|h|) from h, with rate sqrt(|h|^2 - Omega^2) *)
Theorem plane_locked w h : Rabs w < norm 2 h ->
  let a := asin (w / norm 2 h) in
  equilibrium_at 2 (spin w) h (norm 2 h * cos a)
    (fun k => if Nat.eqb k 0 then cos a * unitv 2 h 0%nat - sin a * unitv 2 h 1%nat else sin a * unitv 2 h 0%nat + cos a * unitv 2 h 1%nat)
  /\ norm 2 h * cos a = sqrt (norm 2 h * norm 2 h - w * w) /\ 0 < norm 2 h * cos a.
Proof.
intros Hw a. set (m := norm 2 h) in *. assert (Hm : 0 < m) by (assert (P := Rabs_pos w); lra).
apply Rabs_def2 in Hw.
assert (R : -1 < w / m < 1).
{ split; apply (Rmult_lt_reg_r m); try exact Hm; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; lra. }
assert (Sa : sin a = w / m) by (apply sin_asin; lra).
assert (Ca : cos a = sqrt (1 - w / m * (w / m))) by (unfold a; rewrite cos_asin by lra; reflexivity).
assert (Pos : 0 < cos a) by (rewrite Ca; apply sqrt_lt_R0; nra).
assert (Q := sin2_cos2 a). unfold Rsqr in Q.
assert (U : unitv 2 h 0%nat * unitv 2 h 0%nat + unitv 2 h 1%nat * unitv 2 h 1%nat = 1).
{ assert (N := norm_sqr 2 h). fold m in N. unfold dot in N. simpl in N. unfold unitv. fold m.
  apply (Rmult_eq_reg_l (m * m)); [|nra].
  replace (m * m * (h 0%nat / m * (h 0%nat / m) + h 1%nat / m * (h 1%nat / m))) with (0 + h 0%nat * h 0%nat + h 1%nat * h 1%nat) by (field; lra).
  rewrite <- N. ring. }
set (p := unitv 2 h 0%nat) in *. set (q := unitv 2 h 1%nat) in *.
assert (Hp : h 0%nat = m * p) by (unfold p, unitv; fold m; field; lra).
assert (Hq : h 1%nat = m * q) by (unfold q, unitv; fold m; field; lra).
assert (W : w = m * sin a) by (rewrite Sa; field; lra).
split; [split|split].
- unfold dot. simpl.
  replace (0 + (cos a * p - sin a * q) * (cos a * p - sin a * q) + (sin a * p + cos a * q) * (sin a * p + cos a * q))
    with ((sin a * sin a + cos a * cos a) * (p * p + q * q)) by ring. rewrite Q, U. ring.
- intros [|[|k]] Hk; [| |lia]; unfold act, spin; simpl; rewrite ?Hp, ?Hq, W.
  + replace (m * cos a * (cos a * p - sin a * q) - (0 + 0 * (cos a * p - sin a * q) + - (m * sin a) * (sin a * p + cos a * q)))
      with (m * p * (sin a * sin a + cos a * cos a)) by ring. rewrite Q. ring.
  + replace (m * cos a * (sin a * p + cos a * q) - (0 + m * sin a * (cos a * p - sin a * q) + 0 * (sin a * p + cos a * q)))
      with (m * q * (sin a * sin a + cos a * cos a)) by ring. rewrite Q. ring.
- rewrite <- (sqrt_square (m * cos a)) by nra. f_equal. rewrite W.
  replace (m * cos a * (m * cos a)) with (m * m * (cos a * cos a)) by ring.
  replace (cos a * cos a) with (1 - sin a * sin a) by lra. ring.
- nra.
Qed.

(* every equilibrium has mu^2 + Omega^2 = |h|^2: none beyond *)
Theorem plane_unlocked w h mu z : equilibrium_at 2 (spin w) h mu z -> mu * mu + w * w = norm 2 h * norm 2 h.
Proof.
intros [Hz H]. rewrite norm_sqr. rewrite <- (dot_ext 2 _ h _ h H H). unfold dot in *. unfold act, spin. simpl in *.
rewrite <- (Rmult_1_r (mu * mu + w * w)), <- Hz. ring.
Qed.

(* so, off the equilibrium, z(t) tends to it at both ends of time: near it start orbits that leave *)
Theorem critical_limits d S h x x1 x2 z : skew d S ->
  veq d (act d S x) h -> veq d (act d S x1) x -> veq d (act d S x2) x1 -> dot d x x = 1 ->
  disordered_solution d S h z -> dot d (z 0) (z 0) = 1 -> ~ veq d (z 0) (fun k => - x k) ->
  is_lim (fun t => 1 + dot d (z t) x) p_infty 0 /\ is_lim (fun t => 1 + dot d (z t) x) m_infty 0.
Proof.
intros HS Hx Hx1 Hx2 H1 Hs H0 Hne. set (D := fun s => 1 + dot d (z s) x).
assert (Hz := disordered_sphere d S h z HS Hs H0).
assert (DP : forall t, 0 <= D t) by (intros t; unfold D; destruct (dot_unit_bounds d (z t) x (Hz t) H1); lra).
assert (D0 : 0 < D 0).
{ destruct (DP 0) as [P|P]; [exact P|]. exfalso. apply Hne. intros k Hk. unfold D in P.
  assert (Q : dot d (fun k => z 0 k + x k) (fun k => z 0 k + x k) = 0).
  { rewrite (dot_plus_l d (z 0) x), !(dot_plus_r d _ (z 0) x), H0, H1, (dot_comm d x (z 0)). lra. }
  assert (V := dot_zero_eq d _ Q k Hk). cbv beta in V. lra. }
assert (C := critical_attraction d S h x x1 x2 z HS Hx Hx1 Hx2 H1 Hs H0). cbv zeta in C.
assert (A := norm_nonneg d x1). assert (B := norm_nonneg d x2). set (a := norm d x1) in *. set (b := norm d x2) in *.
(* for |t| >= 1, |t| >= M the bracket is at least D0 |t| / 4 ... and D t <= 4 b / |t| *)
assert (K : forall t, 1 <= Rabs t -> 4 * (a + b) / D 0 <= Rabs t -> D t * Rabs t <= 4 * b).
{ intros t Ht1 Ht2. specialize (C t). fold (D t) in C. fold (D 0) in C.
  assert (S2 : t * t = Rabs t * Rabs t) by (rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq, Rle_0_sqr).
  rewrite S2 in C. set (r := Rabs t) in *.
  assert (R4 : 4 * (a + b) <= D 0 * r).
  { apply (Rmult_le_compat_l (D 0)) in Ht2; [|lra]. replace (D 0 * (4 * (a + b) / D 0)) with (4 * (a + b)) in Ht2 by (field; lra). exact Ht2. }
  assert (Low : D 0 * r / 4 <= D 0 * (r * r) / 2 - a * r - b).
  { assert (4 * (a + b) * r <= D 0 * r * r) by (apply Rmult_le_compat_r; lra).
    assert (b <= b * r) by nra. assert (D 0 * r <= D 0 * r * r) by nra. nra. }
  specialize (DP t). assert (D t * (D 0 * r / 4) <= D 0 * b) by (eapply Rle_trans; [apply Rmult_le_compat_l; [exact DP|exact Low]|exact C]).
  apply (Rmult_le_reg_l (D 0)); [exact D0|]. lra. }
assert (G : forall eps, 0 < eps -> exists M, 0 < M /\ forall t, M < Rabs t -> Rabs (D t) < eps).
{ intros eps He. exists (1 + 4 * (a + b) / D 0 + 4 * b / eps).
  assert (P1 : 0 <= 4 * (a + b) / D 0) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (P2 : 0 <= 4 * b / eps) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  split; [lra|]. intros t Ht. assert (Kt := K t ltac:(lra) ltac:(lra)). rewrite Rabs_pos_eq by apply DP.
  apply (Rmult_lt_reg_r (Rabs t)); [lra|]. eapply Rle_lt_trans; [exact Kt|].
  apply Rle_lt_trans with (eps * (4 * b / eps)); [right; field; lra|]. apply Rmult_lt_compat_l; lra. }
split; apply is_lim_spec; intros eps; destruct (G eps (cond_pos eps)) as [M [HM HG]].
- exists M. intros t Ht. rewrite Rminus_0_r. apply HG. rewrite Rabs_pos_eq; lra.
- exists (- M). intros t Ht. rewrite Rminus_0_r. apply HG. rewrite Rabs_left; lra.
Qed.
