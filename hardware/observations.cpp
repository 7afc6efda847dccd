#include "hardware/observations.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "litmus/files.hpp"
#include "litmus/json_text.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;  // the columns keep their order

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

// Reads one document and complains about it.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  Observations read(const Json& document) {
    if (!document.is_object()) fail("", "an object with `source` and `hardware`", document);
    Observations result;
    result.source = text(document, "source", "");
    const Json& rows = member(document, "hardware", "");
    if (!rows.is_array() || rows.empty()) fail("hardware", "a list of rows", rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string at = "hardware[" + std::to_string(i) + ']';
      Observation observed = row(rows[i], at, result.columns);
      for (std::size_t other = 0; other < i; ++other) {
        if (same_row(result.rows[other], observed)) {
          fail_with(at, "the same row as hardware[" + std::to_string(other) + ']',
                    "keep one of them");
        }
      }
      result.rows.push_back(std::move(observed));
    }
    for (Observation& observed : result.rows) observed.counts.resize(result.columns.size());
    return result;
  }

 private:
  [[noreturn]] void fail_with(const std::string& at, const std::string& message,
                              const std::string& advice) const {
    throw InputError(path_, {}, (at.empty() ? "" : at + ": ") + message, advice);
  }

  [[noreturn]] void fail(const std::string& at, const std::string& expected,
                         const Json& found) const {
    const bool short_enough = found.is_primitive() || found.empty();
    std::string shown = short_enough ? found.dump(-1, ' ', false, Json::error_handler_t::replace)
                                     : std::string("an ") + found.type_name();
    if (shown.size() > 40) shown = std::string("a long ") + found.type_name();
    fail_with(at, "expected " + expected + ", found " + shown, "");
  }

  static std::string below(const std::string& at, const std::string& name) {
    return at.empty() ? name : at + '.' + name;
  }

  const Json& member(const Json& object, const std::string& name, const std::string& at) const {
    const auto found = object.find(name);
    if (found == object.end()) fail_with(at, "`" + name + "` is missing", "");
    return *found;
  }

  std::string text(const Json& object, const std::string& name, const std::string& at) const {
    const Json& value = member(object, name, at);
    if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
      fail(below(at, name), "a text that is not empty", value);
    }
    return value.get<std::string>();
  }

  static bool same_row(const Observation& a, const Observation& b) {
    return a.table == b.table && a.test == b.test && a.configuration == b.configuration;
  }

  Observation row(const Json& json, const std::string& at, std::vector<std::string>& columns) {
    if (!json.is_object()) fail(at, "a row, which is an object", json);
    check_names(json, at);
    Observation result;
    result.table = text(json, "table", at);
    result.test = text(json, "test", at);
    if (result.test == family_mark) fail(at + ".test", "a family before `+*`", json["test"]);
    result.configuration = configuration(json, at);
    const Json& observed = member(json, "observed", at);
    if (!observed.is_object() || observed.empty()) {
      fail(at + ".observed", "an object with a count for each chip", observed);
    }
    for (const auto& [chip, count] : observed.items()) {
      if (!count.is_number_unsigned()) {
        fail(below(at + ".observed", chip), "a count, which is a whole number from 0", count);
      }
      const auto column =
          static_cast<std::size_t>(std::ranges::find(columns, chip) - columns.begin());
      if (column == columns.size()) columns.push_back(chip);
      if (result.counts.size() <= column) result.counts.resize(column + 1);
      result.counts[column] = count.get<std::uint64_t>();
    }
    return result;
  }

  // A misspelled optional member would be lost without a word.
  void check_names(const Json& row, const std::string& at) const {
    constexpr std::array<std::string_view, 8> known{"table", "config", "test",    "observed",
                                                    "loads", "stores", "regions", "note"};
    for (const auto& [name, value] : row.items()) {
      if (std::ranges::find(known, name) == known.end()) {
        fail_with(at, "a row has no `" + name + '`', "its members are " + listed(known));
      }
      const bool remark = name == "loads" || name == "stores" || name == "note";
      if (remark && !value.is_string()) fail(below(at, name), "a text", value);
    }
  }

  Configuration configuration(const Json& row, const std::string& at) const {
    const std::string name = text(row, "config", at);
    const auto named = configuration_named(name);
    if (!named) {
      fail_with(at + ".config", "there is no configuration `" + name + '`',
                "configurations are " + listed(configuration_names()));
    }
    Configuration result = *named;
    if (!result.region) {
      result.regions = regions(member(row, "regions", at), at + ".regions");
    } else if (row.contains("regions")) {
      fail_with(at + ".regions", "configuration " + name + " has said the regions already",
                "leave them out, or write D-warp:S-cta (mixed regions)");
    }
    return result;
  }

  std::map<std::string, Region> regions(const Json& json, const std::string& at) const {
    if (!json.is_object() || json.empty()) {
      fail(at, "an object with the region of each location", json);
    }
    std::map<std::string, Region> result;
    for (const auto& [location, region] : json.items()) {
      if (region != "shared" && region != "global") {
        fail(below(at, location), "\"shared\" or \"global\"", region);
      }
      result[location] = region == "shared" ? Region::shared : Region::global;
    }
    return result;
  }

  const std::string& path_;
};

}  // namespace

bool Observation::names(std::string_view test_name) const {
  if (!test.ends_with(family_mark)) return test == test_name;
  const std::string_view family =
      std::string_view(test).substr(0, test.size() - family_mark.size());
  if (!test_name.starts_with(family)) return false;
  return test_name.size() == family.size() || test_name[family.size()] == '+';
}

Observations read_observations(std::string_view text, const std::string& path) {
  return Reader(path).read(parse_json(text, path));
}

Observations read_observations_file(const std::string& path) {
  return read_observations(detail::file_text(path), path);
}

}  // namespace opexplore
