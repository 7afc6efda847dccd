#include "tests/oracle/vulkan_verdicts.hpp"

#include <cctype>

#include "tests/oracle/litmus_text.hpp"
#include "tests/oracle/verdicts_vulkan.hpp"

namespace opexplore::oracle::vulkan {

namespace {

bool is_racy(char verdict) { return verdict == 'r' || verdict == 'R'; }

}  // namespace

std::vector<Verdict> distinguishing() {
  std::vector<Verdict> result;
  for (const VulkanVerdict& row : vulkan_verdicts()) {
    Verdict verdict{row.id,     row.declarations,         row.threads,
                    row.clause, is_racy(row.verdicts[0]), is_racy(row.verdicts[1])};
    if (row.clause.starts_with("exists")) {
      verdict.allowed = std::isupper(static_cast<unsigned char>(row.verdicts[0])) != 0;
    }
    result.push_back(verdict);
  }
  return result;
}

std::string text_of(const Verdict& verdict) {
  return vulkan_text(verdict.id, verdict.declarations, verdict.threads, verdict.condition);
}

}  // namespace opexplore::oracle::vulkan
