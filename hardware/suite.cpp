#include "hardware/suite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "hardware/device_headers.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"

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

std::string short_md5(std::string_view text) { return md5(text).substr(0, hash_digits); }

/// What makes two tests the same for a chip and for those who judge: all but the name.
std::string question_of(const Test& test, const std::string& hash, Profile profile) {
  std::string text = hash + std::string(to_string(profile)) + condition_line(test);
  if (test.filter) text += "filter " + to_string(*test.filter, test);
  return text;
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
      const auto known = known_.find(question_of(*relaxed, hash(*relaxed), profile));
      const std::size_t at = known != known_.end() ? known->second : add(*relaxed, profile);
      const Result& sibling = suite_.entries[at].result;
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
  /// The index of its entry. A test that is there already with the same name is not added.
  std::size_t add(const Test& test, Profile profile) {
    SuiteEntry entry;
    entry.result = new_result(test, profile);
    const std::string question = question_of(test, entry.result.hash, profile);
    const auto [named, is_new] = named_.emplace(test.name + '\n' + question, suite_.entries.size());
    if (!is_new) return named->second;
    known_.emplace(question, suite_.entries.size());
    generate(entry);
    suite_.entries.push_back(std::move(entry));
    return named->second;
  }

  void generate(SuiteEntry& entry) {
    const Target target{options_.sm, entry.result.profile};
    try {
      Prepared ready = prepare(entry.result.test, target);
      // With what is in it in its name, no file can be taken for another test's.
      entry.roles_file = safe(entry.result.test.name) + '-' +
                         short_md5(ready.roles_text + ready.kernel_text) +
                         (target.profile == Profile::pinned ? ".pinned" : "") + ".roles.cu";
      entry.kernel_file = "kernel-" + short_md5(ready.kernel_text) + ".cu";
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
  std::map<std::string, std::size_t> known_;  // by question: index of the first entry
  std::map<std::string, std::size_t> named_;  // by name and question
  std::map<std::string, std::string> files_;
  std::vector<std::string> refusals_;
};

}  // namespace

std::optional<std::uint32_t> sm_named(std::string_view architecture) {
  constexpr std::uint32_t oldest = 70;  // PTX ISA 6.0, "Memory Consistency Model"
  constexpr std::string_view prefix = "sm_";
  if (!architecture.starts_with(prefix)) return std::nullopt;
  const std::string digits(architecture.substr(prefix.size()));
  const bool number = !digits.empty() && digits.size() <= 3 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  const auto sm = number ? static_cast<std::uint32_t>(std::stoul(digits)) : 0;
  return sm < oldest ? std::nullopt : std::optional(sm);
}

std::string runtime_id() {
  std::string text;
  for (const EmbeddedFile& header : device_headers()) text += header.text;
  return md5(text);
}

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
