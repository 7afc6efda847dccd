// libstdc++.a of Debian 12 draws random numbers with a function that glibc has since 2.36, one version
// more than the programs would need else. Here it is for those that are linked with libstdc++.a.
#include <unistd.h>

#include <cstdlib>

extern "C" [[gnu::visibility("hidden")]] unsigned int arc4random() noexcept {
  unsigned int number = 0;
  if (getentropy(&number, sizeof number) != 0) std::abort();
  return number;
}
