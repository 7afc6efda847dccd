#include "axioms/cat_options.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "axioms/cat_names.hpp"
#include "opmodel/words.hpp"

namespace opexplore::axioms {

namespace {

constexpr std::array barrier_readings{
    Word<BarrierReading>{"generations", BarrierReading::generations},
    Word<BarrierReading>{"arrivals", BarrierReading::arrivals},
    Word<BarrierReading>{"instances", BarrierReading::instances},
    Word<BarrierReading>{"quorums", BarrierReading::quorums},
    Word<BarrierReading>{"scopes", BarrierReading::scopes}};

template <class Meaning>
Meaning chosen(std::span<const Word<Meaning>> words, const CatStatement& statement) {
  if (const auto meaning = find_word(words, statement.value)) return *meaning;
  std::string known;
  for (const Word<Meaning>& word : words) {
    known.append(known.empty() ? "it is " : " or ").append(word.text);
  }
  throw CatError(statement.path, statement.value_place,
                 "the option " + statement.name + " cannot be `" + statement.value + "`", known);
}

}  // namespace

void set_option(CompiledModel& model, const CatStatement& statement) {
  const auto choose = [&](std::string_view usual, std::string_view other) {
    if (statement.value == usual) return false;
    if (statement.value == other) return true;
    throw CatError(statement.path, statement.value_place,
                   "the option " + statement.name + " cannot be `" + statement.value + "`",
                   "it is " + std::string(usual) + " or " + std::string(other));
  };
  if (statement.name == "coherence") {
    model.partial_coherence = choose("total", "partial");
  } else if (statement.name == "language") {
    model.language = chosen(short_languages(), statement);
  } else if (statement.name == "failed-cas") {
    model.failed_cas_writes = choose("reads", "writes");
  } else if (statement.name == "barriers") {
    model.barriers = chosen(std::span<const Word<BarrierReading>>(barrier_readings), statement);
  } else {
    throw CatError(
        statement.path, statement.place, "there is no option `" + statement.name + "`",
        did_you_mean(statement.name, {"coherence", "language", "failed-cas", "barriers"}));
  }
}

}  // namespace opexplore::axioms
