(* The algebra over any field, without a single axiom.

   The coupling identity holds over every commutative ring, the two equilibria over every real closed
   field, and the tangent space at a unit vector has dimension d - 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the coupling identity as an identity of polynomials in (c_u,s_u), over every commutative ring, every N *)
Theorem coupling_ring (R : comRingType) (N : nat) (A c s : 'I_N -> R) (ct st : R) :
  - st * (\sum_u A u * c u) + ct * (\sum_u A u * s u) = \sum_u A u * (s u * ct - c u * st).
Proof.
rewrite !mulr_sumr -big_split /=; apply: eq_bigr => u _.
by rewrite mulrBr mulNr addrC; congr (_ - _); rewrite mulrC mulrA.
Qed.

Section Sphere.
Variables (R : rcfType) (d : nat).
Implicit Types (h z v : 'cV[R]_d).
Definition dotv (x y : 'cV[R]_d) : R := (x^T *m y) 0 0.
Lemma mx11 (M : 'M[R]_1) : M = (M 0 0)%:M. Proof. exact: mx11_scalar. Qed.
Lemma dotv_mx x y : x^T *m y = (dotv x y)%:M. Proof. exact: mx11_scalar. Qed.
Lemma dotvE x y : dotv x y = \sum_i x i 0 * y i 0.
Proof. by rewrite /dotv !mxE; apply: eq_bigr => i _; rewrite !mxE. Qed.
Lemma dotvZl a x y : dotv (a *: x) y = a * dotv x y.
Proof. by rewrite /dotv linearZ -scalemxAl mxE. Qed.
Lemma dotvC x y : dotv x y = dotv y x.
Proof. by rewrite !dotvE; apply: eq_bigr => i _; rewrite mulrC. Qed.
Lemma dotvZr a x y : dotv x (a *: y) = a * dotv x y.
Proof. by rewrite dotvC dotvZl dotvC. Qed.
Lemma dotv_ge0 x : 0 <= dotv x x.
Proof. by rewrite dotvE sumr_ge0 // => i _; rewrite -expr2 sqr_ge0. Qed.
Lemma dotv_eq0 x : (dotv x x == 0) = (x == 0).
Proof.
apply/idP/idP => [|/eqP->]; last by rewrite dotvE big1 // => i _; rewrite mxE mul0r.
rewrite dotvE psumr_eq0; last by move=> i _; rewrite -expr2 sqr_ge0.
move/allP => H; apply/eqP/matrixP => i j; rewrite ord1 mxE.
by have /implyP/(_ isT) := H i (mem_index_enum _); rewrite -expr2 sqrf_eq0 => /eqP.
Qed.

Definition lohe h z : 'cV[R]_d := (1%:M - z *m z^T) *m h.
Lemma loheE h z : lohe h z = h - dotv z h *: z.
Proof. by rewrite /lohe mulmxBl mul1mx -mulmxA dotv_mx mul_mx_scalar. Qed.

Definition nrm h := Num.sqrt (dotv h h).

(* exactly two equilibria *)
Theorem equilibria_rcf h z : h != 0 -> dotv z z = 1 ->
  (lohe h z == 0) = (z == (nrm h)^-1 *: h) || (z == - (nrm h)^-1 *: h).
Proof.
move=> h0 z1; set m := nrm h.
have hh_gt0 : 0 < dotv h h by rewrite lt_def dotv_ge0 dotv_eq0 h0.
have m_gt0 : 0 < m by rewrite sqrtr_gt0.
have m0 : m != 0 by rewrite gt_eqF.
have mm : m * m = dotv h h by rewrite -expr2 sqr_sqrtr // ltW.
apply/idP/idP.
- rewrite loheE subr_eq0 => /eqP hz.
  have : dotv h h = dotv z h * dotv z h by rewrite {1}hz dotvZl.
  rewrite -mm -!expr2 => /eqP; rewrite eqf_sqr => /orP [] /eqP E.
  + by apply/orP; left; rewrite {1}hz -E scalerA mulVf // scale1r.
  + have E' : dotv z h = - m by rewrite E opprK.
    by apply/orP; right; rewrite {1}hz E' scalerA mulrNN mulVf // scale1r.
- rewrite loheE; case/orP => /eqP ->.
  + by rewrite dotvZl -mm scalerA mulKf // mulfV // scale1r subrr.
  + by rewrite dotvZl -mm scalerA mulNr mulrNN mulKf // mulfV // scale1r subrr.
Qed.

(* multiplicity: the tangent projector at a unit vector has rank d-1; the linearisation at
   s.h/|h| acts on that space as -s|h| *)
Theorem tangent_rank z : dotv z z = 1 -> \rank (1%:M - z *m z^T) = d.-1.
Proof.
move=> z1; set P := 1%:M - _.
have zP : z^T *m P = 0 by rewrite /P mulmxBr mulmx1 mulmxA dotv_mx z1 mul1mx subrr.
have rz : \rank z^T = 1%N.
  apply/eqP; rewrite eqn_leq rank_leq_row lt0n mxrank_eq0 trmx_eq0.
  by apply: contra_eq_neq z1 => ->; rewrite dotvE big1 ?[0 == _]eq_sym ?oner_eq0 // => i _; rewrite mxE mul0r.
have rk : \rank (kermx P) = 1%N.
  apply/eqP; rewrite -rz eqn_leq; apply/andP; split; apply: mxrankS; last first.
    by apply/sub_kermxP.
  have : kermx P *m P = 0 by apply: mulmx_ker.
  by rewrite {2}/P mulmxBr mulmx1 mulmxA => /eqP; rewrite subr_eq0 => /eqP ->; rewrite submxMl.
by move: rk; rewrite mxrank_ker => H; rewrite -subn1 -H subKn // rank_leq_row.
Qed.
End Sphere.
