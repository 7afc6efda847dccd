#include "studies/ranking/observations.hpp"

#include <algorithm>
#include <utility>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/files.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
namespace {

using documents::Document;
using documents::Node;
using documents::Wording;

constexpr std::string_view family_mark = "+*";

template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

// The members of a row; a misspelled optional one would be lost without a word.
void check_names(const Node& row) {
  row.allow_only({"table", "config", "test", "observed", "loads", "stores", "regions", "note"},
                 "a row, which is an object");
  // WART: observation-remarks. A row is matched by its name and configuration alone.
  for (const std::string_view remark : {"loads", "stores", "note"}) {
    if (const auto text = row.find(remark)) text->text();
  }
}

std::map<std::string, Region> regions_of(const Node& node) {
  constexpr std::string_view what = "an object with the region of each location";
  const documents::Nodes locations = node.members(what);
  if (locations.empty()) node.fail_expected(what);
  std::map<std::string, Region> result;
  for (const Node location : locations) {
    const auto region = [](std::string_view word) { return find_word<Region>(word); };
    result[std::string(location.name())] = location.word(region, "\"shared\" or \"global\"");
  }
  return result;
}

Configuration configuration_of(const Node& row) {
  const Node node = row["config"];
  const std::string name = node.nonempty_text();
  const auto named = configuration_named(name);
  if (!named) {
    node.fail("there is no configuration `" + name + '`',
              "configurations are " + listed(configuration_names()));
  }
  Configuration result = *named;
  if (!result.region) {
    result.regions = regions_of(row["regions"]);
  } else if (const auto regions = row.find("regions")) {
    regions->fail("configuration " + name + " has said the regions already",
                  "leave them out, or write D-warp:S-cta (mixed regions)");
  }
  return result;
}

// How often each chip saw the outcome; chips that were not named before become columns.
std::vector<std::optional<std::uint64_t>> counts_of(const Node& node,
                                                    std::vector<std::string>& columns) {
  constexpr std::string_view what = "an object with a count for each chip";
  const documents::Nodes chips = node.members(what);
  if (chips.empty()) node.fail_expected(what);
  std::vector<std::optional<std::uint64_t>> counts;
  for (const Node chip : chips) {
    const auto count = chip.whole<std::uint64_t>("a count, which is a whole number from 0");
    const auto column =
        static_cast<std::size_t>(std::ranges::find(columns, chip.name()) - columns.begin());
    if (column == columns.size()) columns.emplace_back(chip.name());
    if (counts.size() <= column) counts.resize(column + 1);
    counts[column] = count;
  }
  return counts;
}

Observation row_of(const Node& node, std::vector<std::string>& columns) {
  check_names(node);
  Observation result;
  result.table = node["table"].nonempty_text();
  result.test = node["test"].nonempty_text();
  if (result.test == family_mark) node["test"].fail_expected("a family before `+*`");
  result.configuration = configuration_of(node);
  result.counts = counts_of(node["observed"], columns);
  return result;
}

bool same_row(const Observation& a, const Observation& b) {
  return a.table == b.table && a.test == b.test && a.configuration == b.configuration;
}

}  // namespace

bool Observation::names(std::string_view test_name) const {
  if (!test.ends_with(family_mark)) return test == test_name;
  const std::string_view family =
      std::string_view(test).substr(0, test.size() - family_mark.size());
  if (!test_name.starts_with(family)) return false;
  return test_name.size() == family.size() || test_name[family.size()] == '+';
}

Observations read_observations(std::string_view text, const std::string& path) {
  const Document document(text, path, {Wording::path});
  const Node root = document.root();
  root.require_object("an object with `source` and `hardware`");
  Observations result;
  result.source = root["source"].nonempty_text();
  const Node rows = root["hardware"];
  for (const Node node : rows.elements("a list of rows")) {
    Observation observed = row_of(node, result.columns);
    const auto same = [&](const Observation& other) { return same_row(other, observed); };
    const auto other = std::ranges::find_if(result.rows, same);
    if (other != result.rows.end()) {
      node.fail("the same row as hardware[" + std::to_string(other - result.rows.begin()) + ']',
                "keep one of them");
    }
    result.rows.push_back(std::move(observed));
  }
  if (result.rows.empty()) rows.fail_expected("a list of rows");
  for (Observation& observed : result.rows) observed.counts.resize(result.columns.size());
  return result;
}

Observations read_observations_file(const std::string& path) {
  return read_observations(detail::file_text(path), path);
}

}  // namespace opexplore
