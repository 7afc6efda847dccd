#include "tools/batch.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "litmus/sources.hpp"
#include "tools/runner.hpp"
#include "tools/settings.hpp"

namespace opexplore {
namespace {

const MachineEntry& machine_of(const Options& options) {
  std::vector<std::string> names;
  for (const MachineEntry& entry : machines()) names.emplace_back(entry.name);
  const MachineEntry* const machine = find_machine(options.machine);
  if (machine == nullptr) {
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    const auto close = nearest(options.machine, names);
    throw UsageError("there is no machine " + options.machine,
                     (close ? "did you mean " + *close + "? " : "") + "machines are " + known);
  }
  check_settings(*machine, options.explore.machine);
  return *machine;
}

// Each argument by itself, so that a missing file does not hide the others.
std::vector<Source> sources_of(const Options& options) {
  std::vector<Source> sources;
  std::set<std::filesystem::path> seen;
  for (const std::string& argument : options.sources) {
    try {
      for (auto& file : expand_sources(std::span(&argument, 1), options.search)) {
        if (seen.insert(file).second) sources.emplace_back(std::move(file));
      }
    } catch (const InputError& error) {
      sources.emplace_back(to_failure(error));
    }
  }
  return sources;
}

// Everything that is written while the results come in, and what is known of them.
class Writer {
 public:
  Writer(const Options& options, const ToolInfo& tool)
      : options_(options), document_(json_document(tool)) {}

  void add(SingleResult result) {
    code_ = worse(code_, result.code);
    ++endings_[result.ending];
    unexpected_ += result.unexpected ? 1 : 0;
    if (!options_.quiet || result.ending == Ending::failed) say(result.diagnostics);
    if (!result.hash.empty()) check_name(result);
    if (options_.json != "-" && options_.dot != "-") write_standard_output(result.log);
    for (const OutputFile& file : result.files) write(file);
    drawings_ += result.drawings;
    if (result.json) document_["tests"].push_back(std::move(*result.json));
  }

  // What can be written only when the last test is done.
  ExitCode finish() {
    if (options_.dot && !options_.dot->empty()) {
      if (*options_.dot == "-") {
        write_standard_output(drawings_);
      } else {
        write_file(*options_.dot, drawings_);
      }
    }
    summarise();
    if (options_.json) {
      document_["exit_code"] = static_cast<int>(code_);
      write_json(*options_.json, document_);
    }
    return code_;
  }

 private:
  static void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

  // herd's tools take two tests of one name and different hashes for an error.
  void check_name(const SingleResult& result) {
    const auto [entry, added] = hashes_.emplace(result.name, result.hash);
    if (!added && entry->second != result.hash && !options_.quiet) {
      say("Warning: Different hashes for test " + result.name +
          ": mcompare7 will refuse this log\n");
    }
  }

  void write(const OutputFile& file) {
    if (!written_.insert(file.path).second) {
      throw OutputError(file.path.string(), "two tests would write " + file.path.string() +
                                                "; run them apart or with different -suffix");
    }
    write_file(file.path, file.content);
  }

  void summarise() {
    const auto count = [&](Ending ending) { return std::to_string(endings_[ending]); };
    if (endings_[Ending::not_run] > 0) say("Cancelled: " + count(Ending::not_run) + " not run\n");
    if (options_.verbosity == 0 || options_.quiet) return;
    say("Summary: " + count(Ending::ok) + " Ok, " + count(Ending::no) + " No, " +
        count(Ending::undecided) + " undecided, " + count(Ending::failed) + " failed, " +
        count(Ending::not_selected) + " not selected, " + std::to_string(unexpected_) +
        " unexpected\n");
  }

  const Options& options_;
  nlohmann::ordered_json document_;
  std::string drawings_;
  std::map<std::string, std::string> hashes_;
  std::set<std::filesystem::path> written_;
  std::map<Ending, std::size_t> endings_;
  std::size_t unexpected_ = 0;
  ExitCode code_ = ExitCode::complete;
};

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    throw OutputError(directory.string(),
                      "cannot make directory " + directory.string() + ": " + error.message());
  }
}

// Before the search: what cannot be written shall not cost hours.
void prepare_output(const Options& options) {
  if (options.directory) make_directory(*options.directory);
  for (const auto& file : {options.json, options.dot}) {
    if (file && !file->empty() && *file != "-") require_writable(*file);
  }
}

}  // namespace

void write_json(const std::string& target, const nlohmann::ordered_json& document) {
  if (target == "-") {
    write_standard_output(json_text(document));
  } else {
    write_file(target, json_text(document));
  }
}

ExitCode run_batch(const Options& options, const ToolInfo& tool) {
  const Selection selection(options);
  const Context context{options, selection, machine_of(options), tool};
  prepare_output(options);
  Runner runner(context, sources_of(options));
  Writer writer(options, tool);
  for (std::size_t i = 0; i < runner.size(); ++i) writer.add(runner.result(i));
  return writer.finish();
}

}  // namespace opexplore
