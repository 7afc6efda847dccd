// Candidates on their way to the rank that owns them, which their hash says: gathered, and sent in
// rounds that all ranks take part in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/ranks.hpp"
#include "explorer/search/levels/level_store.hpp"
#include "explorer/store/hash.hpp"
#include "opmodel/parts/encoding.hpp"
#include "opmodel/results/coverage.hpp"

namespace opexplore {

/// What a rank says of itself in a round.
struct RoundEnd {
  bool more = false;                         ///< it has states that are not expanded yet
  Incomplete incomplete = Incomplete::none;  ///< why it cannot go on
};

/// A state that another rank owns.
struct Leaving {
  unsigned to = 0;
  FoundState state;
};

class Routes {
 public:
  /// Bytes of a large search: what leaves in a round, what comes, and what is remembered of it.
  static constexpr std::uint64_t usual_memory = std::uint64_t{14} << 20U;

  explicit Routes(const Ranks& ranks) : ranks_(ranks), outgoing_(ranks.count) {}

  /// The rank that owns the state with this hash.
  unsigned owner(std::uint64_t hash) const {
    return static_cast<unsigned>((hash & 0xffffffffU) * ranks_.count >> 32U);
  }

  /// \name Ask the processor to fetch what send() will read: where such a state lies, and when that
  /// has come, the state.
  /// @{
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&sent_[place_of(hash)], 1); }
  void prefetch_state(const Leaving& leaving) const {
    const std::uint64_t hash = leaving.state.hash;
    const Sent& sent = sent_[place_of(hash)];
    if (sent.tag == tag_of(hash)) __builtin_prefetch(outgoing_[leaving.to].data() + sent.begin);
  }
  /// @}

  /// Puts a state on its way to the rank that owns it, unless it was a short while ago.
  void send(const Leaving& leaving) {
    const FoundState& state = leaving.state;
    std::string& outgoing = outgoing_[leaving.to];
    Sent& sent = sent_[place_of(state.hash)];
    if (sent.round == round_ && sent.tag == tag_of(state.hash) &&
        sent.length == state.bytes.size() &&
        same_bytes({outgoing.data() + sent.begin, sent.length}, state.bytes)) {
      char& before = outgoing[sent.begin + sent.length];
      before = static_cast<char>(std::min(static_cast<std::uint8_t>(before), state.before));
      return;
    }
    put_unsigned(outgoing, state.bytes.size());
    sent = {tag_of(state.hash), static_cast<std::uint32_t>(outgoing.size()),
            static_cast<std::uint32_t>(state.bytes.size()), round_};
    outgoing += state.bytes;
    outgoing.push_back(static_cast<char>(state.before));
    gathered_ += state.bytes.size();
  }

  /// Whether a round is due.
  bool is_full() const { return gathered_ >= round_bytes; }

  /// Sends what has gathered; calls use(arrived), some states at a time, for what has come. Gives
  /// what all ranks say: the same to all.
  template <class Use>
  RoundEnd exchange(const RoundEnd& mine, const Use& use) {
    for (std::string& bytes : outgoing_) {
      bytes.push_back(mine.more ? 1 : 0);
      bytes.push_back(static_cast<char>(mine.incomplete));
    }
    std::vector<std::string> incoming = ranks_.exchange(std::exchange(outgoing_, {}));
    outgoing_.resize(ranks_.count);
    ++round_;
    gathered_ = 0;
    RoundEnd all;
    std::uint64_t came = 0;
    for (const std::string& bytes : incoming) {
      came += bytes.size();
      const std::size_t end = bytes.size() - 2;
      all.more = all.more || bytes[end] != 0;
      all.incomplete = std::max(all.incomplete, static_cast<Incomplete>(bytes[end + 1]));
    }
    peak_memory_ = std::max(peak_memory_, 2 * round_bytes + came + sent_.size() * sizeof(Sent));
    for (const std::string& bytes : incoming) take(bytes, use);
    return all;
  }

  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  // Where the bytes of a state lie that waits to be sent.
  struct Sent {
    std::uint32_t tag = 0, begin = 0, length = 0;
    std::uint32_t round = 0;  // of another round: it waits no more
  };
  static constexpr unsigned sent_bits = 18;

  // Says whose the state is, too.
  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }
  static std::size_t place_of(std::uint64_t hash) { return hash >> (64 - sent_bits); }

  static constexpr std::uint64_t round_bytes = std::uint64_t{4} << 20U;

  template <class Use>
  void take(const std::string& bytes, const Use& use) {
    constexpr std::size_t at_a_time = 64;
    const std::string_view states(bytes.data(), bytes.size() - 2);
    ByteReader reader(states);
    for (std::size_t place = 0; place != states.size();) {
      const std::uint64_t length = reader.get_unsigned();
      const std::string_view state(reader.take(length + 1), length);
      const auto before = static_cast<std::uint8_t>(*state.end());
      arrived_.push_back({state, hash_bytes(state), before});
      place = static_cast<std::size_t>(state.data() - states.data()) + length + 1;
      if (arrived_.size() < at_a_time && place != states.size()) continue;
      use(std::as_const(arrived_));
      arrived_.clear();
    }
  }

  const Ranks& ranks_;
  std::vector<std::string> outgoing_;
  std::vector<Sent> sent_ = std::vector<Sent>(std::size_t{1} << sent_bits);
  std::uint32_t round_ = 1;
  std::vector<FoundState> arrived_;
  std::uint64_t gathered_ = 0;
  std::uint64_t peak_memory_ = 0;
};

}  // namespace opexplore
