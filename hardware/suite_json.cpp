// suite.json.
#include <nlohmann/json.hpp>
#include <utility>

#include "hardware/result_json.hpp"
#include "hardware/suite.hpp"
#include "litmus/files.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* suite_schema = "opexplore-hw-suite/1";
constexpr const char* advice = "make the suite again with oplitmus gen";

[[noreturn]] void fail(const std::string& path, const std::string& message) {
  throw InputError(path, {}, message, advice);
}

// A file of the folder itself: a suite that someone else made must not lead anywhere else.
std::string file_member(const Json& entry, const char* name, const std::string& path) {
  const auto member = entry.find(name);
  if (member == entry.end()) return "";
  if (!member->is_string()) fail(path, std::string(name) + " is not the name of a file");
  auto file = member->get<std::string>();
  if (file.empty() || file.front() == '.' || file.find('/') != std::string::npos) {
    fail(path, "'" + file + "' is no file of the suite's folder");
  }
  return file;
}

SuiteEntry entry_of(const Json& json, const std::string& path, std::size_t index) {
  const std::string place = "tests[" + std::to_string(index) + "]";
  if (!json.is_object() || !json.contains("result")) fail(path, place + " has no result");
  SuiteEntry entry;
  entry.roles_file = file_member(json, "roles", path);
  entry.kernel_file = file_member(json, "kernel", path);
  entry.cubin_file = file_member(json, "cubin", path);
  std::vector<Result> results = read_results(json["result"].dump(), path);
  if (results.size() != 1) fail(path, place + " has no result");
  entry.result = std::move(results.front());
  return entry;
}

}  // namespace

std::string suite_text(const Suite& suite) {
  Json document;
  document["schema"] = suite_schema;
  document["arch"] = "sm_" + std::to_string(suite.sm);
  document["tests"] = Json::array();
  for (const SuiteEntry& entry : suite.entries) {
    Json json = Json::object();
    if (!entry.roles_file.empty()) json["roles"] = entry.roles_file;
    if (!entry.kernel_file.empty()) json["kernel"] = entry.kernel_file;
    if (!entry.cubin_file.empty()) json["cubin"] = entry.cubin_file;
    json["result"] = json_result(entry.result);
    document["tests"].push_back(std::move(json));
  }
  constexpr int indentation = 1;
  return document.dump(indentation, ' ', false, Json::error_handler_t::replace) + '\n';
}

Suite read_suite(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / suite_file;
  const std::string path = file.string();
  const Json document = Json::parse(opexplore::detail::file_text(file), nullptr, false);
  if (document.is_discarded()) fail(path, "this is no JSON");
  if (!document.is_object() || document.value("schema", Json()) != suite_schema) {
    fail(path, std::string("this is no ") + suite_schema);
  }
  Suite suite;
  suite.folder = folder;
  const Json arch = document.value("arch", Json());
  const std::string name = arch.is_string() ? arch.get<std::string>() : "";
  constexpr std::size_t longest = 6;
  if (!name.starts_with("sm_") || name.size() > longest || name.size() < 4 ||
      name.find_first_not_of("0123456789", 3) != std::string::npos) {
    fail(path, "arch is not like sm_90");
  }
  suite.sm = static_cast<std::uint32_t>(std::stoul(name.substr(3)));
  const auto tests = document.find("tests");
  if (tests == document.end() || !tests->is_array()) fail(path, "tests is no array");
  for (std::size_t i = 0; i < tests->size(); ++i) {
    suite.entries.push_back(entry_of((*tests)[i], path, i));
  }
  return suite;
}

}  // namespace opexplore::hardware
