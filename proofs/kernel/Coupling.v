(* The value update of Kuramoto attention is the Kuramoto coupling.

   A token at phase t sees the complex field G = sum_u A_u exp(i th_u) and moves by
   a = -sin t Re G + cos t Im G. For every n and every real A this is sum_u A_u sin(th_u - t), and it is
   the derivative of the frozen-weight coherence sum_u A_u cos(th_u - t), also when the token attends
   itself and its own phase moves in both places. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus.
Open Scope R_scope.

Definition re_field n (A th : nat -> R) := Sum n (fun u => A u * cos (th u)).
Definition im_field n (A th : nat -> R) := Sum n (fun u => A u * sin (th u)).
Definition pull n (A th : nat -> R) t := - sin t * re_field n A th + cos t * im_field n A th.

(* the phases th with token i moved to x *)
Definition upd (th : nat -> R) (i : nat) (x : R) : nat -> R := fun u => if Nat.eqb u i then x else th u.

Lemma upd_same th i x : upd th i x i = x.
Proof. unfold upd. now rewrite Nat.eqb_refl. Qed.

Lemma upd_other th i x u : u <> i -> upd th i x u = th u.
Proof. intros H. unfold upd. destruct (Nat.eqb_spec u i); [contradiction|reflexivity]. Qed.

Theorem coupling_identity n A th t : pull n A th t = Sum n (fun u => A u * sin (th u - t)).
Proof.
unfold pull, re_field, im_field. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_ext; intros u _.
rewrite sin_minus. ring.
Qed.

Theorem frozen_gradient n A th t :
  is_derive (fun x => Sum n (fun u => A u * cos (th u - x))) t (Sum n (fun u => A u * sin (th u - t))).
Proof.
apply (is_derive_Sum n (fun u x => A u * cos (th u - x))).
intros u _. auto_derive; [trivial|]. unfold Rminus. ring.
Qed.

Theorem frozen_gradient_self n i A th :
  is_derive (fun x => Sum n (fun u => A u * cos (upd th i x u - x))) (th i)
            (Sum n (fun u => A u * sin (th u - th i))).
Proof.
apply (is_derive_Sum n (fun u x => A u * cos (upd th i x u - x))).
intros u _. unfold upd. destruct (Nat.eqb_spec u i) as [->|_].
- apply (is_derive_extR (fun _ => A i)).
  + intros x. rewrite Rminus_eq_0, cos_0. exact (eq_sym (Rmult_1_r _)).
  + rewrite Rminus_eq_0, sin_0, Rmult_0_r. apply (is_derive_const (V := R_NormedModule)).
- auto_derive; [trivial|]. unfold Rminus. ring.
Qed.

(* near miss: the opposite sign is not the update *)
Theorem coupling_sign_matters : ~ (forall n A th t, pull n A th t = Sum n (fun u => A u * sin (t - th u))).
Proof.
intros H. specialize (H 1%nat (fun _ => 1) (fun _ => PI/2) 0).
unfold pull, re_field, im_field in H. simpl in H.
rewrite sin_0, cos_0, Rminus_0_l, sin_neg, sin_PI2 in H. lra.
Qed.
