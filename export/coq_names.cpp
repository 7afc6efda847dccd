#include "export/coq_names.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

namespace opexplore {
namespace {

// What has a meaning in certificates: words of Coq 8.16, of the notations that Litmus.v and the
// standard library add, and what the text of a certificate says.
constexpr std::string_view meaningful =
    "_ acq_rel acquire AddressId allowed allowed_by_axioms allowed_by_trace as at Axiom "
    "b32 b64 beq bge bgt ble blt bne by cofix CoFixpoint column condition cta Definition "
    "else end eq_refl exactly exactly_by_reduced_search exactly_by_search Execution "
    "exists exists2 Explore fix Fixpoint for forall forbidden forbidden_by_outcomes fun "
    "goto gpu GpuScoped GpuScopedReduction Hypothesis IF if in in_global in_shared Lemma "
    "let List list Litmus litmus litmus_at litmus_with_aliases LocationTerm match mod "
    "name_of not observables Parameter pred Prop Ptx75 PtxAxioms PtxProxy RegisterId "
    "relaxed release Replay return s32 s64 Sc Set SProp Step String sys Test then "
    "Theorem ThreadId trace_of true Truth Type u32 u64 using Variable via well_formed "
    "WellFormed where with ";

std::set<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::string coq_identifier(std::string_view text) {
  std::string name(text);
  for (char& c : name) {
    if (!is_letter_or_digit(c)) c = '_';
  }
  const bool letter_first = !name.empty() && (name.front() < '0' || name.front() > '9');
  if (!letter_first || name == "_") name.insert(0, "T");
  return name;
}

std::string coq_comment(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char before = result.empty() ? ' ' : result.back();
    const bool opens = before == '(' && c == '*';
    const bool closes = before == '*' && c == ')';
    if (opens || closes) result += ' ';
    if (c == '"') {
      result += "''";
    } else {
      result += c;
    }
  }
  // Whatever comes behind it in the comment.
  if (!result.empty() && (result.back() == '(' || result.back() == '*')) result += ' ';
  return result;
}

std::string coq_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

CoqNames::CoqNames(const Test& test)
    : taken_(words_of(meaningful)), test_(coq_identifier(test.name)) {
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    taken_.insert("P" + std::to_string(t));
  }
  number_registers(test.program);
  for (const auto& [name, number] : registers_) taken_.insert(name);
  for (const Address& address : test.program.addresses) {
    addresses_.push_back(fresh(coq_identifier(address.name)));
  }
  const auto is_free = [&](const std::string& name) {
    return std::none_of(taken_.begin(), taken_.end(), [&](const std::string& other) {
      return other == name || other.starts_with(name + "_");
    });
  };
  while (!is_free(test_)) test_ += "_";
}

std::string CoqNames::fresh(std::string name) {
  while (!taken_.insert(name).second) name += '_';
  return name;
}

void CoqNames::number_registers(const Program& program) {
  std::map<std::string, std::size_t> own;
  std::map<std::string, std::size_t> common;
  bool agree = true;
  for (const Thread& thread : program.threads) {
    for (std::size_t i = 0; i < thread.registers.size(); ++i) {
      const std::string& name = thread.registers[i].name;
      agree = own.emplace(name, i).first->second == i && agree;
      common.emplace(name, common.size());
    }
  }
  const auto& numbers = agree ? own : common;
  registers_.assign(numbers.begin(), numbers.end());
  std::stable_sort(registers_.begin(), registers_.end(),
                   [](const auto& a, const auto& b) { return a.second < b.second; });
}

std::size_t CoqNames::register_number(const std::string& name) const {
  const auto found = std::find_if(registers_.begin(), registers_.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found->second;
}

}  // namespace opexplore
