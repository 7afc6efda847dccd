// A suite that looks built: its cubins are a few bytes, for a GPU that does not look at them.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hardware/build.hpp"
#include "hardware/suite.hpp"
#include "litmus/language/reader.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {

/// MP, with these fences between the accesses if there are any; the fenced one says that its
/// outcome is impossible.
inline Test message_passing(const std::string& name, const std::string& fence = "") {
  return read("PTX " + name +
                  "\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                  " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n" +
                  (fence.empty() ? "" : " " + fence + " | " + fence + " ;\n") +
                  " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n" +
                  (fence.empty() ? "exists" : "~exists") + " (1:r0=1 /\\ 1:r1=0)",
              name);
}

inline hardware::Suite built_suite(const Folder& folder, const std::vector<Test>& tests) {
  hardware::Suite suite = hardware::generate_suite(tests, {}).suite;
  suite.folder = folder.path("");
  for (std::size_t i = 0; i < suite.entries.size(); ++i) {
    hardware::SuiteEntry& entry = suite.entries[i];
    if (entry.roles_file.empty()) continue;
    entry.cubin_file = std::to_string(i) + ".cubin";
    const std::string code = "no machine code";
    folder.add(entry.cubin_file, code);
    hardware::Toolchain toolchain;
    toolchain.cubin_sha256 = hardware::sha256(std::as_bytes(std::span(code)));
    entry.result.toolchain = std::move(toolchain);
  }
  return suite;
}

}  // namespace opexplore::testing
