#include "mpi/campaign.hpp"

#include <cstdint>
#include <sstream>

namespace opexplore {
namespace {

// What the others say, by the first letter; `end` has the part and how many of its tests are
// selected behind it. Work is a part and a range.
constexpr char done = 'd';
constexpr char end = 'e';

}  // namespace

void CampaignDesk::begin(std::size_t parts, const CampaignOptions& options) {
  handout_.emplace(parts, options.shard, options.known);
  interrupted_ = options.interrupted;
}

std::optional<RangeResult> CampaignDesk::next(std::size_t part) {
  const Workers::Desk desk{[&](Workers::Number worker) -> std::optional<std::string> {
                             const std::optional<Handout::Range> range = handout_->next(worker);
                             if (!range) return std::nullopt;
                             return std::to_string(range->part) + ' ' +
                                    std::to_string(range->range);
                           },
                           [&](Workers::Number, std::string_view message) { take(message); },
                           [&](Workers::Number worker) { handout_->lose(worker); }};
  for (;;) {
    if (std::optional<RangeResult> result = handout_->take(part)) return result;
    if (handout_->is_done(part) || (interrupted_ && interrupted_())) return std::nullopt;
    workers_.look(desk, "with --journal FILE --resume the campaign goes on where it was");
  }
}

void CampaignDesk::take(std::string_view message) {
  const char kind = message.empty() ? ' ' : message.front();
  if (kind == done) handout_->finish(range_result(message.substr(1)));
  if (kind == end) {
    std::istringstream words(std::string(message.substr(1)));
    std::size_t part = 0;
    std::uint64_t selected = 0;
    words >> part >> selected;
    handout_->end(part, selected);
  }
}

void CampaignFollower::follow(std::span<const CampaignPart> parts, const CampaignOptions& options) {
  for (fetch(); assigned_;) {
    const std::size_t part = assigned_->part;
    const CampaignResult result =
        run_campaign(parts.subspan(part, 1), options_of_pass(part, options));
    if (result.incomplete != Incomplete::none) return;
    if (const std::optional<std::uint64_t> selected = result.parts.front().selected) {
      leader_.say(end + std::to_string(part) + ' ' + std::to_string(*selected));
    }
    fetch();
  }
}

// A pass goes through the tests of one part once, so numbers of ranges increase. One that another
// left undone takes a pass of its own.
CampaignOptions CampaignFollower::options_of_pass(std::size_t part,
                                                  const CampaignOptions& options) {
  CampaignOptions mine = options;
  mine.threads = options.threads == 0 ? 1 : options.threads;
  mine.progress = nullptr;
  mine.known = {};
  mine.shard = {};
  mine.interrupted = [this, ended = options.interrupted] {
    return leader_.is_gone() || (ended && ended());
  };
  mine.done = [this, part](const RangeResult& result) {
    RangeResult named = result;
    named.part = part;
    leader_.say(done + text_of(named));
  };
  mine.next_range =
      [this, part, least = std::uint64_t{0}](std::size_t) mutable -> std::optional<std::uint64_t> {
    fetch();
    if (!assigned_ || assigned_->part != part || assigned_->range < least) return std::nullopt;
    const std::uint64_t range = assigned_->range;
    assigned_.reset();
    least = range + 1;
    return range;
  };
  return mine;
}

// Waits for a range, unless there is one that was not begun.
void CampaignFollower::fetch() {
  if (assigned_ || is_over_) return;
  const std::optional<std::string> message = leader_.work();
  is_over_ = !message;
  if (!message) return;
  std::istringstream words(*message);
  assigned_.emplace();
  words >> assigned_->part >> assigned_->range;
}

}  // namespace opexplore
