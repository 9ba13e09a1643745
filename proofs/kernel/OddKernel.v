(* A skew matrix of odd size has a kernel: no determinant, but elimination of two rows and columns at a time.

   Two indices with a nonzero entry between them span a plane on which the form is invertible; what is
   left after subtracting that plane is again skew, and smaller by two. *)
Require Import Reals Lra Lia.
From PhaseBound Require Import FiniteSums Vectors Disorder.
Open Scope R_scope.

(* exchange of two indices *)
Definition swap (i j k : nat) : nat := if Nat.eqb k i then j else if Nat.eqb k j then i else k.

Lemma swap_lt i j k n : (i < n)%nat -> (j < n)%nat -> (k < n)%nat -> (swap i j k < n)%nat.
Proof. intros. unfold swap. destruct (Nat.eqb k i), (Nat.eqb k j); assumption. Qed.

Lemma swap_swap i j k : swap i j (swap i j k) = k.
Proof.
unfold swap. destruct (Nat.eqb_spec k i) as [->|].
- rewrite Nat.eqb_refl. destruct (Nat.eqb_spec j i); congruence.
- destruct (Nat.eqb_spec k j) as [->|]; [now rewrite Nat.eqb_refl|].
  destruct (Nat.eqb_spec k i); [congruence|]. destruct (Nat.eqb_spec k j); congruence.
Qed.

(* a sum does not care about the order of its terms *)
Lemma Sum_swap_index n i j f : (i < n)%nat -> (j < n)%nat -> Sum n (fun k => f (swap i j k)) = Sum n f.
Proof.
intros Hi Hj. destruct (Nat.eq_dec i j) as [<-|Hne].
- apply Sum_ext; intros k _. unfold swap. destruct (Nat.eqb_spec k i); congruence.
- rewrite (Sum_ext n _ (fun k => if Nat.eqb k i then f j else if Nat.eqb k j then f i else f k)).
  + rewrite (Sum_change n i (f j) (fun k => if Nat.eqb k j then f i else f k) Hi).
    rewrite (Sum_change n j (f i) f Hj). destruct (Nat.eqb_spec i j); [contradiction|]. ring.
  + intros k _. unfold swap. destruct (Nat.eqb k i); [reflexivity|]. destruct (Nat.eqb k j); reflexivity.
Qed.

Lemma act_swap n M x i j k : (i < n)%nat -> (j < n)%nat ->
  act n M (fun l => x (swap i j l)) (swap i j k) = act n (fun a b => M (swap i j a) (swap i j b)) x k.
Proof.
intros Hi Hj. unfold act.
rewrite <- (Sum_swap_index n i j (fun l => M (swap i j k) l * x (swap i j l)) Hi Hj).
apply Sum_ext; intros l _. now rewrite swap_swap.
Qed.

Definition has_kernel n M := exists x, nonzero n x /\ veq n (act n M x) (fun _ => 0).

(* an invertible last pair: eliminate it *)
Lemma eliminate n M : skew (S (S n)) M -> M n (S n) <> 0 ->
  (forall M', skew n M' -> has_kernel n M') -> has_kernel (S (S n)) M.
Proof.
intros HM Hne IH. set (s := M n (S n)) in *.
assert (Hs : M (S n) n = - s) by (rewrite (HM (S n) n) by lia; reflexivity).
assert (Z : forall i, (i < S (S n))%nat -> M i i = 0) by (intros i Hi; assert (H := HM i i Hi Hi); lra).
(* Schur complement *)
set (M' := fun i j => M i j + (M i n * M (S n) j - M i (S n) * M n j) / s).
destruct (IH M') as [x [[k [Hk Hx]] H]].
{ intros i j Hi Hj. unfold M'. rewrite (HM i j), (HM i n), (HM i (S n)), (HM j n), (HM j (S n)) by lia. field. exact Hne. }
set (p := Sum n (fun j => M n j * x j)). set (q := Sum n (fun j => M (S n) j * x j)).
(* coordinates n and n+1 chosen so that rows n and n+1 vanish *)
set (y := fun j => if Nat.eqb j n then q / s else if Nat.eqb j (S n) then - p / s else x j).
assert (Yn : y n = q / s) by (unfold y; now rewrite Nat.eqb_refl).
assert (Yn' : y (S n) = - p / s).
{ unfold y. destruct (Nat.eqb_spec (S n) n); [lia|]. now rewrite Nat.eqb_refl. }
assert (Yj : forall j, (j < n)%nat -> y j = x j).
{ intros j Hj. unfold y. destruct (Nat.eqb_spec j n); [lia|]. destruct (Nat.eqb_spec j (S n)); [lia|reflexivity]. }
exists y. split; [exists k; split; [lia|rewrite Yj by exact Hk; exact Hx]|].
assert (E : forall i, act (S (S n)) M y i = Sum n (fun j => M i j * x j) + M i n * (q / s) + M i (S n) * (- p / s)).
{ intros i. unfold act. simpl. rewrite Yn, Yn'. f_equal. f_equal. apply Sum_ext; intros j Hj. now rewrite Yj. }
intros i Hi. rewrite E. destruct (Nat.eq_dec i n) as [->|]; [|destruct (Nat.eq_dec i (S n)) as [->|]].
- fold p s. rewrite Z by lia. field. exact Hne.
- fold q. rewrite Hs, (Z (S n)) by lia. field. exact Hne.
- assert (Hin : (i < n)%nat) by lia. assert (Q := H i Hin). unfold act, M' in Q.
  rewrite (Sum_ext n _ (fun j => M i j * x j + (M i n / s * (M (S n) j * x j) - M i (S n) / s * (M n j * x j)))) in Q
    by (intros; field; exact Hne).
  rewrite Sum_plus, Sum_minus, !Sum_scal in Q. fold p q in Q. match type of Q with ?t = _ => transitivity t end; [field; exact Hne|exact Q].
Qed.

Theorem odd_skew_kernel m M : skew (S (2 * m)) M -> has_kernel (S (2 * m)) M.
Proof.
revert M. induction m as [|m IH]; intros M HM.
- exists (fun _ => 1). split; [exists 0%nat; split; [lia|lra]|]. intros i Hi. unfold act. simpl.
  assert (i = 0%nat) by lia. subst i. assert (H := HM 0%nat 0%nat ltac:(lia) ltac:(lia)). lra.
- replace (S (2 * S m)) with (S (S (S (2 * m)))) in * by lia. set (n := S (2 * m)) in *.
  (* column n+1 zero, or an index i with M i (n+1) <> 0 *)
  assert (D : forall k, (k <= S n)%nat -> (exists i, (i < k)%nat /\ M i (S n) <> 0) \/ forall i, (i < k)%nat -> M i (S n) = 0).
  { induction k as [|k IHk]; intros Hk; [right; intros; lia|].
    destruct (IHk ltac:(lia)) as [[i [Hi Hne]]|H]; [left; exists i; split; [lia|exact Hne]|].
    destruct (Req_dec (M k (S n)) 0) as [E|Hne]; [right|left; exists k; split; [lia|exact Hne]].
    intros i Hi. destruct (Nat.eq_dec i k) as [->|]; [exact E|apply H; lia]. }
  destruct (D (S n) (le_n _)) as [[i [Hi Hne]]|H].
  + (* bring i to position n *)
    set (M' := fun a b => M (swap i n a) (swap i n b)).
    assert (HM' : skew (S (S n)) M') by (intros a b Ha Hb; apply HM; apply swap_lt; lia).
    destruct (eliminate n M' HM') as [x [[k [Hk Hx]] Hz]].
    * unfold M'. replace (swap i n n) with i.
      -- replace (swap i n (S n)) with (S n); [exact Hne|]. unfold swap.
         destruct (Nat.eqb_spec (S n) i); [lia|]. destruct (Nat.eqb_spec (S n) n); [lia|reflexivity].
      -- unfold swap. destruct (Nat.eqb_spec n i); [congruence|]. now rewrite Nat.eqb_refl.
    * exact IH.
    * exists (fun l => x (swap i n l)). split.
      -- exists (swap i n k). split; [apply swap_lt; lia|]. now rewrite swap_swap.
      -- intros k' Hk'. rewrite <- (swap_swap i n k'), act_swap by lia. apply Hz, swap_lt; lia.
  + (* the last axis is in the kernel *)
    exists (fun l => if Nat.eqb (S n) l then 1 else 0). split.
    * exists (S n). split; [lia|]. rewrite Nat.eqb_refl. lra.
    * intros i Hi. unfold act.
      rewrite (Sum_ext _ _ (fun l => (if Nat.eqb (S n) l then 1 else 0) * M i l)) by (intros; ring).
      rewrite (Sum_kron (S (S n)) (S n) (M i)) by lia.
      destruct (Nat.eq_dec i (S n)) as [->|]; [|apply H; lia].
      assert (Q := HM (S n) (S n) ltac:(lia) ltac:(lia)). lra.
Qed.

(* so in odd dimension every h but those orthogonal to one fixed direction has an attracting equilibrium *)
Theorem odd_dimension_locks m M : skew (S (2 * m)) M ->
  exists v, nonzero (S (2 * m)) v /\ forall h, dot (S (2 * m)) v h <> 0 ->
  exists mu y, 0 < mu /\ equilibrium_at (S (2 * m)) M h mu y.
Proof.
intros HM. destruct (odd_skew_kernel m M HM) as [v [Hv Hz]]. exists v. split; [exact Hv|]. intros h Hh.
apply (existence_kernel (S (2 * m)) M h HM) with (v := v); [|exact Hz|exact Hh].
destruct (Positivity.nonzero_not_zero (S (2 * m)) h) as [_ N]. apply N. intros Z. apply Hh, dot_zero_r, Z.
Qed.
