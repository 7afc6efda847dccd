(* That every choice that is cheaper than a cost is within one of some given ones: computed by the
   sets of those within which the first places leave a choice, with the least cost of each. *)

From Coq Require Import ZArith NArith List Bool Lia.
From Opexplore Require Import Program Relation Gaps Choices.
Import ListNotations.

(* Which of the given choices may still have it within them, and what it costs so far. *)
Definition Stage := (N * Z)%type.

Fixpoint insert (s : Stage) (stages : list Stage) : list Stage :=
  match stages with
  | [] => [s]
  | t :: rest =>
      if N.eqb (fst s) (fst t) then (fst t, Z.min (snd s) (snd t)) :: rest else t :: insert s rest
  end.

Definition reaches (stages : list Stage) (s : Stage) : Prop :=
  exists cost, In (fst s, cost) stages /\ (cost <= snd s)%Z.

Lemma insert_reaches s stages : reaches (insert s stages) s.
Proof.
  unfold reaches. induction stages as [|t rest IH]; simpl.
  - exists (snd s). destruct s. simpl. split; [now left|lia].
  - destruct (N.eqb_spec (fst s) (fst t)) as [E|E].
    + exists (Z.min (snd s) (snd t)). rewrite E. split; [now left|lia].
    + destruct IH as (c & I & L). exists c. split; [now right|exact L].
Qed.
Lemma insert_keeps s stages r : reaches stages r -> reaches (insert s stages) r.
Proof.
  unfold reaches. intros (c & I & L). induction stages as [|t rest IH]; simpl in *; [tauto|].
  destruct (N.eqb_spec (fst s) (fst t)) as [E|E].
  - destruct I as [->|I].
    + exists (Z.min (snd s) c). split; [now left|lia].
    + exists c. split; [now right|exact L].
  - destruct I as [->|I].
    + exists c. split; [now left|exact L].
    + destruct (IH I) as (d & J & M). exists d. split; [now right|exact M].
Qed.

(* One more place: each of its levels, and which of the given choices have it within theirs. *)
Definition go_on (levels : list Stage) (stages : list Stage) : list Stage :=
  fold_right (fun s more =>
    fold_right (fun l more => insert (N.land (fst s) (fst l), (snd s + snd l)%Z) more) more levels)
    [] stages.

Lemma go_on_reaches levels stages s l :
  reaches stages s -> In l levels ->
  reaches (go_on levels stages) (N.land (fst s) (fst l), (snd s + snd l)%Z).
Proof.
  intros (c & I & L) J. unfold go_on. induction stages as [|t stages IH]; simpl in *; [tauto|].
  match goal with |- context [fold_right ?f [] stages] =>
    set (more := fold_right f [] stages) in * end. clearbody more.
  destruct I as [->|I].
  - clear IH. induction levels as [|k levels IH]; simpl in *; [tauto|]. destruct J as [->|J].
    + destruct (insert_reaches (N.land (fst s) (fst l), (c + snd l)%Z)
        (fold_right (fun l more => insert (N.land (fst s) (fst l), (c + snd l)%Z) more) more
          levels))
        as (d & K & M). exists d. simpl in *. split; [exact K|lia].
    + apply insert_keeps, IH, J.
  - specialize (IH I). clear - IH. induction levels as [|k levels IHL]; simpl; auto.
    apply insert_keeps, IHL.
Qed.

(* The level of a place in the given choices. *)
Definition Given := list (list (option Instruction)).  (* by choice, what stands at each place *)

Definition level_mask (given : list (option Instruction)) (level : Z * option Instruction) : Stage
  :=
  (members (place_within (snd level)) given, fst level).

Definition levels_of (s : Spot) : list (Z * option Instruction) :=
  match s with stays i => [(0%Z, Some i)] | varies levels => levels end.

Fixpoint stages_after (spots : list Spot) (given : Given) (stages : list Stage) : list Stage :=
  match spots with
  | [] => stages
  | s :: spots =>
      stages_after spots (map (@tl _) given)
        (go_on (map (level_mask (map (fun g => hd None g) given)) (levels_of s)) stages)
  end.

Lemma chosen_levels spots : forall levels code,
  chosen spots levels = Some code -> Forall2 (fun l s => In l (levels_of s)) code spots.
Proof.
  induction spots as [|[i|all] spots IH]; intros levels code C; simpl in C.
  - destruct levels; [|discriminate]. injection C as <-. constructor.
  - destruct (chosen spots levels) as [rest|] eqn:R; [|discriminate]. injection C as <-.
    constructor; simpl; eauto.
  - destruct levels as [|k levels]; [discriminate|].
    destruct (nth_error all k) as [l|] eqn:N; [|discriminate].
    destruct (chosen spots levels) as [rest|] eqn:R; [|discriminate]. injection C as <-.
    constructor; [|eauto]. simpl. eapply nth_error_In, N.
Qed.

Lemma stages_reach spots : forall given stages code s,
  Forall2 (fun l s => In l (levels_of s)) code spots -> reaches stages s ->
  exists mask, reaches (stages_after spots given stages) (mask, (snd s + sum (map fst code))%Z) /\
    forall m, member mask m = true ->
      member (fst s) m = true /\
      forall k l, nth_error code k = Some l ->
        exists g, nth_error given m = Some g /\ place_within (snd l) (nth k g None) = true.
Proof.
  induction spots as [|spot spots IH]; intros given stages code s F R; inversion F; subst; simpl.
  - exists (fst s). rewrite Z.add_0_r. split; [destruct s; exact R|]. intros m M. split; [exact M|].
    intros [|k] l E; discriminate.
  - rename x into l, l into rest. match goal with H : In _ (levels_of spot) |- _ => rename H into I
    end.
    set (heads := map (fun g => hd None g) given).
    pose proof (go_on_reaches (map (level_mask heads) (levels_of spot)) stages s
      (level_mask heads l) R (in_map _ _ _ I)) as G.
    match goal with H : Forall2 _ rest spots |- _ => rename H into FR end.
    destruct (IH (map (@tl _) given) _ rest _ FR G) as (mask & RM & M). simpl in RM.
    exists mask. rewrite Z.add_assoc. split; [exact RM|]. intros m B.
    destruct (M m B) as [BS BR]. simpl in BS.
    assert (BB : member (fst s) m = true /\ member (members (place_within (snd l)) heads) m = true).
    { unfold member in BS |- *. rewrite N.land_spec, andb_true_iff in BS. exact BS. }
    destruct BB as [B1 B2]. split; [exact B1|]. rewrite member_members in B2.
    unfold heads in B2. rewrite nth_error_map in B2.
    destruct (nth_error given m) as [g|] eqn:GM; [|discriminate]. simpl in B2.
    intros [|k] x E; simpl in E.
    + injection E as ->. exists g. split; [reflexivity|]. destruct g; exact B2.
    + destruct (BR _ _ E) as (g2 & G2 & PW). rewrite (map_nth_error _ _ _ GM) in G2.
      injection G2 as <-. exists g. split; [reflexivity|]. destruct g; simpl in *; [|exact PW].
      now destruct k.
Qed.

(* ---- Whole programs ---- *)

Definition codes_of (g : GappedProgram) : list (option Instruction) :=
  flat_map gapped_code (gapped_threads g).

(* Whether every choice that costs less than the bound is within one of the given ones. *)
Definition covers (c : ChoiceTest) (bound : Z) (given : list Levels) : bool :=
  match resolve c with
  | Some p =>
      match Names.all (map (fun levels =>
          option_map (fun g : Z * GappedProgram => codes_of (snd g)) (gapped_with p levels)) given)
      with
      | Some codes =>
          forallb (fun s : Stage => negb (N.eqb (fst s) 0) || Z.leb bound (snd s))
            (stages_after (flat_map spots (choice_threads p)) codes
               [(members (fun _ => true) codes, 0%Z)])
      | None => false
      end
  | None => false
  end.

Definition picked (t : ChoiceThread) (code : list (Z * option Instruction)) : Prop :=
  Forall2 (fun l s => In l (levels_of s)) code (spots t).

Definition thread_of_code (t : ChoiceThread) (code : list (Z * option Instruction)) : GappedThread
  := {|
  gapped_cta := spot_cta t; gapped_gpu := spot_gpu t; gapped_registers := spot_registers t;
  gapped_code := map snd code |}.

Lemma sum_app l m : sum (l ++ m) = (sum l + sum m)%Z.
Proof. unfold sum. induction l as [|x l IH]; simpl; lia. Qed.

Lemma threads_picked threads : forall levels out,
  threads_with threads levels = Some out ->
  exists codes, Forall2 picked threads codes /\
    sum (map fst out) = sum (map fst (concat codes)) /\
    Forall2 (fun t g => t = thread_of_code (fst g) (snd g)) (map snd out) (combine threads codes).
Proof.
  induction threads as [|t threads IH]; intros [|l levels] out T; simpl in T; try discriminate.
  - injection T as <-. exists []. repeat split; constructor.
  - unfold thread_with in T. destruct (chosen (spots t) l) as [code|] eqn:C; [|discriminate].
    simpl in T. destruct (threads_with threads levels) as [rest|] eqn:R; [|discriminate].
    injection T as <-. destruct (IH _ _ R) as (codes & P & S & F).
    exists (code :: codes). simpl. split; [constructor; [eapply chosen_levels, C|exact P]|].
    split; [now rewrite map_app, sum_app, S|]. constructor; [reflexivity|exact F].
Qed.

Lemma length_picked t code : picked t code -> length code = length (spots t).
Proof. unfold picked. induction 1; simpl; auto. Qed.

Lemma picked_all threads codes :
  Forall2 picked threads codes ->
  Forall2 (fun l s => In l (levels_of s)) (concat codes) (flat_map spots threads).
Proof. induction 1; simpl; [constructor|]. now apply Forall2_app. Qed.

Lemma codes_picked threads codes gs :
  Forall2 picked threads codes ->
  Forall2 (fun t g => t = thread_of_code (fst g) (snd g)) gs (combine threads codes) ->
  flat_map gapped_code gs = map snd (concat codes).
Proof.
  intros P. revert gs. induction P as [|t code threads codes H P IH]; intros gs F; inversion F;
    subst;
    simpl; auto. rewrite map_app. f_equal. auto.
Qed.

Lemma pointwise (code code' : list (Z * option Instruction)) :
  length code = length code' ->
  (forall k l, nth_error code k = Some l -> place_within (snd l) (nth k (map snd code') None) =
    true) ->
  Forall2 (fun i j => place_within i j = true) (map snd code) (map snd code').
Proof.
  revert code'. induction code as [|l code IH]; intros [|l' code'] L H; simpl in *; try
    discriminate;
    constructor.
  - apply (H 0 l eq_refl).
  - apply IH; [congruence|]. intros k m E. apply (H (S k) m E).
Qed.

Lemma programs_within threads codes codes' gs gs' :
  Forall2 picked threads codes -> Forall2 picked threads codes' ->
  Forall2 (fun t g => t = thread_of_code (fst g) (snd g)) gs (combine threads codes) ->
  Forall2 (fun t g => t = thread_of_code (fst g) (snd g)) gs' (combine threads codes') ->
  (forall k l, nth_error (concat codes) k = Some l ->
     place_within (snd l) (nth k (map snd (concat codes')) None) = true) ->
  Forall2 thread_within gs gs'.
Proof.
  intros P. revert codes' gs gs'.
  induction P as [|t code threads codes H P IH]; intros codes' gs gs' P' F F' W.
  { inversion P'; subst. inversion F. inversion F'. constructor. }
  inversion P' as [|? code' ? others K P2]; subst; inversion F as [|? ? g ? E1 F1]; subst;
    inversion F' as [|? ? g' ? E2 F2]; subst.
  assert (L : length code = length code')
    by (rewrite (length_picked _ _ H); symmetry; now apply length_picked).
  constructor.
  - simpl. repeat split; simpl. apply pointwise; [exact L|]. intros k l E. specialize (W k l).
    simpl in W. assert (B : k < length code) by (apply nth_error_Some; congruence).
    rewrite nth_error_app1 in W by exact B. specialize (W E).
    rewrite map_app, app_nth1 in W; [exact W|]. rewrite map_length. lia.
  - eapply IH; eauto. intros k l E. specialize (W (length code + k) l).
    simpl in W. rewrite nth_error_app2 in W by lia.
    replace (length code + k - length code) with k in W by lia. specialize (W E).
    rewrite map_app, app_nth2 in W by (rewrite map_length; lia).
    rewrite map_length in W. now replace (length code + k - length code') with k in W by lia.
Qed.

Lemma all_at {A} (list : list (option A)) : forall l m a,
  Names.all list = Some l -> nth_error l m = Some a -> nth_error list m = Some (Some a).
Proof.
  induction list as [|[x|] list IH]; simpl; intros l m a E N; try discriminate.
  - injection E as <-. now destruct m.
  - destruct (Names.all list) as [rest|] eqn:R; [|discriminate]. injection E as <-.
    destruct m; simpl in *; [congruence|eauto].
Qed.

Theorem covers_all c bound given p levels cost g :
  covers c bound given = true -> resolve c = Some p ->
  gapped_with p levels = Some (cost, g) -> (cost < bound)%Z ->
  exists levels' cost' g', In levels' given /\ gapped_with p levels' = Some (cost', g') /\
    program_within g g'.
Proof.
  unfold covers. intros C R G L. rewrite R in C.
  destruct (Names.all _) as [codes|] eqn:A; [|discriminate]. rewrite forallb_forall in C.
  unfold gapped_with in G. destruct (threads_with _ _) as [out|] eqn:T; [|discriminate].
  injection G as <- <-. destruct (threads_picked _ _ _ T) as (mine & P & S & F).
  assert (START : reaches [(members (fun _ => true) codes, 0%Z)] (members (fun _ => true) codes,
    0%Z))
    by (exists 0%Z; split; [now left|simpl; lia]).
  destruct (stages_reach _ codes _ _ _ (picked_all _ _ P) START) as (mask & (c' & I & CL) & M).
  specialize (C _ I). simpl in C, CL. rewrite <- S in CL.
  destruct (N.eqb_spec mask 0) as [Z|NZ]; simpl in C; [apply Z.leb_le in C; lia|].
  assert (B : member mask (N.to_nat (N.log2 mask)) = true).
  { unfold member. rewrite N2Nat.id. apply N.bit_log2. exact NZ. }
  destruct (M _ B) as [IN W]. simpl in IN. rewrite member_members in IN.
  set (m := N.to_nat (N.log2 mask)) in *.
  destruct (nth_error codes m) as [code|] eqn:N; [|discriminate].
  pose proof (all_at _ _ _ _ A N) as AT.
  rewrite nth_error_map in AT. destruct (nth_error given m) as [levels'|] eqn:GM; [|discriminate].
  simpl in AT. destruct (gapped_with p levels') as [[cost' g']|] eqn:GW; [|discriminate].
  simpl in AT. injection AT as <-. exists levels', cost', g'.
  split; [eapply nth_error_In, GM|]. split; [exact GW|].
  unfold gapped_with in GW. destruct (threads_with _ levels') as [out'|] eqn:T'; [|discriminate].
  injection GW as <- <-. destruct (threads_picked _ _ _ T') as (theirs & P' & _ & F').
  split; [reflexivity|]. split; [reflexivity|]. simpl.
  refine (programs_within _ mine theirs _ _ P P' F F' _). intros k l E.
  destruct (W k l E) as (h & H & PW). injection H as <-.
  unfold codes_of in PW. simpl in PW. now rewrite (codes_picked _ _ _ P' F') in PW.
Qed.
