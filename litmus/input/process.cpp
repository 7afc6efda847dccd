#include "litmus/input/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
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
#include <string_view>

namespace opexplore {

namespace {

using std::filesystem::path;

/// A pipe that programs started by others do not inherit.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw ProcessError(std::string("no pipe can be made: ") + std::strerror(errno));
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(ends_[0]);
    close_input();
  }
  int input() const { return ends_[1]; }
  void close_input() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  /// All that is written until nobody can write any more; `waiting` is called a few times per
  /// second meanwhile.
  std::string read_all(const std::function<void()>& waiting) const {
    constexpr int moment = 50;  // milliseconds
    std::string text;
    std::array<char, 4096> buffer{};
    while (true) {
      pollfd readable{ends_[0], POLLIN, 0};
      if (::poll(&readable, 1, moment) <= 0) {
        waiting();
        continue;
      }
      const ssize_t count = ::read(ends_[0], buffer.data(), buffer.size());
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

constexpr std::string_view temporary_prefix = "opexplore-run-";

/// Whether nobody uses the folder: its lock is free, and it is older than the moment between making
/// and locking it.
bool is_left(const path& folder) {
  constexpr std::time_t moment = 60;  // seconds
  struct stat status {};
  if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != geteuid() || std::time(nullptr) - status.st_mtime < moment) {
    return false;
  }
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_free = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
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

bool is_program(const path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
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

Finished run_process(const std::vector<std::string>& words, const std::function<bool()>& stops) {
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
  // In a group of its own, so that what it starts can be ended with it: nvcc is a driver of others.
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw ProcessError(words[0] + " cannot be started: " + std::strerror(error));
  }
  pipe.close_input();
  Finished finished;
  finished.output = pipe.read_all([&] {
    if (stops && stops()) ::kill(-child, SIGKILL);
  });
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int signalled = 128;
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
  return finished;
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  remove_left(parent);
  std::string name = (parent / (std::string(temporary_prefix) + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw ProcessError("no folder can be made in " + parent.string() + ": " + std::strerror(errno));
  }
  path_ = name;
  lock_ = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) flock(lock_, LOCK_EX | LOCK_NB);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace opexplore
