(* The algebra over any field, without a single axiom.

   The coupling identity holds over every commutative ring; over every real field the sphere flow has its
   two equilibria and the tangent space at a unit vector has dimension d - 1; over every field of
   characteristic zero a skew matrix of odd size is singular. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- the statements ---- *)

(* cos and sin replaced by any elements c_u, s_u of a ring *)
Definition coupling_over_every_ring := forall (R : comRingType) (N : nat) (A c s : 'I_N -> R) (ct st : R),
  - st * (\sum_u A u * c u) + ct * (\sum_u A u * s u) = \sum_u A u * (s u * ct - c u * st).

Definition dotv (R : realFieldType) d (x y : 'cV[R]_d) : R := (x^T *m y) 0 0.
Definition lohe (R : realFieldType) d (h z : 'cV[R]_d) : 'cV[R]_d := (1%:M - z *m z^T) *m h.

(* m plays the part of |h| *)
Definition equilibria_over_every_field := forall (R : realFieldType) (d : nat) (h z : 'cV[R]_d) (m : R),
  h != 0 -> dotv z z = 1 -> m * m = dotv h h ->
  (lohe h z == 0) = (z == m^-1 *: h) || (z == - m^-1 *: h).

Definition tangent_dimension := forall (R : realFieldType) (d : nat) (z : 'cV[R]_d),
  dotv z z = 1 -> \rank (1%:M - z *m z^T) = d.-1.

Definition odd_skew_matrices_singular := forall (F : numFieldType) (d : nat) (S : 'M[F]_d),
  odd d -> S^T = - S -> \det S = 0.

(* ---- the proofs ---- *)

Theorem coupling_ring : coupling_over_every_ring.
Proof.
move=> R N A c s ct st; rewrite !mulr_sumr -big_split /=; apply: eq_bigr => u _.
by rewrite mulrBr mulNr addrC; congr (_ - _); rewrite mulrC mulrA.
Qed.

Section Sphere.
Variables (R : realFieldType) (d : nat).
Implicit Types (h z v : 'cV[R]_d).

Lemma dotv_mx (x y : 'cV[R]_d) : x^T *m y = (dotv x y)%:M. Proof. exact: mx11_scalar. Qed.
Lemma dotvE (x y : 'cV[R]_d) : dotv x y = \sum_i x i 0 * y i 0.
Proof. by rewrite /dotv !mxE; apply: eq_bigr => i _; rewrite !mxE. Qed.
Lemma dotvZl a (x y : 'cV[R]_d) : dotv (a *: x) y = a * dotv x y.
Proof. by rewrite /dotv linearZ -scalemxAl mxE. Qed.
Lemma dotv_ge0 (x : 'cV[R]_d) : 0 <= dotv x x.
Proof. by rewrite dotvE sumr_ge0 // => i _; rewrite -expr2 sqr_ge0. Qed.
Lemma dotv_eq0 (x : 'cV[R]_d) : (dotv x x == 0) = (x == 0).
Proof.
apply/idP/idP => [|/eqP->]; last by rewrite dotvE big1 // => i _; rewrite mxE mul0r.
rewrite dotvE psumr_eq0; last by move=> i _; rewrite -expr2 sqr_ge0.
move/allP => H; apply/eqP/matrixP => i j; rewrite ord1 mxE.
by have /implyP/(_ isT) := H i (mem_index_enum _); rewrite -expr2 sqrf_eq0 => /eqP.
Qed.
Lemma loheE h z : lohe h z = h - dotv z h *: z.
Proof. by rewrite /lohe mulmxBl mul1mx -mulmxA dotv_mx mul_mx_scalar. Qed.
End Sphere.

Theorem equilibria_field : equilibria_over_every_field.
Proof.
move=> R d h z m h0 z1 mm.
have m0 : m != 0.
  by apply: contra_neq h0 => m0; apply/eqP; rewrite -dotv_eq0 -mm m0 mulr0.
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

Theorem tangent_rank : tangent_dimension.
Proof.
move=> R d z z1; set P := 1%:M - _.
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

Theorem odd_skew_singular : odd_skew_matrices_singular.
Proof.
move=> F d S odd_d skew; have E : \det S = - \det S.
  by rewrite -{1}det_tr skew -scaleN1r detZ -signr_odd odd_d expr1 mulN1r.
have : \det S *+ 2 = 0 by rewrite mulr2n {1}E addNr.
by move/eqP; rewrite mulrn_eq0 /= => /eqP.
Qed.

(* ---- an instance: the rational number 1 as a vector of the line ---- *)

Definition one : 'cV[rat]_1 := const_mx 1.
Lemma one_nonzero : one != 0.
Proof. by apply/eqP => /matrixP /(_ 0 0); rewrite !mxE. Qed.
Lemma one_unit : dotv one one = 1.
Proof. by rewrite dotvE big_ord1 !mxE mulr1. Qed.
Lemma one_square : 1 * 1 = dotv one one.
Proof. by rewrite one_unit mulr1. Qed.
Lemma zero_skew : (0 : 'M[rat]_1)^T = - 0.
Proof. by rewrite trmx0 oppr0. Qed.
