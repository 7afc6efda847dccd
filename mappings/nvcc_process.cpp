// Runs the compiler.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "litmus/files.hpp"
#include "mappings/nvcc.hpp"

namespace opexplore::mappings {

namespace {

bool is_program(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::vector<std::filesystem::path> folders_of_programs() {
  std::vector<std::filesystem::path> folders;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end != 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  folders.emplace_back("/usr/local/cuda/bin");
  return folders;
}

/// Runs the program with its messages in the file; its exit code.
int run(std::vector<std::string> words, const std::filesystem::path& messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  constexpr mode_t mode = 0600;
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, mode);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw NvccError(words[0] + " cannot be started: " + std::strerror(error), "");
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

std::filesystem::path find_nvcc(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    throw NvccError("there is no program " + name, "name the nvcc of a CUDA toolkit");
  }
  for (const std::filesystem::path& folder : folders_of_programs()) {
    if (is_program(folder / name)) return folder / name;
  }
  throw NvccError(
      name + " is not found",
      "install the CUDA toolkit, name nvcc with --nvcc PATH, or check PTX that was made "
      "elsewhere with --ptx FILE");
}

void run_nvcc(const std::filesystem::path& nvcc, const std::string& arch,
              const std::filesystem::path& cuda, const std::filesystem::path& ptx) {
  const std::filesystem::path messages = ptx.string() + ".log";
  const int code = run(
      {nvcc.string(), "-ptx", "-O3", "-arch=" + arch, cuda.string(), "-o", ptx.string()}, messages);
  const std::string said = opexplore::detail::file_text(messages);
  std::error_code ignored;
  std::filesystem::remove(messages, ignored);
  if (code == 0) return;
  throw NvccError("nvcc did not compile " + cuda.string() + " for " + arch + ": " +
                      said.substr(0, said.find('\n')),
                  "--cuda prints what it was given");
}

}  // namespace opexplore::mappings
