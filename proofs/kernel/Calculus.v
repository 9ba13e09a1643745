(* The few facts of one-variable calculus that the theories share, stated over R so that [ring] and
   [field] see equations between real numbers. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums.
Open Scope R_scope.

Lemma is_derive_Sum n (f : nat -> R -> R) (df : nat -> R) (x : R) :
  (forall k, (k < n)%nat -> is_derive (f k) x (df k)) ->
  is_derive (fun y => Sum n (fun k => f k y)) x (Sum n df).
Proof.
induction n as [|n IH]; simpl; intros H.
- apply (is_derive_const (V := R_NormedModule)).
- apply (is_derive_plus (V := R_NormedModule)).
  + apply IH. intros; apply H; lia.
  + apply H; lia.
Qed.

Lemma is_derive_extR (f g : R -> R) x (l : R) :
  (forall t, f t = g t) -> is_derive f x l -> is_derive g x l.
Proof. intros H. apply is_derive_ext. exact H. Qed.

Lemma const_of_zeroR (f : R -> R) : (forall t, is_derive f t 0) -> forall t, f t = f 0.
Proof.
intros H t. destruct (Rtotal_order t 0) as [Hl|[->|Hg]]; [|reflexivity|].
- apply (eq_is_derive (V := R_NormedModule) f t 0); [intros; apply H|assumption].
- symmetry. apply (eq_is_derive (V := R_NormedModule) f 0 t); [intros; apply H|assumption].
Qed.

(* mean value theorem with an interior point *)
Lemma mvt (f f' : R -> R) a b : a < b -> (forall c, a <= c <= b -> is_derive f c (f' c)) ->
  exists c, a < c < b /\ f b - f a = f' c * (b - a).
Proof.
intros Hab H. destruct (MVT_cor2 f f' a b Hab) as [c [E Hc]].
- intros c Hc. apply is_derive_Reals, H, Hc.
- exists c. split; assumption.
Qed.

Lemma nondecreasing (f f' : R -> R) a b : a <= b -> (forall c, a <= c <= b -> is_derive f c (f' c)) ->
  (forall c, a < c < b -> 0 <= f' c) -> f a <= f b.
Proof.
intros [Hab|<-] H Hp; [|lra]. destruct (mvt f f' a b Hab H) as [c [Hc E]]. specialize (Hp c Hc). nra.
Qed.

Lemma continuity_of_derive (f : R -> R) x l : is_derive f x l -> continuity_pt f x.
Proof. intros H. apply derivable_continuous_pt. exists l. apply is_derive_Reals, H. Qed.

Lemma is_derive_val (f : R -> R) x (l l' : R) : l = l' -> is_derive f x l -> is_derive f x l'.
Proof. intros ->. trivial. Qed.
