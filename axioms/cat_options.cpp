#include "axioms/cat_options.hpp"

#include <string>
#include <string_view>

#include "axioms/cat_names.hpp"
#include "opmodel/words.hpp"

namespace opexplore::axioms {

namespace {

Language language_of(const CatStatement& statement) {
  if (const auto language = find_word(short_languages(), statement.value)) return *language;
  std::string known;
  for (const Word<Language>& language : short_languages()) {
    known.append(known.empty() ? "it is " : " or ").append(language.text);
  }
  throw CatError(statement.path, statement.value_place,
                 "the option language cannot be `" + statement.value + "`", known);
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
    model.language = language_of(statement);
  } else if (statement.name == "failed-cas") {
    model.failed_cas_writes = choose("reads", "writes");
  } else if (statement.name == "barriers") {
    model.barriers = choose("generations", "instances") ? BarrierReading::instances
                                                        : BarrierReading::generations;
  } else {
    throw CatError(
        statement.path, statement.place, "there is no option `" + statement.name + "`",
        did_you_mean(statement.name, {"coherence", "language", "failed-cas", "barriers"}));
  }
}

}  // namespace opexplore::axioms
