#include "hardware/device/watchdog.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "hardware/device/driver.hpp"

namespace opexplore::hardware {
namespace {

using Clock = std::chrono::steady_clock;

// What a child writes into its pipe: a frame of kind, length, text.
enum class Word : std::uint32_t {
  ready = 'r',      // `begin` is over
  no_device = 'n',  // it threw NoDevice
  no_begin = 'b',   // it threw something else
  told = 't',
  done = 'd',   // the job, and the next one begins
  failed = 'f'  // the job, and the child ends
};
struct FrameHead {
  std::uint32_t word = 0;
  std::uint32_t length = 0;
};

// False if nobody reads any more.
bool write_all(int pipe, const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(pipe, next, size);
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    next += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

void send(int pipe, Word word, std::string_view text = {}) {
  const FrameHead head{static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(text.size())};
  if (!write_all(pipe, &head, sizeof head) || !write_all(pipe, text.data(), text.size())) {
    _exit(1);
  }
}

// All that the child does.
void serve(const WatchedJobs& jobs, std::size_t first, int pipe) {
  Job job;
  try {
    job = jobs.begin();
  } catch (const NoDevice& error) {
    return send(pipe, Word::no_device, error.what());
  } catch (const std::exception& error) {
    return send(pipe, Word::no_begin, error.what());
  }
  send(pipe, Word::ready);
  for (std::size_t number = first; number < jobs.count && !jobs.interrupted(); ++number) {
    try {
      job(number, [&](std::string_view text) { send(pipe, Word::told, text); });
    } catch (const std::exception& error) {
      return send(pipe, Word::failed, error.what());
    }
    send(pipe, Word::done);
  }
}

struct Frame {
  Word word = Word::told;
  std::string text;
};

enum class Silence { none, too_long, ended };

class Child {
 public:
  Child(const WatchedJobs& jobs, std::size_t first) {
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t parent = getpid();
    process_ = fork();
    if (process_ < 0) {
      const int error = errno;
      close(pipe[0]);
      close(pipe[1]);
      throw std::system_error(error, std::generic_category(), "fork");
    }
    if (process_ == 0) {
      close(pipe[0]);
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would kill it later
      if (getppid() == parent) serve(jobs, first, pipe[1]);
      _exit(0);  // no destructors, no buffers: they are the parent's
    }
    close(pipe[1]);
    pipe_ = pipe[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    close(pipe_);
    end();
  }

  // The next frame; or none, because of `silence`.
  std::optional<Frame> next(std::chrono::milliseconds patience, Silence& silence,
                            const std::function<bool()>& interrupted) {
    silence = Silence::none;
    const Clock::time_point until = Clock::now() + patience;
    while (true) {
      if (std::optional<Frame> frame = take()) return frame;
      if (interrupted() && !signalled_) {
        signalled_ = true;
        kill(process_, SIGTERM);
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
      if (left.count() <= 0) {
        silence = Silence::too_long;
        return std::nullopt;
      }
      pollfd wait{pipe_, POLLIN, 0};
      const int ready = poll(&wait, 1, static_cast<int>(std::min(left, longest_wait).count()));
      if (ready > 0 && !receive()) {
        silence = Silence::ended;
        return std::nullopt;
      }
    }
  }

  // Kills it, if it still runs. False if it does not even end then: the driver holds it.
  bool end() {
    if (process_ <= 0) return true;
    kill(process_, SIGKILL);
    for (int i = 0; i < 500; ++i) {
      if (gone(WNOHANG)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process_ = 0;
    return false;
  }

  // Of a child that closed its pipe.
  std::string last_words() {
    if (!gone(0)) return "the child process ended";
    if (WIFSIGNALED(status_)) {
      return std::string("the child process was ended by a signal: ") +
             strsignal(WTERMSIG(status_));
    }
    return "the child process ended with code " + std::to_string(WEXITSTATUS(status_));
  }

 private:
  // Interruptions are looked for that often: the signal itself may come before poll() begins.
  static constexpr std::chrono::milliseconds longest_wait{100};

  bool gone(int options) {
    const pid_t result = waitpid(process_, &status_, options);
    if (result == 0 || (result < 0 && errno == EINTR)) return false;
    process_ = 0;
    return true;
  }

  // False at the end of the pipe.
  bool receive() {
    std::array<char, 65536> buffer{};
    const ssize_t size = ::read(pipe_, buffer.data(), buffer.size());
    if (size < 0) return errno == EINTR;
    received_.append(buffer.data(), static_cast<std::size_t>(size));
    return size != 0;
  }

  std::optional<Frame> take() {
    FrameHead head;
    if (received_.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, received_.data(), sizeof head);
    if (received_.size() < sizeof head + head.length) return std::nullopt;
    Frame frame{static_cast<Word>(head.word), received_.substr(sizeof head, head.length)};
    received_.erase(0, sizeof head + head.length);
    return frame;
  }

  pid_t process_ = 0;  // 0 once it is gone
  int pipe_ = -1;
  int status_ = 0;
  bool signalled_ = false;
  std::string received_;
};

std::string seconds(std::chrono::milliseconds time) {
  const std::string text = std::to_string(static_cast<double>(time.count()) / 1000);
  return text.substr(0, text.find('.') + 2) + " s";
}

class Watchdog {
 public:
  explicit Watchdog(const WatchedJobs& jobs) : jobs_(jobs) {}

  void run() {
    while (next_ < jobs_.count) {
      if (jobs_.interrupted()) return cancel("interrupted");
      run_child();
    }
  }

 private:
  // Until a child ends; at least one job is over then.
  void run_child() {
    Child child(jobs_, next_);
    if (!begin(child)) return;
    const auto never = [] { return false; };
    while (next_ < jobs_.count) {
      Silence silence{};
      const std::optional<Frame> frame = child.next(jobs_.silence, silence, jobs_.interrupted);
      if (!frame) return lost(child, silence);
      if (frame->word == Word::told) {
        if (!frame->text.empty()) jobs_.told(next_, frame->text);
      } else if (frame->word == Word::done) {
        finish({JobEnd::Kind::done, ""});
      } else {
        finish({JobEnd::Kind::failed, frame->text});
        return;
      }
    }
    Silence silence{};
    child.next(jobs_.silence, silence, never);  // it gives the GPU back, and ends
  }

  bool begin(Child& child) {
    Silence silence{};
    const std::optional<Frame> frame = child.next(jobs_.begin_silence, silence, jobs_.interrupted);
    if (frame && frame->word == Word::ready) {
      begun_ = true;
      return true;
    }
    std::string reason = frame ? frame->text : "";
    if (silence == Silence::too_long) {
      reason = "the GPU did not answer within " + seconds(jobs_.begin_silence);
      child.end();
    }
    if (silence == Silence::ended) reason = child.last_words();
    if (jobs_.interrupted()) {
      cancel("interrupted");
    } else if (begun_) {
      cancel("the GPU could not be opened again: " + reason);
    } else if (frame && frame->word == Word::no_device) {
      throw NoDevice(reason);
    } else {
      throw CannotBegin(reason);
    }
    return false;
  }

  void lost(Child& child, Silence silence) {
    if (silence == Silence::ended) {
      // One that was interrupted between two jobs ends without a word.
      if (jobs_.interrupted()) return cancel("interrupted");
      return finish({JobEnd::Kind::died, child.last_words()});
    }
    const bool gone = child.end();
    finish({JobEnd::Kind::timed_out, "no answer from the GPU for " + seconds(jobs_.silence)});
    if (!gone) cancel("the process of an earlier test cannot be ended, and holds the GPU");
  }

  void finish(const JobEnd& end) { jobs_.ended(next_++, end); }

  void cancel(const std::string& reason) {
    while (next_ < jobs_.count) finish({JobEnd::Kind::cancelled, reason});
  }

  const WatchedJobs& jobs_;
  std::size_t next_ = 0;  // job that runs
  bool begun_ = false;    // some child could begin
};

}  // namespace

void watch(const WatchedJobs& jobs) { Watchdog(jobs).run(); }

}  // namespace opexplore::hardware
