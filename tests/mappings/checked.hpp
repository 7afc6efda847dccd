// Checks of tables as tests make them.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "mappings/check.hpp"
#include "mappings/families.hpp"

namespace opexplore::testing {

/// What is checked, and under which readings.
struct Checked {
  std::string family;
  std::size_t every = 1;  ///< of the family's tests, one of so many
  std::string cxx = "c++20";
  std::string reading = "isa";
  bool weaken = false;
  unsigned threads = 0;
  auto operator<=>(const Checked&) const = default;
};

inline mappings::TestList tests_of(const Checked& what) {
  const auto tests = std::make_shared<mappings::SourceTests>(mappings::source_tests({what.family}));
  const std::size_t every = what.every;
  mappings::TestList list;
  list.size = (tests->size() + every - 1) / every;
  list.make = [tests, every](std::size_t i) { return tests->make(i * every); };
  list.family = [tests, every](std::size_t i) { return tests->family(i * every); };
  return list;
}

inline mappings::CheckOptions options_of(const Checked& what) {
  MachineOptions source;
  source.settings["cxx"] = what.cxx;
  MachineOptions target;
  target.settings["ptx-reading"] = what.reading;
  mappings::CheckOptions options;
  options.source = mappings::side_of(*find_machine("cxx"), source);
  options.target = mappings::side_of(*find_machine("ptx-proxy"), target);
  options.weaken = what.weaken;
  options.threads = what.threads;
  return options;
}

inline mappings::TableReport check(const std::string& table, const Checked& what) {
  mappings::Checker checker(tests_of(what), options_of(what));
  return checker.check(mappings::load_table(table));
}

/// The names of the entries that a report blames, in the order of the table.
inline std::vector<std::string> unsound_entries(const mappings::TableReport& report) {
  std::vector<std::string> names;
  for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
    if (report.entries[e].verdict != mappings::EntryReport::Verdict::unsound) continue;
    names.push_back(to_string(mappings::EntryId{e}, report.table));
  }
  return names;
}

inline const mappings::EntryReport* entry_named(const mappings::TableReport& report,
                                                const std::string& name) {
  for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
    if (to_string(mappings::EntryId{e}, report.table) == name) return &report.entries[e];
  }
  return nullptr;
}

}  // namespace opexplore::testing
