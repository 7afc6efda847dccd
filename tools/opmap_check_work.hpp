// What `opmap check` does: tables under source models, and the part of that which is one job of a
// crew.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answers/crew.hpp"
#include "mappings/check.hpp"
#include "mappings/choice.hpp"
#include "mappings/table.hpp"
#include "tools/opmap.hpp"

namespace opexplore {

/// Refers to what it is made of, but for the tables.
class CheckWork {
 public:
  /// `weaken`: whether to ask which entries are stronger than needed, of generated tests.
  CheckWork(const SourceTexts& asked, bool weaken, std::vector<mappings::Table> tables,
            const mappings::SelectedTests& tests);

  const std::vector<mappings::Table>& tables() const { return tables_; }
  const mappings::SelectedTests& tests() const { return tests_; }

  /// One for each source model, with its options as `adapt` leaves them. To be called before what
  /// follows.
  void make_checkers(const std::function<void(mappings::CheckOptions&)>& adapt);

  std::size_t models() const { return checkers_.size(); }
  const mappings::CheckOptions& options(std::size_t model) const { return options_[model]; }

  /// Of one table. With a crew, which may be none, that does() the jobs.
  mappings::TableReport report(std::size_t model, std::size_t table, const Crew* crew);

  /// The result of one job.
  std::string done(const std::string& job);

  /// All that the results depend on, in lines.
  std::string question(const std::string& build) const;

 private:
  const SourceTexts& asked_;
  bool weaken_;
  std::vector<mappings::Table> tables_;
  const mappings::SelectedTests& tests_;
  std::vector<mappings::CheckOptions> options_;
  std::vector<std::unique_ptr<mappings::Checker>> checkers_;
};

}  // namespace opexplore
