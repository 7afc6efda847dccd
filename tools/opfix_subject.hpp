// What opfix is asked about: a litmus test, or a kernel with a launch.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "studies/repair/fix.hpp"
#include "tools/option_rows.hpp"
#include "tools/options.hpp"

namespace opexplore {

/// How kernels are compiled and launched, and what is asked of them: as opexplore has it.
std::vector<OptionRow<Options>> launch_rows();

struct Subject {
  SpelledTest spelled;  ///< of a kernel the program, and the PTX that it was read from
  std::shared_ptr<const kernel::Facts> kernel;  ///< null of a litmus test
};

/// The machine that is asked about the test; throws UsageError where none can be.
using MachineOf = FunctionRef<ChosenMachine(const Test&)>;

/// Reads the only file of the options, for the command of that name, and tells the question about
/// it, the machine too. Throws UsageError and InputError.
Subject read_subject(const Options& options, std::string_view command,
                     repair::FixQuestion& question, MachineOf machine_of);

}  // namespace opexplore
