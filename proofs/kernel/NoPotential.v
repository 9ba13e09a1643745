(* When it is no gradient.

   The joint field of all tokens under a causal mask has no potential: an earlier token does not feel a
   later one, while the later one feels it. And with rotary drift and two or more phases a token, not even
   a single token's update has one: the mixed partial derivatives differ. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus GibbsSelection Coupling Potential.
Open Scope R_scope.

(* V is a potential of the field F over the first n coordinates *)
Definition potential n (V : (nat -> R) -> R) (F : (nat -> R) -> nat -> R) :=
  forall x i, (i < n)%nat -> is_derive (fun y => V (upd x i y)) (x i) (F x i).

Lemma upd_id x i : upd x i (x i) = x.
Proof.
apply FunctionalExtensionality.functional_extensionality. intros v. unfold upd.
destruct (Nat.eqb_spec v i); congruence.
Qed.

Lemma upd_upd x i y y' : upd (upd x i y) i y' = upd x i y'.
Proof.
apply FunctionalExtensionality.functional_extensionality. intros v. unfold upd.
destruct (Nat.eqb_spec v i); reflexivity.
Qed.

Lemma upd_comm x i j y z : i <> j -> upd (upd x i y) j z = upd (upd x j z) i y.
Proof.
intros H. apply FunctionalExtensionality.functional_extensionality. intros v. unfold upd.
destruct (Nat.eqb_spec v j), (Nat.eqb_spec v i); subst; congruence.
Qed.

Lemma potential_at n V F x i y : potential n V F -> (i < n)%nat ->
  is_derive (fun y => V (upd x i y)) y (F (upd x i y) i).
Proof.
intros HV Hi. assert (D := HV (upd x i y) i Hi). rewrite upd_same in D.
apply (is_derive_extR (fun y0 => V (upd (upd x i y) i y0))); [intros; now rewrite upd_upd|exact D].
Qed.

(* an elementary obstruction, no smoothness of V needed: if F_u does not depend on x_t, a potential
   forces F_t not to depend on x_u *)
Theorem one_way_no_potential n V F t u : potential n V F -> (t < n)%nat -> (u < n)%nat -> t <> u ->
  (forall x y, F (upd x t y) u = F x u) -> forall x y, F (upd x u y) t = F x t.
Proof.
intros HV Ht Hu Hne Hind x y.
(* the difference of V across x_t does not change with x_u *)
assert (C : forall s s', V (upd (upd x t s) u s') - V (upd x u s') = V (upd (upd x t s) u 0) - V (upd x u 0)).
{ intros s s'. apply (const_of_zeroR (fun s' => V (upd (upd x t s) u s') - V (upd x u s'))). intros r.
  replace 0 with (F (upd (upd x t s) u r) u - F (upd x u r) u).
  - apply (is_derive_minus (V := R_NormedModule)); apply (potential_at n); assumption.
  - rewrite (upd_comm x t u) by exact Hne. rewrite Hind. ring. }
(* so its derivative in x_t is the same at x_u and at y *)
assert (D : forall s, V (upd (upd x u y) t s) - V (upd x t s) = V (upd x u y) - V (upd x u (x u))).
{ intros s. assert (C1 := C s y). assert (C2 := C s (x u)).
  rewrite (upd_comm x t u) in C1, C2 by exact Hne. rewrite (upd_id x u) in C2.
  rewrite (upd_comm x t u s 0) in C1, C2 by exact Hne. rewrite (upd_id x u). lra. }
assert (Z : is_derive (fun s => V (upd (upd x u y) t s) - V (upd x t s)) (x t) 0).
{ apply (is_derive_extR (fun _ => V (upd x u y) - V (upd x u (x u)))); [intros; now rewrite D|].
  apply (is_derive_const (V := R_NormedModule)). }
assert (Z' : is_derive (fun s => V (upd (upd x u y) t s) - V (upd x t s)) (x t) (F (upd x u y) t - F x t)).
{ apply (is_derive_minus (V := R_NormedModule)).
  - assert (P := HV (upd x u y) t Ht). rewrite upd_other in P by exact Hne. exact P.
  - apply HV, Ht. }
assert (E := is_derive_unique _ _ _ Z). assert (E' := is_derive_unique _ _ _ Z'). rewrite E in E'. lra.
Qed.

(* ---- the joint field of n tokens ---- *)

Definition causal n (A : nat -> nat -> R) := forall t u, (t < n)%nat -> (t < u)%nat -> A t u = 0.
Definition joint_field n (A : nat -> nat -> R) (th : nat -> R) (t : nat) : R :=
  Sum n (fun u => A t u * sin (th u - th t)).

Lemma joint_field_partial n A th t u : (u < n)%nat -> t <> u ->
  is_derive (fun x => joint_field n A (upd th u x) t) (th u) (A t u * cos (th u - th t)).
Proof.
intros Hu Hne. unfold joint_field.
replace (A t u * cos (th u - th t)) with
  (Sum n (fun v => (if Nat.eqb u v then 1 else 0) * (A t v * cos (th v - th t))))
  by (apply (Sum_kron n u (fun v => A t v * cos (th v - th t)) Hu)).
apply (is_derive_Sum n (fun v x => A t v * sin (upd th u x v - upd th u x t))). intros v _.
rewrite (Nat.eqb_sym u v). unfold upd. destruct (Nat.eqb_spec t u) as [|_]; [contradiction|].
destruct (Nat.eqb_spec v u) as [->|_].
- auto_derive; [trivial|]. unfold Rminus. ring.
- rewrite Rmult_0_l. apply (is_derive_const (V := R_NormedModule)).
Qed.

(* the mixed partial derivatives: A_tu cos one way, A_ut cos the other *)
Theorem joint_mixed_partials n A th t u : (u < n)%nat -> (t < n)%nat -> t <> u ->
  is_derive (fun x => joint_field n A (upd th u x) t) (th u) (A t u * cos (th u - th t)) /\
  is_derive (fun x => joint_field n A (upd th t x) u) (th t) (A u t * cos (th u - th t)).
Proof.
intros Hu Ht Hne. split; [apply joint_field_partial; assumption|].
rewrite <- (cos_neg (th u - th t)). replace (- (th u - th t)) with (th t - th u) by ring.
apply joint_field_partial; [assumption|congruence].
Qed.

Theorem no_joint_potential n A : causal n A -> (exists t u, (u < t)%nat /\ (t < n)%nat /\ 0 < A t u) ->
  ~ exists V, potential n V (joint_field n A).
Proof.
intros HA [t [u [Hut [Ht Hpos]]]] [V HV].
assert (I : forall x y, joint_field n A (upd x u y) t = joint_field n A x t).
{ apply (one_way_no_potential n V (joint_field n A) t u HV); try lia. intros x y.
  unfold joint_field. apply Sum_ext; intros v Hv. unfold upd.
  destruct (Nat.eqb_spec u t); [lia|]. destruct (Nat.eqb_spec v t) as [->|]; [|reflexivity].
  rewrite HA by lia. ring. }
assert (D := joint_field_partial n A (fun _ => 0) t u ltac:(lia) ltac:(lia)).
assert (D0 : is_derive (fun x => joint_field n A (upd (fun _ => 0) u x) t) 0 0).
{ apply (is_derive_extR (fun _ => joint_field n A (fun _ => 0) t)); [intros; now rewrite I|].
  apply (is_derive_const (V := R_NormedModule)). }
assert (E := is_derive_unique _ _ _ D). assert (E0 := is_derive_unique _ _ _ D0). cbv beta in E. rewrite E0 in E.
rewrite Rminus_0_r, cos_0 in E. lra.
Qed.

(* ---- drift: one token at phases x, attending itself and one token at phase 0, one position back ---- *)

(* the weight of the other token, and the update of coordinate j *)
Definition drift_scores k (om x : nat -> R) (u : nat) : R :=
  if Nat.eqb u 0 then Sum k (fun j => cos (x j + om j)) else INR k.
Definition drift_update k om (x : nat -> R) (j : nat) : R :=
  Sum 2 (fun u => softmax 2 1 (drift_scores k om x) u * sin ((if Nat.eqb u 0 then 0 else x j) - x j)).

(* its closed form: - sin x_j / (1 + exp(k - s(x))) *)
Lemma drift_update_eq k om x j :
  drift_update k om x j = - sin (x j) / (1 + exp (INR k - Sum k (fun j => cos (x j + om j)))).
Proof.
unfold drift_update, softmax, Zpart, drift_scores. simpl. rewrite !Rmult_1_l, Rminus_eq_0, sin_0.
replace (0 - x j) with (- x j) by ring. rewrite sin_neg. set (s := Sum k _).
assert (e1 := exp_pos s). assert (e2 := exp_pos (INR k)). unfold Rminus. rewrite exp_plus, exp_Ropp.
field. split; lra.
Qed.

(* Two continuous partial derivatives of a planar potential agree (Schwarz) *)
Lemma planar_curl (V f g fy gx : R -> R -> R) :
  (forall x y, is_derive (fun s => V s y) x (f x y)) -> (forall x y, is_derive (fun s => V x s) y (g x y)) ->
  (forall x y, is_derive (fun s => f x s) y (fy x y)) -> (forall x y, is_derive (fun s => g s y) x (gx x y)) ->
  (forall x y, continuity_2d_pt fy x y) -> (forall x y, continuity_2d_pt gx x y) ->
  forall x y, fy x y = gx x y.
Proof.
intros Vx Vy Fy Gx Cf Cg x y.
assert (D1 : forall u v, Derive (fun t => V t v) u = f u v) by (intros; apply is_derive_unique, Vx).
assert (D2 : forall u v, Derive (fun t => V u t) v = g u v) by (intros; apply is_derive_unique, Vy).
assert (D3 : forall u v, Derive (fun z => Derive (fun t => V z t) v) u = gx u v).
{ intros. rewrite (Derive_ext _ (fun z => g z v)) by (intros; apply D2). apply is_derive_unique, Gx. }
assert (D4 : forall u v, Derive (fun z => Derive (fun t => V t z) u) v = fy u v).
{ intros. rewrite (Derive_ext _ (fun z => f u z)) by (intros; apply D1). apply is_derive_unique, Fy. }
rewrite <- D3, <- D4. symmetry. apply Schwarz.
- apply locally_2d_forall. intros u v. repeat split.
  + exists (f u v). apply Vx.
  + exists (g u v). apply Vy.
  + exists (gx u v). apply (is_derive_extR (fun z => g z v)); [intros; now rewrite D2|apply Gx].
  + exists (fy u v). apply (is_derive_extR (fun z => f u z)); [intros; now rewrite D1|apply Fy].
- apply continuity_2d_pt_ext with (2 := Cg x y). intros; now rewrite D3.
- apply continuity_2d_pt_ext with (2 := Cf x y). intros; now rewrite D4.
Qed.

(* the update of coordinates i and j as functions of these two, the other phases zero *)
Definition plane i j (X Y : R) : nat -> R := upd (upd (fun _ => 0) i X) j Y.

Lemma plane_score k om i j : (i < k)%nat -> (j < k)%nat -> i <> j -> exists C, forall X Y,
  INR k - Sum k (fun l => cos (plane i j X Y l + om l)) = C - cos (X + om i) - cos (Y + om j).
Proof.
intros Hi Hj Hne. set (f := fun l => cos (0 + om l)).
exists (INR k - Sum k f + f i + f j). intros X Y.
rewrite (Sum_ext k _ (fun l => if Nat.eqb l j then cos (Y + om j)
  else (fun l => if Nat.eqb l i then cos (X + om i) else f l) l)).
- rewrite Sum_change by exact Hj. rewrite Sum_change by exact Hi.
  destruct (Nat.eqb_spec j i) as [E|_]; [congruence|]. ring.
- intros l _. unfold plane, upd, f. destruct (Nat.eqb_spec l j) as [->|]; [reflexivity|].
  destruct (Nat.eqb_spec l i) as [->|]; reflexivity.
Qed.

Theorem drift_no_potential k om i j : (i < k)%nat -> (j < k)%nat -> i <> j -> sin (om j) <> 0 ->
  ~ exists V, potential k V (drift_update k om).
Proof.
intros Hi Hj Hne Hom [V HV]. destruct (plane_score k om i j Hi Hj Hne) as [C HC].
set (E := fun X Y => exp (C - cos (X + om i) - cos (Y + om j))).
set (W := fun X Y => V (plane i j X Y)).
set (f := fun X Y => - sin X / (1 + E X Y)). set (g := fun X Y => - sin Y / (1 + E X Y)).
set (fy := fun X Y => sin X * sin (Y + om j) * (E X Y * / ((1 + E X Y) * (1 + E X Y)))).
set (gx := fun X Y => sin Y * sin (X + om i) * (E X Y * / ((1 + E X Y) * (1 + E X Y)))).
assert (Ep : forall X Y, 0 < E X Y) by (intros; apply exp_pos).
assert (Hf : forall X Y, drift_update k om (plane i j X Y) i = f X Y).
{ intros. rewrite drift_update_eq, HC. unfold f, E. f_equal. f_equal. f_equal.
  unfold plane. rewrite upd_other, upd_same by exact Hne. reflexivity. }
assert (Hg : forall X Y, drift_update k om (plane i j X Y) j = g X Y).
{ intros. rewrite drift_update_eq, HC. unfold g, E. f_equal. f_equal. f_equal.
  unfold plane. now rewrite upd_same. }
assert (Cont : forall X Y, continuity_2d_pt (fun X Y => E X Y * / ((1 + E X Y) * (1 + E X Y))) X Y).
{ intros X Y.
  assert (CE : continuity_2d_pt E X Y).
  { unfold E. apply (continuity_1d_2d_pt_comp exp (fun X Y => C - cos (X + om i) - cos (Y + om j))).
    - apply derivable_continuous_pt, derivable_pt_exp.
    - apply continuity_2d_pt_minus; [apply continuity_2d_pt_minus; [apply continuity_2d_pt_const|]|].
      + apply (continuity_1d_2d_pt_comp (fun x => cos (x + om i)) (fun u _ => u)); [|apply continuity_2d_pt_id1].
        apply (continuity_of_derive _ _ (- sin (X + om i))). auto_derive; [trivial|ring].
      + apply (continuity_1d_2d_pt_comp (fun x => cos (x + om j)) (fun _ v => v)); [|apply continuity_2d_pt_id2].
        apply (continuity_of_derive _ _ (- sin (Y + om j))). auto_derive; [trivial|ring]. }
  assert (C1 : continuity_2d_pt (fun X Y => 1 + E X Y) X Y)
    by (apply continuity_2d_pt_plus; [apply continuity_2d_pt_const|exact CE]).
  apply continuity_2d_pt_mult; [exact CE|]. apply continuity_2d_pt_inv.
  - apply continuity_2d_pt_mult; exact C1.
  - specialize (Ep X Y). nra. }
assert (Sx : forall a X Y, continuity_2d_pt (fun X _ => sin (X + a)) X Y).
{ intros a X Y. apply (continuity_1d_2d_pt_comp (fun x => sin (x + a)) (fun u _ => u)); [|apply continuity_2d_pt_id1].
  apply (continuity_of_derive _ _ (cos (X + a))). auto_derive; [trivial|ring]. }
assert (Sy : forall a X Y, continuity_2d_pt (fun _ Y => sin (Y + a)) X Y).
{ intros a X Y. apply (continuity_1d_2d_pt_comp (fun x => sin (x + a)) (fun _ v => v)); [|apply continuity_2d_pt_id2].
  apply (continuity_of_derive _ _ (cos (Y + a))). auto_derive; [trivial|ring]. }
assert (K : forall X Y, fy X Y = gx X Y).
{ apply (planar_curl W f g fy gx).
  - intros X Y. rewrite <- Hf. unfold W, plane. rewrite (upd_comm _ i j X Y Hne).
    apply (is_derive_extR (fun s => V (upd (upd (fun _ => 0) j Y) i s))).
    + intros s. now rewrite (upd_comm _ i j s Y Hne).
    + apply (potential_at k); assumption.
  - intros X Y. rewrite <- Hg. apply (potential_at k); assumption.
  - intros X Y. unfold f, fy, E. auto_derive; [match goal with |- context [exp ?a] => generalize (exp_pos a); lra end|].
    pose (e := exp (C - cos (X + om i) - cos (Y + om j))). assert (P : 0 < e) by apply exp_pos.
    repeat match goal with |- context [exp ?a] => replace (exp a) with e by (unfold e; f_equal; ring) end.
    clearbody e. field. lra.
  - intros X Y. unfold g, gx, E. auto_derive; [match goal with |- context [exp ?a] => generalize (exp_pos a); lra end|].
    pose (e := exp (C - cos (X + om i) - cos (Y + om j))). assert (P : 0 < e) by apply exp_pos.
    repeat match goal with |- context [exp ?a] => replace (exp a) with e by (unfold e; f_equal; ring) end.
    clearbody e. field. lra.
  - intros X Y. unfold fy. apply continuity_2d_pt_mult; [|apply Cont]. apply continuity_2d_pt_mult; [|apply Sy].
    apply continuity_2d_pt_ext with (f := fun X _ => sin (X + 0)); [intros; now rewrite Rplus_0_r|apply Sx].
  - intros X Y. unfold gx. apply continuity_2d_pt_mult; [|apply Cont]. apply continuity_2d_pt_mult; [|apply Sx].
    apply continuity_2d_pt_ext with (f := fun _ Y => sin (Y + 0)); [intros; now rewrite Rplus_0_r|apply Sy]. }
specialize (K (PI / 2) 0). unfold fy, gx in K. rewrite sin_PI2, sin_0, Rplus_0_l in K.
assert (P := Ep (PI / 2) 0). set (e := E (PI / 2) 0) in *.
assert (Q : 0 < e * / ((1 + e) * (1 + e))).
{ apply Rmult_lt_0_compat; [exact P|]. apply Rinv_0_lt_compat. nra. }
apply Hom. apply (Rmult_eq_reg_r (e * / ((1 + e) * (1 + e)))); lra.
Qed.
