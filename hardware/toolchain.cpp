#include "hardware/toolchain.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace opexplore::hardware {

namespace {

using std::filesystem::path;

/// Where CMake found the compiler; empty if it did not.
constexpr std::string_view configured_nvcc = OPEXPLORE_NVCC;

bool is_program(const path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

std::vector<path> folders_in_path() {
  std::vector<path> folders;
  const char* const variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end != 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

/// The program beside nvcc, also where nvcc is a link to, or in PATH.
std::optional<path> beside(const path& nvcc, const std::string& name) {
  std::error_code ignored;
  std::vector<path> folders{nvcc.parent_path(),
                            std::filesystem::canonical(nvcc, ignored).parent_path()};
  std::ranges::copy(folders_in_path(), std::back_inserter(folders));
  for (const path& folder : folders) {
    if (is_program(folder / name)) return folder / name;
  }
  return std::nullopt;
}

/// A pipe that programs started by others do not inherit.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw ToolchainError(std::string("no pipe can be made: ") + std::strerror(errno));
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(ends_[0]);
    close_input();
  }
  int input() const { return ends_[1]; }
  void close_input() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }
  /// All that is written until nobody can write any more.
  std::string read_all() const {
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
      const ssize_t count = read(ends_[0], buffer.data(), buffer.size());
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

constexpr std::string_view temporary_prefix = "opexplore-nvcc-";

/// Whether nobody uses the folder: its lock is free, and it is older than the moment between making
/// and locking it.
bool is_left(const path& folder) {
  constexpr std::time_t moment = 60;  // seconds
  struct stat status {};
  if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != geteuid() || std::time(nullptr) - status.st_mtime < moment) {
    return false;
  }
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_free = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  close(descriptor);
  return is_free;
}

/// A run that was killed could not remove its folder.
void remove_left(const path& parent) {
  std::error_code ignored;
  std::vector<path> left;
  for (const auto& entry : std::filesystem::directory_iterator(parent, ignored)) {
    const bool ours = entry.path().filename().string().starts_with(temporary_prefix);
    if (ours && is_left(entry.path())) left.push_back(entry.path());
  }
  for (const path& folder : left) std::filesystem::remove_all(folder, ignored);
}

}  // namespace

path find_nvcc(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (is_program(name)) return name;
    throw ToolchainError("there is no program " + name, "name the nvcc of a CUDA toolkit");
  }
  for (const path& folder : folders_in_path()) {
    if (is_program(folder / name)) return folder / name;
  }
  if (name == "nvcc" && is_program(configured_nvcc)) return configured_nvcc;
  if (const path usual = path("/usr/local/cuda/bin") / name; is_program(usual)) return usual;
  throw ToolchainError(name + " is not found",
                       "install the CUDA toolkit, or name nvcc with --nvcc PATH");
}

std::optional<std::string> version_in(std::string_view text) {
  constexpr std::string_view before = ", V";
  const std::size_t at = text.rfind(before);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + before.size());
  text = text.substr(0, text.find_first_not_of("0123456789."));
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

Toolkit find_toolkit(const std::string& nvcc) {
  Toolkit toolkit;
  toolkit.nvcc = find_nvcc(nvcc);
  const auto nvlink = beside(toolkit.nvcc, "nvlink");
  if (!nvlink) {
    throw ToolchainError("there is no nvlink beside " + toolkit.nvcc.string(),
                         "install the whole CUDA toolkit");
  }
  toolkit.nvlink = *nvlink;
  const Finished finished = run_program({toolkit.nvcc.string(), "--version"});
  const auto version = version_in(finished.output);
  if (finished.code != 0 || !version) {
    throw ToolchainError(toolkit.nvcc.string() + " does not say its version",
                         "name the nvcc of a CUDA toolkit with --nvcc PATH");
  }
  toolkit.version = *version;
  toolkit.nvdisasm = beside(toolkit.nvcc, "nvdisasm");
  toolkit.cuobjdump = beside(toolkit.nvcc, "cuobjdump");
  return toolkit;
}

Finished run_program(const std::vector<std::string>& words) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Pipe pipe;
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe.input(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe.input(), STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw ToolchainError(words[0] + " cannot be started: " + std::strerror(error));
  }
  pipe.close_input();
  Finished finished;
  finished.output = pipe.read_all();
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int signalled = 128;
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
  return finished;
}

void run_nvcc(const path& nvcc, const std::string& arch, const path& cuda, const path& ptx) {
  const Finished finished = run_program(
      {nvcc.string(), "-ptx", "-O3", "-arch=" + arch, cuda.string(), "-o", ptx.string()});
  if (finished.code == 0) return;
  throw ToolchainError("nvcc did not compile " + cuda.string() + " for " + arch + ": " +
                       finished.output.substr(0, finished.output.find('\n')));
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  remove_left(parent);
  std::string name = (parent / (std::string(temporary_prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw ToolchainError("no folder can be made in " + parent.string() + ": " +
                         std::strerror(errno));
  }
  path_ = name;
  lock_ = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) flock(lock_, LOCK_EX | LOCK_NB);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace opexplore::hardware
