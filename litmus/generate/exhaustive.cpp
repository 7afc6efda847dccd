#include "litmus/generate/exhaustive.hpp"

#include <algorithm>
#include <compare>
#include <limits>
#include <map>
#include <numeric>

#include "litmus/generate/interleavings.hpp"
#include "litmus/generate/sketch.hpp"
#include "litmus/generate/symmetry.hpp"
#include "litmus/input/input_error.hpp"

namespace opexplore::generate {

namespace {

/// An access as numbers, so that programs can be compared.
struct Op {
  std::uint8_t form = 0;        // index into Programs::forms_
  std::uint8_t location = 0;    // numbered as they first appear
  std::uint16_t fences = 0;     // index into Programs::fences_
  std::uint8_t dependency = 0;  // 0, or 1 + 3 * index of its source + kind
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const Op&) const = default;  // NOLINT(modernize-use-nullptr)
};
using Code = std::vector<Op>;

constexpr std::uint8_t unnamed = 255;

struct Form {
  bool write = false;
  AccessForm access;
  bool reads() const { return !write || access.atomic.has_value(); }
  bool writes() const { return write || access.atomic.has_value(); }
};

/// Locations as they first appear in what has been renamed so far.
class LocationNames {
 public:
  explicit LocationNames(std::size_t locations) : names_(locations, unnamed) {}
  std::uint8_t name(std::uint8_t location) {
    if (names_[location] == unnamed) names_[location] = next_++;
    return names_[location];
  }

 private:
  std::vector<std::uint8_t> names_;
  std::uint8_t next_ = 0;
};

// How `code`, its locations renamed, compares with `other`.
std::strong_ordering compare_renamed(const Code& code, LocationNames& names, const Code& other) {
  for (std::size_t i = 0; i < code.size() && i < other.size(); ++i) {
    Op op = code[i];
    op.location = names.name(op.location);
    if (const auto order = op <=> other[i]; order != std::strong_ordering::equal) return order;
  }
  return code.size() <=> other.size();
}

std::string text_of(const Op& op, const Form& form, const std::vector<Action>& fences) {
  std::string text;
  for (const Action& fence : fences) text += to_string(Separator{{fence}, std::nullopt}) + "-";
  if (op.dependency != 0) {
    const auto kind = static_cast<DependencyKind>((op.dependency - 1) % 3);
    text += std::string(short_name(kind)) + std::to_string((op.dependency - 1) / 3) + "-";
  }
  text += (form.access.atomic ? "U" : form.write ? "W" : "R") + location_name(op.location);
  return form.access == AccessForm{} ? text : text + "." + to_string(form.access);
}

/// Goes through all programs, thread by thread and access by access.
class Programs {
 public:
  Programs(const Size& size, const Alternatives& alternatives, const UseMake& use)
      : size_(size),
        alternatives_(alternatives),
        use_(use),
        most_instructions_(
            alternatives.instructions.value_or(std::numeric_limits<std::size_t>::max())) {
    for (const bool write : {false, true}) {
      for (const AccessForm& form : plain_forms(alternatives, write))
        forms_.push_back({write, form});
    }
    for (const AccessForm& form : atomic_forms(alternatives)) forms_.push_back({true, form});
    find_fences();
  }

  std::uint64_t run() {
    codes_.emplace_back();
    grow(0, 0, 0);
    return found_;
  }

 private:
  // All sequences of fences, shortest first.
  void find_fences() {
    const std::vector<Action> actions = fence_actions(alternatives_);
    fences_.emplace_back();
    for (std::size_t first = 0, length = 0; length < size_.fences; ++length) {
      const std::size_t end = fences_.size();
      for (std::size_t i = first; i < end; ++i) {
        for (const Action& action : actions) {
          std::vector<Action> longer = fences_[i];
          longer.push_back(action);
          fences_.push_back(std::move(longer));
        }
      }
      first = end;
      if (fences_.size() > 60000) {
        throw InputError("size", {}, "too many sequences of fences", "allow fewer fences");
      }
    }
  }

  // `accesses` and `fences` count against the bounds, `locations` are in use.
  bool grow(std::size_t accesses, std::size_t fences, std::size_t locations) {
    if (!codes_.back().empty()) {
      const Standing standing = last_thread();
      if (standing == Standing::too_small) return true;
      if (standing == Standing::complete && !close(accesses, fences, locations)) return false;
    }
    if (accesses == size_.accesses || instructions_ == most_instructions_) return true;
    for (Op op; op.form < forms_.size(); ++op.form) {
      const std::size_t reachable = std::min(locations + 1, size_.locations);
      for (op.location = 0; op.location < reachable; ++op.location) {
        const std::size_t used = std::max<std::size_t>(locations, op.location + 1U);
        if (!add(op, accesses, fences, used)) return false;
      }
    }
    return true;
  }

  // The access with every choice of what stands before it.
  bool add(Op op, std::size_t accesses, std::size_t fences, std::size_t locations) {
    const bool first = codes_.back().empty();
    for (op.fences = 0; op.fences < fences_.size(); ++op.fences) {
      const std::size_t more = fences_[op.fences].size();
      if (fences + more > size_.fences || (first && more != 0)) break;
      for (const std::uint8_t dependency : dependencies(forms_[op.form])) {
        op.dependency = dependency;
        const std::size_t added = 1 + more + (dependency == 0 ? 0 : instructions_of_dependency);
        if (instructions_ + added > most_instructions_) continue;
        codes_.back().push_back(op);
        instructions_ += added;
        const bool go_on = grow(accesses + 1, fences + more, locations);
        instructions_ -= added;
        codes_.back().pop_back();
        if (!go_on) return false;
      }
    }
    return true;
  }

  std::vector<std::uint8_t> dependencies(const Form& form) const {
    std::vector<std::uint8_t> all{0};
    const Code& code = codes_.back();
    for (std::size_t source = 0; source < code.size(); ++source) {
      if (!forms_[code[source].form].reads()) continue;
      for (const DependencyKind kind : alternatives_.dependencies) {
        if (kind == DependencyKind::data && !form.writes()) continue;
        all.push_back(static_cast<std::uint8_t>(1 + 3 * source + static_cast<std::size_t>(kind)));
      }
    }
    return all;
  }

  // The last thread is complete: perhaps the program is, or others follow.
  bool close(std::size_t accesses, std::size_t fences, std::size_t locations) {
    const bool counted = size_.threads.has_value();
    const bool right_size = !alternatives_.instructions || instructions_ == most_instructions_;
    if (right_size && (!counted || codes_.size() == *size_.threads)) {
      if (!use_program(locations)) return false;
    }
    if (counted ? codes_.size() == *size_.threads : accesses == size_.accesses) return true;
    codes_.emplace_back();
    const bool go_on = counted ? grow(0, 0, locations) : grow(accesses, fences, locations);
    codes_.pop_back();
    return go_on;
  }

  /// Of the smallest order of the threads, the first thread is the smallest of all, and with one
  /// location the threads are sorted.
  enum class Standing : std::uint8_t { complete, must_grow, too_small };

  Standing last_thread() const {
    if (codes_.size() == 1) return Standing::complete;
    const Code& code = codes_.back();
    const Code& other = size_.locations == 1 ? codes_[codes_.size() - 2] : codes_.front();
    LocationNames names(size_.locations);
    if (std::is_gteq(compare_renamed(code, names, other))) return Standing::complete;
    // A beginning of the other thread can become as large.
    LocationNames again(size_.locations);
    const std::size_t common = std::min(code.size(), other.size());
    const Code start(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(common));
    const bool beginning = compare_renamed(code, again, start) == std::strong_ordering::equal;
    return beginning ? Standing::must_grow : Standing::too_small;
  }

  // Whether no other order of the threads is smaller; those that are equal are symmetries.
  bool is_smallest(std::size_t locations, std::vector<Renaming>& symmetries) const {
    std::vector<std::size_t> order(codes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    while (std::next_permutation(order.begin(), order.end())) {
      LocationNames names(size_.locations);
      auto compared = std::strong_ordering::equal;
      for (std::size_t i = 0; i < order.size() && compared == std::strong_ordering::equal; ++i) {
        compared = compare_renamed(codes_[order[i]], names, codes_[i]);
      }
      if (compared == std::strong_ordering::less) return false;
      if (compared != std::strong_ordering::equal) continue;
      Renaming symmetry{order, {}};
      for (std::size_t i = 0; i < order.size(); ++i) symmetry.threads[order[i]] = i;
      for (std::size_t l = 0; l < locations; ++l) {
        symmetry.locations.push_back(names.name(static_cast<std::uint8_t>(l)));
      }
      symmetries.push_back(std::move(symmetry));
    }
    return true;
  }

  bool use_program(std::size_t locations) {
    std::vector<Renaming> symmetries;
    if (!is_smallest(locations, symmetries)) return true;
    const std::size_t threads = codes_.size();
    const Places& places = places_.try_emplace(threads, alternatives_, threads).first->second;
    return places.for_each(locations, symmetries,
                           [&](const Placement& placement, const std::vector<Home>& homes) {
                             return use_placed(placement, homes);
                           });
  }

  bool use_placed(const Placement& placement, const std::vector<Home>& homes) {
    if (!alternatives_.regions.empty() && !regions_fit(sketch(placement, homes))) return true;
    ++found_;
    return use_([&](Finish finish) { return make(placement, homes, finish); });
  }

  Sketch sketch(const Placement& placement, const std::vector<Home>& homes) const {
    Sketch result{{}, placement, homes, alternatives_.language};
    std::vector<Value> writes(homes.size(), 0);
    for (const Code& code : codes_) {
      std::vector<Event>& thread = result.threads.emplace_back();
      for (const Op& op : code) {
        const Form& form = forms_[op.form];
        Event event{form.write, op.location, form.access, 0, std::nullopt, fences_[op.fences]};
        if (form.writes()) event.value = ++writes[op.location];
        if (op.dependency != 0) {
          event.dependency = Dependency{static_cast<DependencyKind>((op.dependency - 1) % 3),
                                        (op.dependency - 1U) / 3U, std::nullopt};
        }
        thread.push_back(std::move(event));
      }
    }
    return result;
  }

  Test make(const Placement& placement, const std::vector<Home>& homes, Finish finish) const {
    Test test = observed(build(sketch(placement, homes)));
    test.name = name() + place_suffix(alternatives_, placement, homes);
    test.comments = {"Generator=opgen"};
    if (finish == Finish::bare) return test;
    test.comments.emplace_back("Has it an outcome that no interleaving of the threads has?");
    ask_for_others(test);
    settle(test);
    return test;
  }

  // The program in short, or, if that is too long for the name of a file, its number.
  std::string name() const {
    constexpr std::size_t longest = 200;
    std::string text;
    for (const Code& code : codes_) {
      if (!text.empty()) text += "+";
      for (const Op& op : code) {
        if (&op != &code.front()) text += "-";
        text += text_of(op, forms_[op.form], fences_[op.fences]);
      }
    }
    return text.size() <= longest ? text : "exhaustive-" + std::to_string(found_);
  }

  const Size& size_;
  const Alternatives& alternatives_;
  const UseMake& use_;
  const std::size_t most_instructions_;
  std::size_t instructions_ = 0;  // of the program so far
  std::vector<Form> forms_;
  std::vector<std::vector<Action>> fences_;
  std::map<std::size_t, Places> places_;  // by number of threads
  std::vector<Code> codes_;               // of the program so far
  std::uint64_t found_ = 0;
};

// WART: sampled-instructions. Barriers, warps and cache operators are left to random tests.
void check(const Size& size, const Alternatives& alternatives) {
  const auto fail = [](const std::string& message, const std::string& advice) {
    throw InputError("size", {}, message, advice);
  };
  const std::size_t threads = size.threads.value_or(std::max<std::size_t>(size.accesses, 1));
  const std::size_t total = size.threads ? size.accesses * threads : size.accesses;
  if (size.accesses == 0 || threads == 0 || size.locations == 0) {
    fail("there is no program of that size", "threads, accesses and locations begin at 1");
  }
  if (threads > most_threads || total > most_accesses) {
    fail("programs have at most " + std::to_string(most_threads) + " threads and " +
             std::to_string(most_accesses) + " accesses here",
         "ask for a smaller size, or for --random tests");
  }
  if (alternatives.barrier || !alternatives.vulkan.barriers.empty()) {
    fail("barriers in all places would leave threads waiting for ever", "leave bar out");
  }
}

}  // namespace

std::uint64_t for_each_program(const Size& size, const Alternatives& alternatives,
                               const UseMake& use) {
  check(size, alternatives);
  return Programs(size, alternatives, use).run();
}

}  // namespace opexplore::generate
