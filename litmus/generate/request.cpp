#include "litmus/generate/request.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "litmus/corpus/sources.hpp"
#include "litmus/generate/families.hpp"
#include "litmus/generate/request_values.hpp"
#include "litmus/generate/request_vulkan.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::generate {
namespace {

using random_programs::Profile;

/// What is generated: each takes some of the options.
enum class Kind { cycle, family, idiom, exhaustive, random, mutants, rewrite };

/// Each of those values, as `spell` spells it.
template <class Values, class Spell>
auto spelled(const Values& values, const Spell& spell) {
  std::vector<Word<typename Values::value_type>> words;
  for (const auto value : values) words.push_back({spell(value), value});
  return words;
}

std::vector<Word<Order>> order_words() {
  std::vector words(short_orders().begin(), short_orders().end());
  // No access is sc.
  std::erase_if(words, [](const Word<Order>& word) { return word.value == Order::sc; });
  return words;
}

std::vector<Word<AtomicOp>> atomic_words() {
  return spelled(generated_atomics, [](AtomicOp op) { return to_string(op); });
}

std::vector<Word<Path>> path_words(Language language = Language::ptx) {
  std::vector<Word<Path>> words = spelled(all_paths, long_name);
  // The first two are names of a location; Vulkan has no proxies.
  if (language == Language::vulkan) words.resize(2);
  return words;
}

std::vector<Word<DependencyKind>> dependency_words() {
  return spelled(std::array{DependencyKind::address, DependencyKind::data, DependencyKind::control},
                 [](DependencyKind kind) { return short_name(kind); });
}

/// A barrier of Vulkan with that order, or with none.
struct OrderedBarrier {
  Order order = Order::weak;
};

/// A word of --fences.
using FenceWord =
    std::variant<std::monostate, Order, ProxyFenceKind, OrderedBarrier, DeviceOperationKind>;

std::vector<Word<FenceWord>> vulkan_fence_words() {
  std::vector<Word<FenceWord>> words{{"none", std::monostate{}},
                                     {"cbar", OrderedBarrier{}},
                                     {"cbar.acq_rel", OrderedBarrier{Order::acq_rel}},
                                     {"cbar.acq", OrderedBarrier{Order::acquire}},
                                     {"cbar.rel", OrderedBarrier{Order::release}}};
  for (const Order order : {Order::acq_rel, Order::acquire, Order::release}) {
    words.push_back({short_name(order), order});
  }
  for (const Word<DeviceOperationKind>& kind : opexplore::words<DeviceOperationKind>()) {
    words.push_back({kind.text, kind.value});
  }
  return words;
}

std::vector<Word<FenceWord>> fence_words(Language language) {
  if (language == Language::vulkan) return vulkan_fence_words();
  std::vector<Word<FenceWord>> words{{"none", std::monostate{}}};
  for (const Order order : {Order::acq_rel, Order::sc, Order::acquire, Order::release}) {
    words.push_back({to_string(order), order});
  }
  for (const ProxyFenceKind kind :
       {ProxyFenceKind::alias, ProxyFenceKind::texture, ProxyFenceKind::surface,
        ProxyFenceKind::constant, ProxyFenceKind::generic}) {
    words.push_back({to_string(kind), kind});
  }
  return words;
}

// What a word of --fences allows; whether it is `none`.
bool add_fence(const FenceWord& meaning, Alternatives& alternatives) {
  std::visit(
      Overloaded{
          [](std::monostate) {}, [&](Order order) { alternatives.fences.push_back(order); },
          [&](ProxyFenceKind kind) { alternatives.proxy_fences.push_back(kind); },
          [&](OrderedBarrier it) { alternatives.vulkan.barriers.push_back(it.order); },
          [&](DeviceOperationKind it) { alternatives.vulkan.device_operations.push_back(it); }},
      meaning);
  return std::holds_alternative<std::monostate>(meaning);
}

bool is_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

// --fences none,sc or --fences 1 or --fences 2,sc,alias: a number, and of which kinds.
std::optional<std::size_t> read_fences(const Request& request, Alternatives& alternatives) {
  std::optional<std::size_t> most;
  bool none = false;
  bool kinds = false;
  for (const std::string& word : items(request, "fences")) {
    if (is_number(word)) {
      if (most) throw UsageError("--fences has two numbers", "one says how many at most");
      most = number("fences", word);
      continue;
    }
    kinds = true;
    const auto words = fence_words(alternatives.language);
    if (add_fence(chosen<FenceWord>("fences", word, words), alternatives)) none = true;
  }
  const bool barrier = alternatives.barrier || !alternatives.vulkan.barriers.empty();
  alternatives.program_order = none || (!kinds && !barrier);
  if (most && !kinds) {
    alternatives.fences = {Order::acq_rel};
    if (alternatives.language != Language::vulkan) alternatives.fences.push_back(Order::sc);
  }
  return most;
}

// --deps alone leaves plain program order out, unless it says none.
void read_dependencies(const Request& request, Alternatives& alternatives) {
  const std::vector<std::string> words = items(request, "deps");
  bool none = false;
  for (const std::string& word : words) {
    if (word == "none") {
      none = true;
    } else {
      alternatives.dependencies.push_back(chosen<DependencyKind>("deps", word, dependency_words()));
    }
  }
  if (none) alternatives.program_order = true;
  if (!words.empty() && !none && value(request, "fences").empty() && !request.barriers) {
    alternatives.program_order = false;
  }
}

// Of what is made.
Language language_of(const Request& request) {
  const Dialect* const dialect = dialect_of(request);
  return dialect != nullptr ? dialect->language : Language::ptx;
}

Alternatives read_alternatives(const Request& request, std::optional<std::size_t>& fences) {
  Alternatives result;
  result.language = language_of(request);
  const bool vulkan = result.language == Language::vulkan;
  check_language(request, result.language);
  result.orders = list<Order>(request, "orders", order_words(), result.orders);
  if (vulkan) {
    result.vulkan = read_vulkan_alternatives(request);
    if (request.barriers) result.vulkan.barriers.push_back(Order::weak);
  } else {
    result.scopes = list(request, "scopes", scopes(), result.scopes);
    result.barrier = request.barriers;
  }
  result.atomics = list<AtomicOp>(request, "atomics", atomic_words(), {});
  result.paths = list<Path>(request, "proxies", path_words(result.language), result.paths);
  result.regions = list(request, "regions", words<Region>(), {});
  result.placements = items(request, "placements");
  result.filter = request.filter;
  fences = read_fences(request, result);
  read_dependencies(request, result);
  if (const std::string text = value(request, "instructions"); !text.empty()) {
    result.instructions = number("instructions", text);
  }
  return result;
}

Specification read_exhaustive(const Request& request) {
  ExhaustiveTests tests;
  std::optional<std::size_t> fences;
  tests.alternatives = read_alternatives(request, fences);
  tests.size.fences = fences.value_or(fence_actions(tests.alternatives).empty() ? 0 : 1);
  const auto set = [&](const std::string& option, std::size_t& size) {
    if (!value(request, option).empty()) size = number(option, value(request, option));
  };
  // That many instructions of the whole program: no more accesses, and perhaps as many.
  if (tests.alternatives.instructions && value(request, "threads").empty()) {
    tests.size.accesses = std::min(*tests.alternatives.instructions, most_accesses);
  }
  set("accesses", tests.size.accesses);
  set("locations", tests.size.locations);
  if (request.one_location) tests.size.locations = 1;
  if (!value(request, "threads").empty())
    tests.size.threads = number("threads", value(request, "threads"));
  return tests;
}

Profile profile_of(const std::string& name) {
  if (name.empty()) {
    Profile profile;
    profile.name = "random";
    profile.least_instructions = 4;
    profile.most_instructions = 10;
    profile.atomic = 0;
    profile.no_idle_threads = true;
    return profile;
  }
  std::vector<std::string> names;
  for (const Profile& profile : random_programs::profiles()) names.emplace_back(profile.name);
  if (const Profile* const found = random_programs::find_profile(name)) return *found;
  std::string known;
  for (const std::string& other : names) known += (known.empty() ? "" : ", ") + other;
  const auto close = nearest(name, names);
  throw UsageError("--profile knows no '" + name + "'",
                   close ? "did you mean " + *close + "?" : "choose from " + known);
}

// The features that a random program may have, beyond those of its profile.
void add_features(const Request& request, Profile& profile) {
  for (const Path path : list<Path>(request, "proxies", path_words(), {})) {
    if (path == Path::generic) continue;
    (path == Path::alias ? profile.aliases : profile.proxies) = 50;
    profile.proxy_fence = 10;
  }
  for (const Region region : list(request, "regions", words<Region>(), {})) {
    if (region == Region::shared) profile.shared = 50;
  }
  if (!value(request, "atomics").empty()) profile.atomic = 15;
  if (request.barriers) profile.barrier = 10;
}

Specification read_random(const Request& request) {
  RandomTests tests;
  Profile& profile = tests.profile;
  profile = profile_of(value(request, "profile"));
  tests.count = number("random", value(request, "random"));
  if (const std::string seed = value(request, "seed"); !seed.empty()) {
    tests.seed = number("seed", seed);
  }
  if (const std::string text = value(request, "threads"); !text.empty()) {
    std::tie(profile.least_threads, profile.most_threads) = range("threads", text, {1, 8});
  }
  if (const std::string text = value(request, "instructions"); !text.empty()) {
    std::tie(profile.least_instructions, profile.most_instructions) =
        range("instructions", text, {1, 64});
  } else if (profile.no_idle_threads) {
    profile.least_instructions = std::max(profile.least_instructions, profile.most_threads);
    profile.most_instructions = std::max(profile.most_instructions, 3 * profile.most_threads);
  }
  if (profile.no_idle_threads && profile.least_instructions < profile.most_threads) {
    throw UsageError("there are more threads than instructions",
                     "write --instructions " + std::to_string(profile.most_threads) + "-" +
                         std::to_string(std::max(profile.most_instructions, profile.most_threads)));
  }
  if (const std::string text = value(request, "locations"); !text.empty()) {
    profile.most_locations = range("locations", text, {1, 3}).second;
  }
  add_features(request, profile);
  return tests;
}

std::vector<Test> read_tests(const std::vector<std::string>& sources) {
  std::vector<Test> tests;
  for (const auto& file : expand_sources(sources)) {
    for (SpelledTest& read : read_all_spelled_file(file)) {
      if (read.unwritable) throw InputError(*read.unwritable);
      tests.push_back(std::move(read.test));
    }
  }
  return tests;
}

// The family with each of the numbers of threads that it can have.
void add_scaled(std::string_view name, std::pair<std::size_t, std::size_t> threads,
                std::vector<std::string>& names) {
  for (std::size_t count = threads.first; count <= threads.second; ++count) {
    if (const auto family = scaled_family(name, count)) names.push_back(family->name);
  }
}

std::vector<std::string> read_family_names(const Request& request) {
  std::vector<std::string> names;
  const std::string threads = value(request, "threads");
  for (const std::string& name : items(request, "family")) {
    if (!threads.empty()) {
      const auto numbers = range("threads", threads, {2, max_threads});
      if (name == "all") {
        for (const std::string_view family : scalable_families())
          add_scaled(family, numbers, names);
      } else {
        add_scaled(name, numbers, names);
      }
    } else if (name == "all") {
      for (const Family& family : families()) names.push_back(family.name);
    } else {
      names.push_back(find_family(name).name);
    }
  }
  if (names.empty()) {
    throw UsageError("--family has no test of " + threads + " threads",
                     "IRIW has an even number, from 4; WRC has 3 or more");
  }
  return names;
}

Specification read_family(const Request& request) {
  FamilyTests tests;
  std::optional<std::size_t> fences;
  tests.alternatives = read_alternatives(request, fences);
  tests.families = read_family_names(request);
  return tests;
}

Specification read_idioms(const Request& request) {
  IdiomTests tests;
  std::optional<std::size_t> fences;
  tests.alternatives = read_alternatives(request, fences);
  if (value(request, "orders").empty()) tests.alternatives.orders = {Order::acq_rel};
  for (const std::string& name : items(request, "idiom")) {
    if (name == "all") {
      for (const Idiom& idiom : idioms()) tests.idioms.emplace_back(idiom.name);
    } else {
      tests.idioms.emplace_back(find_idiom(name).name);
    }
  }
  if (const std::string text = value(request, "threads"); !text.empty()) {
    tests.threads = range("threads", text, {1, max_threads});
  }
  return tests;
}

Specification read_cycle(const Request& request) {
  CycleTests tests;
  std::optional<std::size_t> fences;
  tests.alternatives = read_alternatives(request, fences);
  for (const std::string& edge : request.edges) {
    tests.cycle += (tests.cycle.empty() ? "" : " ") + edge;
  }
  return tests;
}

Kind kind_of(const Request& request) {
  std::vector<std::pair<std::string, Kind>> given;
  if (!request.edges.empty()) given.emplace_back("a cycle", Kind::cycle);
  if (!value(request, "family").empty()) given.emplace_back("--family", Kind::family);
  if (!value(request, "idiom").empty()) given.emplace_back("--idiom", Kind::idiom);
  if (request.exhaustive || request.one_location) {
    given.emplace_back(request.exhaustive ? "--exhaustive" : "--one-location", Kind::exhaustive);
  }
  if (!value(request, "random").empty()) given.emplace_back("--random", Kind::random);
  if (!request.mutants.empty()) given.emplace_back("--mutants", Kind::mutants);
  if (!request.rewrite.empty()) given.emplace_back("--rewrite", Kind::rewrite);
  if (given.empty()) {
    throw UsageError("no test is asked for",
                     "write a cycle such as PodWW Rfe PodRR Fre, or --family, --idiom, "
                     "--exhaustive, --random, --mutants or --rewrite; --help lists the options");
  }
  if (given.size() > 1) {
    throw UsageError(given[0].first + " and " + given[1].first + " do not go together",
                     "generate one after the other");
  }
  return given.front().second;
}

// An option that would have no effect is a misunderstanding.
void check_use(const Request& request, Kind kind) {
  const auto refuse = [&](const std::string& option, std::initializer_list<Kind> users,
                          const std::string& where) {
    const bool given = option == "barriers" ? request.barriers
                       : option == "filter" ? request.filter
                                            : !value(request, option).empty();
    if (!given || std::find(users.begin(), users.end(), kind) != users.end()) return;
    throw UsageError("--" + option + " has no effect here", "it goes with " + where);
  };
  const std::string made = "cycles, --family, --exhaustive and --one-location";
  for (const char* const option : {"orders", "scopes", "fences", "placements"}) {
    refuse(option, {Kind::cycle, Kind::family, Kind::idiom, Kind::exhaustive},
           "cycles, --family, --idiom, --exhaustive and --one-location");
  }
  refuse("deps", {Kind::cycle, Kind::family, Kind::exhaustive}, made);
  for (const char* const option : {"privacy", "semantics", "storage-classes"}) {
    refuse(option, {Kind::cycle, Kind::family, Kind::exhaustive}, made);
  }
  for (const char* const option : {"atomics", "proxies", "regions"}) {
    refuse(option, {Kind::cycle, Kind::family, Kind::exhaustive, Kind::random},
           made + ", and --random");
  }
  refuse("barriers", {Kind::cycle, Kind::family, Kind::random}, "cycles, --family and --random");
  refuse("filter", {Kind::cycle, Kind::family}, "cycles and --family");
  refuse("threads", {Kind::family, Kind::idiom, Kind::exhaustive, Kind::random},
         "--family, --idiom, --exhaustive and --random");
  refuse("locations", {Kind::exhaustive, Kind::random}, "--exhaustive and --random");
  refuse("accesses", {Kind::exhaustive}, "--exhaustive and --one-location");
  refuse("instructions", {Kind::cycle, Kind::family, Kind::exhaustive, Kind::random},
         made + ", and --random");
  for (const char* const option : {"seed", "profile"}) refuse(option, {Kind::random}, "--random");
  const std::vector<std::string> words = items(request, "fences");
  if (kind != Kind::exhaustive && std::any_of(words.begin(), words.end(), is_number)) {
    throw UsageError("--fences says how many with --exhaustive alone",
                     "name kinds, such as none,sc");
  }
  if (request.one_location && !value(request, "locations").empty()) {
    throw UsageError("--one-location and --locations both say how many", "leave one out");
  }
}

// WART: vulkan-idioms. Locks and random programs are made in PTX alone.
void check_makes_vulkan(const Request& request, Kind kind) {
  if (kind != Kind::idiom && kind != Kind::random) return;
  if (language_of(request) != Language::vulkan) return;
  throw UsageError(
      std::string(kind == Kind::idiom ? "--idiom" : "--random") + " makes tests of PTX",
      "cycles, --family, --exhaustive and --one-location make tests of Vulkan");
}

}  // namespace

Specification specification_of(const Request& request) {
  const Kind kind = kind_of(request);
  check_use(request, kind);
  check_makes_vulkan(request, kind);
  switch (kind) {
    case Kind::family:
      return read_family(request);
    case Kind::idiom:
      return read_idioms(request);
    case Kind::exhaustive:
      return read_exhaustive(request);
    case Kind::random:
      return read_random(request);
    case Kind::mutants:
      return Mutants{read_tests(request.mutants)};
    case Kind::rewrite:
      return Unchanged{read_tests(request.rewrite)};
    case Kind::cycle:
      break;
  }
  return read_cycle(request);
}

const Dialect* dialect_of(const Request& request) {
  const std::string word = value(request, "dialect");
  if (word.empty()) return nullptr;
  std::vector<Word<const Dialect*>> able;  // no programs of C++ and for AMDGPU are generated
  for (const Dialect& dialect : dialects()) {
    const Language language = dialect.language;
    const bool generated = language == Language::ptx || language == Language::vulkan;
    if (generated && dialect.write != nullptr) able.push_back({dialect.name, &dialect});
  }
  return chosen<const Dialect*>("dialect", word, able);
}

}  // namespace opexplore::generate
