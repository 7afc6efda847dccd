#include "litmus/language/hash.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "litmus/language/placement.hpp"
#include "litmus/language/tokens.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {

namespace {

/// Data had hashes before there was anything else.
std::string object_text(ObjectKind object) {
  switch (object) {
    case ObjectKind::data:
      return "";
    case ObjectKind::mbarrier:
      return " mbarrier";
    case ObjectKind::tensormap:
      return " tensormap";
    case ObjectKind::tensor:
      return " tensor";
    case ObjectKind::ending:
      return " ending";
  }
  return {};
}

/// One line per name and per register that does not start at zero, sorted, so that neither
/// the order of declarations nor declaring a zero matters.
std::string initial_state(const Program& program) {
  std::vector<std::string> lines;
  for (const Address& address : program.addresses) {
    const Location& location = program.locations[address.location];
    lines.push_back(address.name + " " + std::string(to_string(address.proxy)) + " " +
                    program.addresses[address.generic].name + " " + location.name + " " +
                    std::to_string(location.initial) +
                    (location.region == Region::shared ? " shared" : "") +
                    object_text(location.object));
  }
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      const bool typed = reg.type != detail::usual_type(reg.name);
      if (reg.initial == 0 && !typed) continue;
      lines.push_back(std::to_string(thread) + ":" + reg.name + " " + std::to_string(reg.initial) +
                      (typed ? " " + std::string(to_string(reg.type)) : ""));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string code(const Program& program) {
  // Tests in PTX had hashes before there was another language.
  std::string text;
  if (program.language != Language::ptx) text = std::string(to_string(program.language)) + "\n";
  std::vector<std::string> synchronisations;
  for (const auto& [before, after] : program.system_synchronisations) {
    synchronisations.push_back("ssw " + std::to_string(before) + " " + std::to_string(after) +
                               "\n");
  }
  std::sort(synchronisations.begin(), synchronisations.end());
  for (const std::string& line : synchronisations) text += line;
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    const Thread& thread = program.threads[number];
    text += "cta " + std::to_string(thread.cta) + " gpu " + std::to_string(thread.gpu);
    if (thread.warp != default_warp(program, static_cast<ThreadId>(number))) {
      text += " warp " + std::to_string(thread.warp);
    }
    if (thread.cluster) text += " cluster " + std::to_string(*thread.cluster);
    if (thread.grid != 0) text += " grid " + std::to_string(thread.grid);
    text += "\n";
    for (const Instruction& instruction : thread.instructions) {
      text += to_string(instruction.action, thread, program) + "\n";
    }
  }
  return text;
}

std::string observed(const Test& test) {
  std::string text;
  for (std::size_t i = 0; i < test.shown; ++i) {
    text += to_string(test.observables[i], test.program) + "\n";
  }
  return text;
}

struct FreeAlgorithm {
  void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
};
using Algorithm = std::unique_ptr<EVP_MD, FreeAlgorithm>;

/// Nothing where it has none.
Algorithm libcrypto_md5() {
  // Without its configuration file, messages and names libcrypto starts four times as fast, and
  // every run starts it.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS |
                          OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS,
                      nullptr);
  return Algorithm(EVP_MD_fetch(nullptr, "MD5", nullptr));
}

}  // namespace

std::string md5_bytes(std::string_view bytes) {
  static const Algorithm algorithm = libcrypto_md5();  // looking for it takes longer than using it
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (algorithm == nullptr ||
      EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, algorithm.get(), nullptr) != 1) {
    // Held to FIPS, libcrypto may not compute MD5; otherwise it lacks memory, of which it says this
    // and that, and now and then that MD5 is unsupported.
    if (EVP_default_properties_is_fips_enabled(nullptr) == 0) throw std::bad_alloc();
    throw std::runtime_error("libcrypto has no MD5, which identifies tests");
  }
  return {digest.begin(), digest.begin() + size};
}

std::string md5(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : md5_bytes(bytes)) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::string hash(const Test& test) {
  return md5(md5(initial_state(test.program)) + md5(code(test.program)) + md5(observed(test)));
}

}  // namespace opexplore
