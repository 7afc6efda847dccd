// A folder of tests made ready for a GPU: what `oplitmus gen` writes, `build` completes and `run`
// runs. docs/hardware.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/prepared.hpp"
#include "hardware/result.hpp"

namespace opexplore::hardware {

/// A test with a profile. Files are names in the suite's folder.
struct SuiteEntry {
  std::string roles_file;   ///< empty for an unsupported test
  std::string kernel_file;  ///< equal kernels share a file
  std::string cubin_file;   ///< empty before it is built
  Result result;            ///< without device and counts
};

struct Suite {
  std::filesystem::path folder;
  std::uint32_t sm = 90;
  std::vector<SuiteEntry> entries;
};

/// The number of the architecture "sm_90"; nothing for other words, and for what is older than the
/// memory model.
std::optional<std::uint32_t> sm_named(std::string_view architecture);

/// What goes into a suite.
struct SuiteOptions {
  std::uint32_t sm = 90;
  std::vector<Profile> profiles = {Profile::as_written};
  bool siblings = true;  ///< every test that has one also goes in as its relaxed sibling
};

/// A file that a suite consists of.
struct SuiteFile {
  std::string name;
  std::string text;
};

struct GeneratedSuite {
  Suite suite;
  std::vector<SuiteFile> files;  ///< all but suite.json: CUDA texts and the headers they include
  /// Why tests are unsupported, each once: "FILE:LINE:COLUMN: unsupported: …; what to do".
  std::vector<std::string> refusals;
};

/// Generates the suite of these tests; tests that hardware cannot express are in it as unsupported.
/// A test that is named twice, with the same program and the same question, goes in once.
GeneratedSuite generate_suite(const std::vector<Test>& tests, const SuiteOptions& options);

/// The name of the file that lists a suite's tests.
inline constexpr const char* suite_file = "suite.json";

/// What a suite's programs are made for: another version of the kernels has another one. Host and
/// device agree on the layout of memory, so that must be the same when a suite is run.
std::string runtime_id();

/// The text of suite.json.
std::string suite_text(const Suite& suite);

/// The suite that FOLDER/suite.json would be with this text. Throws InputError.
Suite parse_suite(std::string_view text, const std::filesystem::path& folder);

/// Reads FOLDER/suite.json. Throws InputError.
Suite read_suite(const std::filesystem::path& folder);

/// The entry's test made ready again: what was generated from it. Throws InputError.
Prepared prepared(const Suite& suite, const SuiteEntry& entry);

}  // namespace opexplore::hardware
