// SARIF 2.1.0, as far as all programs write it alike: the log that code hosts and editors show
// beside the lines of files (OASIS, "Static Analysis Results Interchange Format", version 2.1.0).
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::sarif {

/// A place in a file. A line of 0 is the file as a whole, a column of 0 the line.
struct FilePlace {
  std::string file;
  SourcePlace place = {};
};

/// The name of a file as a URI (section 3.4.3, RFC 3986): relative to the folder that the program
/// runs in, as the name was, or with the scheme `file`.
std::string uri_of(const std::string& file);

/// A plain text in which nothing is taken for a placeholder, "{0}", or a link, "[a](b)" (sections
/// 3.11.5 and 3.11.6).
std::string message_text(std::string_view text);

/// A `region` (section 3.30). Precondition: the place has a line.
nlohmann::ordered_json region(SourcePlace place);

/// A `location` (section 3.28).
nlohmann::ordered_json location(const FilePlace& at);

/// What to look at, and how bad it is: "error", "warning" or "note".
struct Finding {
  std::string rule;  ///< its `id`
  std::string_view level;
  std::string message;           ///< as message_text() has it
  nlohmann::ordered_json where;  ///< a location
};

/// A `result` (section 3.27), for more members.
nlohmann::ordered_json result(Finding finding);

/// Rules and results of one run (section 3.14).
class Run {
 public:
  /// Where the rule is in the list; of rules with one `id` the first stays.
  std::size_t add_rule(nlohmann::ordered_json rule);

  /// Precondition: a result() of a rule that was added.
  void add(nlohmann::ordered_json result);

  /// `driver` has the name of the program and what else is known of it.
  nlohmann::ordered_json finish(nlohmann::ordered_json driver);

 private:
  nlohmann::ordered_json rules_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json results_ = nlohmann::ordered_json::array();
  std::map<std::string, std::size_t> indices_;
};

/// The log of one run.
nlohmann::ordered_json document(nlohmann::ordered_json run);

}  // namespace opexplore::sarif
