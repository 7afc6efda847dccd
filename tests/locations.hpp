#pragma once

// Where things are that tests read and run. Told when the tests are linked, so that what is
// compiled does not depend on the folder, and a compiler cache can keep it for all of them.
namespace opexplore::testing {

/// The folder of the source tree, absolute.
extern const char* const source_folder;
/// The program `opexplore` that was built with the tests, absolute.
extern const char* const program_file;
/// The folder of the programs made from docs/examples, absolute.
extern const char* const examples_folder;

}  // namespace opexplore::testing
