(* Dependencies are complete: what a thread writes, and whether it does, follows from the reads that
   it depends on.

   What is proved, `same_run`: if those reads return values of a given list, a thread that reads
   nothing but values of that list writes the same. *)

From Coq Require Import ZArith NArith List Bool Arith Lia.
From Opexplore Require Export Runs.
Import ListNotations.

Section Dependence.

Variable program : Program.
Variable values : LocationId -> list Value.

Local Notation all_runs := (all_runs program values).
Local Notation reads_at := (reads_at program).
Local Notation good := (good values).

Lemma length_set {A} (l : list A) : forall k a, length (set l k a) = length l.
Proof. induction l as [|b l IH]; intros [|k] a; simpl; auto. Qed.

Lemma nth_set {A} (l : list A) : forall k a j d,
  nth j (set l k a) d = if Nat.eqb j k && Nat.ltb k (length l) then a else nth j l d.
Proof.
  induction l as [|b l IH]; intros [|k] a [|j] d; simpl; try reflexivity;
    rewrite ?andb_false_r; try reflexivity.
  rewrite IH. reflexivity.
Qed.

Lemma some_run bound t : forall w l,
  (forall i, In i (thread_instructions (thread_of program t)) ->
     match reads_at i with Some loc => values loc <> [] | None => True end) ->
  unread w = [] -> all_runs bound t w = Some l ->
  exists r, In r l /\ incl (done w) (done (snd r)).
Proof.
  assert (E : forall w i, unread w = [] -> reads_at i = None ->
                exists w', execute program t w i = Some w' /\ unread w' = []).
  { intros w i U. destruct i; simpl; try discriminate; intros _; eexists;
      (split; [reflexivity|]); exact U. }
  assert (R : forall w i v loc, reads_at i = Some loc ->
                exists w', execute program t (with_unread [v] w) i = Some w' /\ unread w' = []).
  { intros w i v loc. destruct i; simpl; try discriminate; intros _.
    - unfold Execution.load, returned. simpl. eexists. split; reflexivity.
    - unfold Execution.atomic, returned. simpl. eexists. split; [reflexivity|].
      destruct (match atomic_op atomic with atom_cas => _ | _ => _ end),
        (atomic_destination atomic); reflexivity. }
  induction bound as [|bound IH]; simpl; intros w l N U A;
    destruct (instruction_at program t (pc w)) as [i|] eqn:I; try discriminate;
    try (injection A as <-; eexists; split; [now left|apply incl_refl]).
  apply nth_error_In in I. specialize (N i I) as V. destruct (reads_at i) as [loc|] eqn:Q.
  - destruct (values loc) as [|v rest] eqn:L; [congruence|].
    destruct (R w i v loc Q) as [w' [W U']]. simpl in A. rewrite W in A.
    destruct (all_runs bound t w') as [m|] eqn:M; [|discriminate]. simpl in A.
    destruct (gather _) as [m'|]; [|discriminate]. injection A as <-.
    destruct (IH w' m N U' M) as [[[n reads] w''] [J K]]. exists (S n, v :: reads, w''). split.
    + apply in_app_iff. left. apply in_map_iff. exists (n, reads, w''). auto.
    + intros e D. apply K. eapply execute_done; eauto.
  - destruct (E w i U Q) as [w' [W U']]. rewrite W in A.
    destruct (all_runs bound t w') as [m|] eqn:M; [|discriminate]. injection A as <-.
    destruct (IH w' m N U' M) as [[[n reads] w''] [J K]]. exists (S n, reads, w''). split.
    + apply in_map_iff. exists (n, reads, w''). auto.
    + intros e D. apply K. eapply execute_done; eauto.
Qed.

(* A thread whose reads return other values writes the same value, as long as the value and the
   branches so far depend only on reads that return the same. *)
Section Same.

Variable size : nat.
Variable G : EventSet.  (* reads that are known to return expected values *)

Definition known (s : EventSet) : Prop :=
  forall e, e < size -> member s e = true -> member G e = true.
Definition is_known (s : EventSet) : bool :=
  forallb (fun e => negb (member s e) || member G e) (seq 0 size).

Lemma is_known_spec s : is_known s = true <-> known s.
Proof.
  unfold is_known, known. rewrite forallb_forall. split.
  - intros H e L M. assert (I : In e (seq 0 size)) by (apply in_seq; lia).
    apply H in I. now rewrite M in I.
  - intros H e I. apply in_seq in I. destruct (member s e) eqn:M; [|reflexivity]. simpl.
    apply H; auto. lia.
Qed.

Lemma member_union s t e : member (N.lor s t) e = member s e || member t e.
Proof. apply N.lor_spec. Qed.

Lemma known_union s t : known (N.lor s t) <-> known s /\ known t.
Proof.
  unfold known. split.
  - intros H. split; intros e L M; apply H; auto; rewrite member_union, M; auto using orb_true_r.
  - intros [A B] e L. rewrite member_union, orb_true_iff. intros [M|M]; auto.
Qed.

Record same (w w2 : Walk) : Prop := {
  same_pc : pc w = pc w2;
  same_length : length (registers w) = length (registers w2);
  same_taints : length (taints w) = length (registers w);
  same_control : known (control w);
  same_registers : forall r, known (nth r (taints w) 0%N) ->
                     nth r (registers w) 0%Z = nth r (registers w2) 0%Z }.

Lemma same_value w w2 v :
  same w w2 -> known (taint_of v (taints w)) ->
  value_of v (registers w) = value_of v (registers w2).
Proof. intros S. destruct v; simpl; auto. apply (same_registers _ _ S). Qed.

(* What a step did: new writes of known data have the same values. *)
Definition matched (w w1 w21 : Walk) : Prop :=
  forall e, In e (done w1) -> In e (done w) \/
    (is_write e = true -> known (data_from e) ->
     exists e2, In e2 (done w21) /\ is_write e2 = true /\ location_at e2 = location_at e /\
                value_at e2 = value_at e).

Lemma same_after_set w w2 d v v2 s s2 p p2 c c2 u u2 k k2 l l2 :
  same w w2 -> p = p2 -> known c -> (known s -> v = v2) ->
  same {| pc := p; registers := set (registers w) d v; taints := set (taints w) d s; control := c;
          unread := u; next_event := k; done := l |}
       {| pc := p2; registers := set (registers w2) d v2; taints := set (taints w2) d s2;
          control := c2; unread := u2; next_event := k2; done := l2 |}.
Proof.
  intros S P C V. destruct S as [_ L T _ R]. constructor; simpl; rewrite ?length_set; auto.
  intros r. rewrite !nth_set, T, L.
  destruct (Nat.eqb r d && Nat.ltb d (length (registers w2))); auto.
Qed.

Lemma same_after_event t w w2 a b c d a2 b2 c2 d2 :
  same w w2 ->
  same (advance (add_event program t w a b c d)) (advance (add_event program t w2 a2 b2 c2 d2)).
Proof. intros []. constructor; simpl; auto. Qed.

Lemma known_singleton e : e < size -> known (singleton e) <-> member G e = true.
Proof.
  intros L. unfold known. split.
  - intros H. apply H; [exact L|]. now rewrite member_singleton, Nat.eqb_refl.
  - intros H k _. rewrite member_singleton. intros E. apply Nat.eqb_eq in E. now subst.
Qed.

Definition cas_succeeds (a : Atomic) (old : Value) (regs : list Value) : bool :=
  match atomic_op a with
  | atom_cas => Z.eqb old (value_of (atomic_expected a) regs)
  | _ => true
  end.

Lemma same_update a w w2 old old2 :
  same w w2 -> next_event w < size -> (member G (next_event w) = true -> old = old2) ->
  known (atomic_data a w (next_event w)) -> cas_succeeds a old (registers w) = true ->
  cas_succeeds a old2 (registers w2) = true /\
  update (atomic_op a) old (value_of (atomic_operand a) (registers w)) =
  update (atomic_op a) old2 (value_of (atomic_operand a) (registers w2)).
Proof.
  intros S L V. unfold atomic_data, cas_succeeds.
  destruct (atomic_op a) eqn:O; rewrite ?known_union, ?known_singleton by exact L; intros K C;
    try (destruct K as [K M]; rewrite <- (V M), <- (same_value _ _ _ S K); auto; fail).
  - rewrite <- (same_value _ _ _ S K). auto.
  - destruct K as [[K K2] M]. rewrite <- (V M), <- (same_value _ _ _ S K), <- (same_value _ _ _ S
    K2).
    auto.
Qed.

Lemma same_step t i w w1 w2 :
  execute program t w i = Some w1 -> same w w2 -> unread w2 = [] ->
  (reads_at i <> None -> next_event w < size) ->
  (forall loc v u, reads_at i = Some loc -> unread w = v :: u ->
     member G (next_event w) = true -> In v (values loc)) ->
  (forall loc, reads_at i = Some loc -> values loc <> []) ->
  known (control w1) ->
  exists w21,
    match reads_at i with
    | Some loc => exists v2, In v2 (values loc) /\
                    execute program t (with_unread [v2] w2) i = Some w21
    | None => execute program t w2 i = Some w21
    end /\ unread w21 = [] /\ same w1 w21 /\ matched w w1 w21.
Proof.
  intros E S U L RG NE KC.
  assert (choose : forall loc v u, reads_at i = Some loc -> unread w = v :: u ->
            exists v2, In v2 (values loc) /\ (member G (next_event w) = true -> v = v2)).
  { intros loc v u R H. destruct (member G (next_event w)) eqn:M.
    - exists v. split; [eapply RG; eauto|auto].
    - specialize (NE loc R). destruct (values loc) as [|v2 rest]; [congruence|].
      exists v2. split; [now left|discriminate]. }
  destruct i; simpl in E, choose |- *.
  - specialize (L ltac:(discriminate)).
    unfold Execution.load, returned in E. destruct (unread w) as [|v u] eqn:W; [discriminate|].
    injection E as <-. destruct (choose _ v u eq_refl eq_refl) as [v2 [I V]].
    eexists. split; [exists v2; split; [exact I|unfold Execution.load, returned; simpl;
      reflexivity]|].
    split; [reflexivity|]. split.
    + unfold advance, set_register, add_event. simpl.
      eapply same_after_set with (1 := S); [now rewrite (same_pc _ _ S)|apply (same_control _ _
        S)|].
      rewrite known_singleton by exact L. exact V.
    + intros e. simpl. intros [<-|D]; [right; discriminate|now left].
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|].
    split; [now apply same_after_event|]. intros e. simpl. intros [<-|D]; [right|now left].
    intros _ K. eexists. split; [left; reflexivity|]. simpl in *.
    repeat split. symmetry. now apply same_value.
  - specialize (L ltac:(discriminate)).
    unfold Execution.atomic, returned in E. destruct (unread w) as [|v u] eqn:W; [discriminate|].
    injection E as <-. destruct (choose _ v u eq_refl eq_refl) as [v2 [I V]].
    eexists. split; [exists v2; split; [exact I|unfold Execution.atomic, returned; simpl;
      reflexivity]|].
    set (w0 := {| pc := pc w; registers := registers w; taints := taints w; control := control w;
                  unread := u; next_event := next_event w; done := done w |}).
    assert (S0 : same w0 (with_unread [] w2)) by (destruct S; constructor; simpl; auto).
    pose proof (same_update atomic w w2 v v2 S L V) as SU. unfold cas_succeeds in SU.
    set (succeeds := match atomic_op atomic with atom_cas => (v =? _)%Z | _ => true end) in *.
    set (succeeds2 := match atomic_op atomic with atom_cas => (v2 =? _)%Z | _ => true end) in *.
    split; [now destruct succeeds2, (atomic_destination atomic)|].
    split.
    + destruct succeeds, succeeds2, (atomic_destination atomic) as [r|];
        unfold advance, set_register, add_event; simpl;
        try (eapply same_after_set with (1 := S);
             [now rewrite (same_pc _ _ S)|apply (same_control _ _ S)|
              rewrite known_singleton by exact L; exact V]);
        (destruct S; constructor; simpl; auto).
    + intros e H.
      destruct succeeds eqn:C.
      * assert (H' : In e (done (add_event program t
           (add_event program t w0 (Read {|
              access_location := location_of program (atomic_address atomic);
              access_address := generic_of program (atomic_address atomic);
              access_proxy := atomic_proxy atomic; access_order := read_half (atomic_order atomic);
              access_scope := atomic_scope atomic; access_value := v |})
              (pointer_taint (atomic_pointer atomic) w0) 0%N 0%N)
           (Write {|
              access_location := location_of program (atomic_address atomic);
              access_address := generic_of program (atomic_address atomic);
              access_proxy := atomic_proxy atomic; access_order := write_half (atomic_order atomic);
              access_scope := atomic_scope atomic;
              access_value := update (atomic_op atomic) v
                (value_of (atomic_operand atomic) (registers w)) |})
           (pointer_taint (atomic_pointer atomic) w0) (atomic_data atomic w0 (next_event w))
           (singleton (next_event w)))))
          by (destruct (atomic_destination atomic); exact H).
        simpl in H'. destruct H' as [<-|[<-|D]]; [right|right; discriminate|now left].
        intros _ K. simpl in K. destruct (SU K eq_refl) as [C2 SV]. rewrite C2.
        destruct (atomic_destination atomic) as [r|];
          (eexists; split; [left; reflexivity|]; simpl; now rewrite SV).
      * assert (H' : In e (done (add_event program t w0 (Read {|
              access_location := location_of program (atomic_address atomic);
              access_address := generic_of program (atomic_address atomic);
              access_proxy := atomic_proxy atomic; access_order := read_half (atomic_order atomic);
              access_scope := atomic_scope atomic; access_value := v |})
              (pointer_taint (atomic_pointer atomic) w0) 0%N 0%N)))
          by (destruct (atomic_destination atomic); exact H).
        simpl in H'. destruct H' as [<-|D]; [right; discriminate|now left].
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|].
    split; [now apply same_after_event|]. intros e. simpl. intros [<-|D]; [right; discriminate|now
      left].
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|].
    split; [now apply same_after_event|]. intros e. simpl. intros [<-|D]; [right; discriminate|now
      left].
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|].
    split; [now apply same_after_event|]. intros e. simpl. intros [<-|D]; [right; discriminate|now
      left].
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|]. split.
    + unfold Execution.local. simpl. eapply same_after_set with (1 := S).
      * now rewrite (same_pc _ _ S).
      * apply (same_control _ _ S).
      * rewrite known_union. intros [K1 K2]. rewrite <- (same_value _ _ _ S K1).
        destruct (arithmetic_op arithmetic); try now rewrite <- (same_value _ _ _ S K2).
        reflexivity.
    + intros e D. now left.
  - injection E as <-. eexists. split; [reflexivity|]. split; [exact U|]. split.
    + unfold Execution.local in *. simpl in *. destruct branch as [[c|] l r target]; simpl in *.
      * apply known_union in KC as [KC K2]. apply known_union in KC as [KC K1].
        destruct S as [P RL TL C R]. constructor; simpl; auto.
        -- rewrite (same_value w w2 l), (same_value w w2 r), P; auto; constructor; auto.
        -- rewrite !known_union. auto.
      * destruct S. constructor; simpl; auto.
    + intros e D. now left.
Qed.

Lemma execute_control t w i w1 :
  execute program t w i = Some w1 ->
  (forall k, member (control w) k = true -> member (control w1) k = true) /\
  forall e, In e (done w1) -> In e (done w) \/ control_from e = control w.
Proof.
  destruct w as [p regs ta c u n d]. destruct i; simpl; try (intros [= <-]; simpl;
    split; [auto|intros e [<-|D]; auto]; fail).
  - unfold Execution.load, returned. simpl. destruct u; [discriminate|]. intros [= <-]. simpl.
    split; [auto|]. intros e [<-|D]; auto.
  - unfold Execution.atomic, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    simpl. destruct (match atomic_op atomic with atom_cas => (v =? _)%Z | _ => _ end),
      (atomic_destination atomic); simpl; (split; [auto|]); intros e H; intuition subst; auto.
  - intros [= <-]. simpl. auto.
  - intros [= <-]. unfold Execution.local. simpl. split; [|auto].
    intros k M. destruct branch as [[|] l r target]; simpl; auto.
    now rewrite !member_union, M.
Qed.

Lemma run_control steps t : forall w w',
  run program steps t w = Some w' -> forall e, In e (done w') ->
  In e (done w) \/ forall k, member (control w) k = true -> member (control_from e) k = true.
Proof.
  induction steps as [|steps IH]; simpl; intros w w' R e I.
  - destruct (instruction_at program t (pc w)); [discriminate|].
    destruct (unread w); [|discriminate]. injection R as <-. now left.
  - destruct (instruction_at program t (pc w)) as [i|]; [|discriminate].
    destruct (execute program t w i) as [w1|] eqn:E; [|discriminate].
    destruct (execute_control _ _ _ _ E) as [M D].
    destruct (IH _ _ R e I) as [J|J]; [|right; auto].
    destruct (D e J) as [K|K]; [now left|right]. intros k. now rewrite K.
Qed.

(* Events are numbered in the order in which they are done. *)
Lemma execute_done_first t w i w1 :
  execute program t w i = Some w1 ->
  next_event w1 + length (done w) = next_event w + length (done w1) /\
  (exists new, done w1 = new ++ done w) /\
  match reads_at i with
  | Some loc => exists new e, done w1 = new ++ e :: done w /\ is_read e = true /\
                  location_at e = Some loc /\ exists u, unread w = value_at e :: u
  | None => True
  end.
Proof.
  destruct w as [p regs ta c u n d]. destruct i; simpl; try (intros [= <-]; simpl;
    split; [lia|split; [now eexists [_]|auto]]; fail).
  - unfold Execution.load, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    simpl. split; [lia|]. split; [now eexists [_]|]. exists []. eexists.
    split; [reflexivity|]. repeat split. now exists u.
  - unfold Execution.atomic, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    simpl. destruct (match atomic_op atomic with atom_cas => (v =? _)%Z | _ => _ end),
      (atomic_destination atomic); simpl; (split; [lia|]);
      first [split; [now eexists [_; _]|]; eexists [_]; eexists; split; [reflexivity|]
            |split; [now eexists [_]|]; exists []; eexists; split; [reflexivity|]];
      repeat split; now exists u.
  - intros [= <-]. simpl. split; [lia|]. split; [now exists []|auto].
  - intros [= <-]. simpl. split; [lia|]. split; [now exists []|auto].
Qed.

Lemma run_done_first steps t : forall w w',
  run program steps t w = Some w' ->
  next_event w' + length (done w) = next_event w + length (done w') /\
  exists new, done w' = new ++ done w.
Proof.
  induction steps as [|steps IH]; simpl; intros w w' R.
  - destruct (instruction_at program t (pc w)); [discriminate|].
    destruct (unread w); [|discriminate]. injection R as <-. split; [lia|now exists []].
  - destruct (instruction_at program t (pc w)) as [i|]; [|discriminate].
    destruct (execute program t w i) as [w1|] eqn:E; [|discriminate].
    destruct (execute_done_first _ _ _ _ E) as [A [[new B] _]].
    destruct (IH _ _ R) as [C [new' D]]. split; [lia|]. exists (new' ++ new).
    now rewrite D, B, app_assoc.
Qed.

Lemma control_step t w i w1 :
  execute program t w i = Some w1 -> control w1 = control w \/ done w1 = done w.
Proof.
  destruct w as [p regs ta c u n d]. destruct i; simpl; try (intros [= <-]; simpl; auto; fail).
  - unfold Execution.load, returned. simpl. destruct u; [discriminate|]. intros [= <-]. auto.
  - unfold Execution.atomic, returned. simpl. destruct u as [|v u]; [discriminate|]. intros [= <-].
    destruct (match atomic_op atomic with atom_cas => (v =? _)%Z | _ => _ end),
      (atomic_destination atomic); simpl; auto.
Qed.

(* What a thread writes of known data, some thread that reads only expected values writes too. *)
Lemma same_run steps t first : forall bound w w' w2 l,
  (forall i, In i (thread_instructions (thread_of program t)) ->
     match reads_at i with Some loc => values loc <> [] | None => True end) ->
  run program steps t w = Some w' ->
  next_event w = first + length (done w) -> first + length (done w') <= size ->
  (forall k e, nth_error (rev (done w')) k = Some e -> member G (first + k) = true -> good e) ->
  same w w2 -> unread w2 = [] -> all_runs bound t w2 = Some l ->
  forall e, In e (done w') -> In e (done w) \/
    (is_write e = true -> known (data_from e) -> known (control_from e) ->
     exists r e2, In r l /\ In e2 (done (snd r)) /\ is_write e2 = true /\
                  location_at e2 = location_at e /\ value_at e2 = value_at e).
Proof.
  induction steps as [|steps IH]; intros bound w w' w2 l NE R F Z GR S U A e I.
  { simpl in R. destruct (instruction_at program t (pc w)); [discriminate|].
    destruct (unread w); [|discriminate]. injection R as <-. now left. }
  simpl in R. destruct (instruction_at program t (pc w)) as [i|] eqn:J; [|discriminate].
  destruct (execute program t w i) as [w1|] eqn:E; [|discriminate].
  destruct (execute_done_first _ _ _ _ E) as [NX [[new DN] RD]].
  destruct (run_done_first _ _ _ _ R) as [_ [later D']].
  destruct (is_known (control w1)) eqn:KC.
  2:{ destruct (control_step _ _ _ _ E) as [C|C].
      { rewrite C in KC. pose proof (same_control _ _ S) as Q. apply is_known_spec in Q.
        congruence. }
      destruct (run_control _ _ _ _ R e I) as [K|K]; [left; congruence|right].
      intros _ _ KE. exfalso. assert (Q : is_known (control w1) = true); [|congruence].
      apply is_known_spec. intros k L M. apply KE; auto. }
  apply is_known_spec in KC.
  assert (J2 := J). apply nth_error_In in J2. specialize (NE i J2) as NEi.
  assert (NE' : forall loc, reads_at i = Some loc -> values loc <> []).
  { intros loc Q. now rewrite Q in NEi. }
  assert (RG : forall loc v u, reads_at i = Some loc -> unread w = v :: u ->
            member G (next_event w) = true -> In v (values loc)).
  { intros loc v u Q W M. rewrite Q in RD. destruct RD as [new' [r [DR [IR [LR [u' UR]]]]]].
    rewrite W in UR. injection UR as -> _. refine (GR (length (done w)) r _ _ IR loc LR).
    - rewrite D', DR, !rev_app_distr. simpl. rewrite <- !app_assoc.
      rewrite nth_error_app2 by (rewrite rev_length; lia). now rewrite rev_length, Nat.sub_diag.
    - now rewrite <- F. }
  assert (L : reads_at i <> None -> next_event w < size).
  { intros Q. destruct (reads_at i) as [loc|] eqn:T; [|congruence].
    destruct RD as [new' [r [DR _]]]. rewrite D', DR, !app_length in Z. simpl in Z. lia. }
  destruct (same_step _ _ _ _ _ E S U L RG NE' KC) as [w21 [X [U' [S' MT]]]].
  destruct bound as [|bound]; simpl in A; rewrite <- (same_pc _ _ S), J in A; [discriminate|].
  assert (exists l1, all_runs bound t w21 = Some l1 /\
            forall r, In r l1 -> exists r', In r' l /\ snd r' = snd r) as [l1 [A1 SUB]].
  { destruct (reads_at i) as [loc|].
    - destruct X as [v2 [V2 X]]. pose proof (gather_all _ _ A) as GA.
      set (f := fun v => _) in A.
      destruct (GA _ (in_map f _ _ V2)) as [q Q].
      assert (Q' := Q). unfold f in Q'. rewrite X in Q'.
      destruct (all_runs bound t w21) as [l1|]; [|discriminate]. injection Q' as <-.
      exists l1. split; [reflexivity|]. intros r H. exists (after_read v2 r). split.
      + eapply in_gather; [exact A|rewrite <- Q; apply in_map, V2|now apply in_map].
      + now destruct r as [[]].
    - rewrite X in A. destruct (all_runs bound t w21) as [l1|]; [|discriminate].
      injection A as <-. exists l1. split; [reflexivity|]. intros r H.
      exists (after_step r). split; [now apply in_map|now destruct r as [[]]]. }
  destruct (IH bound w1 w' w21 l1 NE R ltac:(lia) Z GR S' U' A1 e I) as [H|H].
  - destruct (MT e H) as [K|K]; [now left|right]. intros W KD _.
    destruct (K W KD) as [e2 [I2 [W2 [L2 V2]]]].
    destruct (some_run bound t w21 l1 NE U' A1) as [r [Ir Inc]].
    destruct (SUB r Ir) as [r' [Ir' Er]]. exists r', e2. rewrite Er. auto.
  - right. intros W KD KE. destruct (H W KD KE) as [r [e2 [Ir [I2 Q]]]].
    destruct (SUB r Ir) as [r' [Ir' Er]]. exists r', e2. rewrite Er. auto.
Qed.

End Same.

End Dependence.
