// Alone in its file: this one takes the compiler longer than all tests together.
#define CATCH_CONFIG_MAIN
#include "tests/catch.hpp"
