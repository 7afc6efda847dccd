// The spellings of a litmus test, a row each. A further one is a folder like c_format, which reads
// and writes it, and a row in dialect.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

struct SpelledTest;
struct Test;

namespace detail {
class Scanner;
struct Source;
}  // namespace detail

/// How tests of one form are read and written.
struct Dialect {
  /// As options name it: "gpu_ptx".
  std::string_view name;
  /// What the first word of a test can be. The first of these is the one that is written. None
  /// where tests have no title.
  std::span<const std::string_view> titles;
  /// Of the programs that are read.
  Language language;
  /// What a thread is called before its number.
  char thread_letter = 'P';
  /// Whether a register must be declared in the initial state, with its type.
  bool declares_registers = false;

  /// Of tests without a title: whether this is one.
  bool (*recognises)(const detail::Source& source) = nullptr;
  /// Reads all that is behind the line with the title, and fills in what the title does not say:
  /// of the test everything but name and path; without a title everything but the path. Throws
  /// InputError.
  void (*read)(detail::Scanner& scanner, SpelledTest& test);
  /// Of tests without a title, where a file may hold several: all of them, the path included.
  /// `read` refuses such a file. Throws InputError.
  std::vector<SpelledTest> (*read_all)(const detail::Source& source) = nullptr;
  /// All that is behind that line. Null where tests are written in another dialect of the language,
  /// which reading them says.
  std::string (*write)(const Test& test);
  /// One instruction of the thread. A jump names the label `LC` + index of where it goes.
  std::string (*instruction)(const Action& action, const Thread& thread, const Program& program);
};

/// The dialects that come with the program; of each language the usual one first.
std::span<const Dialect> dialects();

/// The first of those for the language: what programs are written in if nobody chooses.
const Dialect& native_dialect(Language language);

/// What the dialect calls a thread: "P3" or "T3".
std::string thread_name(const Dialect& dialect, std::size_t number);

}  // namespace opexplore
