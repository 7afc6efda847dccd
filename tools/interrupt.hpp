// Ctrl-C: the first one ends the search and reports what was found, the second
// one ends the program.
#pragma once

namespace opexplore {

/// From now on the first SIGINT or SIGTERM only raises the flag below.
void catch_interrupts();

/// Whether a signal came. Cheap; callable from any thread.
bool interrupted();

}  // namespace opexplore
