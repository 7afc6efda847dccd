(* What the threads of a stronger program do, those of a program within it do, too: the same reads
   return the same values, and the events are those that are not of an inserted fence. *)

From Coq Require Import ZArith NArith List Bool Arith Lia.
From Opexplore Require Import Execution Renumber Gaps.
From Opexplore Require Dependence.
Import ListNotations.

Lemma Forall2_at {A B} (R : A -> B -> Prop) l m :
  Forall2 R l m -> forall k b, nth_error m k = Some b -> exists a, nth_error l k = Some a /\ R a b.
Proof.
  intros F. induction F as [|a b l m H F IH]; intros [|k] c C; simpl in *; try discriminate.
  - injection C as <-. eauto.
  - apply IH, C.
Qed.

Lemma length_Forall2 {A B} (R : A -> B -> Prop) l m : Forall2 R l m -> length l = length m.
Proof. induction 1; simpl; auto. Qed.

(* ---- One event of both ---- *)

Section Kept.

Variable keep : Event -> bool.
Variable all : list Event.  (* of the stronger program *)

Local Notation renumber := (renumber keep all).
Local Notation keeping := (filter keep).

Variables P Q : Program.

(* The event of P that one of Q is: what it depends on is numbered anew, and it is in the code. *)
Definition same_event (a b : Event) : Prop :=
  event_within a b /\ address_from a = renumber (address_from b) /\
  data_from a = renumber (data_from b) /\ control_from a = renumber (control_from b) /\
  rmw_from a = renumber (rmw_from b) /\
  forall p, place b = Some p ->
    p = place_of Q (place_thread p) /\
    instruction a < length (thread_instructions (thread_of P (place_thread p))) /\
    instruction b < length (thread_instructions (thread_of Q (place_thread p))).

(* ---- One thread ---- *)

Section Thread.

Variable t : ThreadId.
Variables below above : list (option Instruction).  (* its code in P and in Q *)
Hypothesis same_addresses : addresses P = addresses Q.
Hypothesis same_place : place_of P t = place_of Q t.
Hypothesis code_below : thread_instructions (thread_of P t) = without_gaps below.
Hypothesis code_above : thread_instructions (thread_of Q t) = without_gaps above.
Hypothesis stronger : Forall2 (fun i j => place_within i j = true) below above.
Hypothesis keeps : forall e k i,
  place e = Some (place_of Q t) -> nth_error above k = Some (Some i) ->
  instruction e = position above k -> (nth k below None = None -> is_fence e = true) ->
  keep e = match nth k below None with Some _ => true | None => false end.

Lemma both_at k j :
  nth_error above k = Some j ->
  exists i, nth_error below k = Some i /\ place_within i j = true.
Proof. apply (Forall2_at _ _ _ stronger). Qed.
Lemma both_end k : nth_error above k = None -> nth_error below k = None.
Proof.
  pose proof (length_Forall2 _ _ _ stronger) as L. rewrite !nth_error_None. lia.
Qed.

(* `before`: the events of the initial writes and of the threads before this one. *)
Variable before : list Event.

Record together (k : nat) (w v : Walk) : Prop := {
  at_pc : pc w = position below k; at_pc' : pc v = position above k;
  at_registers : registers w = registers v; at_unread : unread w = unread v;
  at_taints : taints w = map renumber (taints v);
  at_control : control w = renumber (control v);
  at_number : next_event v = length before + length (done v);
  at_number' : next_event w = length (keeping before) + length (keeping (done v));
  at_done : Forall2 same_event (done w) (keeping (done v)) }.

Lemma nth_taint r l : nth r (map renumber l) 0%N = renumber (nth r l 0%N).
Proof. rewrite <- (renumber_0 keep all) at 1. apply map_nth. Qed.
Lemma taint_together o l : taint_of o (map renumber l) = renumber (taint_of o l).
Proof. destruct o; simpl; [apply nth_taint|now rewrite renumber_0]. Qed.
Lemma pointer_together p w v :
  taints w = map renumber (taints v) -> pointer_taint p w = renumber (pointer_taint p v).
Proof. intros H. destruct p; simpl; [|now rewrite renumber_0]. rewrite H. apply nth_taint. Qed.
Lemma set_together l r s : set (map renumber l) r (renumber s) = map renumber (set l r s).
Proof. revert r. induction l as [|x l IH]; intros [|r]; simpl; auto. now rewrite IH. Qed.

(* The number of the next event. *)
Lemma singleton_together d e rest :
  all = before ++ rev d ++ e :: rest -> keep e = true ->
  renumber (singleton (length before + length d)) =
  singleton (length (keeping before) + length (keeping d)).
Proof.
  intros A K.
  assert (N : nth_error all (length before + length d) = Some e).
  { rewrite A, nth_error_app2, nth_error_app2 by (rewrite ?rev_length; lia).
    rewrite rev_length. now replace (_ - _ - _) with 0 by lia. }
  rewrite (renumber_singleton keep all _ _ N K). f_equal. unfold rank.
  rewrite A, firstn_app, firstn_all2 by lia.
  replace (length before + length d - length before) with (length (rev d)) by (rewrite rev_length;
    lia).
  rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all.
  rewrite filter_app, app_length. f_equal. rewrite <- (rev_length (keeping d)). f_equal.
  clear. induction d as [|x d IH]; simpl; auto. rewrite filter_app, IH. simpl.
  destruct (keep x); simpl; auto using app_nil_r.
Qed.

Lemma below_length k i :
  nth_error below k = Some (Some i) -> position below k < length (without_gaps below).
Proof. intros H. apply nth_error_Some. now rewrite (without_gaps_at _ _ _ H). Qed.
Lemma above_length k i :
  nth_error above k = Some (Some i) -> position above k < length (without_gaps above).
Proof. intros H. apply nth_error_Some. now rewrite (without_gaps_at _ _ _ H). Qed.

Lemma place_thread_of : place_thread (place_of Q t) = t.
Proof. reflexivity. Qed.

(* ---- What a walk does, in both ---- *)

Section Both.

Variable k : nat.
Variables i j : Instruction.
Hypothesis B : nth_error below k = Some (Some i).
Hypothesis A : nth_error above k = Some (Some j).

Lemma kept_here e : place e = Some (place_of Q t) -> instruction e = position above k -> keep e =
  true.
Proof.
  intros PL IN. rewrite (keeps _ _ _ PL A IN); now rewrite (nth_error_nth _ _ None B).
Qed.

Lemma event_together w v o o' address data rmw rest :
  together k w v -> operation_within o o' ->
  all = before ++ rev (done (add_event Q t v o' address data rmw)) ++ rest ->
  together k (add_event P t w o (renumber address) (renumber data) (renumber rmw))
             (add_event Q t v o' address data rmw) /\
  renumber (singleton (next_event v)) = singleton (next_event w).
Proof.
  intros [PC PC' RE UN TA CO NU NU' DO] O ALL. simpl in ALL. rewrite <- app_assoc in ALL. simpl in
    ALL.
  match type of ALL with _ = _ ++ _ ++ ?e :: _ => set (new := e) in * end.
  assert (K : keep new = true) by (apply kept_here; simpl; auto).
  pose proof (singleton_together _ _ _ ALL K) as S. rewrite <- NU, <- NU' in S.
  split; [|exact S]. constructor; simpl; fold new; try rewrite K; simpl; auto; try lia.
  constructor; [|exact DO]. unfold same_event, event_within. simpl. rewrite same_place.
  refine (conj (conj eq_refl O) (conj eq_refl (conj eq_refl (conj CO (conj eq_refl _))))).
  intros p [= <-]. simpl. rewrite PC, PC', code_below, code_above.
  repeat split; [eapply below_length|eapply above_length]; eauto.
Qed.

Lemma register_together w v r x s :
  together k w v -> together k (set_register w r x (renumber s)) (set_register v r x s).
Proof.
  intros [PC PC' RE UN TA CO NU NU' DO]. constructor; simpl; auto.
  - now rewrite RE.
  - rewrite TA. apply set_together.
Qed.

Lemma advance_together w v : together k w v -> together (S k) (advance w) (advance v).
Proof.
  intros [PC PC' RE UN TA CO NU NU' DO]. constructor; simpl; auto.
  - now rewrite PC, (position_next _ _ _ B).
  - now rewrite PC', (position_next _ _ _ A).
Qed.

Lemma returned_together w v x v' :
  together k w v -> returned v = Some (x, v') ->
  exists w', returned w = Some (x, w') /\ together k w' v'.
Proof.
  intros [PC PC' RE UN TA CO NU NU' DO]. unfold returned. rewrite UN.
  destruct (unread v); [discriminate|]. intros [= <- <-]. eexists. split; [reflexivity|].
  constructor; simpl; auto.
Qed.

Hypothesis W : place_within (Some i) (Some j) = true.

Lemma same_generic a : generic_of P a = generic_of Q a.
Proof. unfold generic_of, address_of. now rewrite same_addresses. Qed.
Lemma same_location_of a : location_of P a = location_of Q a.
Proof. unfold location_of, address_of. now rewrite same_addresses. Qed.

Lemma level_here : at_level i j = j /\ level_within i j = true.
Proof.
  simpl in W. destruct (instruction_eq_dec (at_level i j) j); [|discriminate]. auto.
Qed.

Lemma operand_together o w v : together k w v -> value_of o (registers w) = value_of o (registers
  v).
Proof. intros T. now rewrite (at_registers _ _ _ T). Qed.

Lemma data_together a w v :
  together k w v -> renumber (singleton (next_event v)) = singleton (next_event w) ->
  atomic_data a w (next_event w) = renumber (atomic_data a v (next_event v)).
Proof.
  intros T N. unfold atomic_data. rewrite (at_taints _ _ _ T), !taint_together, <- N.
  now destruct (atomic_op a); rewrite ?renumber_or.
Qed.

Lemma scope_of_half o s u :
  scope_within (read_half o) s u = scope_within o s u /\
  scope_within (write_half o) s u = scope_within o s u.
Proof. now destruct o. Qed.

(* The walk that has one event more, and goes on behind the instruction. *)
Lemma goes_on w v o o' address data rest :
  together k w v -> operation_within o o' ->
  all = before ++ rev (done (add_event Q t v o' address data 0%N)) ++ rest ->
  together k (add_event P t w o (renumber address) (renumber data) 0%N)
             (add_event Q t v o' address data 0%N) /\
  renumber (singleton (next_event v)) = singleton (next_event w).
Proof.
  intros T O ALL. destruct (event_together _ _ _ _ _ _ _ _ T O ALL) as [T2 N].
  rewrite renumber_0 in T2. auto.
Qed.

Local Arguments add_event : simpl never.
Local Arguments advance : simpl never.
Local Arguments set_register : simpl never.

(* It makes the same step, and both go on at the same place. *)
Lemma step_both w v v' rest :
  together k w v -> execute Q t v (retarget (position above) j) = Some v' ->
  all = before ++ rev (done v') ++ rest ->
  exists w' k', execute P t w (retarget (position below) i) = Some w' /\ together k' w' v'.
Proof.
  destruct level_here as [SAME L]. clear W. intros T E ALL.
  assert (Z : renumber 0%N = 0%N) by apply renumber_0.
  pose proof goes_on as GO. pose proof event_together as ET. pose proof register_together as RT.
  pose proof advance_together as AT. pose proof returned_together as UT.
  destruct i, j; try discriminate SAME; simpl in SAME, L, E |- *.
  - (* load *)
    destruct load as [d a p o s q], load0 as [d' a' p' o' s' q']. simpl in *.
    injection SAME; intros; subst d' a' p' q'. clear SAME. apply andb_true_iff in L as [LO LS].
    unfold Execution.load in *. destruct (returned v) as [[x v1]|] eqn:R; [|discriminate].
    destruct (UT _ _ _ _ T R) as (w1 & -> & T1). simpl in *.
    injection E as <-. rewrite (pointer_together q _ _ (at_taints _ _ _ T1)).
    rewrite same_generic, same_location_of.
    edestruct GO as [T2 N]; [exact T1| |exact ALL|].
    2:{ rewrite Z in T2. eexists _, (S k). split; [reflexivity|].
        rewrite <- N. apply AT, RT. exact T2. }
    simpl. unfold access_within. simpl. auto 8.
  - (* store *)
    destruct store as [a x p o s q], store0 as [a' x' p' o' s' q']. simpl in *.
    injection SAME; intros; subst a' x' p' q'. clear SAME. apply andb_true_iff in L as [LO LS].
    unfold Execution.store in *. simpl in *. injection E as <-.
    rewrite (pointer_together q _ _ (at_taints _ _ _ T)), (operand_together x _ _ T).
    rewrite (at_taints _ _ _ T), taint_together, same_generic, same_location_of.
    edestruct GO as [T2 _]; [exact T| |exact ALL|].
    2:{ eexists _, (S k). split; [reflexivity|]. apply AT, T2. }
    simpl. unfold access_within. simpl. auto 8.
  - (* atomic *)
    destruct atomic as [op d a x e p o s q], atomic0 as [op' d' a' x' e' p' o' s' q']. simpl in *.
    injection SAME; intros; subst op' d' a' x' e' p' q'. clear SAME.
    apply andb_true_iff in L as [L LS]. apply andb_true_iff in L as [LR LW].
    destruct (scope_of_half o s s') as [SR SW]. rewrite LS in SR, SW.
    unfold Execution.atomic in *. destruct (returned v) as [[old v1]|] eqn:R; [|discriminate].
    destruct (UT _ _ _ _ T R) as (w1 & -> & T1). simpl in *. injection E as <-.
    rewrite (pointer_together q _ _ (at_taints _ _ _ T1)), !(operand_together _ _ _ T1).
    rewrite same_generic, same_location_of.
    set (half := fun order scope v => {|
      access_location := location_of Q a; access_address := generic_of Q a; access_proxy := p;
      access_order := order; access_scope := scope; access_value := v |}).
    assert (HR : forall v, operation_within (Read (half (read_half o) s v))
                             (Read (half (read_half o') s' v)))
      by (intros; simpl; unfold access_within; simpl; auto 8).
    assert (HW : forall v, operation_within (Write (half (write_half o) s v))
                             (Write (half (write_half o') s' v)))
      by (intros; simpl; unfold access_within; simpl; auto 8).
    set (pointer := pointer_taint q v1) in *.
    assert (DONE : forall u, done match d with
                                  | Some r => set_register u r old (singleton (next_event v1))
                                  | None => u
                                  end = done u) by (intros; now destruct d).
    match type of ALL with context [done (advance ?u)] =>
      change (done (advance u)) with (done u) in ALL end.
    rewrite DONE in ALL. clear DONE.
    set (a2 := {| atomic_op := op; atomic_destination := d; atomic_address := a;
                  atomic_operand := x; atomic_expected := e; atomic_proxy := p;
                  atomic_order := o'; atomic_scope := s'; atomic_pointer := q |}) in *.
    pose proof (data_together a2 _ _ T1) as DT.
    destruct (match op with atom_cas => _ | _ => _ end) eqn:WR.
    + edestruct GO with (data := 0%N) (address := pointer) as [T2 N]; [exact T1|exact (HR old)| |].
      { simpl in ALL. rewrite <- app_assoc in ALL. exact ALL. }
      rewrite Z in T2. specialize (DT N).
      edestruct ET with (data := atomic_data a2 v1 (next_event v1)) (address := pointer)
        (rmw := singleton (next_event v1)) as [T3 _]; [exact T2|eapply HW|exact ALL|].
      rewrite <- DT in T3. eexists _, (S k). split; [reflexivity|]. apply AT.
      rewrite <- N. destruct d; [apply RT|]; exact T3.
    + edestruct GO with (data := 0%N) (address := pointer) as [T2 N];
        [exact T1|exact (HR old)|exact ALL|].
      rewrite Z in T2. eexists _, (S k). split; [reflexivity|]. apply AT.
      rewrite <- N. destruct d; [apply RT|]; exact T2.
  - (* fence *)
    apply andb_true_iff in L as [LO LS]. injection E as <-.
    edestruct GO as [T2 _]; [exact T| |exact ALL|].
    2:{ rewrite Z in T2. eexists _, (S k). split; [reflexivity|]. apply AT, T2. }
    simpl. auto.
  - (* proxy fence *)
    injection SAME as <-. injection E as <-.
    edestruct GO as [T2 _]; [exact T| |exact ALL|].
    2:{ rewrite Z in T2. eexists _, (S k). split; [reflexivity|]. apply AT, T2. }
    reflexivity.
  - (* barrier *)
    injection SAME as <-. injection E as <-. rewrite (at_registers _ _ _ T).
    edestruct GO as [T2 _]; [exact T| |exact ALL|].
    2:{ rewrite Z in T2. eexists _, (S k). split; [reflexivity|]. apply AT, T2. }
    reflexivity.
  - (* arithmetic *)
    injection SAME as <-. injection E as <-. eexists _, (S k). split; [reflexivity|].
    destruct T as [PC PC' RE UN TA CO NU NU' DO]. constructor; simpl; auto.
    + now rewrite PC, (position_next _ _ _ B).
    + now rewrite PC', (position_next _ _ _ A).
    + now rewrite RE.
    + rewrite TA, !taint_together. rewrite <- set_together, renumber_or.
      destruct (arithmetic_op arithmetic); rewrite ?renumber_0; reflexivity.
  - (* branch *)
    injection SAME as <-. injection E as <-. destruct branch as [c x y target]. simpl in *.
    destruct T as [PC PC' RE UN TA CO NU NU' DO].
    set (taken := match c with
                   | None => true
                   | Some c => compare c (value_of x (registers v)) (value_of y (registers v))
                   end).
    eexists _, (if taken then target else S k). split; [reflexivity|].
    unfold local. simpl. constructor; simpl; auto.
    + rewrite RE. fold taken. destruct taken; [reflexivity|]. now rewrite PC, (position_next _ _ _
      B).
    + fold taken. destruct taken; [reflexivity|]. now rewrite PC', (position_next _ _ _ A).
    + rewrite TA, !taint_together, CO. destruct c; [|reflexivity]. now rewrite !renumber_or.
Qed.

End Both.

(* An inserted fence. *)
Lemma step_above k j w v v' rest :
  together k w v -> nth_error below k = Some None -> nth_error above k = Some (Some j) ->
  place_within None (Some j) = true ->
  execute Q t v (retarget (position above) j) = Some v' ->
  all = before ++ rev (done v') ++ rest ->
  together (S k) w v'.
Proof.
  intros [PC PC' RE UN TA CO NU NU' DO] B A W E ALL.
  assert (K : forall e, place e = Some (place_of Q t) -> instruction e = pc v ->
              is_fence e = true -> keep e = false).
  { intros e PL IN FE. rewrite PC' in IN. rewrite (keeps _ _ _ PL A IN) by auto.
    now rewrite (nth_error_nth _ _ None B). }
  destruct j; try discriminate W; simpl in E; injection E as <-;
    (constructor; simpl; rewrite ?K by reflexivity; auto;
      [now rewrite PC, (position_gap _ _ B)|now rewrite PC', (position_next _ _ _ A)|lia]).
Qed.

Lemma settle k w v :
  together k w v ->
  exists k', together k' w v /\
    (nth_error above k' = None \/ exists j, nth_error above k' = Some (Some j)).
Proof.
  remember (length above - k) as n eqn:N. revert k N. induction n as [|n IH]; intros k N T.
  - exists k. split; [exact T|]. left. apply nth_error_None. lia.
  - destruct (nth_error above k) as [[j|]|] eqn:A; eauto.
    destruct (both_at _ _ A) as (i & B & W). destruct i; [discriminate|].
    apply (IH (S k)); [lia|]. destruct T as [PC PC' RE UN TA CO NU NU' DO].
    constructor; auto; rewrite ?(position_gap _ _ B), ?(position_gap _ _ A); auto.
Qed.

Lemma run_within steps : forall k w v v' rest,
  together k w v -> run Q steps t v = Some v' -> all = before ++ rev (done v') ++ rest ->
  exists n w' k', run P n t w = Some w' /\ together k' w' v'.
Proof.
  induction steps as [|steps IH]; intros k w v v' rest T R ALL;
    destruct (settle _ _ _ T) as (k' & S & END); clear T k; rename k' into k; simpl in R;
    unfold instruction_at in R; rewrite code_above, (at_pc' _ _ _ S) in R.
  - destruct END as [END|(j & A)]; [|now rewrite (without_gaps_at _ _ _ A) in R].
    rewrite (without_gaps_end _ _ END) in R. destruct (unread v) eqn:U; [|discriminate].
    injection R as <-. exists 0, w, k. split; [|exact S]. simpl. unfold instruction_at.
    rewrite code_below, (at_pc _ _ _ S), (without_gaps_end _ _ (both_end _ END)).
    now rewrite (at_unread _ _ _ S), U.
  - destruct END as [END|(j & A)]; [now rewrite (without_gaps_end _ _ END) in R|].
    rewrite (without_gaps_at _ _ _ A) in R.
    destruct (execute Q t v (retarget (position above) j)) as [v1|] eqn:E; [|discriminate].
    destruct (Dependence.run_done_first _ _ _ _ _ R) as [_ [new NEW]].
    assert (ALL1 : all = before ++ rev (done v1) ++ (rev new ++ rest))
      by (rewrite ALL, NEW, rev_app_distr, <- app_assoc; reflexivity).
    destruct (both_at _ _ A) as ([i|] & B & W).
    + destruct (step_both k i j B A W w v v1 _ S E ALL1) as (w1 & k1 & E1 & T1).
      destruct (IH _ _ _ _ _ T1 R ALL) as (n & w' & k' & RP & T').
      exists (Datatypes.S n), w', k'. split; [|exact T']. simpl. unfold instruction_at.
      now rewrite code_below, (at_pc _ _ _ S), (without_gaps_at _ _ _ B), E1.
    + apply (IH (Datatypes.S k) w v1 v' rest); [|exact R|exact ALL].
      eapply step_above; eauto.
Qed.

End Thread.

End Kept.

(* ---- All threads ---- *)

(* Whether the instruction of the stronger code stands in the other, too. *)
Definition kept_line (below above : list (option Instruction)) (n : InstructionId) : bool :=
  nth n (flat_map (fun both : option Instruction * option Instruction =>
    match both with
    | (Some _, Some _) => [true]
    | (None, Some _) => [false]
    | _ => []
    end) (combine below above)) true.

Lemma kept_line_at below above : length below = length above -> forall k j,
  nth_error above k = Some (Some j) ->
  kept_line below above (position above k) =
    match nth k below None with Some _ => true | None => false end.
Proof.
  unfold kept_line, position, present. revert below.
  induction above as [|x above IH]; intros [|y below] L [|k] j A; simpl in *; try discriminate.
  - injection A as ->. now destruct y.
  - injection L as L. specialize (IH below L k j A). destruct x, y; simpl; exact IH.
Qed.

Definition stands_in_both (p q : GappedProgram) (e : Event) : bool :=
  negb (is_fence e) ||
  match place e with
  | Some place =>
      match nth_error (gapped_threads p) (place_thread place),
            nth_error (gapped_threads q) (place_thread place) with
      | Some t, Some u => kept_line (gapped_code t) (gapped_code u) (instruction e)
      | _, _ => true
      end
  | None => true
  end.

Section Programs.

Variables p q : GappedProgram.
Hypothesis W : program_within p q.

Local Notation P := (program_of p).
Local Notation Q := (program_of q).
Local Notation keep := (stands_in_both p q).

Lemma thread_of_program g t u :
  nth_error (gapped_threads g) t = Some u -> thread_of (program_of g) t = thread_of_gapped u.
Proof.
  intros H. unfold thread_of. simpl. apply nth_error_nth. now apply map_nth_error.
Qed.

Lemma same_places t : place_of P t = place_of Q t.
Proof.
  destruct W as (_ & _ & T). unfold place_of.
  destruct (nth_error (gapped_threads q) t) as [v|] eqn:V.
  - destruct (Forall2_at _ _ _ T _ _ V) as (u & U & C & G & _).
    rewrite (thread_of_program _ _ _ U), (thread_of_program _ _ _ V). simpl. now rewrite C, G.
  - assert (U : nth_error (gapped_threads p) t = None).
    { pose proof (length_Forall2 _ _ _ T) as L. rewrite nth_error_None in *. lia. }
    apply nth_error_None in U, V. unfold thread_of, program_of. simpl.
    now rewrite !nth_overflow by now rewrite map_length.
Qed.

Variable all : list Event.

Local Notation same_event := (same_event keep all P Q).

Definition same_walk (w v : Walk) : Prop :=
  registers w = registers v /\ Forall2 same_event (done w) (filter keep (done v)).

Lemma threads_within runs : forall t before walks rest,
  run_threads Q t (length before) runs = Some walks ->
  t + length runs = length (gapped_threads q) ->
  all = before ++ flat_map (fun v => rev (done v)) walks ++ rest ->
  exists steps walks',
    length steps = length runs /\
    run_threads P t (length (filter keep before)) (combine steps (map snd runs)) = Some walks' /\
    Forall2 same_walk walks' walks.
Proof.
  induction runs as [|[steps reads] runs IH]; intros t before walks rest R L ALL; simpl in R.
  - injection R as <-. exists [], []. simpl. auto.
  - destruct (run Q steps t (start Q t (length before) reads)) as [v|] eqn:V; [|discriminate].
    destruct (run_threads Q (S t) (next_event v) runs) as [others|] eqn:O; [|discriminate].
    injection R as <-. simpl in L, ALL. destruct W as (AD & LO & T).
    destruct (nth_error (gapped_threads q) t) as [above|] eqn:A;
      [|apply nth_error_None in A; lia].
    destruct (Forall2_at _ _ _ T _ _ A) as (below & B & C & G & RG & CODE).
    rewrite <- app_assoc in ALL.
    pose proof (same_places t) as SP.
    assert (KEEPS : forall e k i, place e = Some (place_of Q t) ->
      nth_error (gapped_code above) k = Some (Some i) ->
      instruction e = position (gapped_code above) k ->
      (nth k (gapped_code below) None = None -> is_fence e = true) ->
      keep e = match nth k (gapped_code below) None with Some _ => true | None => false end).
    { intros e k i PL AT IN FE. unfold stands_in_both. rewrite PL. simpl. rewrite A, B, IN.
      rewrite (kept_line_at _ _ (length_Forall2 _ _ _ CODE) _ _ AT).
      destruct (nth k (gapped_code below) None); [apply orb_true_r|]. now rewrite FE. }
    assert (CB : thread_instructions (thread_of P t) = without_gaps (gapped_code below))
      by now rewrite (thread_of_program _ _ _ B).
    assert (CA : thread_instructions (thread_of Q t) = without_gaps (gapped_code above))
      by now rewrite (thread_of_program _ _ _ A).
    assert (T0 : together keep all P Q (gapped_code below) (gapped_code above) before 0
      (start P t (length (filter keep before)) reads) (start Q t (length before) reads)).
    { unfold start. rewrite (thread_of_program _ _ _ A), (thread_of_program _ _ _ B). simpl.
      rewrite RG. constructor; simpl; auto; try lia.
      - rewrite map_map. apply map_ext. intros. symmetry. apply renumber_0.
      - symmetry. apply renumber_0. }
    destruct (run_within keep all P Q t (gapped_code below) (gapped_code above) AD SP CB CA CODE
      KEEPS before steps 0 _ _ v _ T0 V ALL) as (n & w & k & RW & T').
    assert (ND : next_event v = length (before ++ rev (done v)))
      by (rewrite (at_number _ _ _ _ _ _ _ _ _ _ T'), app_length, rev_length; reflexivity).
    assert (FD : forall d, length (filter keep (rev d)) = length (filter keep d)).
    { intros d. induction d as [|x d ID]; simpl; auto. rewrite filter_app, app_length, ID. simpl.
      destruct (keep x); simpl; lia. }
    rewrite ND in O.
    destruct (IH (S t) (before ++ rev (done v)) others rest O ltac:(lia)
      ltac:(now rewrite <- app_assoc)) as (ns & walks' & LN & RP & F).
    exists (n :: ns), (w :: walks'). simpl. split; [congruence|]. split.
    + rewrite RW. rewrite filter_app, app_length, FD in RP.
      rewrite (at_number' _ _ _ _ _ _ _ _ _ _ T'), RP. reflexivity.
    + constructor; [|exact F]. split.
      * apply (at_registers _ _ _ _ _ _ _ _ _ _ T').
      * apply (at_done _ _ _ _ _ _ _ _ _ _ T').
Qed.

End Programs.
