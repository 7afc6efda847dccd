(* Sets of encoded states for the search: a binary trie.

   Only one direction has to be proved: a key that is said to be there is there. Were a key that is
   there not found, the search would do more and still be right.

   A leaf stands where its key is alone, and is pushed down when another comes:

        Node ──0── Leaf 101          a leaf holds the rest of its key; a node says whether a key
          └───1─── Node ──0── …      ends there
*)

From Coq Require Import PArith Bool.

Inductive set :=
| Empty
| Leaf (key : positive)
| Node (zero : set) (here : bool) (one : set).

(* What the set holds. *)
Fixpoint has (key : positive) (t : set) {struct t} : bool :=
  match t, key with
  | Empty, _ => false
  | Leaf other, _ => Pos.eqb key other
  | Node _ here _, xH => here
  | Node zero _ _, xO key => has key zero
  | Node _ _ one, xI key => has key one
  end.

(* A leaf as a node: its key one level further down. *)
Definition split (key : positive) : set :=
  match key with
  | xH => Node Empty true Empty
  | xO key => Node (Leaf key) false Empty
  | xI key => Node Empty false (Leaf key)
  end.

(* The set with the key, or nothing if it is there already. *)
Fixpoint insert (key : positive) (t : set) : option set :=
  let descend t :=
    match t, key with
    | Node zero here one, xH => if here then None else Some (Node zero true one)
    | Node zero here one, xO key =>
        match insert key zero with Some t => Some (Node t here one) | None => None end
    | Node zero here one, xI key =>
        match insert key one with Some t => Some (Node zero here t) | None => None end
    | t, _ => Some t
    end in
  match t with
  | Empty => Some (Leaf key)
  | Leaf other => if Pos.eqb key other then None else descend (split other)
  | Node _ _ _ => descend t
  end.

Lemma has_split key other : has key (split other) = Pos.eqb key other.
Proof. destruct other, key; reflexivity. Qed.

Lemma split_node key : exists zero here one, split key = Node zero here one.
Proof. destruct key; simpl; eauto. Qed.

(* The tree that the search descends into. *)
Definition opened (t : set) : set := match t with Leaf other => split other | t => t end.

Lemma has_opened key t : has key (opened t) = has key t.
Proof. destruct t; simpl; auto using has_split. Qed.

Local Arguments Pos.eqb : simpl never.
Local Arguments split : simpl never.

Lemma insert_none key : forall t, insert key t = None -> has key t = true.
Proof.
  induction key as [key IH|key IH|]; intros t E; rewrite <- has_opened;
    destruct t as [|other|zero here one]; try discriminate; simpl in E |- *;
    try (destruct (Pos.eqb _ other) eqn:Q; [now rewrite has_split|];
         destruct (split_node other) as [zero [here [one N]]]; rewrite N in *);
    simpl in *;
    try (destruct (insert key _) eqn:I; [discriminate|]; now apply IH);
    now destruct here.
Qed.

Lemma insert_some key : forall t t' k,
  insert key t = Some t' -> has k t' = true -> k = key \/ has k t = true.
Proof.
  induction key as [key IH|key IH|]; intros t t' k E; rewrite <- (has_opened k t);
    destruct t as [|other|zero here one];
    try (injection E as <-; simpl; intros H; left; now apply Pos.eqb_eq);
    simpl in E |- *;
    try (destruct (Pos.eqb _ other) eqn:Q; [discriminate|];
         destruct (split_node other) as [zero [here [one N]]]; rewrite N in *);
    try (destruct (insert key _) as [t|] eqn:I; [|discriminate]);
    try (destruct here; [discriminate|]);
    injection E as <-; destruct k; simpl; intros H; auto;
    destruct (IH _ _ _ I H) as [->|?]; auto.
Qed.
