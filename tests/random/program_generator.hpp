// The programs that tests draw at random are those of `opgen --random`.
#pragma once

#include "litmus/generate/random_program.hpp"
