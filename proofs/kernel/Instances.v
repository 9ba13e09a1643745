(* Every exported theorem with hypotheses, applied to an instance of all of them: none is vacuous.

   The data are small and plain: the plane, its axes, two anchors e and -e with weights 2 and 1, and for
   frequency disorder S = 3 J with h = (4, -3), whose equilibrium is the first axis with rate 4. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require rat.
From PhaseBound Require Import FiniteSums Calculus Vectors.
From PhaseBound Require Import Coupling GibbsSelection CircularMean CompactGroup LoheField LoheFlow.
From PhaseBound Require Import SettlingTime Positivity DegeneratePositions Readout Disorder DisorderFlow
  MatrixExponential.
From PhaseBound Require AnyField Statements.
Open Scope R_scope.

Ltac plane := unfold dot, axis, force, act, spin; simpl; lra.

(* ---- Kuramoto attention ---- *)

Definition half (_ : nat) := / 2.
Lemma half_nonneg u : (u < 2)%nat -> 0 <= half u. Proof. unfold half. lra. Qed.
Lemma half_sum : Sum 2 half = 1. Proof. unfold half. simpl. lra. Qed.
Lemma half_simplex : simplex 2 half. Proof. split; [exact half_nonneg|exact half_sum]. Qed.

(* token 1 attends both tokens, token 0 itself *)
Definition mask (t u : nat) := if Nat.leb u t then 1 else 0.
Lemma mask_causal t u : (t < 2)%nat -> (t < u)%nat -> mask t u = 0.
Proof. intros _ H. unfold mask. now rewrite (proj2 (Nat.leb_gt u t) H). Qed.
Lemma mask_attends : exists t u, (u < t)%nat /\ (t < 2)%nat /\ 0 < mask t u.
Proof. exists 1%nat, 0%nat. unfold mask. simpl. repeat split; try lia; lra. Qed.

(* the sum of squares as a potential of twice the identity *)
Definition squares (x : nat -> R) := x 0%nat * x 0%nat + x 1%nat * x 1%nat.
Definition twice (x : nat -> R) (i : nat) := 2 * x i.
Lemma squares_potential x i : (i < 2)%nat -> is_derive (fun y => squares (upd x i y)) (x i) (twice x i).
Proof.
intros Hi. unfold squares, twice, upd. destruct i as [|[|i]]; [| |lia]; simpl; (auto_derive; [trivial|ring]).
Qed.

Definition kur_lse_gradient := Statements.kur_lse_gradient 2 1 half 0 ltac:(lia) ltac:(lra).
Definition kur_lse_gradient_self := Statements.kur_lse_gradient_self 2 1 half 0 ltac:(lia) ltac:(lra).
Definition kur_lse_fixed_gates :=
  Statements.kur_lse_fixed_gates 2 2 1 half half (fun _ => half) 1 ltac:(lia) ltac:(lra) ltac:(lia).
Definition kur_drift_no_potential := Statements.kur_drift_no_potential 2 (fun _ => 1) 0 1 ltac:(lia) ltac:(lia)
  ltac:(lia) ltac:(assert (H := PI2_1); assert (K : 0 < sin 1) by (apply sin_gt_0; lra); lra).
Definition kur_no_joint_potential := Statements.kur_no_joint_potential 2 mask mask_causal mask_attends.
Definition kur_joint_mixed_partials :=
  Statements.kur_joint_mixed_partials 2 mask half 1 0 ltac:(lia) ltac:(lia) ltac:(lia).
Definition kur_one_way_no_potential := Statements.kur_one_way_no_potential 2 squares twice 1 0 squares_potential
  ltac:(lia) ltac:(lia) ltac:(lia) (fun x y => eq_refl) half 0.
Definition kur_gibbs_selection := Statements.kur_gibbs_selection 2 1 half half ltac:(lia) ltac:(lra) half_simplex.
Definition kur_softmax_on_simplex := Statements.kur_softmax_on_simplex 2 1 half ltac:(lia).
Lemma antiphase : order 2 half (fun u => if Nat.eqb u 0 then 0 else PI) = 0.
Proof.
unfold order, re_field, im_field, half. simpl. rewrite cos_0, cos_PI, sin_0, sin_PI.
match goal with |- sqrt ?a = 0 => replace a with 0 by field end. apply sqrt_0.
Qed.
Definition kur_no_mean_no_pull := Statements.kur_no_mean_no_pull 2 half _ 0 antiphase.
Definition kur_order_le_1 := Statements.kur_order_le_1 2 half half half_nonneg half_sum.
Definition kur_pull_le_others :=
  Statements.kur_pull_le_others 2 half half 0%nat half_nonneg half_sum ltac:(lia).
Definition kur_order_1_iff := Statements.kur_order_1_iff 2 half half half_nonneg half_sum.
Lemma one_layer l : (l < 1)%nat ->
  INR (S l) = INR l + 1 + 0 /\ Rabs 1 <= 1 /\ Rabs 0 <= 0.
Proof. intros _. rewrite S_INR, Rabs_R1, Rabs_R0. lra. Qed.
Definition kur_depth_bound := Statements.kur_depth_bound INR (fun _ => 1) (fun _ => 0) 1 0 1 one_layer.
Definition kur_quaternion_group :=
  Statements.kur_quaternion_group (0, 1, 0, 0) (1, 2, 3, 4) ltac:(unfold qdot; ring).

(* ---- the sphere ---- *)

Definition e := axis 0.
Definition f := axis 1.
Lemma two : (0 < 2)%nat. Proof. lia. Qed.
Lemma e_unit : dot 2 e e = 1. Proof. unfold e. plane. Qed.
Lemma f_unit : dot 2 f f = 1. Proof. unfold f. plane. Qed.
Lemma fe : dot 2 f e = 0. Proof. unfold e, f. plane. Qed.
Lemma e_nonzero : nonzero 2 e. Proof. exists 0%nat. split; [lia|unfold e, axis; simpl; lra]. Qed.
Lemma e_norm : norm 2 e = 1. Proof. unfold norm. rewrite e_unit. apply sqrt_1. Qed.
Lemma e_unitv k : unitv 2 e k = e k. Proof. unfold unitv. rewrite e_norm. field. Qed.
Lemma e_unitv_fun : unitv 2 e = e.
Proof. apply FunctionalExtensionality.functional_extensionality, e_unitv. Qed.
Lemma rest : solution 2 e (fun _ => e).
Proof.
intros t k Hk. apply (is_derive_val _ t 0); [|apply (is_derive_const (V := R_NormedModule))].
unfold lohe. rewrite e_unit. ring.
Qed.
Definition opposite : vec := fun k => - unitv 2 e k.
Lemma rest_opposite : solution 2 e (fun _ => opposite).
Proof.
intros t k Hk. apply (is_derive_val _ t 0); [|apply (is_derive_const (V := R_NormedModule))].
unfold lohe, opposite. replace (dot 2 (fun k => - unitv 2 e k) e) with (-1); [rewrite e_unitv; ring|].
rewrite e_unitv_fun. unfold e. plane.
Qed.
Lemma not_opposite : ~ veq 2 e (fun k => - unitv 2 e k).
Proof. intros H. specialize (H 0%nat two). cbv beta in H. rewrite e_unitv in H. unfold e, axis in H. simpl in H. lra. Qed.

(* the orbit that starts at right angles to h *)
Definition orbit := closed_form 2 e f.
Lemma orbit_solution : solution 2 e orbit.
Proof. apply (Statements.osc_closed_form_solves 2 e f e_nonzero f_unit). Qed.
Lemma orbit_start : veq 2 (orbit 0) f.
Proof. apply (Statements.osc_closed_form_solves 2 e f e_nonzero f_unit). Qed.
Lemma orbit_unit : dot 2 (orbit 0) (orbit 0) = 1.
Proof. rewrite (dot_ext 2 _ f _ f orbit_start orbit_start). apply f_unit. Qed.
Lemma orbit_height : dot 2 (orbit 0) (unitv 2 e) = 0.
Proof. rewrite e_unitv_fun, (dot_ext_l 2 _ f e orbit_start). apply fe. Qed.
Lemma orbit_angle : angle 2 (orbit 0) (unitv 2 e) = PI / 2.
Proof. unfold angle. rewrite orbit_height. apply acos_0. Qed.
Lemma orbit_angle_inside : 0 < angle 2 (orbit 0) (unitv 2 e) < PI.
Proof. rewrite orbit_angle. assert (H := PI_RGT_0). lra. Qed.
Lemma orbit_angle_off : angle 2 (orbit 0) (unitv 2 e) <> PI.
Proof. assert (H := orbit_angle_inside). lra. Qed.
Lemma one_inside : 0 < 1 < PI. Proof. assert (H := PI2_1). lra. Qed.
Lemma orbit_not_antipode : ~ veq 2 (orbit 0) (fun k => - unitv 2 e k).
Proof.
intros H. specialize (H 0%nat two). cbv beta in H. rewrite (orbit_start 0%nat two), e_unitv in H.
unfold e, f, axis in H. simpl in H. lra.
Qed.
Lemma zero_veq : veq 2 (fun _ => 0) (fun _ => 0). Proof. intros k _. reflexivity. Qed.

Definition osc_field := Statements.osc_field 2 e f 0%nat two.
Definition osc_norm_identity := Statements.osc_norm_identity 2 e orbit 1 orbit_solution.
Definition osc_sphere_invariance := Statements.osc_sphere_invariance 2 e orbit orbit_solution orbit_unit 1.
Definition osc_gradient_tangent := Statements.osc_gradient_tangent 2 f e e_unit.
Definition osc_gradient_represents := Statements.osc_gradient_represents 2 f e f fe.
Lemma lohe_represents v : dot 2 v e = 0 -> dot 2 (lohe 2 f e) v = dot 2 v f.
Proof. apply Statements.osc_gradient_represents. Qed.
Definition osc_gradient_unique := Statements.osc_gradient_unique 2 f e (lohe 2 f e) e_unit
  (Statements.osc_gradient_tangent 2 f e e_unit) lohe_represents 0%nat two.
Definition osc_two_equilibria := Statements.osc_two_equilibria 2 e f e_nonzero f_unit.
Definition osc_equilibria_distinct := Statements.osc_equilibria_distinct 2 e e_nonzero.
Definition osc_equilibria_on_sphere := Statements.osc_equilibria_on_sphere 2 e e_nonzero.
Definition osc_equilibria_zero := Statements.osc_equilibria_zero 2 (fun _ => 0) f zero_veq 0%nat two.
Definition osc_equilibria_any_field := Statements.osc_equilibria_any_field rat.rat_realFieldType 1%nat
  AnyField.one AnyField.one _ AnyField.one_nonzero AnyField.one_unit AnyField.one_square.
Lemma f_tangent : dot 2 f (fun l => 1 * unitv 2 e l) = 0.
Proof. rewrite dot_scal_r, e_unitv_fun, fe. ring. Qed.
Definition osc_linear_tangent :=
  Statements.osc_linear_tangent 2 e 1 f 1%nat e_nonzero (or_introl eq_refl) f_tangent.
Definition osc_linear_radial := Statements.osc_linear_radial 2 e 1 0%nat e_nonzero (or_introl eq_refl).
Definition osc_tangent_dimension :=
  Statements.osc_tangent_dimension rat.rat_realFieldType 1%nat AnyField.one AnyField.one_unit.
Definition osc_lyapunov := Statements.osc_lyapunov 2 e orbit 0 e_nonzero orbit_solution orbit_unit.
Definition osc_half_angle :=
  Statements.osc_half_angle 2 e orbit e_nonzero orbit_solution orbit_unit 1 orbit_angle_off.
Definition osc_every_solution :=
  Statements.osc_every_solution 2 e orbit e_nonzero orbit_solution 1 0%nat two.
Definition osc_closed_form_solves := Statements.osc_closed_form_solves 2 e f e_nonzero f_unit.
Lemma exp_grows t k : is_derive (fun s => exp s * e k) t (exp t * e k).
Proof. auto_derive; [trivial|ring]. Qed.
Lemma exp_grows_height t : is_derive exp t (dot 2 e (fun k => exp t * e k)).
Proof. rewrite dot_scal_r, e_unit, Rmult_1_r. auto_derive; [trivial|ring]. Qed.
Lemma exp_start : dot 2 (fun k => exp 0 * e k) (fun k => exp 0 * e k) = 1.
Proof. rewrite dot_scal_l, dot_scal_r, exp_0, e_unit. ring. Qed.
Definition osc_linear_lift := Statements.osc_linear_lift 2 e (fun t k => exp t * e k) exp
  (fun t k _ => exp_grows t k) exp_grows_height exp_0 exp_start.
Definition osc_almost_global := Statements.osc_almost_global 2 e orbit e_nonzero orbit_solution orbit_unit
  orbit_not_antipode 0%nat two.
Definition osc_never_global := Statements.osc_never_global 2 e (fun _ => opposite) e_nonzero rest_opposite
  (fun k _ => eq_refl) 1 0%nat two.
Definition osc_settling_time := Statements.osc_settling_time 2 e orbit e_nonzero orbit_solution orbit_unit 1 0
  orbit_angle_inside one_inside.
Definition osc_failure_cap :=
  Statements.osc_failure_cap 2 e orbit e_nonzero orbit_solution orbit_unit 1 0 one_inside.
Definition osc_failure_artanh := Statements.osc_failure_artanh 2 e orbit e_nonzero orbit_solution orbit_unit 1 0
  one_inside ltac:(rewrite orbit_height; lra).

Definition osc_failure_threshold := Statements.osc_failure_threshold 1 1 0 ltac:(lra) one_inside.
Lemma phase_rests t : is_derive (fun _ : R => 0) t (- Sum 1 (fun j => 1 * sin (0 - 0))).
Proof.
apply (is_derive_val _ t 0); [|apply (is_derive_const (V := R_NormedModule))].
simpl. rewrite Rminus_eq_0, sin_0. ring.
Qed.
Definition osc_d2_solutions :=
  Statements.osc_d2_solutions 1 (fun _ => 1) (fun _ => 0) (fun _ => 0) phase_rests 0 0%nat two.

(* ---- anchors ---- *)

Definition anchors (j : nat) : vec := if Nat.eqb j 0 then e else fun k => - e k.
Definition weights (j : nat) : R := if Nat.eqb j 0 then 2 else 1.
Lemma anchors_unit j : (j < 2)%nat -> dot 2 (anchors j) (anchors j) = 1.
Proof. intros _. unfold anchors, e. destruct (Nat.eqb j 0); plane. Qed.
Lemma weights_positive j : (j < 2)%nat -> 0 < weights j.
Proof. intros _. unfold weights. destruct (Nat.eqb j 0); lra. Qed.
Lemma anchors_force : nonzero 2 (force 2 weights anchors).
Proof. exists 0%nat. split; [lia|]. unfold force, weights, anchors, e, axis. simpl. lra. Qed.
Lemma anchors_balanced : veq 2 (force 2 (fun _ => 1) anchors) (fun _ => 0).
Proof. intros k _. unfold force, anchors. simpl. ring. Qed.
Lemma anchors_total : 0 < Sum 2 (fun l => 1 + dot 2 e (anchors l)).
Proof. unfold anchors, e. plane. Qed.
Lemma axes_orthonormal i j : (i < 2)%nat -> (j < 2)%nat ->
  dot 2 (axis i) (axis j) = if Nat.eqb i j then 1 else 0.
Proof. intros Hi Hj. destruct i as [|[|i]], j as [|[|j]]; try lia; plane. Qed.
Lemma zero_force : ~ nonzero 2 (force 1 (fun _ => 1) (fun _ _ => 0)).
Proof. intros [k [_ H]]. apply H. unfold force. simpl. ring. Qed.

Definition osc_antipodal_anchors := Statements.osc_antipodal_anchors 2 two.
Definition osc_given_weights := Statements.osc_given_weights 2 2 weights ltac:(lia) weights_positive.
Definition osc_one_position := Statements.osc_one_position 2 1 (fun _ => 1) (fun _ _ => 0) (fun _ _ => 0) 0%nat
  ltac:(lia) ltac:(lra) (fun _ _ _ _ _ => eq_refl) zero_force zero_force 0%nat two.
Definition osc_readout_simplex := Statements.osc_readout_simplex 2 2 anchors e e_unit anchors_unit anchors_total.
Definition osc_denominator_zero_iff := Statements.osc_denominator_zero_iff 2 2 anchors e e_unit anchors_unit.
Definition osc_denominator_at_least_2 :=
  Statements.osc_denominator_at_least_2 2 2 weights anchors weights_positive anchors_unit anchors_force.
Definition osc_denominator_equals_2_iff :=
  Statements.osc_denominator_equals_2_iff 2 2 weights anchors weights_positive anchors_unit anchors_force.
Definition osc_readout_ceiling := Statements.osc_readout_ceiling 2 2 2 anchors e ltac:(lra) ltac:(lia) e_unit
  anchors_unit anchors_balanced 0%nat two.
Definition osc_ceiling_simple := Statements.osc_ceiling_simple 2 2 ltac:(lra) ltac:(lia).
Definition osc_readout_entropy := Statements.osc_readout_entropy 2 2 2 anchors e ltac:(lra) ltac:(lia) e_unit
  anchors_unit anchors_balanced.
Lemma balanced_norm : norm 2 (force 2 (fun _ => 1) anchors) < INR 2.
Proof. unfold norm. rewrite (dot_zero_r 2 _ _ anchors_balanced), sqrt_0. simpl. lra. Qed.
Definition osc_readout_unbalanced :=
  Statements.osc_readout_unbalanced 2 2 anchors e 0%nat e_unit anchors_unit two balanced_norm.
Definition osc_readout_orthonormal := Statements.osc_readout_orthonormal 2 2 weights axis 0%nat ltac:(lia)
  axes_orthonormal weights_positive two.
Definition osc_readout_orthonormal_sup :=
  Statements.osc_readout_orthonormal_sup 2 (/ 2) ltac:(lia) ltac:(simpl; lra).

(* ---- caps ---- *)

Lemma one_quarter : 0 <= PI / 4 <= PI / 2. Proof. assert (H := PI_RGT_0). lra. Qed.
Lemma one_quarter_pos : 0 < PI / 4 <= PI / 2. Proof. assert (H := PI_RGT_0). lra. Qed.
Definition osc_cap_upper := Statements.osc_cap_upper 3 (PI / 4) ltac:(lia) one_quarter.
Definition osc_cap_lower := Statements.osc_cap_lower 3 (PI / 4) ltac:(lia) one_quarter.
Definition osc_cap_lower_better := Statements.osc_cap_lower_better 3 (PI / 4) ltac:(lia) one_quarter.
Definition osc_better_from_3 := Statements.osc_better_from_3 3 ltac:(lia).
Definition osc_cap_rate := Statements.osc_cap_rate (PI / 4) one_quarter_pos.
Definition osc_cap_half_sharp := Statements.osc_cap_half_sharp (/ 3) ltac:(lra) 3 ltac:(lia).
Definition osc_failure_density := Statements.osc_failure_density 3 1 ltac:(lia).
Definition osc_failure_bound := Statements.osc_failure_bound 3 1 ltac:(lia) ltac:(lra).
Definition osc_failure_rises := Statements.osc_failure_rises 3 (-1) ltac:(lia) ltac:(lra).
Definition osc_failure_to_one := Statements.osc_failure_to_one (-1) ltac:(lra).
Definition near (k : nat) := (-2) * e k.
Lemma near_short : dot 2 (fun k => 2 * e k + near k) (fun k => 2 * e k + near k) <= 1 * 1.
Proof. unfold near, e. plane. Qed.
Definition osc_degenerate_cap := Statements.osc_degenerate_cap 2 near 2 1 ltac:(lra) e e_unit near_short.
Definition sharp (k : nat) := sqrt 3 * e k.
Lemma sharp_norm : dot 2 sharp sharp = 2 * 2 - 1 * 1.
Proof. unfold sharp. rewrite dot_scal_l, dot_scal_r, e_unit, Rmult_1_r, sqrt_sqrt; lra. Qed.
Definition osc_degenerate_attained :=
  Statements.osc_degenerate_attained 2 sharp 2 1 ltac:(lra) e e_unit sharp_norm.
Definition osc_degenerate_measure := Statements.osc_degenerate_measure 3 2 1 ltac:(lia) ltac:(lra).

(* ---- frequency disorder: S = 3 J, h = (4, -3), equilibria e (rate 4) and (-7, 24)/25 (rate -4) ---- *)

Definition S3 := spin 3.
Definition h4 : vec := fun k => if Nat.eqb k 0 then 4 else -3.
Definition q4 : vec := fun k => if Nat.eqb k 0 then -7/25 else 24/25.
Lemma S3_skew : skew 2 S3. Proof. apply spin_skew. Qed.
Lemma h4_nonzero : nonzero 2 h4. Proof. exists 0%nat. split; [lia|unfold h4; simpl; lra]. Qed.
Lemma e_equilibrium : equilibrium_at 2 S3 h4 4 e.
Proof.
split; [apply e_unit|]. intros k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S3, spin, e, axis, h4; simpl; lra.
Qed.
Lemma q_equilibrium : equilibrium_at 2 S3 h4 (-4) q4.
Proof.
split; [unfold dot, q4; simpl; lra|].
intros k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S3, spin, q4, h4; simpl; lra.
Qed.
Lemma rest_at d S h mu q : skew d S -> equilibrium_at d S h mu q -> disordered_solution d S h (fun _ => q).
Proof.
intros HS Hq t k Hk. apply (is_derive_val _ t 0); [|apply (is_derive_const (V := R_NormedModule))].
symmetry. apply (proj2 (Statements.osc_disorder_equilibrium_iff d S h q HS (proj1 Hq)) (ex_intro _ mu Hq) k Hk).
Qed.
Definition e_rests := rest_at 2 S3 h4 4 e S3_skew e_equilibrium.
Lemma e_lift : lift 2 S3 h4 (fun t k => exp (4 * t) * e k) (fun t => exp (4 * t)).
Proof.
split.
- intros t k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S3, spin, e, axis, h4; simpl; (auto_derive; [trivial|ring]).
- intros t. apply (is_derive_val _ t (4 * exp (4 * t))); [|auto_derive; [trivial|ring]].
  rewrite dot_scal_r. replace (dot 2 h4 e) with 4 by (unfold dot, h4, e, axis; simpl; ring). ring.
Qed.
Lemma e_lift_E : exp (4 * 0) = 1. Proof. rewrite Rmult_0_r. apply exp_0. Qed.
Lemma e_lift_start : dot 2 (fun k => exp (4 * 0) * e k) (fun k => exp (4 * 0) * e k) = 1.
Proof. rewrite dot_scal_l, dot_scal_r, e_lift_E, e_unit. ring. Qed.
Lemma e_not_q : ~ veq 2 e q4.
Proof. intros H. specialize (H 0%nat two). unfold e, axis, q4 in H. simpl in H. lra. Qed.

Definition osc_disorder_lift_solves :=
  Statements.osc_disorder_lift_solves 2 S3 h4 _ _ S3_skew e_lift e_lift_E e_lift_start.
Definition osc_disorder_exponential := Statements.osc_disorder_exponential 2 S3 e 1 0%nat two.
Definition osc_disorder_flow := Statements.osc_disorder_flow 2 S3 h4 f S3_skew f_unit.
Definition osc_disorder_solution_lifts := Statements.osc_disorder_solution_lifts 2 S3 h4 _ e_rests.
Definition osc_disorder_lift_unique := Statements.osc_disorder_lift_unique 2 S3 h4 _ _ _ _ S3_skew e_lift e_lift
  (fun k _ => eq_refl) eq_refl 1.
Definition osc_disorder_lorentz := Statements.osc_disorder_lorentz 2 S3 h4 _ _ _ _ S3_skew e_lift e_lift 1.
Definition osc_disorder_sphere := Statements.osc_disorder_sphere 2 S3 h4 _ S3_skew e_rests e_unit 1.
Definition osc_disorder_equilibrium_iff := Statements.osc_disorder_equilibrium_iff 2 S3 h4 f S3_skew f_unit.
Definition osc_disorder_contracts :=
  Statements.osc_disorder_contracts 2 S3 h4 4 e f S3_skew e_equilibrium fe.
Definition osc_disorder_root_unique := Statements.osc_disorder_root_unique 2 S3 h4 4 4 e e S3_skew e_equilibrium
  e_equilibrium ltac:(lra).
Definition osc_disorder_rate_le := Statements.osc_disorder_rate_le 2 S3 h4 4 e S3_skew e_equilibrium.
Definition osc_disorder_scalar_equation := Statements.osc_disorder_scalar_equation 2 S3 h4 4 S3_skew ltac:(lra).
Definition osc_disorder_exists_iff := Statements.osc_disorder_exists_iff 2 S3 h4 S3_skew h4_nonzero.
Definition osc_disorder_almost_global :=
  Statements.osc_disorder_almost_global 2 S3 h4 4 e S3_skew ltac:(lra) e_equilibrium.
Definition osc_disorder_convergence := Statements.osc_disorder_convergence 2 S3 h4 4 e q4 _ S3_skew ltac:(lra)
  e_equilibrium q_equilibrium e_rests e_unit e_not_q.
Lemma h4_norm : Rabs 3 < norm 2 h4.
Proof.
unfold norm. replace (dot 2 h4 h4) with (5 * 5) by (unfold dot, h4; simpl; ring).
rewrite sqrt_square, Rabs_pos_eq; lra.
Qed.
Definition osc_disorder_plane_locked := Statements.osc_disorder_plane_locked 3 h4 h4_norm.
Definition osc_disorder_plane_rate := Statements.osc_disorder_plane_rate 3 h4 4 e e_equilibrium.
Definition osc_disorder_odd_kernel := Statements.osc_disorder_odd_kernel rat.rat_numFieldType 1%nat _ eq_refl
  AnyField.zero_skew.

(* the critical plane: S = J, h = f, x = S^+ h = e *)
Definition S1 := spin 1.
Definition x1 : vec := fun k => - f k.
Definition x2 : vec := fun k => - e k.
Lemma S1_skew : skew 2 S1. Proof. apply spin_skew. Qed.
Lemma S1_e : veq 2 (act 2 S1 e) f.
Proof. intros k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S1, spin, e, f, axis; simpl; lra. Qed.
Lemma S1_x1 : veq 2 (act 2 S1 x1) e.
Proof. intros k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S1, spin, x1, e, f, axis; simpl; lra. Qed.
Lemma S1_x2 : veq 2 (act 2 S1 x2) x1.
Proof. intros k Hk. destruct k as [|[|k]]; [| |lia]; unfold act, S1, spin, x1, x2, e, f, axis; simpl; lra. Qed.
Lemma x1_S1 : veq 2 e (act 2 S1 x1). Proof. intros k Hk. symmetry. now apply S1_x1. Qed.
Lemma S1_injective v : veq 2 (act 2 S1 v) (fun _ => 0) -> dot 2 v f = 0.
Proof.
intros H. assert (A := H 0%nat two). unfold act, S1, spin in A. simpl in A. unfold dot, f, axis. simpl. lra.
Qed.
Lemma critical_equilibrium : equilibrium_at 2 S1 f 0 x2.
Proof. apply (DisorderFlow.critical_equilibrium 2 S1 f e S1_skew S1_e e_unit). Qed.
Definition critical_rests := rest_at 2 S1 f 0 x2 S1_skew critical_equilibrium.
Definition osc_disorder_pseudo_inverse := Statements.osc_disorder_pseudo_inverse 2 S1 f S1_skew S1_injective.
Definition osc_disorder_pseudo_inverse_shortest :=
  Statements.osc_disorder_pseudo_inverse_shortest 2 S1 f e x1 e S1_skew x1_S1 S1_e S1_e.
Definition osc_disorder_critical_unique := Statements.osc_disorder_critical_unique 2 S1 f e x1 0 x2 S1_skew x1_S1
  S1_e e_unit critical_equilibrium.
Definition osc_disorder_critical_attraction := Statements.osc_disorder_critical_attraction 2 S1 f e x1 x2 _ S1_skew
  S1_e S1_x1 S1_x2 e_unit critical_rests (proj1 critical_equilibrium) 1.

(* the orbit from x itself *)
Definition critical_orbit : R -> vec := fun t k => let y := exponential 3 (generator 2 S1 f) t (raised 2 e) in y k / y 2%nat.
Lemma critical_orbit_solution : disordered_solution 2 S1 f critical_orbit.
Proof. apply (Statements.osc_disorder_flow 2 S1 f e S1_skew e_unit). Qed.
Lemma critical_orbit_start : veq 2 (critical_orbit 0) e.
Proof. apply (Statements.osc_disorder_flow 2 S1 f e S1_skew e_unit). Qed.
Lemma critical_orbit_unit : dot 2 (critical_orbit 0) (critical_orbit 0) = 1.
Proof. rewrite (dot_ext 2 _ e _ e critical_orbit_start critical_orbit_start). apply e_unit. Qed.
Lemma critical_orbit_off : ~ veq 2 (critical_orbit 0) (fun k => - e k).
Proof.
intros H. specialize (H 0%nat two). rewrite (critical_orbit_start 0%nat two) in H. unfold e, axis in H. simpl in H. lra.
Qed.
Definition osc_disorder_critical_limits := Statements.osc_disorder_critical_limits 2 S1 f e x1 x2 _ S1_skew
  S1_e S1_x1 S1_x2 e_unit critical_orbit_solution critical_orbit_unit critical_orbit_off.
Definition osc_disorder_critical_not_stable := Statements.osc_disorder_critical_not_stable 2 S1 f e x1 x2 S1_skew
  S1_e S1_x1 S1_x2 e_unit 1 Rlt_0_1.

(* below: S = 5 J in the plane of R^3, h = 3 f, x = 3/5 e; the points (-3/5, 0, +-4/5) rest *)
Definition S5 := spin 5.
Definition h3 : vec := fun k => 3 * f k.
Definition x3 : vec := fun k => 3/5 * e k.
Definition pole (s : R) : vec := fun k => -3/5 * e k + s * (4/5) * axis 2 k.
Lemma S5_skew : skew 3 S5.
Proof. intros [|[|[|i]]] [|[|[|j]]] Hi Hj; try lia; unfold S5, spin; lra. Qed.
Lemma S5_x3 : veq 3 (act 3 S5 x3) h3.
Proof. intros k Hk. destruct k as [|[|[|k]]]; [| | |lia]; unfold act, S5, spin, x3, h3, e, f, axis; simpl; lra. Qed.
Lemma x3_norm : norm 3 x3 < 1.
Proof.
unfold norm. replace (dot 3 x3 x3) with ((3/5) * (3/5)) by (unfold dot, x3, e, axis; simpl; lra).
rewrite sqrt_square; lra.
Qed.
Lemma pole_equilibrium s : s = 1 \/ s = -1 -> equilibrium_at 3 S5 h3 0 (pole s).
Proof.
intros Hs. split; [unfold dot, pole, e, axis; simpl; destruct Hs; subst; lra|].
intros k Hk. destruct k as [|[|[|k]]]; [| | |lia]; unfold act, S5, spin, pole, h3, e, f, axis; simpl; lra.
Qed.
Definition up := pole_equilibrium 1 (or_introl eq_refl).
Definition down := pole_equilibrium (-1) (or_intror eq_refl).
Definition osc_disorder_no_attractor := Statements.osc_disorder_no_attractor 3 S5 h3 x3 _ _ S5_skew S5_x3 x3_norm
  (rest_at 3 S5 h3 0 _ S5_skew up) (rest_at 3 S5 h3 0 _ S5_skew down) (proj1 up) (proj1 down) 1.
Definition osc_disorder_odd_locks := Statements.osc_disorder_odd_locks 1 S5 S5_skew.
