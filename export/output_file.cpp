#include "export/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace opexplore {
namespace {

constexpr mode_t readable_and_writable = 0666;  // as the user's mask allows
constexpr int most_names = 100;                 // of runs that write one file at the same time

std::string temporary_name(const std::filesystem::path& path, int number) {
  return path.string() + ".opexplore-tmp" + std::to_string(number);
}

bool has_name(int descriptor, const std::string& name) {
  struct stat open_file {};
  struct stat named {};
  return fstat(descriptor, &open_file) == 0 && lstat(name.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

// Whether nothing stands in the way: the lock of a file whose process is gone is free.
bool remove_left(const std::string& name) {
  const int descriptor = open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return errno == ENOENT;
  bool removed = false;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && has_name(descriptor, name)) {
    removed = unlink(name.c_str()) == 0;
  }
  close(descriptor);
  return removed;
}

std::filesystem::path behind_links(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  auto target = std::filesystem::canonical(path, error);
  return error ? path : target;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// linkat wants privileges to name a descriptor; its entry in /proc needs none (open(2), O_TMPFILE).
std::string entry_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

int link_to(int descriptor, const std::string& name) {
  const std::string entry = entry_of(descriptor);
  return linkat(AT_FDCWD, entry.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                         : errno;
}

[[noreturn]] void fail(const std::string& path, int reason) {
  throw OutputError(path, "cannot write " + (path == "-" ? "standard output" : path) + ": " +
                              std::generic_category().message(reason));
}

// Zero, or what went wrong.
int write_directly(const std::string& path, std::string_view content) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return errno;
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int reason = errno;
  if (std::fclose(file) != 0) return errno;
  return written ? 0 : reason;
}

}  // namespace

PendingFile::PendingFile(const std::filesystem::path& path) : path_(behind_links(path)) {
  if (!open_nameless()) open_named();
}

PendingFile::~PendingFile() {
  if (file_ == nullptr) return;
  if (!temporary_.empty()) unlink(temporary_.c_str());
  std::fclose(file_);
}

bool PendingFile::open_nameless() {
  if (access("/proc/self/fd", X_OK) != 0) return false;
  const int descriptor =
      open(folder_of(path_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, readable_and_writable);
  if (descriptor < 0) return false;
  flock(descriptor, LOCK_EX | LOCK_NB);  // before it has a name that another run could see
  file_ = fdopen(descriptor, "wb");
  if (file_ == nullptr) close(descriptor);
  return file_ != nullptr;
}

void PendingFile::open_named() {
  for (int number = 0; number < most_names;) {
    const std::string name = temporary_name(path_, number);
    const int descriptor =
        open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, readable_and_writable);
    if (descriptor < 0 && errno != EEXIST) fail(path_.string(), errno);
    if (descriptor < 0) {
      if (!remove_left(name)) ++number;
      continue;
    }
    flock(descriptor, LOCK_EX);
    if (!has_name(descriptor, name)) {  // taken for one that was left, before it had its lock
      close(descriptor);
      continue;
    }
    temporary_ = name;
    file_ = fdopen(descriptor, "wb");
    if (file_ != nullptr) return;
    const int reason = errno;
    unlink(name.c_str());
    close(descriptor);
    fail(path_.string(), reason);
  }
  fail(path_.string(), EEXIST);
}

void PendingFile::append(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(path_.string(), errno);
}

// No call names a file and replaces another: this needs a name for the moment between two.
int PendingFile::replace_nameless() {
  for (int number = 0; number < most_names;) {
    const std::string name = temporary_name(path_, number);
    const int reason = link_to(fileno(file_), name);
    if (reason == EEXIST) {
      if (!remove_left(name)) ++number;
      continue;
    }
    if (reason == 0) temporary_ = name;
    return reason;
  }
  return EEXIST;
}

// Zero, or what went wrong.
int PendingFile::publish() {
  if (std::fflush(file_) != 0) return errno;
  if (temporary_.empty()) {
    const int linked = link_to(fileno(file_), path_.string());
    if (linked != EEXIST) return linked;
    if (const int reason = replace_nameless(); reason != 0) return reason;
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return errno;
  temporary_.clear();
  return 0;
}

void PendingFile::finish() {
  if (const int reason = publish(); reason != 0) fail(path_.string(), reason);
  remove_left(temporary_name(path_, 0));
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(path_.string(), errno);
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    if (const int reason = write_directly(path.string(), content)) fail(path.string(), reason);
    return;
  }
  PendingFile file(path);
  file.append(content);
  file.finish();
}

void require_writable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) fail(path.string(), EISDIR);
  const bool direct = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  const auto parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  const int mode = direct ? W_OK : W_OK | X_OK;
  if (access((direct ? path : parent).c_str(), mode) != 0) fail(path.string(), errno);
}

// Missing folders above it are most likely a slip of the pen.
void make_directory(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  const std::string name = directory.string();
  std::error_code error;
  if (fs::is_directory(directory, error)) return;
  if (fs::exists(directory, error)) {
    throw OutputError(name, name + " is a file, and files are to be written into a folder");
  }
  const fs::path bare = directory.has_filename() ? directory : directory.parent_path();
  const fs::path above = bare.parent_path();
  if (fs::exists(above, error) && !fs::is_directory(above, error)) {
    throw OutputError(name,
                      "cannot make the folder " + name + ": " + above.string() + " is no folder");
  }
  if (!above.empty() && !fs::is_directory(above, error)) {
    throw OutputError(name, "cannot make the folder " + name + ": there is no folder " +
                                above.string() + "; check the path, or make it with mkdir -p " +
                                above.string());
  }
  fs::create_directory(bare, error);
  if (error) throw OutputError(name, "cannot make the folder " + name + ": " + error.message());
}

void write_standard_output(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  if (!written || std::fflush(stdout) != 0) fail("-", errno);
}

void write_output(const std::filesystem::path& target, std::string_view content) {
  if (target == "-") {
    write_standard_output(content);
  } else {
    write_file(target, content);
  }
}

void write_report(const std::optional<std::filesystem::path>& target, std::string_view report,
                  bool standard_output_taken) {
  if (target && *target != "-") {
    write_file(*target, report);
  } else if (!standard_output_taken) {
    write_standard_output(report);
  }
}

std::string file_name(std::string_view test_name) {
  std::string name(test_name);
  for (char& c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '/' || c == '\\' || byte < 0x20 || byte == 0x7f) c = '_';
  }
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  return name;
}

}  // namespace opexplore
