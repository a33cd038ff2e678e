// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/fleet/batch.h"
#include "daemon/fleet/epoch_tags.h"
#include "daemon/fleet/gaps.h"
#include "daemon/store/store_reader.h"
#include "daemon/watch/book/book.h"

namespace spectrumd {

// What was taken of a gap, from the end of it.
struct Taken {
  Mark first, last;
  bool all = true;        // there was nothing before
  std::size_t items = 0;  // that are sent; others are only passed over
};

inline FrameKey key_of(const Mark& mark) { return {mark.epoch, mark.number}; }
inline Mark mark_of(const FrameHead& frame) { return {frame.key().epoch, frame.key().sequence}; }

// Adds frames, the last first, until a batch has so many bytes; at least one. `add` returns whether there was something
// to send.
template <class Add>
Taken take_newest(const std::vector<FrameHead>& frames, const Batch& batch, std::size_t most_bytes, bool were_all,
                  const Add& add) {
  Taken taken{.first = {}, .last = mark_of(frames.back()), .all = were_all};
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    if (batch.bytes() >= most_bytes && taken.items > 0) {
      taken.all = false;
      break;
    }
    taken.first = mark_of(*frame);
    if (add(*frame)) ++taken.items;
  }
  return taken;
}

// Things in the order in which they were made. One thread; blocks on the disk.
class ReportStream {
 public:
  virtual ~ReportStream() = default;
  virtual std::string name() = 0;  // changes where the marks lose their meaning
  virtual int needed_schema() const { return 1; }

  // Adds the newest of a gap to a batch, until it has so many bytes; at least one. nullopt if there are none.
  virtual std::optional<Taken> take(const Gap& gap, Batch& batch, std::size_t most_bytes) = 0;
  virtual std::size_t count(const Gap& gap) = 0;
};

// What the rows of a receiver have in common.
struct Reporting {
  std::int32_t receiver = 0;
  std::function<Book*()> book;  // null while there is none; must not throw
  // When a look was requested; must not throw.
  std::function<std::vector<Time>(Time since, Time until)> looks;
};

// Frames of a level of the history; or only those near the begin or the end of an alarm, or of
// a look.
class FrameStream : public ReportStream {
 public:
  enum class Which : std::uint8_t { All, NearAlarms };
  FrameStream(const StoreReader& reader, std::size_t level, Which which, const Reporting& reporting, EpochTags& epochs);

  std::string name() override;
  std::optional<Taken> take(const Gap& gap, Batch& batch, std::size_t most_bytes) override;
  std::size_t count(const Gap& gap) override;

 private:
  std::vector<Time> moments_near(const std::vector<FrameHead>& frames) const;
  bool add(const FrameHead& frame, Batch& batch);

  const StoreReader& reader_;
  const std::size_t level_;
  const Which which_;
  const Reporting& reporting_;
  EpochTags& epochs_;
};

// The rows of a minute, uncompressed, which SQL can read. A database that gets a schema with them gets those of before.
class MinuteStream : public ReportStream {
 public:
  MinuteStream(const StoreReader& reader, const Reporting& reporting, EpochTags& epochs)
      : reader_(reader), reporting_(reporting), epochs_(epochs) {}

  static constexpr std::size_t kLevel = 2;  // of the history
  std::string name() override { return "minute"; }
  int needed_schema() const override { return 2; }
  std::optional<Taken> take(const Gap& gap, Batch& batch, std::size_t most_bytes) override;
  std::size_t count(const Gap& gap) override;

 private:
  bool add(const FrameHead& frame, Batch& batch);

  const StoreReader& reader_;
  const Reporting& reporting_;
  EpochTags& epochs_;
};

// Alarms, occupancy and the noise floor, of the book of a watch.
class JournalStream : public ReportStream {
 public:
  explicit JournalStream(const Reporting& reporting) : reporting_(reporting) {}

  std::string name() override;
  std::optional<Taken> take(const Gap& gap, Batch& batch, std::size_t most_bytes) override;
  std::size_t count(const Gap& gap) override;

 private:
  void add(const JournalEntry& entry, std::int64_t book, Batch& batch) const;
  const Reporting& reporting_;
};

}  // namespace spectrumd
