#include "hardware/suite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "hardware/device_headers.hpp"
#include "litmus/hash.hpp"
#include "litmus/writer.hpp"

namespace opexplore::hardware {
namespace {

constexpr std::size_t hash_digits = 8;

// A name that is safe as a file's, for any shell and any compiler.
std::string safe(std::string name) {
  for (char& c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !digit && c != '.' && c != '+' && c != '-') c = '_';
  }
  constexpr std::size_t longest = 100;
  name.resize(std::min(name.size(), longest));
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, 1, '_');
  return name;
}

std::string stem_of(const Result& result) {
  return safe(result.test.name) + '-' + result.hash.substr(0, hash_digits);
}

// A test as the suite has it: its text is canonical, so that results need no other file.
Result new_result(const Test& test, Profile profile) {
  Result result;
  result.test = test;
  result.litmus = write(test);
  result.hash = hash(test);
  result.profile = profile;
  result.status = Result::Status::not_run;
  result.reason = "generated, not run";
  return result;
}

class Generator {
 public:
  explicit Generator(const SuiteOptions& options) : options_(options) { suite_.sm = options.sm; }

  void add(const Test& test) {
    for (const Profile profile : options_.profiles) add(test, profile);
  }

  // After all tests, so that a sibling that is one of them is not there under another name too.
  void add_siblings() {
    const std::size_t count = suite_.entries.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (suite_.entries[i].result.status == Result::Status::unsupported) continue;
      const std::optional<Test> relaxed = relaxed_sibling(suite_.entries[i].result.test);
      if (!relaxed) continue;
      const Profile profile = suite_.entries[i].result.profile;
      const Result& sibling = suite_.entries[add(*relaxed, profile)].result;
      suite_.entries[i].result.sibling = Sibling{sibling.test.name, sibling.hash};
    }
  }

  GeneratedSuite take() {
    for (const EmbeddedFile& header : device_headers()) {
      files_.emplace(std::string(header.name), std::string(header.text));
    }
    GeneratedSuite result{std::move(suite_), {}, std::move(refusals_)};
    for (auto& [name, text] : files_) result.files.push_back({name, std::move(text)});
    return result;
  }

 private:
  /// The index of its entry, also if it was there already.
  std::size_t add(const Test& test, Profile profile) {
    SuiteEntry entry;
    entry.result = new_result(test, profile);
    const std::string key =
        entry.result.hash + std::string(to_string(profile)) + condition_line(test);
    const auto [known, is_new] = known_.emplace(key, suite_.entries.size());
    if (!is_new) return known->second;
    generate(entry);
    suite_.entries.push_back(std::move(entry));
    return known->second;
  }

  void generate(SuiteEntry& entry) {
    const Target target{options_.sm, entry.result.profile};
    try {
      Prepared ready = prepare(entry.result.test, target);
      const std::string stem =
          stem_of(entry.result) + (target.profile == Profile::pinned ? ".pinned" : "");
      entry.roles_file = stem + ".roles.cu";
      entry.kernel_file = "kernel-" + md5(ready.kernel_text).substr(0, hash_digits) + ".cu";
      files_[entry.roles_file] = std::move(ready.roles_text);
      files_[entry.kernel_file] = std::move(ready.kernel_text);
    } catch (const InputError& error) {
      entry.result.status = Result::Status::unsupported;
      entry.result.reason = error.message;
      if (!error.suggestion.empty()) entry.result.reason += "; " + error.suggestion;
      if (std::ranges::find(refusals_, error.what()) == refusals_.end()) {
        refusals_.emplace_back(error.what());
      }
    }
  }

  SuiteOptions options_;
  Suite suite_;
  std::map<std::string, std::size_t> known_;  // by hash, profile and question: index of the entry
  std::map<std::string, std::string> files_;
  std::vector<std::string> refusals_;
};

}  // namespace

GeneratedSuite generate_suite(const std::vector<Test>& tests, const SuiteOptions& options) {
  Generator generator(options);
  for (const Test& test : tests) generator.add(test);
  if (options.siblings) generator.add_siblings();
  return generator.take();
}

Prepared prepared(const Suite& suite, const SuiteEntry& entry) {
  return prepare(entry.result.test, {suite.sm, entry.result.profile});
}

}  // namespace opexplore::hardware
