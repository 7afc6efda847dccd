// Settings of machines: one value or several, and settings that make a machine one of no model.
#include "answers/settings.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "answers/semantics.hpp"
#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

constexpr std::array<std::string_view, 4> parts{"nothing", "drain", "markers", "recall"};
constexpr std::array<std::string_view, 2> sizes{"1", "2"};
constexpr std::array<Setting, 2> toy_settings{
    {{"without", parts, "parts to leave out", true}, {"size", sizes, "how large it is"}}};

// A machine with sc's axioms, unless a part is left out.
MachineEntry toy_machine() {
  MachineEntry entry{};
  entry.name = "toy";
  entry.settings = toy_settings;
  entry.axioms = [](const MachineOptions& options) -> std::string_view {
    return value_of(toy_settings[0], options) == "nothing" ? "sc" : "";
  };
  return entry;
}

std::string canonical(const std::string& written, std::size_t setting = 0) {
  return canonical_value(toy_machine(), toy_settings.at(setting), written);
}

// What is said, with the advice.
template <class Function>
std::string usage_error(const Function& function) {
  try {
    function();
  } catch (const UsageError& error) {
    return std::string(error.what()) + "; " + error.suggestion;
  }
  return "";
}

}  // namespace

TEST_CASE("settings: several values are kept in one order, each once", "[tools][settings]") {
  CHECK(canonical("nothing") == "nothing");
  CHECK(canonical("markers") == "markers");
  CHECK(canonical("markers+drain") == "drain+markers");
  CHECK(canonical("recall+drain+recall+markers+drain") == "drain+markers+recall");
  CHECK(canonical("2", 1) == "2");
}

TEST_CASE("settings: values that are not offered", "[tools][settings]") {
  CHECK(usage_error([] { canonical("drain+markrs"); }) ==
        "machine toy knows no --without markrs; did you mean markers? choose some of nothing, "
        "drain, markers, recall");
  CHECK(
      usage_error([] { canonical("drain+"); }).starts_with("machine toy knows no --without ''; "));
  CHECK(usage_error([] { canonical("markers+nothing"); }) ==
        "setting without: nothing does not go together with other values; leave nothing out");
  CHECK(usage_error([] { canonical("1+2", 1); }).starts_with("machine toy knows no --size 1+2; "));
}

TEST_CASE("settings: has_value sees each of several", "[tools][settings]") {
  MachineOptions options;
  CHECK(has_value(toy_settings[0], "nothing", options));
  CHECK_FALSE(has_value(toy_settings[0], "drain", options));
  options.settings["without"] = canonical("recall+drain");
  CHECK(has_value(toy_settings[0], "drain", options));
  CHECK(has_value(toy_settings[0], "recall", options));
  CHECK_FALSE(has_value(toy_settings[0], "markers", options));
  CHECK_FALSE(has_value(toy_settings[0], "nothing", options));
}

TEST_CASE("settings: with some a machine implements no model", "[tools][settings]") {
  const MachineEntry entry = toy_machine();
  ChosenMachine machine{"toy", &entry, {}};
  CHECK(name_of(axioms_of(machine, {})) == "sc.cat");
  machine.options.settings["without"] = "drain+markers";
  machine.options.settings["size"] = "2";
  const std::string said = usage_error([&] { axioms_of(machine, {}); });
  CHECK(contains(said,
                 "machine toy implements no model with without=drain+markers, size=2; name a "
                 "model, --check-axioms=MODEL; machines with axioms are "));
  CHECK_FALSE(contains(said, "toy,"));
}

TEST_CASE("settings: in every machine several values are the same in any order",
          "[tools][settings]") {
  for (const MachineEntry& entry : machines()) {
    for (const Setting& setting : entry.settings) {
      if (!setting.several) continue;
      std::string forwards;
      std::string backwards;
      for (const std::string_view value : setting.values.subspan(1)) {
        forwards += (forwards.empty() ? "" : "+") + std::string(value);
        backwards = std::string(value) + (backwards.empty() ? "" : "+") + backwards;
      }
      INFO(entry.name << " --" << setting.name);
      const std::string start = std::string(entry.name) + ':' + std::string(setting.name) + '=';
      const ChosenMachine chosen = chosen_machine(start + backwards, {});
      CHECK(chosen.name == start + forwards);
      CHECK(chosen.options.settings.at(std::string(setting.name)) == forwards);
      CHECK(same(chosen, chosen_machine(start + forwards, {})));
    }
  }
}

TEST_CASE("settings: several values on the command line", "[cli][settings]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const std::string arguments = GENERATE(
      as<std::string>{}, "--machine sc-typed --without markers --without drain",
      "--machine sc-typed --without markers,drain,markers",
      "--without=drain+markers --machine=sc-typed", "-machine sc-typed:without=drain+markers",
      "--machine sc-typed:without=markers+drain --without recall");
  INFO(arguments);
  const auto result = program(arguments + ' ' + file);
  CHECK(result.status == 0);
  CHECK(contains(result.output, " without=markers+drain "));
}

TEST_CASE("settings: several values that are wrong", "[cli][settings]") {
  const Folder folder;
  const std::string file = folder.add("SB.litmus", store_buffering());
  const auto [arguments, advice] = GENERATE(table<std::string, std::string>(
      {{"--machine sc-typed --without drain,markrs", "did you mean markers?"},
       {"--machine sc-typed --without nothing --without drain", "leave nothing out"},
       {"--machine sc-typed:without=markers,drain", "joined by +: without=...+drain"},
       {"--machine sc-typed --sms 2 --sms 3", "--sms is given twice"},
       {"--machine sc --without drain", "it belongs to sc-typed"},
       {"--machine sc-typed --check-axioms --without drain",
        "implements no model with without=drain"}}));
  INFO(arguments);
  CHECK(program(arguments + ' ' + file).status == 2);
  CHECK_THAT(complaint(arguments + ' ' + file), Catch::Matchers::Contains(advice));
}

TEST_CASE("settings: what the program says of several values", "[cli][settings]") {
  CHECK(contains(program("--machines").output, "several joined by +): nothing "));
  CHECK(contains(program("--help machines").output, "[+...]"));
  CHECK(program("--help machines").output.find("  without=nothing|") != std::string::npos);
}
