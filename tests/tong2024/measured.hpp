// What is measured for the tables of Tong et al., "Towards Unified Analysis of GPU Consistency"
// (ASPLOS 2024), and on what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace opexplore::tong2024 {

/// Processor time of this process since construction: with one thread, what an idle computer takes.
class Stopwatch {
 public:
  double milliseconds() const {
    return milliseconds_in_second * static_cast<double>(std::clock() - start_) /
           static_cast<double>(CLOCKS_PER_SEC);
  }

 private:
  static constexpr double milliseconds_in_second = 1000;
  std::clock_t start_ = std::clock();
};

/// A line of a list of expected verdicts: the columns between commas.
using Columns = std::vector<std::string>;

/// The lines of a list, without comments. Throws std::runtime_error if there is no such file, or it
/// has no lines.
std::vector<Columns> lines_of(const std::filesystem::path& list);

/// Tests that were asked one question.
struct Asked {
  std::size_t tests = 0;               ///< asked about
  std::size_t supported = 0;           ///< of them, that were answered
  std::size_t equal = 0;               ///< of them, as listed
  double sum = 0;                      ///< milliseconds
  double most = 0;                     ///< milliseconds, of one test
  std::vector<std::string> refused;    ///< files that were not
  std::vector<std::string> different;  ///< files that were answered otherwise

  /// Notes an answer, if there is one.
  void add(const std::string& file, std::optional<bool> answer, bool listed, double milliseconds);
  double mean() const { return supported == 0 ? 0 : sum / static_cast<double>(supported); }
};

/// "0.123", "4.56", "78.9", "1,234": three digits or more.
std::string in_milliseconds(double milliseconds);

/// "1,234".
std::string with_commas(std::uint64_t number);

/// `| a | b |` and the end of the line.
std::string table_row(const std::vector<std::string>& cells);

/// The processor, the system and the compiler, as sentences of a page.
std::string measured_on();

/// Processor time in milliseconds of a process with these arguments, its output unread. Throws
/// std::runtime_error if it cannot be started.
double milliseconds_of_process(const std::vector<std::string>& arguments);

}  // namespace opexplore::tong2024
