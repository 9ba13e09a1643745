(* Finite sums  Sum n f = f 0 + ... + f (n-1)  over the reals.

   Tokens, oscillators and coordinates are all indexed by 0 .. n-1, and every theorem of this folder
   holds for every n; nothing here is special to a size. *)
Require Import Reals Lra Lia.
Open Scope R_scope.

Fixpoint Sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => Sum m f + f m end.

Lemma Sum_ext n f g : (forall k, (k < n)%nat -> f k = g k) -> Sum n f = Sum n g.
Proof.
induction n as [|n IH]; simpl; intros H; [reflexivity|].
rewrite IH by (intros; apply H; lia). rewrite H by lia. reflexivity.
Qed.

Lemma Sum_plus n f g : Sum n (fun k => f k + g k) = Sum n f + Sum n g.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma Sum_scal n a f : Sum n (fun k => a * f k) = a * Sum n f.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma Sum_minus n f g : Sum n (fun k => f k - g k) = Sum n f - Sum n g.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma Sum_const n a : Sum n (fun _ => a) = INR n * a.
Proof.
induction n as [|n IH]; [simpl; ring|]. rewrite S_INR. simpl Sum. rewrite IH. ring.
Qed.

Lemma Sum_nonneg n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= Sum n f.
Proof.
induction n as [|n IH]; simpl; intros H; [lra|].
assert (0 <= Sum n f) by (apply IH; intros; apply H; lia).
assert (0 <= f n) by (apply H; lia). lra.
Qed.

Lemma Sum_le n f g : (forall k, (k < n)%nat -> f k <= g k) -> Sum n f <= Sum n g.
Proof.
intros H. assert (0 <= Sum n (fun k => g k - f k)).
{ apply Sum_nonneg. intros k Hk. specialize (H k Hk). lra. }
rewrite Sum_minus in H0. lra.
Qed.

Lemma Sum_ge_term n f j : (j < n)%nat -> (forall k, (k < n)%nat -> 0 <= f k) -> f j <= Sum n f.
Proof.
induction n as [|n IH]; simpl; intros Hj H; [lia|].
assert (Hs : 0 <= Sum n f) by (apply Sum_nonneg; intros; apply H; lia).
assert (Hn : 0 <= f n) by (apply H; lia).
destruct (Nat.eq_dec j n) as [->|Hne]; [lra|].
assert (f j <= Sum n f) by (apply IH; [lia|intros; apply H; lia]). lra.
Qed.

Lemma Sum_nonneg_zero n f :
  (forall k, (k < n)%nat -> 0 <= f k) -> Sum n f = 0 -> forall k, (k < n)%nat -> f k = 0.
Proof.
intros Hf H0 k Hk. assert (f k <= Sum n f) by (apply Sum_ge_term; assumption).
specialize (Hf k Hk). lra.
Qed.

Lemma Sum_pos_ex n f : 0 < Sum n f -> exists k, (k < n)%nat /\ 0 < f k.
Proof.
induction n as [|n IH]; simpl; intros H; [lra|].
destruct (Rlt_le_dec 0 (f n)) as [Hp|Hn]; [exists n; split; [lia|assumption]|].
destruct IH as [k [Hk Hf]]; [lra|]. exists k; split; [lia|assumption].
Qed.

Lemma Sum_kron n j f : (j < n)%nat ->
  Sum n (fun l => (if Nat.eqb j l then 1 else 0) * f l) = f j.
Proof.
induction n as [|n IH]; intros Hj; [lia|]. simpl.
destruct (Nat.eq_dec j n) as [->|Hne].
- rewrite Nat.eqb_refl.
  replace (Sum n (fun l => (if Nat.eqb n l then 1 else 0) * f l)) with 0; [ring|].
  rewrite (Sum_ext n _ (fun _ => 0)).
  + rewrite Sum_const. ring.
  + intros k Hk. destruct (Nat.eqb_spec n k); [lia|ring].
- rewrite IH by lia. destruct (Nat.eqb_spec j n); [lia|ring].
Qed.

(* changing one term *)
Lemma Sum_change n j a f : (j < n)%nat ->
  Sum n (fun l => if Nat.eqb l j then a else f l) = Sum n f - f j + a.
Proof.
intros Hj. rewrite (Sum_ext n _ (fun l => f l + (if Nat.eqb j l then 1 else 0) * (a - f l))).
- rewrite Sum_plus, (Sum_kron n j (fun l => a - f l) Hj). ring.
- intros l _. rewrite (Nat.eqb_sym j l). destruct (Nat.eqb l j); ring.
Qed.

Lemma Sum_zero n f : (forall k, (k < n)%nat -> f k = 0) -> Sum n f = 0.
Proof. intros H. rewrite (Sum_ext n f (fun _ => 0)) by exact H. rewrite Sum_const. ring. Qed.

Lemma Sum_swap n m (F : nat -> nat -> R) :
  Sum n (fun i => Sum m (fun j => F i j)) = Sum m (fun j => Sum n (fun i => F i j)).
Proof.
induction n as [|n IH]; simpl.
- symmetry. apply Sum_zero. reflexivity.
- rewrite IH, <- Sum_plus. reflexivity.
Qed.
