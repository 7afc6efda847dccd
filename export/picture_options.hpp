// What users choose about drawings, by herd's names.
#pragma once

#include <string>
#include <vector>

namespace opexplore {

struct PictureOptions {
  bool initial_writes = false;       ///< drawn, too: `-initwrites`
  std::vector<std::string> shown;    ///< relations that are drawn, too: `-doshow`
  std::vector<std::string> unshown;  ///< relations that are not: `-unshow`
};

}  // namespace opexplore
