// Rules and the arguments of steps as others write them: the library for Coq, and the page for
// checkers in other languages. Both follow the rule lists of the machines.
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

using namespace opexplore;

namespace {

std::string file(const std::string& path) {
  std::ifstream stream(std::string(testing::source_folder) + "/" + path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::smatch> all(const std::string& text, const std::regex& pattern) {
  return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

std::vector<std::string> names_of(const MachineEntry& machine) {
  std::vector<std::string> names;
  for (const Rule& rule : machine.rules) names.emplace_back(rule.name);
  return names;
}

// What the library has as `Definition names : list string := ["load"; …]`.
std::vector<std::string> names_in_coq(const std::string& library) {
  static const std::regex list(R"re(Definition names : list string :=\s*\[([^\]]*)\])re");
  static const std::regex name(R"re("([^"]*)")re");
  std::smatch found;
  REQUIRE(std::regex_search(library, found, list));
  std::vector<std::string> names;
  const std::string text = found[1];
  for (const std::smatch& each : all(text, name)) names.push_back(each[1]);
  return names;
}

// A field as the page has it: "entry 8".
using Fields = std::vector<std::string>;

Fields fields_of(const Rule& rule) {
  Fields fields;
  for (const ArgumentField& field : rule.arguments) {
    fields.push_back(std::string(field.name) + " " + std::to_string(field.bits));
  }
  return fields;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::stringstream stream(row);
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(cell);
  return cells;
}

// The rows of the page's tables of arguments, by the heading that they are under.
std::map<std::string, std::vector<std::vector<std::string>>> argument_rows() {
  std::map<std::string, std::vector<std::vector<std::string>>> rows;
  std::string heading;
  bool in_table = false;
  std::stringstream page(file("docs/trace-json.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("### ")) heading = line.substr(4);
    if (line.starts_with("| rule | fields |")) {
      in_table = true;
    } else if (!line.starts_with("|")) {
      in_table = false;
    } else if (in_table && !line.starts_with("|---")) {
      rows[heading].push_back(cells_of(line));
    }
  }
  return rows;
}

// The fields of a machine's rules by the rows under its heading; a row may be of one machine alone,
// which it names in brackets.
std::map<std::string, Fields> fields_on_page(const std::vector<std::vector<std::string>>& rows,
                                             const std::string& machine) {
  static const std::regex name(R"re(`(\w+)`)re");
  static const std::regex field(R"re(`(\w+)` (\d+))re");
  std::map<std::string, Fields> result;
  for (const auto& cells : rows) {
    const std::string& rules = cells.at(1);
    if (rules.find('(') != std::string::npos && rules.find(machine) == std::string::npos) continue;
    Fields fields;
    for (const std::smatch& each : all(cells.at(2), field)) {
      fields.push_back(each[1].str() + " " + each[2].str());
    }
    for (const std::smatch& rule : all(rules, name)) result[rule[1]] = fields;
  }
  return result;
}

// "tso, rmo, sc-naive" names three machines.
bool names_machine(const std::string& heading, std::string_view machine) {
  std::stringstream words(heading);
  for (std::string word; words >> word;) {
    if (word.ends_with(',')) word.pop_back();
    if (word == machine) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("rules in Coq have the names and the numbers of the machine's list", "[export][coq]") {
  struct Library {
    std::string machine, path;
    // At the end of the list: of settings that have no certificates, and what only judging
    // infinite runs takes, which certificates are not about.
    std::set<std::string> missing;
  };
  for (const Library& library :
       {Library{"sc", "Sc.v", {}}, Library{"gpu-scoped", "GpuScoped.v", {"fill_l1"}},
        Library{"ptx-proxy", "PtxProxy.v", {"propagate"}}}) {
    INFO(library.machine);
    const MachineEntry* const machine = find_machine(library.machine);
    REQUIRE(machine != nullptr);
    const std::string text = file("export/coq/" + library.path);
    const std::vector<std::string> in_coq = names_in_coq(text);
    std::vector<std::string> expected = names_of(*machine);
    while (library.missing.contains(expected.back())) expected.pop_back();
    CHECK(in_coq == expected);
    CHECK(in_coq.size() + library.missing.size() == machine->rules.size());
    static const std::regex number(R"re(Definition id_(\w+) := (\d+)\.)re");
    for (const std::smatch& each : all(text, number)) {
      CHECK(in_coq.at(std::stoul(each[2])) == each[1].str());
    }
  }
}

TEST_CASE("a step of a certificate has room for the argument", "[export][coq]") {
  for (const std::string_view name : {"sc", "gpu-scoped", "ptx-proxy"}) {
    for (const Rule& rule : find_machine(name)->rules) {
      INFO(name << ": " << rule.name);
      CHECK(rule.arguments.size() <= 2);  // Coq's `argument` and `choice`
    }
  }
}

TEST_CASE("the page on traces has the fields of every rule's argument", "[export][documentation]") {
  const auto rows = argument_rows();
  for (const MachineEntry& machine : machines()) {
    std::map<std::string, Fields> on_page;
    for (const auto& [heading, under] : rows) {
      if (names_machine(heading, machine.name)) {
        on_page.merge(fields_on_page(under, std::string(machine.name)));
      }
    }
    for (const Rule& rule : machine.rules) {
      INFO(machine.name << ": " << rule.name);
      const auto found = on_page.find(std::string(rule.name));
      CHECK((found == on_page.end() ? Fields{} : found->second) == fields_of(rule));
    }
  }
}

TEST_CASE("the page on traces gives arguments to rules that there are", "[export][documentation]") {
  for (const auto& [heading, under] : argument_rows()) {
    std::set<std::string> known;
    for (const MachineEntry& machine : machines()) {
      if (!names_machine(heading, machine.name)) continue;
      for (const std::string& name : names_of(machine)) known.insert(name);
    }
    for (const auto& cells : under) {
      for (const auto& [rule, fields] : fields_on_page({cells}, cells.at(1))) {
        INFO(heading << ": " << rule);
        CHECK(known.contains(rule));
      }
    }
  }
}
