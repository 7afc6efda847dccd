#include "axioms/cat_options.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

[[noreturn]] void refuse_value(const CatStatement& statement, const std::string& known) {
  throw CatError(statement.path, statement.value_place,
                 "the option " + statement.name + " cannot be `" + statement.value + "`", known);
}

template <class Meaning>
Meaning chosen(std::span<const Word<Meaning>> words, const CatStatement& statement) {
  if (const auto meaning = find_word(words, statement.value)) return *meaning;
  std::string known;
  for (const Word<Meaning>& word : words) {
    known.append(known.empty() ? "it is " : " or ").append(word.text);
  }
  refuse_value(statement, known);
}

// Whether the option is a reading; then it is set.
bool set_reading(CompiledModel& model, const CatStatement& statement) {
  const auto all = readings();
  const auto reading = std::ranges::find(all, statement.name, &Reading::name);
  if (reading == all.end()) return false;
  if (std::ranges::find(reading->values, statement.value) == reading->values.end()) {
    std::string known;
    for (const std::string_view value : reading->values) {
      known.append(known.empty() ? "it is " : " or ").append(value);
    }
    refuse_value(statement, known);
  }
  model.readings[statement.name] = statement.value;
  return true;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names{"coherence", "language", "failed-cas", "barriers", "asynchronous"};
  for (const Reading& reading : readings()) names.emplace_back(reading.name);
  return names;
}

}  // namespace

std::span<const Reading> readings() {
  static const std::vector<Reading> all{{"place", {"path", "thread", "cta", "source"}},
                                        {"domain", {"home", "cta", "cluster", "any"}},
                                        {"cfence", {"full", "writes", "none"}},
                                        {"cscope", {"mutual", "any"}},
                                        {"cumul", {"no", "yes"}},
                                        {"wgissue", {"fence", "program"}},
                                        {"uni", {"pair", "either"}},
                                        {"tmacq", {"cta", "path", "thread"}},
                                        {"sta", {"generic", "async"}},
                                        {"mbop", {"generic", "async"}},
                                        {"pdl", {"yes", "no"}},
                                        {"strongproxy", {"text", "intent"}},
                                        {"tcacq", {"no", "yes"}}};
  return all;
}

void set_option(CompiledModel& model, const CatStatement& statement) {
  const auto choose = [&](std::string_view usual, std::string_view other) {
    if (statement.value == usual) return false;
    if (statement.value == other) return true;
    refuse_value(statement, "it is " + std::string(usual) + " or " + std::string(other));
  };
  if (statement.name == "coherence") {
    model.partial_coherence = choose("total", "partial");
  } else if (statement.name == "language") {
    model.language = chosen(short_languages(), statement);
  } else if (statement.name == "failed-cas") {
    model.failed_cas_writes = choose("reads", "writes");
  } else if (statement.name == "barriers") {
    model.barriers = chosen(std::span<const Word<BarrierReading>>(barrier_readings), statement);
  } else if (statement.name == "asynchronous") {
    model.asynchronous = choose("no", "yes");
  } else if (!set_reading(model, statement)) {
    throw CatError(statement.path, statement.place, "there is no option `" + statement.name + "`",
                   did_you_mean(statement.name, option_names()));
  }
}

}  // namespace opexplore::axioms
