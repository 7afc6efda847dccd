#include "export/pictures.hpp"

#include <filesystem>
#include <optional>
#include <vector>

#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/process.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> graphviz() {
  for (const fs::path& folder : folders_in_path()) {
    if (is_program(folder / "dot")) return folder / "dot";
  }
  return std::nullopt;
}

// Everything inside a digraph is indented.
std::vector<std::string> digraphs_in(const std::string& dot) {
  const std::string end = "\n}\n";
  std::vector<std::string> result;
  std::size_t begin = 0;
  for (std::size_t at = 0; (at = dot.find(end, begin)) != std::string::npos;) {
    result.push_back(dot.substr(begin, at + end.size() - begin));
    begin = at + end.size();
  }
  return result;
}

// With edges that all have a say in the layout: it is another one, but Graphviz 2.43 breaks on some
// graphs in which many have none.
std::string constrained(std::string digraph) {
  const std::string word = ", constraint=false";
  for (std::size_t at = 0; (at = digraph.find(word, at)) != std::string::npos;) {
    digraph.erase(at, word.size());
  }
  return digraph;
}

fs::path numbered(const fs::path& file, std::size_t number) {
  if (number == 1) return file;
  const std::string name =
      file.stem().string() + '-' + std::to_string(number) + file.extension().string();
  return file.parent_path() / name;
}

}  // namespace

void require_graphviz(const std::string& option) {
  if (graphviz()) return;
  throw UsageError(option + " needs Graphviz, and there is no dot in PATH",
                   "install graphviz; --write dot=FILE.dot writes what it would draw");
}

void write_pictures(const std::string& file, std::string_view format, const std::string& dot) {
  const auto program = graphviz();
  if (!program) throw OutputError(file, "there is no dot in PATH any more");
  try {
    const TemporaryFolder folder(fs::temp_directory_path());
    const std::string graph = folder.path() / "graph.dot", picture = folder.path() / "picture";
    std::size_t number = 0;
    const auto draw = [&](const std::string& digraph) {
      write_file(graph, digraph);
      return run_process({program->string(), "-T" + std::string(format), "-o", picture, graph});
    };
    for (const std::string& digraph : digraphs_in(dot)) {
      Finished drawn = draw(digraph);
      if (drawn.code != 0) drawn = draw(constrained(digraph));
      if (drawn.code != 0) throw OutputError(file, "dot failed: " + drawn.output);
      write_file(numbered(file, ++number), detail::file_text(picture));
    }
  } catch (const ProcessError& error) {
    throw OutputError(file, error.what());
  }
}

}  // namespace opexplore
