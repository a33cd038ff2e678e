// SPDX-License-Identifier: MIT
#include "tests/daemon/store/store_world.h"

#include <unistd.h>

#include <cmath>
#include <cstdlib>

namespace spectrumd {

using namespace std::chrono_literals;

StoreFolder::StoreFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "spectrumd-store-XXXXXX").string();
  path_ = mkdtemp(name.data());
}

StoreFolder::~StoreFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

StoreWorld::StoreWorld(std::filesystem::path folder, Time start, const char* vfs, std::size_t bins)
    : plan{.folder = std::move(folder), .limit_bytes = std::uint64_t{1} << 30, .vfs = vfs}, now(start), bins_(bins) {}

void StoreWorld::start() {
  history_ = std::make_unique<History>(std::size_t{8} << 20, kMostStoredBins);
  reader_ = std::make_unique<StoreReader>(plan.folder, plan.vfs);
  const StoreHooks hooks{.setting = [](const Row&) { return RowSetting{.gain = Decibels{20}, .rbw_hz = 100}; },
                         .clock = [this] { return ClockStatus{.synchronized = synchronized, .epoch = epoch_}; },
                         .system = [this] { return now; },
                         .since_boot = [this] { return since_boot_; },
                         .boot = boot};
  writer_ =
      std::make_unique<StoreWriter>(*history_, *reader_, plan, hooks,
                                    [this](const std::string& file, const std::string&) { set_aside.push_back(file); });
  sequence_ = 0;
  epoch_ = 1;
  writer_->open();
}

void StoreWorld::stop() {
  writer_->collect(steady_);
  writer_->finish();
  kill();
}

void StoreWorld::kill() {
  writer_.reset();
  reader_.reset();
  history_.reset();
}

void StoreWorld::second() {
  const RowPtr levels = make_row ? make_row(now) : row_at(now, bins_);
  auto row = std::make_shared<Row>(*levels);
  row->sequence = ++sequence_;
  row->epoch = epoch_;
  row->generation = generation_;
  if (!synchronized) row->flags |= kRowUnsynchronized;
  history_->push(std::move(row));
  now += 1s;
  since_boot_ += 1s;
  steady_ += 1s;
  if (!writer_) return;
  try {
    writer_->collect(steady_);
    if (!writer_->is_due(steady_)) return;
    writer_->write(steady_);
    ++writes;
    last_written = now - 1s;
  } catch (const DatabaseError&) {
    ++failures;
  }
}

void StoreWorld::seconds(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) second();
}

void StoreWorld::step_clock(std::chrono::nanoseconds by) {
  now += by;
  ++epoch_;
}

void StoreWorld::retune() { ++generation_; }

// A carrier drifts through noise; both follow from time and place alone.
Centibel StoreWorld::level_at(Time time, std::size_t bin) {
  const auto second =
      static_cast<std::uint64_t>(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count());
  std::uint64_t mix = (second * 1000003 + bin) * 0x9e3779b97f4a7c15ULL;
  mix ^= mix >> 29;
  const bool is_carrier = (second / 60) % 64 == bin;
  return static_cast<Centibel>(-9000 + static_cast<int>(mix % 8) * 50 + (is_carrier ? 4000 : 0));
}

RowPtr StoreWorld::row_at(Time time, std::size_t bins) {
  std::vector<Centibel> mean(bins), max(bins);
  for (std::size_t i = 0; i < bins; ++i) {
    mean[i] = level_at(time, i);
    max[i] = static_cast<Centibel>(mean[i] + 500);
  }
  auto row = std::make_shared<Row>();
  row->time = time;
  row->duration = 1s;
  row->center = {100e6};
  row->span = {2.4e6};
  row->ffts = 500;
  row->levels = {Pyramid(Pool::Mean, mean), Pyramid(Pool::Max, max), Pyramid(Pool::Min, mean)};
  return row;
}

StoredRows stored_rows(const StoreReader& reader, std::size_t level, Time since, Time until) {
  StoredRows stored;
  for (const FrameHead& frame : reader.frames(level, since, until))
    for (const RowPtr& row : reader.rows(level, frame)) {
      stored.rows.push_back(row);
      for (std::size_t i = 0; i < row->bins(); ++i) {
        const Time made = row->time - std::chrono::milliseconds(frame.shift_ms);
        const Centibel mean = row->levels[0].full()[i], max = row->levels[1].full()[i];
        if (mean == kNoLevel || max == kNoLevel)
          ++stored.missing_levels;
        else if (mean != StoreWorld::level_at(made, i) || max != mean + 500)
          ++stored.wrong_levels;
      }
    }
  return stored;
}

}  // namespace spectrumd
