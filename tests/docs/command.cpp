#include "tests/docs/command.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "tests/locations.hpp"

namespace opexplore::docs {

CommandResult run(const std::string& command) {
  // Functions of the shell, so that pipes and several commands work as printed.
  const std::filesystem::path folder = std::filesystem::path(testing::program_file).parent_path();
  std::string script = "cd '" + std::string(testing::source_folder) + "' && { ";
  for (const std::string program : {"opexplore", "opfix", "opgen", "oplitmus", "opmap"}) {
    script += program + "() { '" + (folder / program).string() + "' \"$@\"; }; ";
  }
  script += "PATH='" + std::string(testing::examples_folder) + "':$PATH; ";
  script += command + "\n} 2>/dev/null </dev/null";
  std::FILE* pipe = popen(script.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  CommandResult result;
  std::array<char, 4096> buffer{};
  std::size_t count = 0;
  while ((count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0) {
    result.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

std::string read(const std::string& path) {
  std::ifstream file(std::string(testing::source_folder) + "/" + path);
  if (!file) throw std::runtime_error("no file " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::set<std::string> long_options(const std::string& text) {
  static const std::regex option(R"((^|[^A-Za-z0-9-])(--[a-z][a-z0-9-]*))");
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), option), end; it != end; ++it) {
    found.insert((*it)[2].str());
  }
  return found;
}

}  // namespace opexplore::docs
