#include "serve/exploration.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "answers/refusal.hpp"
#include "answers/unexpected.hpp"
#include "axioms/library.hpp"
#include "export/page/page.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"
#include "tools/kernel_sources.hpp"
#include "tools/options.hpp"
#include "tools/questions.hpp"
#include "tools/single.hpp"
#include "tools/test_sources.hpp"

namespace opexplore::serve {
namespace {

using Json = nlohmann::ordered_json;

// What stands in the command line for the test: it is read from the text.
constexpr const char* stand_in = "test.litmus";

bool is_known(std::string_view name) {
  if (find_machine(name) != nullptr) return true;
  return std::ranges::find(axioms::embedded_models(), name, &EmbeddedFile::stem) !=
         axioms::embedded_models().end();
}

// The command line could name a file of a model here.
std::string machine_word(const Question& question) {
  if (!is_known(question.machine)) {
    throw UsageError("no machine or model " + question.machine,
                     "the page lists those that there are");
  }
  std::string word = question.machine;
  for (const auto& [name, value] : question.settings) {
    word += (word.size() == question.machine.size() ? ':' : ',') + name + '=' + value;
  }
  return word;
}

Options options_of(const Question& question) {
  std::vector<std::string> words{"run", "--html=-"};
  if (!question.machine.empty()) words.push_back("--machine=" + machine_word(question));
  for (const auto& [option, value] : question.launch) {
    if (std::ranges::find(launch_options(), option) == launch_options().end()) {
      throw UsageError("the playground has no option --" + option);
    }
    words.push_back("--" + option + '=' + value);
  }
  words.emplace_back(stand_in);
  auto parsed = parse_options(words, "");
  return std::get<Options>(std::move(parsed));
}

ExploreOptions bounded(const Options& options, const Bounds& bounds,
                       const std::function<bool()>& interrupted) {
  ExploreOptions explore = options.explore;
  explore.threads = 1;  // several questions are answered at once
  explore.timeout = bounds.time;
  explore.max_states = bounds.states;
  explore.max_memory = bounds.memory_bytes;
  explore.interrupted = interrupted;
  return explore;
}

// The kernel, or the tests of the text: one, or several of a template. What takes a compiler, which
// reads files, is for the command line.
std::vector<Source> sources_of(const Question& question, const Options& options,
                               const Deadline& deadline) {
  const std::filesystem::path name(question.name);
  if (kernel::is_cuda_file(name) || spirv::is_shader_file(name)) {
    const bool cuda = kernel::is_cuda_file(name);
    return {Failure{
        .message = std::string("the playground compiles nothing, and this is ") +
                   (cuda ? "CUDA C++" : "GLSL"),
        .file = question.name,
        .suggestion = cuda ? "paste the PTX, of nvcc -ptx -lineinfo; opexplore FILE.cu "
                             "--write html=FILE.html compiles it and writes the same page"
                           : "opexplore FILE.comp --write html=FILE.html writes the same page"}};
  }
  if (kernel::is_kernel_file(name)) {
    return kernel_sources(options.kernel, {"PTX", question.name, question.text}, deadline);
  }
  std::vector<Source> sources;
  for (SpelledTest& test : read_all_spelled(question.text, question.name)) {
    sources.emplace_back(TestSource(std::move(test)));
  }
  return sources;
}

Json document_of(std::vector<FormatPart> parts, const ToolInfo& tool, ExitCode code,
                 std::string messages) {
  Json document = page_document(std::move(parts), tool);
  document["exit_code"] = static_cast<int>(code);
  document["messages"] = std::move(messages);
  return document;
}

Json refused(Failure failure, const Question& question, const ToolInfo& tool) {
  if (failure.file.empty()) failure.file = question.name;
  return document_of({failed_page(failure)}, tool, failure.exit_code,
                     "Error: " + describe(failure) + '\n');
}

Json explored(const Question& question, const Bounds& bounds, const ToolInfo& tool,
              const std::function<bool()>& interrupted) {
  if (question.text.size() > bounds.text_bytes) {
    return refused({.message = "the text is too long: the limit here is " +
                               std::to_string(bounds.text_bytes) + " bytes"},
                   question, tool);
  }
  Options options = options_of(question);
  const std::vector<Source> sources =
      sources_of(question, options, Deadline(bounds.time, interrupted));
  const Selection selection(selection_files(options));
  const Pairing pairing = chosen_pairing(options);
  const auto others = pairings_of_other_programs(options, pairing);
  // Behind the choice: who asks a model for a number of states is told that it has none.
  options.explore = bounded(options, bounds, interrupted);
  const Context context{options, selection, pairing, tool, others};
  std::vector<FormatPart> parts;
  ExitCode code = ExitCode::complete;
  std::string messages;
  for (const Source& source : sources) {
    const auto* const failure = std::get_if<Failure>(&source);
    if (failure != nullptr) return refused(*failure, question, tool);
    SingleResult result = run_single(context, std::get<TestSource>(source), options.explore);
    code = worse(code, result.code);
    messages += result.remarks + result.diagnostics;
    parts.push_back(std::move(result.parts.at(std::string(html_format.name))));
  }
  return document_of(std::move(parts), tool, code, std::move(messages));
}

}  // namespace

const std::vector<std::string>& launch_options() {
  static const std::vector<std::string> names{"kernel", "grid", "block", "input",  "arg",
                                              "init",   "show", "never", "exists", "forall"};
  return names;
}

Json answered(const Question& question, const Bounds& bounds, const ToolInfo& tool,
              const std::function<bool()>& interrupted) {
  try {
    return explored(question, bounds, tool, interrupted);
  } catch (const UsageError& error) {
    return refused({.message = error.what(), .suggestion = error.suggestion}, question, tool);
  } catch (const InputError& error) {
    return refused(to_failure(error), question, tool);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return refused(unexpected_failure(error), question, tool);
  }
}

}  // namespace opexplore::serve
