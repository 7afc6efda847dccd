// Long runs of what races:
//   opexplore_races [--seed S] [--count N] [--profile P | --from FOLDER] [--machine ptx|ptx-proxy]
//     [--reading dat3m] [--against oracle|axioms] [--without-machine] [--reductions]
//     [--states N] [--show]
// Program number i of a profile has seed S + i. Without --profile all profiles of programs with
// guards are run, and "messages", which are made of patterns that synchronise; every other profile
// that opgen has can be named, or all of these with "all". FOLDER holds litmus tests, which are
// taken as they are. The machine is compared with the oracle, or with its cat model; with
// --reductions once for each way to switch them. --without-machine compares oracle and cat model.
// Some of the programs have a filter, and some observe little. What one side refuses, or does not
// finish within N states, is not compared.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/random/driver/options.hpp"
#include "tests/random/message_programs.hpp"
#include "tests/random/race_comparison.hpp"
#include "tests/random/racing_programs.hpp"
#include "tests/random/reductions.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::random_programs;

struct Arguments : CommonOptions {
  std::string profile;
  std::string from;
  std::string machine = "ptx-proxy";
  std::string reading;
  std::string against = "oracle";
  std::uint64_t states = 50'000;
  bool without_machine = false;
  bool reductions = false;
};

Arguments parse(std::span<const std::string> words) {
  Arguments result;
  read_options(words, with_common(result, {{"--without-machine", &result.without_machine},
                                           {"--reductions", &result.reductions},
                                           {"--profile", &result.profile},
                                           {"--from", &result.from},
                                           {"--machine", &result.machine},
                                           {"--reading", &result.reading},
                                           {"--against", &result.against},
                                           {"--states", &result.states}}));
  if (result.against != "oracle" && result.against != "axioms") {
    throw std::runtime_error("--against " + result.against + ": it is oracle or axioms");
  }
  return result;
}

constexpr std::string_view messages = "messages";

std::vector<Profile> chosen_profiles(const std::string& name) {
  const auto guarded = race_profiles();
  if (name.empty()) return {guarded.begin(), guarded.end()};
  if (name == messages) return {};
  if (name == "all") return {profiles().begin(), profiles().end()};
  const auto found = std::ranges::find(guarded, name, &Profile::name);
  if (found != guarded.end()) return {*found};
  if (const Profile* const other = find_profile(name)) return {*other};
  throw std::runtime_error("--profile " + name + ": no such profile");
}

std::vector<RacingSide> sides(const Arguments& arguments) {
  const std::string model = model_of(arguments.machine, arguments.reading);
  const RacingSide axioms = model_races(model);
  if (arguments.without_machine) return {oracle_races(model), axioms};
  std::vector<RacingSide> all{arguments.against == "oracle" ? oracle_races(model) : axioms};
  const auto add = [&](const Variant& variant) {
    all.push_back(
        machine_races(arguments.machine, arguments.reading, variant.options, arguments.states));
    all.back().name += ", " + variant.name;
  };
  add({"all reductions", {}});
  if (!arguments.reductions) return all;
  add({"no reductions", without_reductions({})});
  MachineOptions blind = without_reductions({});
  blind.look_ahead = false;
  add({"no reductions, without looking ahead", blind});
  const std::vector<Variant> others = variants();
  for (auto variant = others.begin() + 1; variant != others.end(); ++variant) add(*variant);
  return all;
}

struct Count {
  std::uint64_t programs = 0, compared = 0, racy = 0, pairs = 0, unanswered = 0, different = 0,
                beyond = 0;
};

void compare(const Arguments& arguments, const std::vector<RacingSide>& sides, const Test& test,
             Count& count) {
  ++count.programs;
  const auto expected = sides.front().races(test);
  if (!expected) {
    ++count.unanswered;
    return;
  }
  count.racy += expected->counted.empty() ? 0 : 1;
  count.pairs += expected->counted.size();
  if (arguments.show) std::cout << explain(test, sides.front(), sides.front()) << '\n';
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const auto found = sides[i].races(test);
    if (!found) {
      ++count.unanswered;
      continue;
    }
    ++count.compared;
    if (agree(*found, *expected)) {
      count.beyond += found->counted == expected->counted ? 0 : 1;
      continue;
    }
    ++count.different;
    const Test small = minimise_races(test, sides.front(), sides[i]);
    std::cout << "DIFFERENT: " << test.name << '\n'
              << explain(small, sides.front(), sides[i]) << std::endl;
    break;  // the other ways to search are likely to have the same reason
  }
}

void report(const std::string& name, const Count& count) {
  std::cout << name << ": " << count.programs << " programs, " << count.racy << " racy, "
            << count.pairs << " pairs, " << count.compared << " comparisons, " << count.unanswered
            << " without an answer, " << count.beyond << " cut too early, " << count.different
            << " different" << std::endl;
}

template <class Make>
std::uint64_t run_made(const Arguments& arguments, const std::vector<RacingSide>& sides,
                       std::string_view name, Make&& make) {
  Count count;
  for (std::uint64_t seed = arguments.seed; seed < arguments.seed + arguments.count; ++seed) {
    compare(arguments, sides, asked_differently(make(seed), seed), count);
  }
  report(std::string(name), count);
  return count.different;
}

std::uint64_t run_generated(const Arguments& arguments, const std::vector<RacingSide>& sides) {
  std::uint64_t different = 0;
  if (arguments.profile.empty() || arguments.profile == messages) {
    different += run_made(arguments, sides, messages, message_program);
  }
  for (const Profile& profile : chosen_profiles(arguments.profile)) {
    different += run_made(arguments, sides, profile.name,
                          [&](std::uint64_t seed) { return generate(profile, seed); });
  }
  return different;
}

std::uint64_t run_folder(const Arguments& arguments, const std::vector<RacingSide>& sides) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments.from)) {
    if (entry.path().extension() == ".litmus") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  Count count;
  for (const auto& path : paths) compare(arguments, sides, read_file(path), count);
  report(arguments.from, count);
  return count.different;
}

std::uint64_t run(const Arguments& arguments) {
  const std::vector<RacingSide> all = sides(arguments);
  return arguments.from.empty() ? run_generated(arguments, all) : run_folder(arguments, all);
}

}  // namespace

int main(int count, char** words) {
  return run_driver("opexplore_races", {words + 1, words + count},
                    [](std::span<const std::string> options) { return run(parse(options)); });
}
