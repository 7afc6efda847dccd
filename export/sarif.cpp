#include "export/sarif.hpp"

#include <cctype>
#include <filesystem>
#include <utility>

namespace opexplore::sarif {
namespace {

using Json = nlohmann::ordered_json;

// RFC 3986: what is neither unreserved nor a slash is written in hexadecimal digits.
std::string percent_encoded(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view unreserved = "-._~/";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || unreserved.find(c) != unreserved.npos;
    if (plain) {
      text += c;
    } else {
      text += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return text;
}

}  // namespace

std::string uri_of(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  return (path.is_absolute() ? "file://" : "") + percent_encoded(path.generic_string());
}

std::string message_text(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const std::size_t after = rest.find_first_not_of("0123456789", 1);
    const bool placeholder =
        rest.front() == '{' && after != rest.npos && after > 1 && rest[after] == '}';
    if (placeholder) {
      result += '{' + std::string(rest.substr(0, after + 1)) + '}';
      i += after;
      continue;
    }
    const bool link = rest.front() == '[' && rest.find("](") < rest.find('\n');
    if (link) result += '\\';
    result += rest.front();
  }
  return result;
}

Json region(SourcePlace place) {
  Json region{{"startLine", place.line}};
  if (place.column != 0) region["startColumn"] = place.column;
  return region;
}

Json location(const FilePlace& at) {
  Json location;
  location["physicalLocation"]["artifactLocation"]["uri"] = uri_of(at.file);
  if (at.place.line != 0) location["physicalLocation"]["region"] = region(at.place);
  return location;
}

Json result(Finding finding) {
  Json result{{"ruleId", finding.rule}, {"ruleIndex", nullptr}, {"level", finding.level}};
  result["message"]["text"] = std::move(finding.message);
  result["locations"] = Json::array({std::move(finding.where)});
  return result;
}

std::size_t Run::add_rule(Json rule) {
  const auto id = rule["id"].get<std::string>();
  const auto [found, is_new] = indices_.try_emplace(id, rules_.size());
  if (is_new) rules_.push_back(std::move(rule));
  return found->second;
}

void Run::add(Json result) {
  const Json position = indices_.at(result["ruleId"].get<std::string>());
  result["ruleIndex"] = position;
  results_.push_back(std::move(result));
}

Json Run::finish(Json driver) {
  Json run;
  driver["rules"] = std::move(rules_);
  run["tool"]["driver"] = std::move(driver);
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = std::move(results_);
  return run;
}

Json document(Json run) {
  Json json;
  json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  json["version"] = "2.1.0";
  json["runs"] = Json::array({std::move(run)});
  return json;
}

}  // namespace opexplore::sarif
