#include "explorer/notes/journal.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore {
namespace {

using Catch::Matchers::Contains;
using Records = std::vector<std::string>;
const std::string journal_question = "test: SB\nmachine: ptx\n";

// A file that is gone with the test.
struct ScratchJournal {
  std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("opexplore-journal." + std::to_string(getpid()));
  ScratchJournal() { std::filesystem::remove(file); }
  ScratchJournal(const ScratchJournal&) = delete;
  ScratchJournal& operator=(const ScratchJournal&) = delete;
  ~ScratchJournal() { std::filesystem::remove(file); }

  std::string bytes() const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& bytes) const {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  }
  Records resumed() const {
    Records records;
    Journal::resume(file, journal_question,
                    [&](std::string_view record) { records.emplace_back(record); });
    return records;
  }
};

const Records some = {"one", "", std::string("\0\n two", 6), std::string(100, 'x')};

// Where each of these records ends in the file, that of the question first.
std::vector<std::uint64_t> written(const ScratchJournal& scratch) {
  Journal journal = Journal::begin(scratch.file, journal_question);
  std::vector<std::uint64_t> ends{journal.bytes()};
  for (const std::string& record : some) {
    journal.append(record);
    ends.push_back(journal.bytes());
  }
  return ends;
}

TEST_CASE("journal: what was appended is read again, and more can be") {
  const ScratchJournal scratch;
  written(scratch);
  CHECK(scratch.resumed() == some);
  Journal::resume(scratch.file, journal_question, [](std::string_view) {}).append("more");
  Records all = some;
  all.emplace_back("more");
  CHECK(scratch.resumed() == all);
  all.insert(all.begin(), journal_question);
  Records read;
  read_journal(scratch.file, [&](std::string_view record) { read.emplace_back(record); });
  CHECK(read == all);
}

TEST_CASE("journal: wherever it is torn, the whole records are there, and it can go on") {
  const ScratchJournal scratch;
  const std::vector<std::uint64_t> ends = written(scratch);
  const std::string bytes = scratch.bytes();
  REQUIRE(bytes.size() == ends.back());
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    for (const std::string_view behind : {"", "zeros"}) {  // a length without bytes
      INFO(size << behind);
      std::string torn = bytes.substr(0, size);
      // Inside of a record zeros are only right to the end that it says.
      const bool between = std::ranges::find(ends, size) != ends.end();
      if (!behind.empty() && !between) continue;
      if (!behind.empty()) torn += std::string(1000, '\0');
      scratch.write(torn);
      std::size_t whole = 0;
      while (whole < some.size() && ends[whole + 1] <= size) ++whole;
      CHECK(scratch.resumed() == Records(some.begin(), some.begin() + std::ptrdiff_t(whole)));
      Journal::resume(scratch.file, journal_question, [](std::string_view) {}).append("more");
      CHECK(scratch.resumed().size() == whole + 1);
    }
  }
}

TEST_CASE("journal: no byte changes unseen") {
  const ScratchJournal scratch;
  const std::vector<std::uint64_t> ends = written(scratch);
  const std::string bytes = scratch.bytes();
  const std::size_t last = ends[ends.size() - 2];  // where the last record begins
  std::size_t refused = 0;
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    INFO(place);
    std::string changed = bytes;
    changed[place] = static_cast<char>(changed[place] ^ 16);
    scratch.write(changed);
    try {
      const Records records = scratch.resumed();
      // It may be one that was being written.
      CHECK(records == Records(some.begin(), some.end() - 1));
      CHECK(place >= last);
    } catch (const JournalError&) {
      ++refused;
    }
  }
  CHECK(refused >= last);
}

TEST_CASE("journal: that of a process which is about to be gone is waited for") {
  const ScratchJournal scratch;
  std::optional<Journal> held(Journal::begin(scratch.file, journal_question));
  std::jthread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    held.reset();
  });
  CHECK(scratch.resumed().empty());
}

TEST_CASE("journal: another question, another file and two processes are refused") {
  const ScratchJournal scratch;
  const auto ignore = [](std::string_view) {};
  CHECK_THROWS_WITH(Journal::resume(scratch.file, journal_question, ignore),
                    Contains("cannot be opened"));
  {
    const Journal open = Journal::begin(scratch.file, journal_question);
    CHECK_THROWS_WITH(Journal::resume(scratch.file, journal_question, ignore),
                      Contains("in use by another process"));
  }
  CHECK_THROWS_WITH(Journal::begin(scratch.file, journal_question), Contains("exists already"));
  CHECK_THROWS_WITH(Journal::resume(scratch.file, "test: SB\nmachine: sc\n", ignore),
                    Contains("it has 'machine: ptx' where this has 'machine: sc'"));
  CHECK_THROWS_WITH(Journal::resume(scratch.file, "test: SB\n", ignore),
                    Contains("it has 'machine: ptx' where this has nothing"));
  scratch.write("Test SB Allowed\n");
  CHECK_THROWS_WITH(Journal::resume(scratch.file, journal_question, ignore),
                    Contains("is no journal"));
  CHECK(scratch.bytes() == "Test SB Allowed\n");
}

TEST_CASE("journal: records that are cut off are gone") {
  const ScratchJournal scratch;
  const std::vector<std::uint64_t> ends = written(scratch);
  Journal::resume(scratch.file, journal_question, [](std::string_view) {}).cut(ends[2]);
  CHECK(scratch.resumed() == Records(some.begin(), some.begin() + 2));
}

TEST_CASE("journal: what cannot be written is said, and nothing is lost") {
  CHECK_THROWS_WITH(Journal::begin("/dev/full", journal_question), Contains("/dev/full"));
}

}  // namespace
}  // namespace opexplore
