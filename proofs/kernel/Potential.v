(* When is softmax attention a gradient?

   Without gates and drift the update of a token is the gradient of the log-sum-exp potential
   (1/beta) log sum_u exp(beta s_u), weights not frozen. With fixed positive gates g it is the gradient
   in the metric diag(g): d/dx_j of the potential is g_j times coordinate j of the update. *)
Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus GibbsSelection Coupling.
Open Scope R_scope.

Definition lse n beta (s : nat -> R) := / beta * ln (Zpart n beta s).

(* derivative of log-sum-exp along any curve of scores: the softmax average of their derivatives *)
Lemma lse_derivative n beta (s : R -> nat -> R) (ds : nat -> R) x : (0 < n)%nat -> beta <> 0 ->
  (forall u, (u < n)%nat -> is_derive (fun y => s y u) x (ds u)) ->
  is_derive (fun y => lse n beta (s y)) x (Sum n (fun u => softmax n beta (s x) u * ds u)).
Proof.
intros Hn Hb Hs. assert (HZ := Zpos n beta (s x) Hn). unfold lse, softmax.
set (Z := Zpart n beta (s x)) in *.
replace (Sum n (fun u => exp (beta * s x u) / Z * ds u))
  with (/ beta * (Sum n (fun u => beta * ds u * exp (beta * s x u)) * / Z)).
- apply is_derive_scal.
  apply (is_derive_comp (V := R_NormedModule) ln (fun y => Zpart n beta (s y)) x (/ Z)).
  + apply is_derive_Reals, derivable_pt_lim_ln. exact HZ.
  + apply (is_derive_Sum n (fun u y => exp (beta * s y u))). intros u Hu.
    apply (is_derive_comp (V := R_NormedModule) exp (fun y => beta * s y u) x (exp (beta * s x u))).
    * apply is_derive_Reals, derivable_pt_lim_exp.
    * apply is_derive_scal, Hs, Hu.
- rewrite (Rmult_comm (Sum n _)), <- Sum_scal, <- Sum_scal. apply Sum_ext; intros u _. field. split; lra.
Qed.

(* one phase, the receiving token at x among or beside the attended ones *)
Theorem lse_gradient n beta th t : (0 < n)%nat -> beta <> 0 ->
  is_derive (fun x => lse n beta (fun u => cos (th u - x))) t
            (Sum n (fun u => softmax n beta (fun v => cos (th v - t)) u * sin (th u - t))).
Proof.
intros Hn Hb. apply (lse_derivative n beta (fun x u => cos (th u - x)) (fun u => sin (th u - t))); try assumption.
intros u _. auto_derive; [trivial|]. unfold Rminus. ring.
Qed.

Theorem lse_gradient_self n beta th i : (0 < n)%nat -> beta <> 0 ->
  is_derive (fun x => lse n beta (fun u => cos (upd th i x u - x))) (th i)
            (Sum n (fun u => softmax n beta (fun v => cos (th v - th i)) u * sin (th u - th i))).
Proof.
intros Hn Hb.
assert (E : forall v, upd th i (th i) v = th v).
{ intros v. unfold upd. destruct (Nat.eqb_spec v i); congruence. }
replace (Sum n (fun u => softmax n beta (fun v => cos (th v - th i)) u * sin (th u - th i)))
  with (Sum n (fun u => softmax n beta (fun v => cos (upd th i (th i) v - th i)) u * sin (th u - th i))).
- apply (lse_derivative n beta (fun x u => cos (upd th i x u - x)) (fun u => sin (th u - th i))); try assumption.
  intros u _. unfold upd. destruct (Nat.eqb_spec u i) as [->|_].
  + apply (is_derive_extR (fun _ => 1)); [intros x; now rewrite Rminus_eq_0, cos_0|].
    rewrite Rminus_eq_0, sin_0. apply (is_derive_const (V := R_NormedModule)).
  + auto_derive; [trivial|]. unfold Rminus. ring.
- apply Sum_ext; intros u _. unfold softmax, Zpart. rewrite E. f_equal. f_equal. apply Sum_ext; intros. now rewrite E.
Qed.

(* ---- k phases a token, fixed gates g: scores s_u = sum_j g_j cos(x_j - th_uj) ---- *)

Definition gated_score k (g x th : nat -> R) := Sum k (fun j => g j * cos (x j - th j)).
Definition gated_update n k beta (g x : nat -> R) (th : nat -> nat -> R) (j : nat) :=
  Sum n (fun u => softmax n beta (fun v => gated_score k g x (th v)) u * sin (th u j - x j)).

Theorem gated_gradient n k beta g x th j : (0 < n)%nat -> beta <> 0 -> (j < k)%nat ->
  is_derive (fun y => lse n beta (fun u => gated_score k g (upd x j y) (th u))) (x j)
            (g j * gated_update n k beta g x th j).
Proof.
intros Hn Hb Hj.
assert (E : upd x j (x j) = x).
{ apply FunctionalExtensionality.functional_extensionality. intros v. unfold upd.
  destruct (Nat.eqb_spec v j); congruence. }
replace (g j * gated_update n k beta g x th j) with
  (Sum n (fun u => softmax n beta (fun v => gated_score k g (upd x j (x j)) (th v)) u * (g j * sin (th u j - x j)))).
- apply (lse_derivative n beta (fun y u => gated_score k g (upd x j y) (th u))); try assumption.
  intros u _. unfold gated_score.
  replace (g j * sin (th u j - x j))
    with (Sum k (fun l => (if Nat.eqb j l then 1 else 0) * (g l * sin (th u l - x l)))).
  + apply (is_derive_Sum k (fun l y => g l * cos (upd x j y l - th u l))). intros l _. unfold upd.
    rewrite (Nat.eqb_sym j l). destruct (Nat.eqb_spec l j) as [->|_].
    * auto_derive; [trivial|]. replace (th u j - x j) with (- (x j - th u j)) by ring. rewrite sin_neg.
      unfold Rminus. ring.
    * rewrite Rmult_0_l. apply (is_derive_const (V := R_NormedModule)).
  + apply (Sum_kron k j (fun l => g l * sin (th u l - x l)) Hj).
- unfold gated_update. rewrite E, <- Sum_scal. apply Sum_ext; intros. ring.
Qed.
