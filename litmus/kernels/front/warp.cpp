// What lanes of a warp do together (PTX ISA 9.7.9 "shfl.sync", 9.7.13 "vote.sync", "match.sync",
// "redux.sync", "elect.sync", "activemask").
#include <algorithm>
#include <array>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using code::WarpOperation;
using detail::quote;
using Warp = WarpOperation::Kind;

/// The modifiers beside types must be among these, and .sync must be there.
void require_synchronised(const Spelled& spelled, std::initializer_list<std::string_view> known) {
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    if (modifier.text == "sync" || type_named(modifier.text)) continue;
    if (std::ranges::find(known, modifier.text) != known.end()) continue;
    std::vector<std::string_view> words = {"sync", "b32"};
    words.insert(words.end(), known.begin(), known.end());
    spelled.fail_at(modifier,
                    quote(spelled.mnemonic().name) + " has no modifier " + quote(modifier.text),
                    detail::did_you_mean(modifier.text, words));
  }
  if (!spelled.has("sync")) {
    spelled.fail("not modelled: " + spelled.written() + " without .sync, which PTX 6.4 took away",
                 "compile for sm_70 or later");
  }
}

void read_shuffle(const Spelled& spelled, code::Instruction& made) {
  constexpr std::array<Word<Warp>, 4> modes = {{{"up", Warp::shuffle_up},
                                                {"down", Warp::shuffle_down},
                                                {"bfly", Warp::shuffle_butterfly},
                                                {"idx", Warp::shuffle_index}}};
  require_synchronised(spelled, {"up", "down", "bfly", "idx"});
  std::optional<Warp> mode;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    const std::optional<Warp> named = find_word<Warp>(modes, modifier.text);
    if (named && mode) spelled.fail("shfl.sync has two modes", "leave one out");
    if (named) mode = named;
  }
  if (!mode) spelled.fail("shfl.sync has no mode", "write .up, .down, .bfly or .idx");
  made.results = spelled.operands.size() == 6 ? 2 : 1;
  spelled.require_operands(4 + made.results);
  if (spelled.type() != Type{'b', 32}) spelled.fail("shfl.sync is of type .b32");
  made.operation = WarpOperation{*mode, {'b', 32}};
}

void read_vote(const Spelled& spelled, code::Instruction& made) {
  constexpr std::array<Word<Warp>, 4> kinds = {{{"uni", Warp::vote_uniform},
                                                {"ballot", Warp::vote_ballot},
                                                {"all", Warp::vote_all},
                                                {"any", Warp::vote_any}}};
  require_synchronised(spelled, {"all", "any", "uni", "ballot"});
  spelled.require_operands(3);
  spelled.destination();
  const auto* const kind =
      std::ranges::find_if(kinds, [&](const auto& word) { return spelled.has(word.text); });
  if (kind == kinds.end()) spelled.fail("vote.sync is .all, .any, .uni or .ballot");
  made.operation = WarpOperation{kind->value};
}

void read_match(const Spelled& spelled, code::Instruction& made) {
  require_synchronised(spelled, {"any", "all"});
  const bool all = spelled.has("all");
  made.results = all && spelled.operands.size() == 4 ? 2 : 1;
  spelled.require_operands(2 + made.results);
  made.operation = WarpOperation{all ? Warp::match_all : Warp::match_any, spelled.type()};
}

/// How the instruction calls it; the one that is `less` is the minimum.
std::string_view reduction_name(ArithmeticOp op) {
  if (op == ArithmeticOp::less) return to_string(AtomicOp::min);
  return op == ArithmeticOp::greater ? to_string(AtomicOp::max) : to_string(op);
}

void read_reduction(const Spelled& spelled, code::Instruction& made) {
  constexpr std::array of_numbers = {ArithmeticOp::add, ArithmeticOp::less, ArithmeticOp::greater};
  constexpr std::array of_bits = {ArithmeticOp::bit_and, ArithmeticOp::bit_or,
                                  ArithmeticOp::bit_xor};
  require_synchronised(spelled, {"add", "min", "max", "and", "or", "xor"});
  spelled.require_operands(3);
  spelled.destination();
  const std::vector<Type> types = spelled.types();
  const Type type = types.size() == 1 ? types[0] : Type{};
  const std::array choices = type.kind == 'b' ? of_bits : of_numbers;
  const auto* const op = std::ranges::find_if(
      choices, [&](ArithmeticOp one) { return spelled.has(reduction_name(one)); });
  if (types.size() != 1 || type.bits != 32 || type.kind == 'f' || op == choices.end()) {
    spelled.fail("redux.sync is .add, .min or .max of .s32 or .u32, or .and, .or or .xor of .b32");
  }
  made.operation = WarpOperation{Warp::reduction, type, *op};
}

void read_election(const Spelled& spelled, code::Instruction& made) {
  require_synchronised(spelled, {});
  spelled.require_operands(3);
  spelled.destination(1);
  made.results = 2;
  made.operation = WarpOperation{Warp::election};
}

void read_active_mask(const Spelled& spelled, code::Instruction& made) {
  spelled.require_operands(1);
  spelled.destination();
  made.operation = WarpOperation{Warp::active_mask};
}

}  // namespace

std::span<const InstructionReader> warp_readers() {
  static constexpr std::array<InstructionReader, 6> readers = {{{"shfl", read_shuffle},
                                                                {"vote", read_vote},
                                                                {"match", read_match},
                                                                {"redux", read_reduction},
                                                                {"elect", read_election},
                                                                {"activemask", read_active_mask}}};
  return readers;
}

}  // namespace opexplore::kernel
