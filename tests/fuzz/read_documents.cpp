// Any bytes given as a JSON document end in values that are the JSON library's own, or in an
// InputError with a place; and whatever kind of document they are taken for, they are read or
// refused.
//
// Seeds are documents of all kinds. A finding becomes a line in tests/litmus/documents.test.cpp or
// tests/tools/malformed_documents.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/documents/outline.hpp"
#include "tests/tools/document_kinds.hpp"

namespace {

using namespace opexplore;
using Json = nlohmann::ordered_json;

[[noreturn]] void report(std::string_view what, std::string_view text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

void require_place(const InputError& error, std::string_view text) {
  if (error.message.empty()) report("error without a message", text);
  // There is no place in a file without a result, nor in a table of another file.
  if (error.line == 0 && error.path == "fuzz" && text.find_first_not_of(" \t\r\n") != text.npos) {
    report(error.what(), text);
  }
}

bool is_json(std::string_view text) {
  try {
    const documents::Document document(text, "fuzz");
    if (document.root().json() != Json::parse(text)) report("other values", text);
    return true;
  } catch (const InputError& error) {
    const bool ours = error.message.ends_with(" is given twice") ||
                      error.message.ends_with(" is a zero byte behind it") ||
                      error.message == "the file is nested too deeply";
    if (!ours && Json::accept(text)) report(error.what(), text);
    require_place(error, text);
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  documents::outline_of(text);
  const bool json = is_json(text);
  for (const testing::DocumentKind& kind : testing::document_kinds) {
    try {
      kind.read(text, "fuzz");
      // Lines of results are documents of their own.
      if (!json && kind.name != "results") report("read, and no JSON", text);
    } catch (const InputError& error) {
      require_place(error, text);
    }
  }
  return 0;
}
