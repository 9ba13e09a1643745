(* Vectors of R^d for a variable dimension d: functions nat -> R read at the coordinates 0 .. d-1.

   dot is the inner product, norm the Euclidean norm, unitv h the direction h/|h|; veq d x y says that
   x and y agree in their d coordinates. Vectors are never compared beyond coordinate d-1. *)
Require Import Reals Lra Lia Psatz.
From PhaseBound Require Import FiniteSums.
Open Scope R_scope.

Definition vec := nat -> R.
Definition dot (d : nat) (x y : vec) : R := Sum d (fun k => x k * y k).
Definition norm (d : nat) (x : vec) : R := sqrt (dot d x x).
Definition nonzero d (x : vec) := exists k, (k < d)%nat /\ x k <> 0.
Definition veq d (x y : vec) := forall k, (k < d)%nat -> x k = y k.

Lemma dot_comm d x y : dot d x y = dot d y x.
Proof. apply Sum_ext; intros; ring. Qed.

Lemma dot_nonneg d x : 0 <= dot d x x.
Proof. apply Sum_nonneg; intros; nra. Qed.

Lemma dot_scal_l d a x y : dot d (fun k => a * x k) y = a * dot d x y.
Proof. unfold dot. rewrite <- Sum_scal. apply Sum_ext; intros; ring. Qed.

Lemma dot_scal_r d a x y : dot d x (fun k => a * y k) = a * dot d x y.
Proof. rewrite dot_comm, dot_scal_l, dot_comm. reflexivity. Qed.

Lemma dot_plus_l d x y z : dot d (fun k => x k + y k) z = dot d x z + dot d y z.
Proof. unfold dot. rewrite <- Sum_plus. apply Sum_ext; intros; ring. Qed.

Lemma dot_minus_l d x y z : dot d (fun k => x k - y k) z = dot d x z - dot d y z.
Proof. unfold dot. rewrite <- Sum_minus. apply Sum_ext; intros; ring. Qed.

Lemma dot_ext d x x' y y' : veq d x x' -> veq d y y' -> dot d x y = dot d x' y'.
Proof. intros H1 H2. apply Sum_ext; intros k Hk. rewrite H1, H2 by assumption. reflexivity. Qed.

Lemma dot_pos d x : nonzero d x -> 0 < dot d x x.
Proof.
intros [k [Hk Hx]].
assert (x k * x k <= dot d x x).
{ unfold dot. apply (Sum_ge_term d (fun k => x k * x k)); [assumption|]. intros; nra. }
nra.
Qed.

Lemma norm_pos d x : nonzero d x -> 0 < norm d x.
Proof. intros H. apply sqrt_lt_R0, dot_pos, H. Qed.

Lemma norm_sqr d x : norm d x * norm d x = dot d x x.
Proof. apply sqrt_sqrt, dot_nonneg. Qed.

Definition unitv d (h : vec) : vec := fun k => h k / norm d h.

Lemma unitv_unit d h : nonzero d h -> dot d (unitv d h) (unitv d h) = 1.
Proof.
intros H. assert (Hp := norm_pos d h H).
rewrite (dot_ext d _ (fun k => / norm d h * h k) _ (fun k => / norm d h * h k)).
- rewrite dot_scal_l, dot_scal_r, <- norm_sqr. field. lra.
- intros k _. unfold unitv. field. lra.
- intros k _. unfold unitv. field. lra.
Qed.

Lemma dot_unitv_r d x h : nonzero d h -> dot d x h = norm d h * dot d x (unitv d h).
Proof.
intros H. assert (Hp := norm_pos d h H).
rewrite <- dot_scal_r. apply dot_ext; intros k _; [reflexivity|unfold unitv; field; lra].
Qed.

(* |x.y| <= 1 for unit vectors: from |x+y|^2, |x-y|^2 >= 0 *)
Lemma dot_unit_bounds d x y : dot d x x = 1 -> dot d y y = 1 -> -1 <= dot d x y <= 1.
Proof.
intros Hx Hy.
assert (Hp := dot_nonneg d (fun k => x k + y k)).
assert (Hm := dot_nonneg d (fun k => x k + (-1) * y k)).
rewrite dot_plus_l in Hp, Hm.
rewrite (dot_comm d x), (dot_comm d y) in Hp.
rewrite !dot_plus_l in Hp. rewrite (dot_comm d y x), Hx, Hy in Hp.
rewrite (dot_comm d x) in Hm.
rewrite (dot_comm d (fun k => (-1) * y k)) in Hm.
rewrite !dot_plus_l, dot_scal_l, dot_scal_r in Hm.
rewrite dot_scal_l, dot_scal_r in Hm.
rewrite (dot_comm d y x), Hx, Hy in Hm. lra.
Qed.

Lemma cauchy_schwarz d (x y : vec) : Rabs (dot d x y) <= norm d x * norm d y.
Proof.
destruct (Req_dec (dot d y y) 0) as [Z|NZ].
- assert (Y : veq d y (fun _ => 0)).
  { intros k Hk. assert (Q := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (y l)) Z k Hk). now apply Rsqr_0_uniq in Q. }
  replace (dot d x y) with 0.
  + rewrite Rabs_R0. apply Rmult_le_pos; apply sqrt_pos.
  + unfold dot. symmetry. rewrite (Sum_ext d _ (fun _ => 0)); [rewrite Sum_const; ring|].
    intros k Hk. rewrite (Y k Hk). ring.
- assert (Hy : 0 < dot d y y) by (assert (P := dot_nonneg d y); lra).
  set (l := dot d x y / dot d y y).
  assert (P := dot_nonneg d (fun k => x k - l * y k)).
  rewrite (dot_minus_l d x (fun k => l * y k)), dot_scal_l in P.
  rewrite (dot_comm d x), (dot_comm d y) in P. rewrite !(dot_minus_l d x (fun k => l * y k)), !dot_scal_l in P.
  rewrite (dot_comm d y x) in P.
  assert (K : dot d x y * dot d x y <= dot d x x * dot d y y).
  { assert (E : l * dot d y y = dot d x y) by (unfold l; field; lra). nra. }
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; apply sqrt_pos].
  rewrite <- Rsqr_abs. unfold Rsqr. replace (norm d x * norm d y * (norm d x * norm d y))
    with ((norm d x * norm d x) * (norm d y * norm d y)) by ring. rewrite !norm_sqr. exact K.
Qed.

Lemma dot_zero_r d x y : veq d y (fun _ => 0) -> dot d x y = 0.
Proof. intros H. apply Sum_zero; intros k Hk. rewrite (H k Hk). ring. Qed.

Lemma dot_zero_eq d x : dot d x x = 0 -> veq d x (fun _ => 0).
Proof.
intros H k Hk. assert (Q := Sum_nonneg_zero d _ (fun l _ => Rle_0_sqr (x l)) H k Hk). now apply Rsqr_0_uniq in Q.
Qed.

Lemma dot_plus_r d x y z : dot d x (fun k => y k + z k) = dot d x y + dot d x z.
Proof. rewrite dot_comm, dot_plus_l, (dot_comm d y), (dot_comm d z). reflexivity. Qed.

Lemma dot_minus_r d x y z : dot d x (fun k => y k - z k) = dot d x y - dot d x z.
Proof. rewrite dot_comm, dot_minus_l, (dot_comm d y), (dot_comm d z). reflexivity. Qed.

Lemma dot_ext_r d x y y' : veq d y y' -> dot d x y = dot d x y'.
Proof. intros H. apply dot_ext; [intros ? ?; reflexivity|exact H]. Qed.

Lemma dot_ext_l d x x' y : veq d x x' -> dot d x y = dot d x' y.
Proof. intros H. apply dot_ext; [exact H|intros ? ?; reflexivity]. Qed.

Lemma norm_nonneg d x : 0 <= norm d x.
Proof. apply sqrt_pos. Qed.
