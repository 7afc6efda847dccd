(* Barriers do not look at orders, scopes or fences: two programs whose threads have the same places
   gather and complete the same generations, as long as threads have ended in both or in neither. *)

From Coq Require Import ZArith NArith List Bool Arith Lia.
From Opexplore Require Import Barrier Execution.
Import ListNotations.

Lemma same_mask count f g : (forall t, f t = g t) -> mask_of count f = mask_of count g.
Proof.
  intros H. unfold mask_of. induction (seq 0 count) as [|t l IH]; [reflexivity|].
  cbn [fold_right]. now rewrite H, IH.
Qed.

Section Barriers.

Variables P Q : Program.
Hypothesis same_places : forall t, place_of P t = place_of Q t.
Hypothesis same_count : length (threads P) = length (threads Q).

Lemma same_cta_mask t : cta_mask P t = cta_mask Q t.
Proof.
  assert (S : forall u, thread_cta (thread_of P u) = thread_cta (thread_of Q u) /\
                        thread_gpu (thread_of P u) = thread_gpu (thread_of Q u)).
  { intros u. pose proof (same_places u) as H. unfold place_of in H. injection H. auto. }
  unfold cta_mask, thread_count. rewrite same_count. apply same_mask. intros u.
  destruct (S t) as [-> ->]. now destruct (S u) as [-> ->].
Qed.

Lemma same_arrive t arrival : forall barriers, arrive P t arrival barriers = arrive Q t arrival
  barriers.
Proof.
  induction barriers as [|g barriers IH]; simpl; rewrite same_cta_mask; [auto|now rewrite IH].
Qed.

Lemma same_may_arrive barriers t resource :
  may_arrive P barriers t resource = may_arrive Q barriers t resource.
Proof.
  unfold may_arrive. now rewrite same_cta_mask.
Qed.

Section Complete.

Variables here there : list InstructionId.  (* where the threads stand *)
Hypothesis same_ends : forall t, t < length (threads Q) ->
  Nat.leb (length (thread_instructions (thread_of P t))) (nth t here 0) =
  Nat.leb (length (thread_instructions (thread_of Q t))) (nth t there 0).

Lemma same_complete waits g : complete P here waits g = complete Q there waits g.
Proof.
  unfold complete, thread_count. rewrite same_count. destruct (gen_quorum g); auto.
  assert (S : forall l, (forall t, In t l -> t < length (threads Q)) ->
    forallb (fun t => negb (has (gen_cta g) t) || has (gen_arrived g) t || has_ended P here waits t)
      l =
    forallb (fun t => negb (has (gen_cta g) t) || has (gen_arrived g) t || has_ended Q there waits
      t) l).
  { intros l. induction l as [|t l IH]; simpl; intros I; auto. unfold has_ended at 1 3.
    rewrite same_ends by auto. now rewrite IH by auto. }
  apply S. intros t I. apply in_seq in I. lia.
Qed.

Lemma same_completing turns : forall barriers,
  completing P turns here barriers = completing Q turns there barriers.
Proof.
  induction turns as [|turns IH]; intros barriers; simpl; auto.
  rewrite (filter_ext _ _ (same_complete (waiting barriers))).
  rewrite (filter_ext (fun g => negb (complete P here (waiting barriers) g))
             (fun g => negb (complete Q there (waiting barriers) g)))
    by (intros; now rewrite same_complete).
  destruct (filter (complete Q there (waiting barriers)) barriers); auto. now rewrite IH.
Qed.

End Complete.

End Barriers.
