(* What reads can return: values that the threads write, reading such values.

   What is proved: if a list of values for each location is closed – initial values are in it, and
   the threads, reading values of the list, write values of the list – then in every candidate
   execution in which no value is its own reason (NoThinAir) all reads return values of the list. *)

From Coq Require Import ZArith NArith List Bool Arith Lia Relation_Operators.
From Opexplore Require Export Candidates Dependence.
Import ListNotations.

Section Values.

Variable program : Program.
Variable values : LocationId -> list Value.

Local Notation all_runs := (all_runs program values).
Local Notation reads_at := (reads_at program).
Local Notation good := (good values).

(* The value is one that its location is expected to have. *)
Definition expected (e : Event) : bool :=
  match location_at e with Some l => existsb (Z.eqb (value_at e)) (values l) | None => true end.

(* Reading expected values, the threads write expected values, and so are the initial ones; there
   is something to read wherever the threads read. *)
Definition closed_values (bound : nat) : bool :=
  forallb expected (initial_writes program) &&
  forallb (fun t =>
    forallb (fun i => match reads_at i with
                      | Some l => match values l with [] => false | _ => true end
                      | None => true
                      end) (thread_instructions (thread_of program t)) &&
    match all_runs bound t (start program t 0 []) with
    | Some runs => forallb (fun r : Run => forallb (fun e => negb (is_write e) || expected e)
                                             (done (snd r))) runs
    | None => false
    end) (seq 0 (length (threads program))).

Lemma expected_good e : expected e = true -> good e.
Proof.
  unfold expected, good. intros H _ l L. rewrite L in H. apply existsb_exists in H as [v [I E]].
  apply Z.eqb_eq in E. now rewrite E.
Qed.

Lemma threads_position runs : forall t first walks before k e,
  run_threads program t first runs = Some walks -> length before = first ->
  let all := before ++ flat_map (fun w => rev (done w)) walks in
  nth_error all k = Some e -> first <= k ->
  exists u steps reads w f,
    t <= u < t + length runs /\ run program steps u (start program u f reads) = Some w /\
    In e (done w) /\ f + length (done w) <= length all /\
    forall j e', nth_error (rev (done w)) j = Some e' -> nth_error all (f + j) = Some e'.
Proof.
  induction runs as [|[steps reads] runs IH]; intros t first walks before k e R L all N G;
    simpl in R.
  - injection R as <-. subst all. simpl in N. rewrite app_nil_r in N.
    assert (k < length before) by (apply nth_error_Some; congruence). lia.
  - destruct (run program steps t (start program t first reads)) as [w|] eqn:W; [|discriminate].
    destruct (run_threads program (S t) (next_event w) runs) as [others|] eqn:O; [|discriminate].
    injection R as <-. destruct (run_done_first _ _ _ _ _ W) as [NX _]. simpl in NX.
    subst all. simpl in *. rewrite Nat.add_0_r in NX.
    destruct (Nat.lt_ge_cases k (first + length (done w))) as [B|B].
    + exists t, steps, reads, w, first. split; [lia|]. split; [exact W|].
      rewrite nth_error_app2 in N by lia.
      rewrite nth_error_app1 in N by (rewrite rev_length; lia). split.
      { apply nth_error_In in N. now apply in_rev. }
      split; [rewrite !app_length, rev_length; lia|]. intros j e' H.
      assert (j < length (rev (done w))) by (apply nth_error_Some; congruence).
      rewrite nth_error_app2 by lia. replace (first + j - length before) with j by lia.
      now rewrite nth_error_app1.
    + destruct (IH (S t) (next_event w) others (before ++ rev (done w)) k e O) as
        [u [steps' [reads' [w' [f [U [R' [I [Z P]]]]]]]]].
      * rewrite app_length, rev_length. lia.
      * now rewrite <- app_assoc.
      * lia.
      * exists u, steps', reads', w', f. rewrite <- app_assoc in *. repeat split; auto; lia.
Qed.

Definition dependencies (X : Execution) : Relation := (rf X || addr X || data X || ctrl X)%rel.

(* How many events an event depends on. *)
Definition weight (X : Execution) (k : EventId) : nat :=
  length (filter (fun a => related (closure (dependencies X)) a k) (seq 0 (size X))).

Lemma filter_length_lt {A} (f g : A -> bool) l a :
  (forall x, f x = true -> g x = true) -> In a l -> f a = false -> g a = true ->
  length (filter f l) < length (filter g l).
Proof.
  intros S. assert (LE : forall l, length (filter f l) <= length (filter g l)).
  { induction l0 as [|b m IH]; simpl; [lia|]. specialize (S b).
    destruct (f b), (g b); simpl; try lia; now discriminate S. }
  induction l as [|b l IH]; intros I F G; [destruct I|]. simpl. destruct I as [->|I].
  - rewrite F, G. simpl. specialize (LE l). lia.
  - specialize (IH I F G). specialize (S b). destruct (f b), (g b); simpl; try lia;
      now discriminate S.
Qed.

Lemma weight_lt X j k :
  acyclic (dependencies X) = true -> j < size X -> related (dependencies X) j k = true ->
  weight X j < weight X k.
Proof.
  intros C L D. assert (T : related (closure (dependencies X)) j k = true)
    by now apply related_closure, t_step.
  apply filter_length_lt with j.
  - intros a H. apply related_closure. eapply t_trans; apply related_closure; eassumption.
  - apply in_seq. lia.
  - unfold acyclic in C. rewrite irreflexive_spec in C. apply C.
  - exact T.
Qed.

Lemma expected_like e e2 :
  location_at e2 = location_at e -> value_at e2 = value_at e -> expected e2 = expected e.
Proof. unfold expected. now intros -> ->. Qed.

Lemma map_nth_error_nth {A} (f : A -> EventSet) l k a :
  nth_error l k = Some a -> nth k (map f l) 0%N = f a.
Proof. intros H. apply nth_error_nth. now apply map_nth_error. Qed.

Theorem reads_expected bound X :
  closed_values bound = true -> candidate program X = true -> acyclic (dependencies X) = true ->
  forall e, In e (events X) -> good e.
Proof.
  intros CV C AC.
  assert (claim : forall m k e, weight X k < m -> nth_error (events X) k = Some e ->
                    expected e = true).
  2:{ intros e I. apply In_nth_error in I as [k K]. eapply expected_good, claim; eauto. }
  unfold closed_values in CV. apply andb_true_iff in CV as [CI CT].
  rewrite forallb_forall in CI. rewrite forallb_forall in CT.
  unfold candidate in C. apply andb_true_iff in C as [C _]. apply andb_true_iff in C as [C _].
  apply andb_true_iff in C as [C _]. apply andb_true_iff in C as [C _].
  apply andb_true_iff in C as [C RT]. apply andb_true_iff in C as [_ TR].
  unfold threads_run in TR. apply andb_true_iff in TR as [N TR]. apply Nat.eqb_eq in N.
  destruct (run_threads _ _ _ _) as [walks|] eqn:W; [|discriminate].
  apply andb_true_iff in TR as [EV _].
  destruct (list_eq_dec event_eq_dec _ _) as [EV'|]; [|discriminate]. clear EV.
  assert (IL : length (initial_writes program) = length (locations program)).
  { unfold initial_writes. rewrite map_length, combine_length, seq_length. lia. }
  induction m as [|m IH]; intros k e LT K; [lia|].
  assert (before : forall j ej, j < size X -> related (dependencies X) j k = true ->
            nth_error (events X) j = Some ej -> expected ej = true).
  { intros j ej L D Nj. apply (IH j ej); [|exact Nj]. pose proof (weight_lt X j k AC L D). lia. }
  destruct (Nat.lt_ge_cases k (length (locations program))) as [B|B].
  { apply CI. rewrite EV' in K. rewrite nth_error_app1 in K by lia. eapply nth_error_In, K. }
  destruct (is_read e) eqn:Re; [|destruct (is_write e) eqn:We].
  - unfold reads_take in RT. apply andb_true_iff in RT as [I O].
    rewrite included_spec in I. rewrite forallb_forall in O.
    assert (Q : length (filter (fun w => related (rf X) w k) (seq 0 (size X))) = 1).
    { apply Nat.eqb_eq, O. apply in_map_iff. exists k. split; [reflexivity|]. apply filter_In.
      assert (k < length (events X)) by (apply nth_error_Some; congruence).
      split; [apply in_seq; unfold size; lia|]. unfold the. now rewrite member_members, K. }
    destruct (filter (fun w => related (rf X) w k) (seq 0 (size X))) as [|w rest] eqn:FW;
      [discriminate|].
    assert (J : In w (w :: rest)) by now left. rewrite <- FW in J. apply filter_In in J as [J R].
    apply in_seq in J. pose proof (I _ _ R) as T. rewrite among_relate in T. unfold among in T.
    destruct (nth_error (events X) w) as [ew|] eqn:Ew; [|discriminate]. rewrite K in T.
    unfold takes in T. apply andb_true_iff in T as [T V]. apply andb_true_iff in T as [T S].
    apply Z.eqb_eq in V. unfold same_location, both in S.
    destruct (location_at ew) as [l|] eqn:Lw; [|discriminate].
    destruct (location_at e) as [l'|] eqn:Le; [|discriminate]. apply Nat.eqb_eq in S. subst l'.
    rewrite <- (expected_like e ew) by congruence. apply (before w ew); [lia| |exact Ew].
    unfold dependencies. now rewrite !related_union, R.
  - rewrite EV' in K. destruct (threads_position _ _ _ _ _ _ _ W IL K B) as
      [u [steps [reads [w [f [U [R [I [Z P]]]]]]]]].
    rewrite <- EV' in K, Z, P.
    assert (UT : In u (seq 0 (length (threads program)))).
    { apply in_seq. rewrite combine_length, map_length, seq_length in U. lia. }
    apply CT in UT. apply andb_true_iff in UT as [NE UT]. rewrite forallb_forall in NE.
    destruct (all_runs bound u (start program u 0 [])) as [l|] eqn:A; [|discriminate].
    rewrite forallb_forall in UT.
    destruct (same_run program values (size X) (members expected (events X)) steps u f bound
      (start program u f reads) w (start program u 0 []) l) with (e := e) as [H|H]; auto.
    + intros i Ii. specialize (NE i Ii). destruct (reads_at i); [|exact Logic.I].
      intros V. now rewrite V in NE.
    + intros j e' J M. apply expected_good. rewrite member_members, (P _ _ J) in M. exact M.
    + constructor; simpl; auto.
      * now rewrite map_length.
      * intros j _ M. unfold member in M. now rewrite N.bits_0 in M.
    + destruct H as [r [e2 [Ir [I2 [W2 [L2 V2]]]]]]; [exact We| | |].
      * intros j L M. rewrite member_members.
        destruct (nth_error (events X) j) as [ej|] eqn:Ej.
        -- apply (before j ej L); [|exact Ej]. unfold dependencies. rewrite !related_union.
           assert (D : related (data X) j k = true); [|now rewrite D, orb_true_r].
           apply related_inverse. rewrite map_length. split; [exact L|].
           unfold related, row. erewrite map_nth_error_nth; eauto.
        -- apply nth_error_None in Ej. unfold size in L. lia.
      * intros j L M. rewrite member_members.
        destruct (nth_error (events X) j) as [ej|] eqn:Ej.
        -- apply (before j ej L); [|exact Ej]. unfold dependencies. rewrite !related_union.
           assert (D : related (ctrl X) j k = true); [|now rewrite D, orb_true_r].
           apply related_inverse. rewrite map_length. split; [exact L|].
           unfold related, row. erewrite map_nth_error_nth; eauto.
        -- apply nth_error_None in Ej. unfold size in L. lia.
      * specialize (UT r Ir). rewrite forallb_forall in UT. specialize (UT e2 I2).
        rewrite W2 in UT. rewrite <- (expected_like e e2); auto.
  - unfold expected, location_at. unfold is_read, is_write in *. now destruct (what e).
Qed.

End Values.
