// What users choose a check of: tables, source tests and machines, from words as they write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/default_machine.hpp"
#include "answers/machine_choice.hpp"
#include "mappings/check.hpp"
#include "mappings/families.hpp"
#include "mappings/report.hpp"

namespace opexplore::mappings {

/// The width of atomic objects of so many bits. Throws UsageError.
Width width_of(std::string_view bits);

/// The tables of a comma list, by their names or files. Throws TableError.
std::vector<Table> load_tables(const std::string& list);

/// All built-in ones from C++ to PTX.
std::vector<Table> load_all_tables();

/// The source tests of one check. Lists that it makes refer to it.
struct SelectedTests {
  std::optional<SourceTests> generated;
  std::vector<Test> read;
  std::vector<std::size_t> selected;  ///< of the generated ones
  bool clusters = false;              ///< … in_clusters()
  std::string title;                  ///< "families two-thread", "3 files"

  TestList list() const;
};

/// Which generated tests.
struct GeneratedWords {
  std::string families = {};  ///< a comma list; empty: two-thread, of a shading language all
  std::uint64_t every = 1;    ///< one of so many
  bool clusters = false;      ///< in_clusters()
};

/// The test with the CTAs of each GPU in one cluster, and with cluster scope where it has device
/// scope: both include the same threads.
Test in_clusters(Test test);

/// The tests in the files, folders and indexes of `sources`, with everything observed; without any,
/// the generated ones. Of a shading language, whose meanings are given, they are tests of Vulkan.
/// Throws UsageError for one of 0, and InputError for what is no test of the language and as
/// source_tests().
SelectedTests selected_tests(std::span<const std::string> sources, const GeneratedWords& words,
                             const Table* meanings = nullptr);

/// The meanings of the shading language that all the tables are about; null if that is C++. Throws
/// UsageError for tables of several languages or targets.
const Table* language_of(std::span<const Table> tables);

/// Which machines run the source and what was made of it.
struct MachineWords {
  std::string cxx = "c++20";                             ///< the setting of the machine of C++
  std::string machine = default_machine(Language::ptx);  ///< with settings, as users write it
  std::string reading = {};  ///< its setting ptx-reading; empty: as usual
};

struct ChosenMachines {
  ChosenMachine source, target;
};

/// The machine of a shading language and of what becomes of it, with settings as users write them.
/// Throws UsageError for one that does not run Vulkan.
ChosenMachines chosen_shader_machines(const std::string& machine);

/// `claim` says why the target runs PTX, for the message of one that does not: "compiled tests are
/// PTX". Throws UsageError.
ChosenMachines chosen_machines(const MachineWords& words, std::string_view claim);

/// How to check with these machines. Limits are as usual, and entries are not weakened.
CheckOptions check_options(const ChosenMachines& machines, Width width);

/// For the head of a report.
CheckTitle title_of(const CheckOptions& options, const SelectedTests& tests);

}  // namespace opexplore::mappings
