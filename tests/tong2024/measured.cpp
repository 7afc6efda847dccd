#include "tests/tong2024/measured.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>

extern char** environ;

namespace opexplore::tong2024 {
namespace {

// What stands behind the first such key of a file, without quotes.
std::string value_in(const std::filesystem::path& path, std::string_view key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    std::erase(value, '"');
    return value.substr(std::min(value.find_first_not_of(' '), value.size()));
  }
  return "unknown";
}

}  // namespace

std::vector<Columns> lines_of(const std::filesystem::path& list) {
  std::vector<Columns> lines;
  std::ifstream file(list);
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text.front() == '#') continue;
    std::istringstream cells(text);
    Columns& columns = lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) columns.push_back(cell);
  }
  if (lines.empty()) throw std::runtime_error("no lines in " + list.string());
  return lines;
}

void Asked::add(const std::string& file, std::optional<bool> answer, bool listed,
                double milliseconds) {
  ++tests;
  if (!answer) {
    refused.push_back(file);
    return;
  }
  ++supported;
  sum += milliseconds;
  most = std::max(most, milliseconds);
  if (*answer == listed) {
    ++equal;
  } else {
    different.push_back(file);
  }
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string in_milliseconds(double milliseconds) {
  constexpr double three_digits = 100;
  if (milliseconds >= three_digits) {
    return with_commas(static_cast<std::uint64_t>(std::llround(milliseconds)));
  }
  std::ostringstream out;
  const int decimals = milliseconds >= three_digits / 10 ? 1 : milliseconds >= 1 ? 2 : 3;
  out << std::fixed << std::setprecision(decimals) << milliseconds;
  return out.str();
}

std::string table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += ' ' + cell + " |";
  return row + '\n';
}

std::string measured_on() {
  std::ostringstream words;
  words << "Processor: " << value_in("/proc/cpuinfo", "model name", ':') << ", "
        << std::thread::hardware_concurrency() << " cores, of which one was used.\nSystem: "
        << value_in("/etc/os-release", "PRETTY_NAME", '=') << ". Compiler: " << OPEXPLORE_COMPILER
        << ".\n";
  return words.str();
}

double milliseconds_of_process(const std::vector<std::string>& arguments) {
  std::vector<char*> words;
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int output : {1, 2}) {
    posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  const int failed = posix_spawn(&child, words.front(), &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) throw std::runtime_error("cannot start " + arguments.front());
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  const auto milliseconds = [](const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
  };
  return milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
}

}  // namespace opexplore::tong2024
