// Vulkan programs to compare machine, axioms and oracle on: bases, what is made of them by small
// changes, and programs that are drawn at random.
#pragma once

#include <vector>

#include "litmus/generate/random_numbers.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// Small programs of our own that synchronise: those that tell the rules of the model apart, longer
/// chains of availability and visibility, barriers with quorums, loops.
std::vector<Test> vulkan_bases();

/// The test with one to four changes: of a scope, a storage class, the classes and the
/// availability and visibility of an operation, its order, the privacy of an access, the name it
/// is made through, an instruction less, another place of a thread. Barriers of an instance change
/// alike. The filter stays, and all registers are observed. The test is one that the reader takes.
Test mutated_vulkan(const Test& base, Random& random);

/// A program of two or three threads, whose instructions are drawn alone: few of them synchronise.
/// All registers are observed, and half of the programs have a filter.
Test random_vulkan(Random& random);

/// The same test, with all registers observed.
Test observing_registers(Test test);

}  // namespace opexplore::random_programs
