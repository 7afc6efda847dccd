// Which tests a campaign generates: opgen's words, alone or in a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// A group of tests to generate.
struct CampaignTests {
  std::string name;       ///< its label, or else what kind of tests they are: "exhaustive-2"
  std::string arguments;  ///< as written
  generate::Specification specification;
  std::uint64_t every = 1;  ///< check one of so many consecutive tests
};

/// The language of the first group of tests that has one: who answers where nobody is named.
Language language_of(std::span<const CampaignTests> tests);

/// These tests and a check make a part of a campaign.
CampaignPart part_of(CampaignTests tests, const std::string& pairing, const Check& check);

/// Reads opgen's words, one for each. Options that say where tests go are refused; files of tests
/// are looked for in the folder. Throws UsageError, and InputError for tests that cannot be read.
using ReadWords = std::function<generate::Specification(std::span<const std::string> words,
                                                        const std::filesystem::path& folder)>;

/// The tests that opgen would make with these arguments. Words are separated by blanks; double
/// quotes hold a word together. Throws as `read`.
generate::Specification specification_of(const std::string& arguments, const ReadWords& read,
                                         const std::filesystem::path& folder = {});

/// The groups of a campaign file: a line for each, `ARGUMENTS` or `LABEL: ARGUMENTS`; what begins
/// with # is a comment. Among the arguments may be `--every N`. Files of tests are looked for
/// beside the campaign file. Throws UsageError whose text begins with FILE:LINE.
std::vector<CampaignTests> read_campaign_file(const std::filesystem::path& path,
                                              const ReadWords& read);

/// Each value is a line as above, or @FILE. Equal names get a number. Throws UsageError and
/// InputError.
std::vector<CampaignTests> campaign_tests(std::span<const std::string> values,
                                          const ReadWords& read);

}  // namespace opexplore
