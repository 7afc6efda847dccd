#include "explorer/search/levels/manifest.hpp"

#include <system_error>

#include "opmodel/parts/encoding.hpp"

namespace opexplore {

namespace {
constexpr const char* file_name = "manifest";
}

Manifest::Manifest(const std::filesystem::path& folder, const std::string& question, bool resume) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw JournalError(folder.string() + ": cannot be made: " + error.message());
  const std::filesystem::path file = folder / file_name;
  if (resume && std::filesystem::exists(file)) {
    journal_ = Journal::resume(file, question, [&](std::string_view record) { keep(record); });
  } else {
    journal_ = Journal::begin(file, question);
  }
}

void Manifest::keep(std::string_view record) {
  ByteReader bytes(record);
  const std::uint64_t number = bytes.get_unsigned();
  if (number > records_.size()) throw JournalError("a manifest lacks the levels before its last");
  records_.resize(number);
  records_.emplace_back(record);
}

NotedLevel Manifest::level(std::size_t number) const {
  ByteReader bytes(records_[number]);
  bytes.get_unsigned();
  NotedLevel noted;
  noted.run.states = bytes.get_unsigned();
  noted.run.state_bytes = bytes.get_unsigned();
  noted.run.size = bytes.get_unsigned();
  noted.before = get_named(bytes);
  return noted;
}

void Manifest::note(std::size_t number, const Run& run, const NamedTally& before) {
  std::string record;
  put_unsigned(record, number);
  put_unsigned(record, run.states);
  put_unsigned(record, run.state_bytes);
  put_unsigned(record, run.size);
  put_named(record, before);
  journal_->append(record);
  keep(record);
}

void require_search_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with("search-")) continue;
    throw JournalError(folder.string() + ": holds " + entry.path().filename().string() +
                       ", which is no search; name an empty folder, or one that is not there");
  }
}

}  // namespace opexplore
