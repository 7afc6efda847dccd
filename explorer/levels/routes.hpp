// Candidates on their way to the rank that owns them, which their hash says: gathered, and sent in
// rounds that all ranks take part in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/hash.hpp"
#include "explorer/ranks.hpp"
#include "explorer/statistics.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore {

/// What a rank says of itself in a round.
struct RoundEnd {
  bool more = false;                         ///< it has states that are not expanded yet
  Incomplete incomplete = Incomplete::none;  ///< why it cannot go on
};

class Routes {
 public:
  explicit Routes(const Ranks& ranks) : ranks_(ranks), outgoing_(ranks.count) {}

  /// The rank that owns the state with this hash.
  unsigned owner(std::uint64_t hash) const {
    return static_cast<unsigned>((hash & 0xffffffffU) * ranks_.count >> 32U);
  }

  /// Puts a state on its way to the rank that owns it, unless it was a short while ago.
  void send(unsigned to, std::string_view bytes, std::uint64_t hash) {
    std::string& outgoing = outgoing_[to];
    Sent& sent = sent_[hash >> (64 - sent_bits)];
    if (sent.hash == hash && sent.to == to &&
        same_bytes({outgoing.data() + sent.begin, sent.length}, bytes)) {
      return;
    }
    put_unsigned(outgoing, bytes.size());
    sent = {hash, outgoing.size(), bytes.size(), to};
    outgoing += bytes;
    gathered_ += bytes.size();
  }

  /// Whether a round is due.
  bool is_full() const { return gathered_ >= round_bytes; }

  /// Sends what has gathered; calls use(bytes) for what has come. Gives what all ranks say: the
  /// same to all.
  template <class Use>
  RoundEnd exchange(const RoundEnd& mine, const Use& use) {
    for (std::string& bytes : outgoing_) {
      bytes.push_back(mine.more ? 1 : 0);
      bytes.push_back(static_cast<char>(mine.incomplete));
    }
    std::vector<std::string> incoming = ranks_.exchange(std::exchange(outgoing_, {}));
    outgoing_.resize(ranks_.count);
    std::ranges::fill(sent_, Sent{});
    gathered_ = 0;
    RoundEnd all;
    std::uint64_t came = 0;
    for (const std::string& bytes : incoming) {
      came += bytes.size();
      const std::size_t end = bytes.size() - 2;
      all.more = all.more || bytes[end] != 0;
      all.incomplete = std::max(all.incomplete, static_cast<Incomplete>(bytes[end + 1]));
    }
    peak_memory_ = std::max(peak_memory_, 2 * round_bytes + came);
    for (const std::string& bytes : incoming) take(bytes, use);
    return all;
  }

  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  // Where the bytes of a state lie that waits to be sent.
  struct Sent {
    std::uint64_t hash = 0;
    std::size_t begin = 0, length = 0;
    unsigned to = std::numeric_limits<unsigned>::max();  // no rank: there is none
  };
  static constexpr unsigned sent_bits = 14;

  static constexpr std::uint64_t round_bytes = std::uint64_t{4} << 20U;

  template <class Use>
  static void take(const std::string& bytes, const Use& use) {
    const std::string_view states(bytes.data(), bytes.size() - 2);
    ByteReader reader(states);
    for (std::size_t place = 0; place != states.size();) {
      const std::uint64_t length = reader.get_unsigned();
      const char* const state = reader.take(length);
      use(std::string_view(state, length));
      place = static_cast<std::size_t>(state - states.data()) + length;
    }
  }

  const Ranks& ranks_;
  std::vector<std::string> outgoing_;
  std::vector<Sent> sent_ = std::vector<Sent>(std::size_t{1} << sent_bits);
  std::uint64_t gathered_ = 0;
  std::uint64_t peak_memory_ = 0;
};

}  // namespace opexplore
