(* Trajectories of z' = (I - z z^T) h: the closed form, the half-angle law, convergence.

   Multiplying z by E = exp(int z.h) makes the flow linear: y = E z solves y' = E h, E' = y.h. Solving
   that pair gives every solution; tan(phi/2) decays by exp(-|h| t) exactly, so every start but the
   antipode of h converges, and the antipode does not. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus Vectors LoheField.
Open Scope R_scope.

Definition solution d h (z : R -> vec) :=
  forall t k, (k < d)%nat -> is_derive (fun x => z x k) t (lohe d h (z t) k).

Lemma dot_derive d h z t : solution d h z ->
  is_derive (fun x => dot d (z x) h) t (dot d (lohe d h (z t)) h).
Proof.
intros Hs. unfold dot. apply (is_derive_Sum d (fun k x => z x k * h k)).
intros k Hk. specialize (Hs t k Hk).
apply (is_derive_extR (fun x => h k * z x k)); [intros; apply Rmult_comm|].
rewrite Rmult_comm. apply is_derive_scal. exact Hs.
Qed.

(* d|z|^2/dt = 2 (z.h)(1 - |z|^2) along every solution, on the sphere or not *)
Theorem norm2_derive d h z t : solution d h z ->
  is_derive (fun x => dot d (z x) (z x)) t (2 * dot d (z t) h * (1 - dot d (z t) (z t))).
Proof.
intros Hs. rewrite <- radial_identity. unfold dot at 1 2. rewrite <- Sum_scal.
apply (is_derive_Sum d (fun k x => z x k * z x k)). intros k Hk. specialize (Hs t k Hk).
replace (2 * (lohe d h (z t) k * z t k)) with (lohe d h (z t) k * z t k + z t k * lohe d h (z t) k) by ring.
apply (is_derive_mult (fun x => z x k) (fun x => z x k)); [exact Hs|exact Hs|intros; apply Rmult_comm].
Qed.

(* V = 1 - z.e falls, and rests only at equilibria *)
Theorem lyapunov d h z t : nonzero d h -> solution d h z -> dot d (z t) (z t) = 1 ->
  let c := dot d (z t) (unitv d h) in
  is_derive (fun x => 1 - dot d (z x) (unitv d h)) t (- norm d h * (1 - c * c)) /\
  - norm d h * (1 - c * c) <= 0 /\
  (- norm d h * (1 - c * c) = 0 <-> veq d (lohe_mat d h (z t)) (fun _ => 0)).
Proof.
intros Hh Hs Hz c. assert (Hp := norm_pos d h Hh). set (m := norm d h) in *.
assert (Hb : -1 <= c <= 1) by (apply dot_unit_bounds; [assumption|apply unitv_unit; assumption]).
split; [|split].
- assert (D := dot_derive d h z t Hs).
  apply (is_derive_extR (fun x => 1 - / m * dot d (z x) h)).
  { intros x. rewrite (dot_unitv_r d (z x) h Hh). fold m. field. lra. }
  replace (- m * (1 - c * c)) with (0 - / m * dot d (lohe d h (z t)) h).
  + apply (is_derive_minus (V := R_NormedModule)).
    * apply (is_derive_const (V := R_NormedModule)).
    * apply is_derive_scal. exact D.
  + assert (E : dot d (lohe d h (z t)) h = dot d h h - dot d (z t) h * dot d (z t) h).
    { unfold lohe. rewrite (dot_minus_l d h (fun k => dot d (z t) h * z t k) h), dot_scal_l. reflexivity. }
    rewrite E. rewrite <- norm_sqr. fold m. rewrite (dot_unitv_r d (z t) h Hh). fold m. fold c.
    field. lra.
- assert (0 <= (1 - c) * (1 + c)) by (apply Rmult_le_pos; lra).
  assert (0 <= m * ((1 - c) * (1 + c))) by (apply Rmult_le_pos; lra). lra.
- rewrite (equilibria d h (z t) Hh Hz).
  assert (Hu := unitv_unit d h Hh).
  assert (Key : forall s, s * s = 1 -> c = s -> veq d (z t) (fun k => s * unitv d h k)).
  { intros s Hss Hcs k Hk.
    assert (Q : dot d (fun l => z t l - s * unitv d h l) (fun l => z t l - s * unitv d h l) = 0).
    { rewrite (dot_minus_l d (z t) (fun l => s * unitv d h l)).
      rewrite (dot_comm d (z t)), (dot_comm d (fun l => s * unitv d h l)).
      rewrite !(dot_minus_l d (z t) (fun l => s * unitv d h l)).
      rewrite !dot_scal_r, !dot_scal_l. rewrite Hz, Hu.
      rewrite (dot_comm d (unitv d h) (z t)). fold c. rewrite Hcs. nra. }
    assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (z t l - s * unitv d h l)) Q k Hk).
    apply Rsqr_0_uniq in Zk. lra. }
  split.
  + intros H0. assert (c = 1 \/ c = -1).
    { assert ((c - 1) * (c + 1) = 0) by nra. apply Rmult_integral in H. destruct H; [left|right]; lra. }
    destruct H as [H|H]; [left|right]; intros k Hk.
    * rewrite (Key 1) by (assumption || lra). ring.
    * rewrite (Key (-1)) by (assumption || lra). ring.
  + intros [H|H].
    * assert (c = 1). { unfold c. rewrite (dot_ext d _ (unitv d h) _ (unitv d h)); [assumption|exact H|intros ? ?; reflexivity]. }
      rewrite H0; ring.
    * assert (c = -1). { unfold c. rewrite (dot_ext d _ (fun k => (-1) * unitv d h k) _ (unitv d h)).
        - rewrite dot_scal_l, Hu. ring.
        - intros k Hk. rewrite H by assumption. ring.
        - intros ? ?; reflexivity. }
      rewrite H0; ring.
Qed.

(* ---- every solution is the explicit one ---- *)
Section Flow.
Variables (d : nat) (h : vec) (z : R -> vec).
Hypothesis Hh : nonzero d h.
Hypothesis Hsol : solution d h z.
Let m := norm d h.
Let u := unitv d h.
Let c := dot d (z 0) u.

Lemma m_pos : 0 < m. Proof. apply norm_pos, Hh. Qed.
Lemma h_mu k : h k = m * u k.
Proof. assert (H := m_pos). unfold u, unitv. fold m. field. lra. Qed.

Let g := fun t => dot d (z t) h.
Lemma g_cont t : continuous g t.
Proof.
apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule) g t).
exists (dot d (lohe d h (z t)) h). apply dot_derive, Hsol.
Qed.
Let G := fun t => RInt g 0 t.
Lemma G_der t : is_derive G t (g t).
Proof.
apply is_derive_RInt with (a := 0).
- apply filter_forall. intros x. apply (@RInt_correct R_CompleteNormedModule). apply ex_RInt_continuous. intros; apply g_cont.
- apply g_cont.
Qed.
Let E := fun t => exp (G t).
Lemma E_pos t : 0 < E t. Proof. apply exp_pos. Qed.
Lemma E_0 : E 0 = 1.
Proof. unfold E, G. rewrite (@RInt_point R_CompleteNormedModule). apply exp_0. Qed.
Lemma E_der t : is_derive E t (E t * g t).
Proof.
unfold E. assert (H := G_der t).
replace (exp (G t) * g t) with (scal (g t) (exp (G t))) by (unfold scal; simpl; unfold mult; simpl; ring).
apply (is_derive_comp (V := R_NormedModule) exp G t (exp (G t)) (g t)); [|exact H].
apply is_derive_Reals, derivable_pt_lim_exp.
Qed.
Let F := fun t => E t * g t.
Lemma g_der t : is_derive g t (m * m - g t * g t).
Proof.
replace (m * m - g t * g t) with (dot d (lohe d h (z t)) h); [apply dot_derive, Hsol|].
unfold lohe. rewrite (dot_minus_l d h (fun k => dot d (z t) h * z t k) h), dot_scal_l.
unfold m. rewrite norm_sqr. reflexivity.
Qed.
Lemma F_der t : is_derive F t (E t * (m * m)).
Proof.
replace (E t * (m * m)) with (E t * g t * g t + E t * (m * m - g t * g t)) by ring.
apply (is_derive_mult E g t (E t * g t) (m * m - g t * g t)).
- apply E_der. - apply g_der. - intros; apply Rmult_comm.
Qed.

Lemma exp_der a t : is_derive (fun x => exp (a * x)) t (a * exp (a * t)).
Proof. auto_derive; [trivial|]. ring. Qed.
(* E' = F, F' = m^2 E : linear; decouple F + mE and F - mE *)
Lemma decouple s t : (s = 1 \/ s = -1) ->
  F t + s * m * E t = (m * c + s * m) * exp (s * m * t).
Proof.
intros Hs.
assert (Hss : s * s = 1) by (destruct Hs; subst; ring).
assert (D : forall t, is_derive (fun x => (F x + s * m * E x) * exp (- (s * m) * x)) t 0).
{ intros t0.
  replace 0 with ((E t0 * (m * m) + s * m * (E t0 * g t0)) * exp (- (s * m) * t0)
     + (F t0 + s * m * E t0) * (- (s * m) * exp (- (s * m) * t0))).
  - apply (is_derive_mult (fun x => F x + s * m * E x) (fun x => exp (- (s * m) * x))).
    + apply (is_derive_plus (V := R_NormedModule)); [apply F_der|apply is_derive_scal, E_der].
    + apply exp_der.
    + intros; apply Rmult_comm.
  - unfold F. replace ((E t0 * (m * m) + s * m * (E t0 * g t0)) * exp (- (s * m) * t0) +
      (E t0 * g t0 + s * m * E t0) * (- (s * m) * exp (- (s * m) * t0)))
      with ((1 - s * s) * (E t0 * (m * m) * exp (- (s * m) * t0))) by ring.
    rewrite Hss. ring. }
assert (K := const_of_zeroR _ D t). cbv beta in K.
assert (F0 : F 0 = m * c).
{ unfold F. rewrite E_0. unfold g. rewrite (dot_unitv_r d (z 0) h Hh). fold m u c. ring. }
rewrite F0, E_0 in K. rewrite Rmult_0_r, exp_0 in K.
assert (X : exp (- (s * m) * t) * exp (s * m * t) = 1).
{ rewrite <- exp_plus. replace (- (s * m) * t + s * m * t) with 0 by ring. apply exp_0. }
replace (F t + s * m * E t) with ((F t + s * m * E t) * (exp (- (s * m) * t) * exp (s * m * t)))
  by (rewrite X; ring).
rewrite <- Rmult_assoc, K. ring.
Qed.
Lemma E_closed t : E t = ((1 + c) * exp (m * t) + (1 - c) * exp (- m * t)) / 2.
Proof.
assert (H1 := decouple 1 t (or_introl eq_refl)).
assert (H2 := decouple (-1) t (or_intror eq_refl)).
assert (Hm := m_pos).
replace (1 * m * t) with (m * t) in H1 by ring.
replace (-1 * m * t) with (- m * t) in H2 by ring.
apply (Rmult_eq_reg_l (2 * m)); [|lra].
replace (2 * m * E t) with ((F t + 1 * m * E t) - (F t + -1 * m * E t)) by ring.
rewrite H1, H2. field.
Qed.
Lemma F_closed t : F t / m = ((1 + c) * exp (m * t) - (1 - c) * exp (- m * t)) / 2.
Proof.
assert (H1 := decouple 1 t (or_introl eq_refl)).
assert (H2 := decouple (-1) t (or_intror eq_refl)).
assert (Hm := m_pos).
replace (1 * m * t) with (m * t) in H1 by ring.
replace (-1 * m * t) with (- m * t) in H2 by ring.
apply (Rmult_eq_reg_l (2 * m)); [|lra].
replace (2 * m * (F t / m)) with ((F t + 1 * m * E t) + (F t + -1 * m * E t)) by (field; lra).
rewrite H1, H2. field.
Qed.

Lemma y_closed t k : (k < d)%nat -> E t * z t k = u k * (F t / m) + (z 0 k - c * u k).
Proof.
intros Hk. assert (Hm := m_pos).
assert (D : forall t, is_derive (fun x => E x * z x k - u k / m * F x) t 0).
{ intros t0.
  replace 0 with ((E t0 * g t0 * z t0 k + E t0 * lohe d h (z t0) k) - u k / m * (E t0 * (m * m))).
  - apply (is_derive_minus (V := R_NormedModule)).
    + apply (is_derive_mult E (fun x => z x k)); [apply E_der|apply Hsol; exact Hk|intros; apply Rmult_comm].
    + apply is_derive_scal, F_der.
  - unfold lohe. rewrite (h_mu k) at 1. unfold g. fold (dot d (z t0) h). field. lra. }
assert (K := const_of_zeroR _ D t). cbv beta in K.
assert (F0 : F 0 = m * c).
{ unfold F. rewrite E_0. unfold g. rewrite (dot_unitv_r d (z 0) h Hh). fold m u c. ring. }
rewrite F0, E_0 in K.
replace (E t * z t k) with ((E t * z t k - u k / m * F t) + u k / m * F t) by ring.
rewrite K. field. lra.
Qed.

(* the explicit solution, no hypothesis on |z(0)| *)
Theorem explicit_solution t k : (k < d)%nat ->
  let ch := (exp (m * t) + exp (- m * t)) / 2 in
  let sh := (exp (m * t) - exp (- m * t)) / 2 in
  0 < ch + c * sh /\
  z t k = ((sh + c * ch) * u k + (z 0 k - c * u k)) / (ch + c * sh).
Proof.
intros Hk ch sh.
assert (HE : E t = ch + c * sh) by (rewrite E_closed; unfold ch, sh; field).
assert (HF : F t / m = sh + c * ch) by (rewrite F_closed; unfold ch, sh; field).
assert (Hp := E_pos t).
split; [rewrite <- HE; exact Hp|].
apply (Rmult_eq_reg_l (E t)); [|lra].
rewrite (y_closed t k Hk), HF, HE. field. rewrite <- HE. lra.
Qed.

(* exponential convergence with rate |h| from every start with -1 < c <= 1 *)
Theorem exponential_convergence t k : (k < d)%nat -> 0 <= t -> -1 < c <= 1 ->
  Rabs (z t k - u k) <= 2 * (Rabs (u k) * (1 - c) + Rabs (z 0 k - c * u k)) / (1 + c) * exp (- m * t).
Proof.
intros Hk Ht [Hc1 Hc2]. assert (Hm := m_pos). assert (Hp := E_pos t).
assert (HE := E_closed t). assert (HF := F_closed t). assert (HY := y_closed t k Hk).
assert (e1 := exp_pos (m * t)). assert (e2 := exp_pos (- m * t)).
assert (ee : exp (m * t) * exp (- m * t) = 1).
{ rewrite <- exp_plus. replace (m * t + - m * t) with 0 by ring. apply exp_0. }
assert (El : (1 + c) / 2 * exp (m * t) <= E t) by (rewrite HE; nra).
assert (e2le : exp (- m * t) <= 1).
{ rewrite <- exp_0. destruct (Rle_lt_or_eq_dec 0 t Ht) as [Hlt|<-].
  - left. apply exp_increasing. nra.
  - right. f_equal. ring. }
assert (Dif : E t * (z t k - u k) = - (u k * (1 - c) * exp (- m * t)) + (z 0 k - c * u k)).
{ rewrite Rmult_minus_distr_l, HY, HF, HE. field. }
set (B := Rabs (u k) * (1 - c) + Rabs (z 0 k - c * u k)).
assert (HB : Rabs (E t * (z t k - u k)) <= B).
{ rewrite Dif. eapply Rle_trans; [apply Rabs_triang|]. unfold B. apply Rplus_le_compat_r.
  rewrite Rabs_Ropp, !Rabs_mult, (Rabs_pos_eq (1 - c)), (Rabs_pos_eq (exp (- m * t))) by lra.
  assert (0 <= Rabs (u k) * (1 - c)) by (apply Rmult_le_pos; [apply Rabs_pos|lra]). nra. }
rewrite Rabs_mult, (Rabs_pos_eq (E t)) in HB by lra.
assert (HA := Rabs_pos (z t k - u k)). set (a := Rabs (z t k - u k)) in *.
assert (H3 : (1 + c) / 2 * exp (m * t) * a <= B) by nra.
apply (Rmult_le_reg_l ((1 + c) / 2 * exp (m * t))); [apply Rmult_lt_0_compat; lra|].
eapply Rle_trans; [exact H3|]. right.
replace ((1 + c) / 2 * exp (m * t) * (2 * B / (1 + c) * exp (- m * t)))
  with (B * (exp (m * t) * exp (- m * t))) by (field; lra).
rewrite ee. ring.
Qed.

(* tan(phi/2) law in algebraic form: (1-c(t))/(1+c(t)) = (1-c)/(1+c) e^{-2|h|t} *)
Theorem half_angle_law t : -1 < c ->
  let ct := dot d (z t) u in
  0 < 1 + ct /\ (1 - ct) / (1 + ct) = (1 - c) / (1 + c) * exp (- 2 * m * t).
Proof.
intros Hc ct. assert (Hm := m_pos). assert (Hp := E_pos t).
assert (Hct : E t * ct = F t / m).
{ unfold F, g. rewrite (dot_unitv_r d (z t) h Hh). fold m u ct. field. lra. }
assert (P1 : E t * (1 + ct) = (1 + c) * exp (m * t)).
{ rewrite Rmult_plus_distr_l, Hct, F_closed, E_closed. field. }
assert (P2 : E t * (1 - ct) = (1 - c) * exp (- m * t)).
{ rewrite Rmult_minus_distr_l, Hct, F_closed, E_closed. field. }
assert (e1 := exp_pos (m * t)).
assert (Q : 0 < 1 + ct).
{ apply (Rmult_lt_reg_l (E t)); [lra|]. rewrite P1, Rmult_0_r. apply Rmult_lt_0_compat; lra. }
split; [exact Q|].
replace ((1 - ct) / (1 + ct)) with ((E t * (1 - ct)) / (E t * (1 + ct))) by (field; split; lra).
rewrite P1, P2. replace (- 2 * m * t) with (- m * t + - (m * t)) by ring.
rewrite exp_plus, exp_Ropp. field. split; lra.
Qed.
End Flow.

(* sphere invariance for every solution *)
Theorem sphere_invariance d h z : nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  forall t, dot d (z t) (z t) = 1.
Proof.
intros Hh Hs Hz t. set (u := unitv d h). set (c := dot d (z 0) u).
assert (Hu : dot d u u = 1) by (apply unitv_unit; assumption).
set (ch := (exp (norm d h * t) + exp (- norm d h * t)) / 2).
set (sh := (exp (norm d h * t) - exp (- norm d h * t)) / 2).
assert (X : ch * ch - sh * sh = 1).
{ unfold ch, sh. replace ((exp (norm d h * t) + exp (- norm d h * t)) / 2 * ((exp (norm d h * t) + exp (- norm d h * t)) / 2) -
   (exp (norm d h * t) - exp (- norm d h * t)) / 2 * ((exp (norm d h * t) - exp (- norm d h * t)) / 2))
   with (exp (norm d h * t) * exp (- norm d h * t)) by field.
  rewrite <- exp_plus. replace (norm d h * t + - norm d h * t) with 0 by ring. apply exp_0. }
assert (Hpos : 0 < ch + c * sh).
{ destruct (Hh) as [k [Hk _]]. destruct (explicit_solution d h z Hh Hs t k Hk) as [P _]. exact P. }
rewrite (dot_ext d (z t) (fun k => / (ch + c * sh) * ((sh + c * ch - c) * u k + z 0 k))
                 (z t) (fun k => / (ch + c * sh) * ((sh + c * ch - c) * u k + z 0 k))).
2,3: intros k Hk; destruct (explicit_solution d h z Hh Hs t k Hk) as [_ P]; rewrite P; fold u c ch sh; field; lra.
rewrite dot_scal_l, dot_scal_r.
rewrite (dot_plus_l d (fun k => (sh + c * ch - c) * u k) (z 0)).
rewrite (dot_comm d (fun k => (sh + c * ch - c) * u k)), (dot_comm d (z 0)).
rewrite !(dot_plus_l d (fun k => (sh + c * ch - c) * u k) (z 0)).
rewrite !dot_scal_l, !dot_scal_r, Hu, Hz. rewrite (dot_comm d u (z 0)). fold c.
assert (X' : ch * ch = 1 + sh * sh) by lra.
field_simplify_eq; [|lra]. 
replace (ch ^ 2) with (1 + sh * sh) by (rewrite <- X'; ring). ring.
Qed.

(* every trajectory on the sphere except the one at the antipode converges *)
Theorem global_convergence d h z : nonzero d h -> solution d h z -> dot d (z 0) (z 0) = 1 ->
  ~ veq d (z 0) (fun k => - unitv d h k) ->
  forall k, (k < d)%nat -> is_lim (fun t => z t k) p_infty (unitv d h k).
Proof.
intros Hh Hs Hz Hna k Hk. assert (Hu := unitv_unit d h Hh).
set (u := unitv d h) in *. set (c := dot d (z 0) u).
assert (Hb : -1 <= c <= 1) by (apply dot_unit_bounds; assumption).
assert (Hc : -1 < c).
{ destruct Hb as [[Hlt|Heq] _]; [exact Hlt|]. exfalso. apply Hna. intros l Hl.
  assert (Q : Sum d (fun l => (z 0 l + u l) * (z 0 l + u l)) = 0).
  { fold (dot d (fun l => z 0 l + u l) (fun l => z 0 l + u l)).
    rewrite (dot_plus_l d (z 0) u), (dot_comm d (z 0)), (dot_comm d u).
    rewrite !(dot_plus_l d (z 0) u), Hz, Hu, (dot_comm d u (z 0)). fold c. lra. }
  assert (Zk := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (z 0 l + u l)) Q l Hl).
  apply Rsqr_0_uniq in Zk. lra. }
assert (Hm := norm_pos d h Hh). set (m := norm d h) in *.
set (K := 2 * (Rabs (u k) * (1 - c) + Rabs (z 0 k - c * u k)) / (1 + c)).
assert (HK : 0 <= K).
{ unfold K. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
  assert (0 <= Rabs (u k) * (1 - c)) by (apply Rmult_le_pos; [apply Rabs_pos|lra]).
  assert (0 <= Rabs (z 0 k - c * u k)) by apply Rabs_pos. lra. }
assert (HL : is_lim (fun t => K * exp (- m * t)) p_infty 0).
{ replace (Finite 0) with (Rbar_mult K 0) by (simpl; f_equal; ring).
  apply is_lim_scal_l.
  apply (is_lim_comp exp (fun t => - m * t) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - replace m_infty with (Rbar_mult (- m) p_infty).
    + apply is_lim_scal_l, is_lim_id.
    + simpl. destruct (Rle_dec 0 (- m)); [exfalso; lra|reflexivity].
  - exists 0. intros; discriminate. }
apply is_lim_spec. intros eps. apply is_lim_spec in HL. destruct (HL eps) as [M HM].
exists (Rmax M 0). intros t Ht.
assert (HMt : M < t) by (eapply Rle_lt_trans; [apply Rmax_l|exact Ht]).
assert (H0t : 0 < t) by (eapply Rle_lt_trans; [apply Rmax_r|exact Ht]).
specialize (HM t HMt). rewrite Rminus_0_r in HM. simpl in HM.
eapply Rle_lt_trans; [|exact HM].
eapply Rle_trans.
- apply (exponential_convergence d h z Hh Hs t k Hk); [lra|]. fold u c. lra.
- fold u c m K. apply Rle_abs.
Qed.

(* existence: the explicit curve is a solution from every start on the sphere *)
Theorem explicit_is_solution d h (z0 : vec) : nonzero d h -> dot d z0 z0 = 1 ->
  let m := norm d h in let u := unitv d h in let c := dot d z0 u in
  let ch t := (exp (m * t) + exp (- m * t)) / 2 in
  let sh t := (exp (m * t) - exp (- m * t)) / 2 in
  let z t k := ((sh t + c * ch t) * u k + (z0 k - c * u k)) / (ch t + c * sh t) in
  solution d h z /\ veq d (z 0) z0.
Proof.
intros Hh Hz m u c ch sh z. assert (Hm : 0 < m) by (apply norm_pos; assumption).
assert (Hu : dot d u u = 1) by (apply unitv_unit; assumption).
assert (Hb : -1 <= c <= 1) by (apply dot_unit_bounds; assumption).
assert (Hpos : forall t, 0 < ch t + c * sh t).
{ intros t. unfold ch, sh. assert (e1 := exp_pos (m * t)). assert (e2 := exp_pos (- m * t)). nra. }
assert (Hh' : forall k, h k = m * u k) by (intros; unfold u, unitv; fold m; field; lra).
split.
- intros t k Hk. unfold lohe.
  assert (Hd : dot d (z t) h = m * ((sh t + c * ch t) / (ch t + c * sh t))).
  { rewrite (dot_unitv_r d (z t) h Hh). fold m u. f_equal.
    rewrite (dot_ext d (z t) (fun k => / (ch t + c * sh t) * ((sh t + c * ch t - c) * u k + z0 k)) u u).
    - rewrite dot_scal_l, (dot_plus_l d (fun k => (sh t + c * ch t - c) * u k) z0), dot_scal_l, Hu.
      fold c. specialize (Hpos t). field. lra.
    - intros l _. unfold z. specialize (Hpos t). field. lra.
    - intros ? ?; reflexivity. }
  rewrite Hd, Hh'. unfold z, ch, sh. specialize (Hpos t). unfold ch, sh in Hpos.
  auto_derive; [lra|]. 
  field_simplify_eq; [ring|lra].
- intros k _. unfold z, ch, sh. rewrite !Rmult_0_r, exp_0. field.
Qed.


Lemma nonzero_or d h : nonzero d h \/ veq d h (fun _ => 0).
Proof.
induction d as [|d [[k [Hk Hne]]|H]]; [right; intros k Hk; lia|left; exists k; split; [lia|exact Hne]|].
destruct (Req_dec (h d) 0) as [E|Hne]; [right|left; exists d; split; [lia|exact Hne]].
intros k Hk. destruct (Nat.eq_dec k d) as [->|]; [exact E|apply H; lia].
Qed.

(* the sphere is invariant, whatever h *)
Theorem sphere_invariant d h z : solution d h z -> dot d (z 0) (z 0) = 1 -> forall t, dot d (z t) (z t) = 1.
Proof.
intros Hs Hz t. destruct (nonzero_or d h) as [Hh|H0]; [apply (sphere_invariance d h z Hh Hs Hz)|].
rewrite <- Hz. apply (const_of_zeroR (fun t => dot d (z t) (z t))). intros s.
replace 0 with (2 * dot d (z s) h * (1 - dot d (z s) (z s))); [apply norm2_derive, Hs|].
replace (dot d (z s) h) with 0; [ring|]. unfold dot. symmetry.
rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|]. intros k Hk. rewrite (H0 k Hk). ring.
Qed.

(* the antipode stays where it is: convergence is never global *)
Theorem antipode_rests d h z : nonzero d h -> solution d h z ->
  veq d (z 0) (fun k => - unitv d h k) -> forall t, veq d (z t) (fun k => - unitv d h k).
Proof.
intros Hh Hs H0 t k Hk. assert (Hu := unitv_unit d h Hh).
assert (Hc : dot d (z 0) (unitv d h) = -1).
{ rewrite (dot_ext d _ (fun k => (-1) * unitv d h k) _ (unitv d h)).
  - rewrite dot_scal_l, Hu. ring.
  - intros l Hl. rewrite (H0 l Hl). ring.
  - intros ? ?; reflexivity. }
destruct (explicit_solution d h z Hh Hs t k Hk) as [P E]. rewrite E. rewrite Hc in *. rewrite (H0 k Hk).
field. lra.
Qed.

(* ---- the closed form, as one definition ---- *)

Definition closed_form d h (z0 : vec) (t : R) : vec :=
  let m := norm d h in let u := unitv d h in let c := dot d z0 u in
  fun k => ((sinh (m * t) + c * cosh (m * t)) * u k + (z0 k - c * u k)) / (cosh (m * t) + c * sinh (m * t)).

Lemma cosh_exp m t : cosh (m * t) = (exp (m * t) + exp (- m * t)) / 2.
Proof. unfold cosh. do 3 f_equal. ring. Qed.

Lemma sinh_exp m t : sinh (m * t) = (exp (m * t) - exp (- m * t)) / 2.
Proof. unfold sinh. do 3 f_equal. ring. Qed.

Theorem every_solution_closed_form d h z : nonzero d h -> solution d h z ->
  forall t, veq d (z t) (closed_form d h (z 0) t).
Proof.
intros Hh Hs t k Hk. destruct (explicit_solution d h z Hh Hs t k Hk) as [_ E]. rewrite E.
unfold closed_form. rewrite cosh_exp, sinh_exp. reflexivity.
Qed.

Theorem closed_form_solves d h z0 : nonzero d h -> dot d z0 z0 = 1 ->
  solution d h (closed_form d h z0) /\ veq d (closed_form d h z0 0) z0.
Proof.
intros Hh Hz. destruct (explicit_is_solution d h z0 Hh Hz) as [A B]. split.
- intros t k Hk. specialize (A t k Hk). cbv beta in A.
  assert (Ext : forall s l, closed_form d h z0 s l =
    (((exp (norm d h * s) - exp (- norm d h * s)) / 2 + dot d z0 (unitv d h) * ((exp (norm d h * s) + exp (- norm d h * s)) / 2)) * unitv d h l
     + (z0 l - dot d z0 (unitv d h) * unitv d h l))
    / ((exp (norm d h * s) + exp (- norm d h * s)) / 2 + dot d z0 (unitv d h) * ((exp (norm d h * s) - exp (- norm d h * s)) / 2))).
  { intros s l. unfold closed_form. rewrite cosh_exp, sinh_exp. reflexivity. }
  rewrite (FunctionalExtensionality.functional_extensionality _ _ (Ext t)).
  eapply is_derive_extR; [intros s; symmetry; apply Ext|exact A].
- intros k Hk. unfold closed_form. rewrite cosh_exp, sinh_exp. exact (B k Hk).
Qed.
