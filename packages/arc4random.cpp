// libstdc++.a of Debian 12 draws random numbers with a function that glibc has since 2.36; without
// that, the programs run with older ones. They are linked with this one.
#include <unistd.h>

#include <cstdlib>

extern "C" [[gnu::visibility("hidden")]] unsigned int arc4random() noexcept {
  unsigned int number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
