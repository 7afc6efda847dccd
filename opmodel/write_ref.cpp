#include "opmodel/write_ref.hpp"

#include "opmodel/thread_name.hpp"

namespace opexplore {

std::string write_name(const Program& program, const WriteRef& write) {
  if (write.is_initial()) return "init " + program.locations[write.number].name;
  return thread_name(*write.thread) + '.' + std::to_string(write.number);
}

}  // namespace opexplore
