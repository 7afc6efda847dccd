#include "tests/random/looping_programs.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace opexplore::random_programs {

namespace {

struct Place {
  unsigned gpu = 0, cta = 0, warp = 0;
};

// All in one warp; each in a CTA of its own; or anywhere.
std::vector<Place> places(Random& random, unsigned threads) {
  std::vector<Place> result(threads);
  const unsigned kind = random.below(10);
  if (kind < 2) return result;
  if (kind < 4) {
    // Sometimes against the order of threads: groups are ordered by their numbers.
    const bool reversed = random.chance(50);
    for (unsigned t = 0; t < threads; ++t) result[t].cta = reversed ? threads - 1 - t : t;
    return result;
  }
  for (Place& place : result) {
    place = {random.chance(20) ? 1U : 0U, random.below(kind < 8 ? 2 : 3), random.below(2)};
  }
  return result;
}

// The smallest scope that includes all threads, or a larger one.
std::string_view scope(Random& random, const std::vector<Place>& where) {
  const auto same = [&](auto member) {
    return std::all_of(where.begin(), where.end(),
                       [&](const Place& place) { return place.*member == where[0].*member; });
  };
  if (!same(&Place::gpu) || random.chance(30)) return "sys";
  return same(&Place::cta) && random.chance(30) ? "cta" : "gpu";
}

// What the threads of a program have in common.
struct LoopsInCommon {
  Language language = Language::ptx;
  std::string_view scope;  // of all accesses, as PTX has it
  unsigned locations = 1;

  bool is_vulkan() const { return language == Language::vulkan; }
};

// Vulkan's name of a scope of PTX.
std::string vulkan_scope(std::string_view scope) {
  return scope == "cta" ? "wg" : scope == "gpu" ? "qf" : "dv";
}

// The code of one thread, written instruction by instruction.
class Column {
 public:
  Column(Random& random, const LoopingProfile& profile, const LoopsInCommon& common,
         unsigned thread)
      : random_(random), profile_(profile), common_(common), thread_(thread) {}

  std::vector<std::string> write(unsigned length) {
    while (lines_.size() < length) {
      if (lines_.size() + 2 <= length && random_.chance(profile_.spin)) {
        spin();
      } else {
        single(length);
      }
    }
    std::vector<std::string> cells;
    for (unsigned i = 0; i <= lines_.size(); ++i) {
      const std::string head = targets_.contains(i) ? label(i) + ": " : "";
      cells.push_back(head + (i < lines_.size() ? lines_[i] : ""));
    }
    return cells;
  }

 private:
  std::string label(unsigned index) const {
    return "L" + std::to_string(thread_) + std::to_string(index);
  }
  std::string to(unsigned index) {
    targets_.insert(index);
    return label(index);
  }
  std::string relaxed(std::string_view what) const {
    return std::string(what) + ".relaxed." + std::string(common_.scope);
  }
  // An atomic of Vulkan, in few cases with an order, which makes no difference to endings.
  std::string atomic(const std::string& what, const std::string& order) {
    const bool ordered = random_.chance(25);
    return what + ".atom" + (ordered ? "." + order : "") + "." + vulkan_scope(common_.scope) +
           ".sc0" + (ordered ? ".semsc0" : "");
  }
  std::string location() { return random_.below(common_.locations) == 0 ? "x" : "y"; }
  std::string reg() { return random_.below(3) == 0 ? "r1" : "r0"; }
  std::string constant() { return std::to_string(random_.below(8) == 0 ? 2 : random_.below(2)); }
  std::string value() { return random_.chance(20) ? reg() : constant(); }
  std::string comparison() {
    constexpr std::array<std::string_view, 6> all = {"beq", "bne", "beq", "bne", "blt", "bge"};
    return std::string(random_.pick(all));
  }

  std::string vulkan_reading(const std::string& into) {
    constexpr std::array<std::string_view, 4> operators = {"", ".and", ".or", ".xor"};
    if (random_.chance(50)) return atomic("ld", "acq") + " " + into + ", " + location();
    return atomic("rmw", "acq_rel") + std::string(random_.pick(operators)) + " " + into + ", " +
           location() + ", " + value();
  }

  std::string reading(const std::string& into) {
    if (common_.is_vulkan()) return vulkan_reading(into);
    switch (random_.below(6)) {
      case 0:
        return relaxed("atom") + ".exch " + into + ", " + location() + ", " + value();
      case 1:
        return relaxed("atom") + ".cas " + into + ", " + location() + ", " + value() + ", " +
               value();
      case 2: {
        constexpr std::array<std::string_view, 5> all = {"inc", "dec", "xor", "and", "max"};
        return relaxed("atom") + "." + std::string(random_.pick(all)) + " " + into + ", " +
               location() + ", " + std::to_string(1 + random_.below(2));
      }
      default:
        return relaxed("ld") + " " + into + ", " + location();
    }
  }

  // Until what it reads is, or is not, a certain number.
  void spin() {
    const auto start = static_cast<unsigned>(lines_.size());
    const std::string into = reg();
    lines_.push_back(reading(into));
    lines_.push_back(comparison() + " " + into + ", " + constant() + ", " + to(start));
  }

  void single(unsigned length) {
    if (random_.chance(profile_.barrier)) {
      lines_.push_back(barrier());
    } else if (random_.chance(profile_.branch)) {
      lines_.push_back(branch(length));
    } else if (random_.chance(profile_.local)) {
      const std::string into = reg();
      lines_.push_back(common_.is_vulkan()  ? "xor " + into + ", " + reg() + ", " + constant()
                       : random_.chance(50) ? "mov " + into + ", " + constant()
                                            : "xor " + into + ", " + reg() + ", " + constant());
    } else if (random_.chance(45)) {
      lines_.push_back(reading(reg()));
    } else if (random_.chance(8)) {
      lines_.push_back(fence());
    } else if (common_.is_vulkan()) {
      lines_.push_back(atomic("st", "rel") + " " + location() + ", " + value());
    } else if (random_.chance(10)) {
      lines_.push_back(relaxed("red") + ".inc " + location() + ", 1");
    } else {
      lines_.push_back(relaxed("st") + " " + location() + ", " + value());
    }
  }

  std::string fence() const {
    if (!common_.is_vulkan()) return "fence.acq_rel." + std::string(common_.scope);
    return "membar.acq_rel." + vulkan_scope(common_.scope) + ".semsc0.semav.semvis";
  }

  // One with a quorum has another number than those without.
  std::string vulkan_barrier() {
    if (random_.chance(70)) return "cbar.wg " + std::to_string(random_.below(5) == 0 ? 1 : 0);
    return "cbar.wg 2, 2, " + std::to_string(1 + random_.below(3));
  }

  std::string barrier() {
    if (common_.is_vulkan()) return vulkan_barrier();
    const std::string name = random_.chance(20) ? "bar.cta.arrive " : "bar.cta.sync ";
    const std::string resource = std::to_string(random_.below(5) == 0 ? 1 : 0);
    if (random_.chance(70)) return name + resource;
    return name + resource + ", " + resource + ", " + std::to_string(1 + random_.below(3));
  }

  // More often back than on; a jump without condition goes back seldom.
  std::string branch(unsigned length) {
    const auto here = static_cast<unsigned>(lines_.size());
    const bool back = random_.chance(60);
    const unsigned target =
        back ? random_.below(here + 1) : here + 1 + random_.below(length - here);
    if (random_.chance(back ? 15 : 10)) return "goto " + to(target);
    return comparison() + " " + reg() + ", " + constant() + ", " + to(target);
  }

  Random& random_;
  const LoopingProfile& profile_;
  const LoopsInCommon& common_;
  unsigned thread_;
  std::vector<std::string> lines_;
  std::set<unsigned> targets_;
};

std::string place_text(const Place& place, const LoopsInCommon& common) {
  const std::array<std::string, 3> ptx = {"warp ", ",cta ", ",gpu "};
  const std::array<std::string, 3> vulkan = {"sg ", ",wg ", ",qf "};
  const auto& names = common.is_vulkan() ? vulkan : ptx;
  return names[0] + std::to_string(place.warp) + names[1] + std::to_string(place.cta) + names[2] +
         std::to_string(place.gpu);
}

std::string table(const LoopsInCommon& common, const std::vector<Place>& where,
                  const std::vector<std::vector<std::string>>& columns) {
  std::string text;
  std::size_t rows = 0;
  for (std::size_t t = 0; t < columns.size(); ++t) {
    rows = std::max(rows, columns[t].size());
    text += (t == 0 ? " P" : " | P") + std::to_string(t) + "@" + place_text(where[t], common);
  }
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      text += (t == 0 ? " " : " | ") + (row < columns[t].size() ? columns[t][row] : "");
    }
    text += " ;\n";
  }
  return text;
}

}  // namespace

LoopingProfile profile_for(std::uint64_t seed) {
  LoopingProfile profile;
  if (seed % 5 == 1) profile.barrier = 25;
  if (seed % 5 == 3) profile.local = 40;
  return profile;
}

std::string looping_program(const LoopingProfile& profile, std::uint64_t seed, Language language) {
  Random random(seed);
  unsigned threads = 2 + (random.chance(50) ? 0 : 1) + (random.chance(15) ? 1 : 0);
  threads = std::min(threads, profile.most_threads);
  const std::vector<Place> where = places(random, threads);
  LoopsInCommon common{language, scope(random, where), 1};
  common.locations += random.below(2);
  const unsigned most = profile.most_instructions - (threads == 4 ? 1 : 0);
  std::vector<std::vector<std::string>> columns;
  for (unsigned t = 0; t < threads; ++t) {
    const unsigned length = random.below(20) == 0 ? 1 : 2 + random.below(most - 1);
    columns.push_back(Column(random, profile, common, t).write(length));
  }
  return (common.is_vulkan() ? "VULKAN looping-" : "PTX looping-") + std::to_string(seed) +
         "\n{ x=0; y=0; }\n" + table(common, where, columns) +
         (common.is_vulkan() ? "exists (x == 0)\n" : "exists ([x]=0)\n");
}

Promise random_promise(Random& random, std::optional<std::uint32_t> resident) {
  constexpr std::array<ProgressModel, 11> models = {
      ProgressModel::fair,    ProgressModel::fair,    ProgressModel::hsa,   ProgressModel::hsa,
      ProgressModel::obe,     ProgressModel::obe,     ProgressModel::lobe,  ProgressModel::lobe,
      ProgressModel::hsa_obe, ProgressModel::hsa_obe, ProgressModel::unfair};
  Promise promise;
  for (ProgressModel& model : promise.models) model = random.pick(models);
  promise.resident = resident;
  promise.name = spelled(promise);
  return promise;
}

}  // namespace opexplore::random_programs
