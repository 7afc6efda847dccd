// What became of a test, as texts: what a run writes of it, and what it counts. Also as bytes,
// which get from the process that asked to the one that writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/compare.hpp"
#include "answers/exit_code.hpp"
#include "export/formats.hpp"
#include "export/inputs_text.hpp"
#include "litmus/kernels/input_case.hpp"

namespace opexplore {

struct OutputFile {
  std::filesystem::path path;
  std::string content;
};

/// What became of a test.
enum class Ending : std::uint8_t { ok, no, undecided, undefined, failed, not_selected, not_run };

struct SingleResult {
  Ending ending = Ending::not_run;
  ExitCode code = ExitCode::complete;
  bool unexpected = false;
  bool reached_max_states = false;     ///< a limit of states ended a search
  std::optional<Agreement> agreement;  ///< of the two, where they were compared
  std::string name;                    ///< of the test; empty when it could not be read
  kernel::InputCase inputs = {};       ///< of a launch, where others have other inputs
  std::optional<ShortReport> report;   ///< of a kernel that is told of in its own words
  std::string hash;
  FormatParts parts;        ///< what the formats that are asked for say
  std::string diagnostics;  ///< for standard error: what the log must not be read without
  std::string remarks;      ///< before them, and not with -q
  std::vector<OutputFile> files;
};

std::string text_of(const SingleResult& result);

/// Throws std::invalid_argument for a text that is none.
SingleResult single_result(std::string_view text);

}  // namespace opexplore
