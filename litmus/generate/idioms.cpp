#include "litmus/generate/idioms.hpp"

#include <algorithm>

#include "litmus/generate/sketch.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

using CodeLines = std::vector<std::string>;

void append(CodeLines& code, const CodeLines& more) {
  code.insert(code.end(), more.begin(), more.end());
}

/// The spellings of a form.
struct Words {
  std::string relaxed, acquire, release;  ///< with scope, as far as the form says so
  std::string atomic;                     ///< of an atomic that does both
  std::string scope;
  CodeLines fence;

  explicit Words(const IdiomForm& form) {
    const auto with_scope = [&](Order order) {
      return std::string(to_string(order)) + "." + std::string(to_string(form.scope));
    };
    scope = to_string(form.scope);
    relaxed = with_scope(Order::relaxed);
    acquire = acquires(form.order) ? with_scope(Order::acquire) : relaxed;
    release = releases(form.order) ? with_scope(Order::release) : relaxed;
    atomic = with_scope(form.order);
    for (const Action& action : form.fences) fence.push_back(to_string(Separator{{action}, {}}));
  }
};

// Between taking the lock and giving it back.
CodeLines critical_section(const Words& words) {
  CodeLines code = words.fence;
  append(code, {"ld.weak r1, x", "add r1, r1, 1", "st.weak x, r1"});
  append(code, words.fence);
  return code;
}

CodeLines locked(const Words& words, const CodeLines& take, const CodeLines& give) {
  CodeLines code = take;
  append(code, critical_section(words));
  append(code, give);
  return code;
}

CodeLines cas_lock(const Words& words) {
  return locked(words, {"L: atom." + words.acquire + ".cas r0, lock, 0, 1", "bne r0, 0, L"},
                {"st." + words.release + " lock, 0"});
}

CodeLines exch_lock(const Words& words) {
  return locked(words, {"L: atom." + words.acquire + ".exch r0, lock, 1", "bne r0, 0, L"},
                {"st." + words.release + " lock, 0"});
}

CodeLines ttas_lock(const Words& words) {
  return locked(words,
                {"L: ld." + words.relaxed + " r0, lock", "bne r0, 0, L",
                 "atom." + words.acquire + ".exch r0, lock, 1", "bne r0, 0, L"},
                {"st." + words.release + " lock, 0"});
}

CodeLines ticket_lock(const Words& words) {
  return locked(words,
                {"atom." + words.relaxed + ".add r2, in, 1", "L: ld." + words.acquire + " r0, out",
                 "bne r0, r2, L"},
                {"add r2, r2, 1", "st." + words.release + " out, r2"});
}

CodeLines fetch_add(const Words& words) { return {"atom." + words.atomic + ".add r0, x, 1"}; }

struct Lock {
  Idiom idiom;
  CodeLines (*code)(const Words&);
};

const std::vector<Lock>& locks() {
  static const std::vector<Lock> all{
      {{"cas-lock", "spins on a compare-and-swap"}, cas_lock},
      {{"exch-lock", "spins on an exchange"}, exch_lock},
      {{"ttas-lock", "spins on a load, then tries an exchange"}, ttas_lock},
      {{"ticket-lock", "takes a number and waits for it"}, ticket_lock},
      {{"fetch-add", "adds atomically, without a lock"}, fetch_add}};
  return all;
}

constexpr Idiom xf_barrier{"xf-barrier",
                           "a barrier between CTAs: the first one waits for the others"};

/// The barrier between CTAs. The threads of the first CTA share out the others: each waits for the
/// flags of its own, and lowers them when all CTAs have arrived.
class GridBarrier {
 public:
  GridBarrier(const IdiomForm& form, const Words& words) : form_(form), words_(words) {
    for (std::size_t t = 0; t < form.threads; ++t) {
      const auto cta = cta_of(t);
      const auto known = std::find(ctas_.begin(), ctas_.end(), cta);
      if (known == ctas_.end()) ctas_.push_back(cta);
    }
  }

  CodeLines thread(std::size_t t) const {
    CodeLines code{"st.weak x" + std::to_string(t) + ", 1"};
    append(code, cta_of(t) == ctas_.front() ? lead(t) : follow(t));
    code.push_back("ld.weak r1, x" + std::to_string((t + 1) % form_.threads));
    return code;
  }

 private:
  using Cta = std::pair<std::uint8_t, std::uint8_t>;

  Cta cta_of(std::size_t t) const { return {form_.placement.gpu[t], form_.placement.cta[t]}; }

  // How many threads of its CTA come before it.
  std::size_t rank(std::size_t t) const {
    std::size_t before = 0;
    for (std::size_t u = 0; u < t; ++u) before += cta_of(u) == cta_of(t) ? 1U : 0U;
    return before;
  }

  std::size_t leaders() const {
    std::size_t count = 0;
    for (std::size_t u = 0; u < form_.threads; ++u) count += cta_of(u) == ctas_.front() ? 1U : 0U;
    return count;
  }

  CodeLines lead(std::size_t t) const {
    CodeLines code;
    for (std::size_t cta = 1 + rank(t); cta < ctas_.size(); cta += leaders()) {
      const std::string flag = "f" + std::to_string(cta), label = "L" + std::to_string(cta);
      append(code, {label + ": ld." + words_.acquire + " r0, " + flag, "beq r0, 0, " + label});
    }
    append(code, words_.fence);
    code.emplace_back("bar.cta.sync 1");
    append(code, words_.fence);
    for (std::size_t cta = 1 + rank(t); cta < ctas_.size(); cta += leaders()) {
      code.push_back("st." + words_.release + " f" + std::to_string(cta) + ", 0");
    }
    return code;
  }

  CodeLines follow(std::size_t t) const {
    CodeLines code{"bar.cta.sync 1"};
    if (rank(t) == 0) {
      const auto cta = std::find(ctas_.begin(), ctas_.end(), cta_of(t)) - ctas_.begin();
      const std::string flag = " f" + std::to_string(cta);
      append(code, words_.fence);
      append(code, {"st." + words_.release + flag + ", 1",
                    "L: ld." + words_.acquire + " r0," + flag, "bne r0, 0, L"});
      append(code, words_.fence);
    }
    code.emplace_back("bar.cta.sync 2");
    return code;
  }

  const IdiomForm& form_;
  const Words& words_;
  std::vector<Cta> ctas_;
};

std::string barrier_condition(std::size_t threads) {
  std::string all;
  for (std::size_t t = 0; t < threads; ++t) {
    all += (t == 0 ? "" : " /\\ ") + std::to_string(t) + ":r1=1";
  }
  return all;
}

// The table of the threads, a row per line.
std::string table_of(const IdiomForm& form, const std::vector<CodeLines>& threads) {
  std::string text;
  std::size_t rows = 0;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    text += (t == 0 ? " P" : "| P") + std::to_string(t) + "@cta " +
            std::to_string(form.placement.cta[t]) + ",gpu " +
            std::to_string(form.placement.gpu[t]) + " ";
    rows = std::max(rows, threads[t].size());
  }
  text += ";\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
      text += (t == 0 ? " " : "| ") + (row < threads[t].size() ? threads[t][row] : "") + " ";
    }
    text += ";\n";
  }
  return text;
}

std::string idiom_test_name(std::string_view idiom, const IdiomForm& form) {
  std::string name = std::to_string(form.threads) + "." + std::string(idiom) + "+" +
                     std::string(short_name(form.order)) + "." + std::string(to_string(form.scope));
  for (const Action& fence : form.fences) name += "-" + to_string(Separator{{fence}, {}});
  return name;
}

// The places of each form: the fences are one alternative each, as between accesses.
std::vector<std::vector<Action>> fence_choices(const Alternatives& alternatives) {
  std::vector<std::vector<Action>> choices;
  for (const Separator& separator : separators(alternatives, false, false)) {
    choices.push_back(separator.fences);
  }
  return choices;
}

}  // namespace

const std::vector<Idiom>& idioms() {
  static const std::vector<Idiom> all = [] {
    std::vector<Idiom> result;
    for (const Lock& lock : locks()) result.push_back(lock.idiom);
    result.push_back(xf_barrier);
    return result;
  }();
  return all;
}

const Idiom& find_idiom(std::string_view name) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Idiom& idiom : idioms()) {
    if (idiom.name == name) return idiom;
    names.push_back(idiom.name);
    known += (known.empty() ? "" : ", ") + std::string(idiom.name);
  }
  throw InputError("idiom", {}, "there is no idiom '" + std::string(name) + "'",
                   detail::did_you_mean(name, names, "idioms are " + known));
}

Test idiom_test(std::string_view name, IdiomForm form) {
  if (form.order == Order::weak) {
    throw InputError("idiom", {}, "an idiom synchronises, and weak accesses do not",
                     "orders of idioms are acq_rel, acq, rel and rlx");
  }
  if (form.placement.cta.empty()) form.placement = all_in(Scope::gpu, form.threads);
  const Words words(form);
  const std::string title = idiom_test_name(find_idiom(name).name, form);
  std::vector<CodeLines> threads;
  std::string condition = "[x]=" + std::to_string(form.threads);
  if (name == xf_barrier.name) {
    const GridBarrier grid(form, words);
    for (std::size_t t = 0; t < form.threads; ++t) threads.push_back(grid.thread(t));
    condition = barrier_condition(form.threads);
  } else {
    const auto lock = std::find_if(locks().begin(), locks().end(),
                                   [&](const Lock& other) { return other.idiom.name == name; });
    threads.assign(form.threads, lock->code(words));
  }
  return read("PTX " + title + "\n\"Generator=opgen\"\n{ }\n" + table_of(form, threads) +
                  "forall (" + condition + ")\n",
              title);
}

std::uint64_t for_each_idiom(const IdiomTests& tests, const UseMake& use) {
  std::uint64_t found = 0;
  const Alternatives& choices = tests.alternatives;
  const auto use_form = [&](const std::string& name, const IdiomForm& form) {
    ++found;
    return use([&](Finish) {
      Test test = idiom_test(name, form);
      test.name += place_suffix(choices, form.placement, {});
      return test;
    });
  };
  for (const std::string& name : tests.idioms) {
    for (std::size_t count = tests.threads.first; count <= tests.threads.second; ++count) {
      for (const Order order : choices.orders) {
        for (const Scope scope : choices.scopes) {
          for (const std::vector<Action>& fences : fence_choices(choices)) {
            for (const Placement& placement : placements(choices, count)) {
              if (!use_form(name, {count, order, scope, fences, placement})) return found;
            }
          }
        }
      }
    }
  }
  return found;
}

}  // namespace opexplore::generate
