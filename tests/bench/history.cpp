// SPDX-License-Identifier: MIT
// The history on disk, measured: writes days of a busy band with the real writer and a fast clock, then reads screens
// of it.
//   history FOLDER [STRETCHES [BINS [BLOCK-DEVICE|- [LIMIT-MIB]]]]
// STRETCHES are DAYS[@SECONDS-PER-ROW], one after the other: 365@60,275@10,90 is two years, of which the last 90 days
// have rows of a second. Prints sizes, the writer's share of a core and its memory, device bytes by
// /sys/block/BLOCK-DEVICE/stat (the disk of FOLDER, used by nothing else), and for screens of 1500 x 800 the time and
// the bytes read: cold, with the files dropped from the page cache, and warm. A folder that has a history already is
// only read.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "daemon/store/past_rows.h"
#include "daemon/store/verify.h"
#include "tests/daemon/store/busy_band.h"
#include "tests/daemon/store/store_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kRowsMade = 240;  // which repeat: four times as many as a tile has
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;
constexpr std::size_t kScreenRows = 800, kScreenBins = 1500;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::uint64_t number_after(const char* file, const std::string& word) {
  std::ifstream text(file);
  for (std::string found; text >> found;)
    if (found == word) {
      std::uint64_t number = 0;
      text >> number;
      return number;
    }
  return 0;
}

std::uint64_t bytes_read() { return number_after("/proc/self/io", "read_bytes:"); }
std::uint64_t resident_kib() { return number_after("/proc/self/status", "VmRSS:"); }

std::uint64_t sectors_written(const std::string& device) {
  std::ifstream stat("/sys/block/" + device + "/stat");
  std::uint64_t value = 0;
  for (int i = 0; i < 7; ++i) stat >> value;
  return value;
}

void drop_from_cache(const std::filesystem::path& folder) {
  sync();
  for (const auto& file : store_files(folder)) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    close(descriptor);
  }
}

std::uint64_t bytes_in(const std::filesystem::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

struct Stretch {
  double days = 0;
  double row_seconds = 1;
};

struct Plan {
  std::filesystem::path folder;
  std::vector<Stretch> stretches;
  std::size_t bins = 1024;
  std::string device;
  std::uint64_t limit_bytes = kNoLimit;
};

std::vector<Stretch> stretches_in(const std::string& text) {
  std::vector<Stretch> stretches;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    Stretch stretch;
    std::sscanf(part.c_str(), "%lf@%lf", &stretch.days, &stretch.row_seconds);
    stretches.push_back(stretch);
  }
  return stretches;
}

std::chrono::nanoseconds nanoseconds(double seconds) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

StoreHooks hooks_of(const Time& now) {
  return {.setting = [](const Row&) { return RowSetting{.gain = Decibels{20}, .rbw_hz = 878.9}; },
          .clock = [] { return ClockStatus{.synchronized = true, .epoch = 1}; },
          .system = [&now] { return now; }};
}

// Writes rows as they would come, with a clock that takes no time between them.
class FastWriter {
 public:
  explicit FastWriter(const Plan& asked)
      : folder_(asked.folder),
        limit_bytes_(asked.limit_bytes),
        reader_(asked.folder),
        writer_(history_, reader_, {.folder = asked.folder, .limit_bytes = limit_bytes_}, hooks_of(now_),
                [](const std::string& file, const std::string& reason) { fmt::print("{}: {}\n", file, reason); }) {
    BusyBand band(asked.bins);
    for (std::size_t i = 0; i < kRowsMade; ++i) made_.push_back(band.row(Time(), 1s));
    writer_.open();
  }

  void write(const Stretch& stretch) {
    const std::uint64_t resident = resident_kib();
    std::uint64_t most_resident = resident, commits = 0;
    double cpu = 0;
    const auto duration = nanoseconds(stretch.row_seconds);
    const Time end = now_ + nanoseconds(stretch.days * 86400);
    while (now_ < end) {
      push_row(duration);
      const double before = cpu_seconds();
      writer_.collect(steady_);
      const bool due = writer_.is_due(steady_);
      if (due) writer_.write(steady_);
      cpu += cpu_seconds() - before;
      commits += due;
      if (due && limit_bytes_ < kNoLimit) most_bytes_ = std::max(most_bytes_, bytes_in_files());
      if (sequence_ % 1000 == 0) most_resident = std::max(most_resident, resident_kib());
    }
    fmt::print("written: {} days, a row of {} s each, {} commits: {:.3f} % of a core in real time; ", stretch.days,
               stretch.row_seconds, commits, 100 * cpu / (stretch.days * 86400));
    fmt::print("process {:.1f} MiB more, memory of the history {:.1f}\n",
               static_cast<double>(most_resident - resident) / 1024, static_cast<double>(history_.bytes()) / (1 << 20));
    std::fflush(stdout);
  }

  void finish() {
    writer_.finish();
    if (limit_bytes_ < kNoLimit)
      fmt::print("limit: {} bytes; the files had at most {} after a commit\n", limit_bytes_, most_bytes_);
  }

 private:
  std::uint64_t bytes_in_files() const {
    std::uint64_t bytes = 0;
    for (const Level& level : kLevelTable) bytes += bytes_in(folder_ / level.name);
    return bytes;
  }

  void push_row(std::chrono::nanoseconds duration) {
    auto row = std::make_shared<Row>(*made_[++sequence_ % kRowsMade]);
    row->sequence = sequence_;
    row->time = now_;
    row->duration = duration;
    history_.push(std::move(row));
    now_ += duration;
    steady_ += duration;
  }

  const std::filesystem::path folder_;
  const std::uint64_t limit_bytes_;
  std::uint64_t most_bytes_ = 0;
  std::vector<RowPtr> made_;
  Time now_ = *parse_time("2024-07-01T00:00:00Z");
  StoreWriter::Steady::time_point steady_{};
  std::uint64_t sequence_ = 0;
  History history_{std::size_t{64} << 20, kMostStoredBins};
  StoreReader reader_;
  StoreWriter writer_;
};

void write(const Plan& asked) {
  const std::uint64_t sectors = asked.device == "-" ? 0 : sectors_written(asked.device);
  FastWriter writer(asked);
  double days = 0;
  for (const Stretch& stretch : asked.stretches) {
    writer.write(stretch);
    days += stretch.days;
  }
  writer.finish();
  sync();
  if (asked.device != "-")
    fmt::print("device: {:.1f} MB a day\n",
               static_cast<double>(sectors_written(asked.device) - sectors) * 512e-6 / days);
}

void print_sizes(const Plan& asked) {
  for (const Level& level : kLevelTable)
    fmt::print("{:>6}: {:8.2f} MB in {} files\n", level.name,
               static_cast<double>(bytes_in(asked.folder / level.name)) / 1e6,
               std::distance(std::filesystem::directory_iterator(asked.folder / level.name), {}));
  std::size_t bytes = 0, bins = 0;
  const StoreReader reader(asked.folder);
  const Time newest = reader.newest(0)->end();
  for (const FrameHead& frame : reader.frames(0, newest - 1h, newest))
    for (const Detector detector : {Detector::Mean, Detector::Max})
      for (std::size_t n = 0; n < frame.tiles(); ++n) {
        bytes += reader.tile(0, frame, n, detector)->size();
        bins += detector == Detector::Mean ? frame.rows * frame.tile_bins(n) : 0;
      }
  fmt::print("tiles of the last hour of 1 s rows: {:.3f} bits per bin, mean and maximum together\n",
             8 * static_cast<double>(bytes) / static_cast<double>(bins));
}

struct Screen {
  double ms = 0, cpu_ms = 0;
  std::uint64_t bytes = 0, rows = 0;
  std::chrono::seconds step{};
};

Screen read_screen(const StoreReader& reader, const History& history, Time until, std::chrono::nanoseconds span) {
  const auto start = Clock::now();
  const double cpu = cpu_seconds();
  const std::uint64_t bytes = bytes_read();
  PastRows past(
      history, &reader,
      {.since = until - span, .until = until, .rows = kScreenRows, .view = {.bins = kScreenBins}, .mean = false});
  Screen screen{.step = past.disk_step()};
  while (past.next()) ++screen.rows;
  screen.ms = milliseconds_since(start);
  screen.cpu_ms = 1e3 * (cpu_seconds() - cpu);
  screen.bytes = bytes_read() - bytes;
  return screen;
}

enum class Place { Middle, End };

void read(const Plan& asked, Place place) {
  const History nothing(std::size_t{4} << 20);
  const Time newest = StoreReader(asked.folder).newest(0)->end();
  const auto oldest = *StoreReader(asked.folder).oldest(0);
  fmt::print(
      "screens of {} x {}, maximum, {} of the history:\n     span   step  rows | cold ms  CPU ms  MB read | warm ms  "
      "CPU ms\n",
      kScreenBins, kScreenRows, place == Place::End ? "the end" : "the middle");
  for (const auto span : {800s, 2000s, 3600s, 7990s, 6h + 0s, 13h + 0s, 24h + 0s, 3 * 24h + 0s, 5 * 24h + 0s,
                          7 * 24h + 0s, 30 * 24h + 0s, 60 * 24h + 0s, 90 * 24h + 0s, 365 * 24h + 0s, 730 * 24h + 0s}) {
    if (newest - span < oldest - 1h) continue;
    drop_from_cache(asked.folder);
    const StoreReader reader(asked.folder);
    const Time until = place == Place::End ? newest : newest - (newest - oldest - span) / 2;
    const Screen cold = read_screen(reader, nothing, until, span);
    Screen warm = read_screen(reader, nothing, until, span);
    for (int i = 0; i < 4; ++i) {
      const Screen again = read_screen(reader, nothing, until, span);
      if (again.ms < warm.ms) warm = again;
    }
    fmt::print("{:>8} s {:>4} s {:>5} | {:7.1f} {:7.1f} {:8.2f} | {:7.1f} {:7.1f}\n", span.count(), cold.step.count(),
               cold.rows, cold.ms, cold.cpu_ms, static_cast<double>(cold.bytes) / 1e6, warm.ms, warm.cpu_ms);
  }
}

// A screen as a browser asks for it: the list, then each tile.
void read_tiles(const Plan& asked) {
  const StoreReader reader(asked.folder);
  const Time newest = reader.newest(0)->end();
  for (int i = 0; i < 2; ++i) {
    const double start = cpu_seconds();
    std::size_t tiles = 0, bytes = 0;
    for (const FrameHead& frame : reader.frames(0, newest - 800s, newest)) {
      reader.notes(0, frame);
      for (std::size_t n = 0; n < std::min<std::size_t>(frame.tiles(), 6); ++n, ++tiles)
        bytes +=
            reader.tile_at(0, frame.t0_ms, std::llround(frame.tile_from(n).value), Detector::Max, frame.epoch)->size();
    }
    fmt::print("tiles alone: {} of {:.2f} MB in {:.2f} ms of CPU\n", tiles, static_cast<double>(bytes) / 1e6,
               1e3 * (cpu_seconds() - start));
  }
}

void start(const Plan& asked) {
  drop_from_cache(asked.folder);
  const History history(std::size_t{4} << 20);
  const Time now;
  const auto begin = Clock::now();
  StoreReader reader(asked.folder);
  StoreWriter writer(history, reader, {.folder = asked.folder, .limit_bytes = kNoLimit}, hooks_of(now),
                     [](const std::string&, const std::string&) {});
  fmt::print("start: {:.2f} ms until a row can come, ", milliseconds_since(begin));
  writer.open();
  fmt::print("{:.1f} ms until it can be written, {} files\n", milliseconds_since(begin),
             store_files(asked.folder).size());
}

}  // namespace
}  // namespace spectrumd

int main(int count, char** arguments) {
  const auto argument = [&](int i, const char* otherwise) { return count > i ? arguments[i] : otherwise; };
  const spectrumd::Plan plan{
      .folder = argument(1, "/tmp/history-bench"),
      .stretches = spectrumd::stretches_in(argument(2, "1")),
      .bins = static_cast<std::size_t>(std::atol(argument(3, "1024"))),
      .device = argument(4, "-"),
      .limit_bytes = count > 5 ? std::uint64_t(std::atol(arguments[5])) << 20 : spectrumd::kNoLimit};
  if (!std::filesystem::exists(plan.folder / "1s")) spectrumd::write(plan);
  spectrumd::print_sizes(plan);
  spectrumd::start(plan);
  for (const auto place : {spectrumd::Place::Middle, spectrumd::Place::End}) spectrumd::read(plan, place);
  spectrumd::read_tiles(plan);
}
