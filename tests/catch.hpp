// The one place that names the test framework's header.
#pragma once

#include <catch2/catch.hpp>
