#include "tools/opmap_check_work.hpp"

#include <sstream>
#include <string_view>
#include <utility>

#include "answers/settings.hpp"
#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

// All of a table that decides what it makes of tests.
std::string meaning_of(const mappings::Table& table) {
  std::string text;
  for (const mappings::MappedScope& scope : table.scopes) text += told(scope) + '\n';
  for (const mappings::Entry& entry : table.entries) {
    text += to_string(entry) + ": " + told(entry) + '\n';
  }
  return text;
}

// Whose texts begin with the numbers of both.
Crew crew_for(const Crew& crew, std::size_t model, std::size_t table) {
  Crew named = crew;
  named.begin = [begin = crew.begin, model, table](std::vector<CrewJob> jobs) {
    const std::string numbers = std::to_string(model) + ' ' + std::to_string(table) + ' ';
    for (CrewJob& job : jobs) job.text.insert(0, numbers);
    begin(std::move(jobs));
  };
  return named;
}

}  // namespace

CheckWork::CheckWork(const SourceTexts& asked, bool weaken, std::vector<mappings::Table> tables,
                     const mappings::SelectedTests& tests)
    : asked_(asked), weaken_(weaken), tables_(std::move(tables)), tests_(tests) {}

void CheckWork::make_checkers(const std::function<void(mappings::CheckOptions&)>& adapt) {
  const bool shaders = mappings::language_of(tables_) != nullptr;
  for (mappings::CheckOptions& options : check_options(asked_, tables_.front().target)) {
    // What the tests of one user pass says nothing about what others need.
    options.weaken = weaken_ && tests_.generated.has_value() && !shaders;
    adapt(options);
    options_.push_back(options);
    checkers_.push_back(std::make_unique<mappings::Checker>(tests_.list(), std::move(options)));
  }
}

mappings::TableReport CheckWork::report(std::size_t model, std::size_t table, const Crew* crew) {
  if (crew == nullptr) return checkers_[model]->check(tables_[table]);
  const Crew named = crew_for(*crew, model, table);
  return checkers_[model]->check(tables_[table], &named);
}

std::string CheckWork::done(const std::string& job) {
  std::istringstream words(job);
  std::size_t model = 0;
  std::size_t table = 0;
  words >> model >> table >> std::ws;
  const auto begin = static_cast<std::size_t>(words.tellg());
  return checkers_.at(model)->done(tables_.at(table), std::string_view(job).substr(begin));
}

std::string CheckWork::question(const std::string& build) const {
  std::string text = "program: opmap check " + build + '\n';
  for (const mappings::Table& table : tables_) {
    text += "table: " + table.name + ' ' + md5(meaning_of(table)) + '\n';
  }
  for (const Test& test : tests_.read) text += "test: " + test.name + ' ' + hash(test) + '\n';
  if (tests_.generated) {
    text += "tests: " + asked_.generated.families + ", every " +
            std::to_string(asked_.generated.every) +
            (asked_.generated.clusters ? ", in clusters" : "") + '\n';
  }
  text += "source: " + asked_.cxx + ", " + asked_.width + " bits\n";
  const bool shaders = mappings::language_of(tables_) != nullptr;
  text += "machine: " + machine_of(asked_, shaders) + ' ' + asked_.reading + '\n';
  return text + "limit: " + asked_.timeout + '\n';
}

}  // namespace opexplore
