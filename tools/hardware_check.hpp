// What `oplitmus check` and `oplitmus rank` have in common: results are read, their tests are
// explored, and each result is held against each machine.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "hardware/soundness_text.hpp"

namespace opexplore {

/// As written on the command line.
struct CheckTexts {
  std::vector<std::string> files;
  std::string machines;
  std::string timeout;
  std::string max_states;
  unsigned threads = 0;
  std::optional<std::filesystem::path> json, output;
  bool quiet = false;
  bool verbose = false;
};

/// Adds the options of both commands.
void add_check_options(CLI::App& app, CheckTexts& texts);

/// The limits of a search. Throws UsageError.
ExploreOptions limits_of(const CheckTexts& texts);

/// Results and what came of them, in the order of the files and of the machines.
struct CheckedResults {
  std::vector<hardware::Result> results;
  std::vector<ChosenMachine> machines;
  std::vector<hardware::CheckedResult> checks;  ///< refer to `results`
  ExitCode code = ExitCode::complete;           ///< of the searches
};

/// Reads the files and checks all results in them. Throws InputError and UsageError.
CheckedResults check_files(const CheckTexts& texts, std::vector<ChosenMachine> machines);

/// Looks whether --json, -o and --tables can be written and replace nothing that is read, before
/// hours of work. Throws UsageError and OutputError.
void require_outputs(const CheckTexts& texts,
                     const std::optional<std::filesystem::path>& tables = std::nullopt);

/// Writes the text to -o or standard output, and `document` with its exit code to --json.
/// Throws OutputError.
void write_outputs(const CheckTexts& texts, const std::string& text,
                   nlohmann::ordered_json document, ExitCode code);

/// The beginning of a document: schema, and the machines with their sources.
nlohmann::ordered_json document_of(std::span<const ChosenMachine> machines);

}  // namespace opexplore
