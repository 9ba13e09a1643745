(* Rotary rates enter the score only: they are no natural frequencies.

   A lone token attends itself alone and does not move, whatever its rates; a Kuramoto oscillator of
   frequency omega precesses. In the drifted phases psi_u = th_u + omega u the update carries the
   pair-dependent lag omega (t - u). *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PhaseBound Require Import FiniteSums Calculus GibbsSelection Coupling.
Open Scope R_scope.

(* ungated score of tokens t and u with k phases each and rates om *)
Definition score (k : nat) (om : nat -> R) (th : nat -> nat -> R) (t u : nat) : R :=
  Sum k (fun j => cos (th t j - th u j + om j * (INR t - INR u))).

(* causal attention of token t: it attends the tokens 0 .. t *)
Definition attention k beta om th t : nat -> R := softmax (S t) beta (fun u => score k om th t u).

(* the update of coordinate j of token t *)
Definition update k beta om th t j : R :=
  Sum (S t) (fun u => attention k beta om th t u * sin (th u j - th t j)).

Theorem lone_token_rests k beta om th j : update k beta om th 0 j = 0.
Proof. unfold update. simpl. rewrite Rminus_eq_0, sin_0. ring. Qed.

Theorem oscillator_precesses omega th0 t : is_derive (fun s => th0 + omega * s) t omega.
Proof. auto_derive; [trivial|ring]. Qed.

Theorem drifted_update k beta om th t j : let psi u := th u j + om j * INR u in
  update k beta om th t j =
  Sum (S t) (fun u => attention k beta om th t u * sin (psi u - psi t + om j * (INR t - INR u))).
Proof.
intros psi. apply Sum_ext; intros u _. f_equal. f_equal. unfold psi. ring.
Qed.
