// SPDX-License-Identifier: MIT
#include "daemon/store/store_reader.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <mutex>
#include <utility>

#include "daemon/store/epoch_book.h"
#include "daemon/store/frame_codec.h"
#include "daemon/store/level_file.h"
#include "daemon/store/level_folder.h"
#include "daemon/store/stored_row.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// A frame lies in the file of its beginning: a file may have rows of this much after its period.
constexpr std::chrono::hours kLongestRow(3);
constexpr std::size_t kCacheBytes = 8 << 20;
constexpr std::size_t kNewestFiles = 3;  // after a step of the clock the newest rows are not in the last file
constexpr std::int64_t kFarAwayMs = std::int64_t{1} << 53;

bool made_before(const FrameHead& a, const FrameHead& b) {
  return a.epoch != b.epoch ? a.epoch < b.epoch : a.first_sequence < b.first_sequence;
}

}  // namespace

// Open files that are not in use, those used last first. A file is used by one thread at a time.
class StoreReader::Pool {
 public:
  explicit Pool(const char* vfs) : vfs_(vfs) {}

  // Calls `use` with the file; nullopt if it cannot be read.
  template <class Use>
  auto with(const fs::path& path, Use use) -> std::optional<decltype(use(std::declval<LevelFile&>()))> {
    try {
      std::unique_ptr<LevelFile> file = take(path);
      auto result = use(*file);
      put_back(path, std::move(file));
      return result;
    } catch (const std::runtime_error&) {  // removed, damaged, of another version
      return std::nullopt;
    }
  }

  // The same for those who must miss nothing: a file that cannot be read at the moment throws DatabaseError. nullopt if
  // it has gone, has nothing yet, or will never be read: damaged, of another version.
  template <class Use>
  auto with_all(const fs::path& path, Use use) -> std::optional<decltype(use(std::declval<LevelFile&>()))> {
    constexpr int kNoSuchTable = 1;  // SQLITE_ERROR
    try {
      std::unique_ptr<LevelFile> file = take(path);
      auto result = use(*file);
      put_back(path, std::move(file));
      return result;
    } catch (const StoreVersionError&) {
      return std::nullopt;
    } catch (const DatabaseError& error) {
      if (error.damaged() || error.code == kNoSuchTable || !fs::exists(path)) return std::nullopt;
      throw;
    }
  }

  void clear() {
    std::list<Idle> closed;  // outside the lock
    const std::scoped_lock lock(mutex_);
    closed.swap(idle_);
  }

 private:
  static constexpr std::size_t kMostIdle = 8;
  struct Idle {
    fs::path path;
    std::unique_ptr<LevelFile> file;
  };

  std::unique_ptr<LevelFile> take(const fs::path& path) {
    {
      const std::scoped_lock lock(mutex_);
      const auto found = std::ranges::find(idle_, path, &Idle::path);
      if (found != idle_.end()) {
        auto file = std::move(found->file);
        idle_.erase(found);
        return file;
      }
    }
    return std::make_unique<LevelFile>(path, LevelFile::For::Reading, vfs_);
  }

  void put_back(const fs::path& path, std::unique_ptr<LevelFile> file) {
    std::list<Idle> closed;
    const std::scoped_lock lock(mutex_);
    idle_.push_front({path, std::move(file)});
    while (idle_.size() > kMostIdle) closed.splice(closed.end(), idle_, std::prev(idle_.end()));
  }

  const char* const vfs_;
  std::mutex mutex_;
  std::list<Idle> idle_;
};

// Which files hold frames made between two others: each is read once, and again after it has changed.
class StoreReader::MadeIndex {
 public:
  // The files of a level, those with newer frames later.
  std::vector<fs::path> files(const fs::path& folder, FrameKey after, FrameKey before, Pool& pool) {
    const std::scoped_lock lock(mutex_);
    std::vector<std::pair<FrameKey, fs::path>> found;
    std::map<std::string, Known>& all = known_[folder.string()];
    std::map<std::string, Known> gone = std::exchange(all, {});
    for (const StoredFile& file : stored_files(folder)) {
      const fs::path path = folder / file.name();
      if (auto node = gone.extract(file.name())) all.insert(std::move(node));
      Known& known = all[file.name()];
      if (const Stamp stamp = stamp_of(path); !(stamp == known.stamp) || !known.is_settled) {
        const bool is_settled = FileTime::clock::now() - std::max(stamp.file, stamp.log) > kSettles;
        const auto last = pool.with_all(path, [](LevelFile& open) { return open.last_id(); }).value_or(0);
        if (last != known.last_id || !(stamp == known.stamp))
          known.made = pool.with_all(path, [](LevelFile& open) { return open.made(); }).value_or(std::nullopt);
        known.stamp = stamp;
        known.last_id = last;
        known.is_settled = is_settled;
      }
      if (known.made && known.made->second > after && known.made->first < before)
        found.emplace_back(known.made->second, path);
    }
    std::ranges::sort(found);
    std::vector<fs::path> files;
    for (auto& [last, path] : found) files.push_back(std::move(path));
    return files;
  }

 private:
  using FileTime = fs::file_time_type;
  // What is written is seen only once it has been synchronized, which takes seconds on a bad card.
  static constexpr std::chrono::minutes kSettles{10};
  struct Stamp {  // of the file and of its log, which is written first
    FileTime file, log;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  struct Known {
    Stamp stamp;
    bool is_settled = false;
    std::int64_t last_id = 0;
    std::optional<std::pair<FrameKey, FrameKey>> made;
  };

  static Stamp stamp_of(const fs::path& path) {
    std::error_code missing;
    return {fs::last_write_time(path, missing), fs::last_write_time(path.string() + "-wal", missing)};
  }
  std::mutex mutex_;
  std::map<std::string, std::map<std::string, Known>> known_;  // by folder, then by file
};

StoreReader::StoreReader(fs::path folder, const char* vfs)
    : folder_(std::move(folder)),
      pool_(std::make_unique<Pool>(vfs)),
      made_(std::make_unique<MadeIndex>()),
      cache_(kCacheBytes) {}
StoreReader::~StoreReader() = default;

fs::path StoreReader::path_of(std::size_t level, const std::string& file) const {
  return folder_ / kLevelTable.at(level).name / file;
}

void StoreReader::forget_files() {
  pool_->clear();
  cache_.clear();
}

std::vector<FrameHead> StoreReader::frames_as_stored(std::size_t level, Time since, Time until) const {
  const Level& table = kLevelTable.at(level);
  const std::int64_t since_ms = to_ms(since);
  const std::int64_t until_ms = until == Time::max() ? kFarAwayMs : to_ms(until + milliseconds(1));
  const std::string first = period_of(table, std::max(since, Time() + kLongestRow) - kLongestRow);
  const std::string last = until == Time::max() ? "A" : period_of(table, until);
  std::vector<FrameHead> found;
  for (const StoredFile& file : stored_files(folder_ / table.name)) {
    if (file.period < first || file.period > last) continue;
    auto heads =
        pool_->with(path_of(level, file.name()), [&](LevelFile& open) { return open.frames(since_ms, until_ms); });
    if (heads) std::ranges::move(*heads, std::back_inserter(found));
  }
  std::ranges::stable_sort(found, made_before);
  return found;
}

// Epochs whose times are known to be wrong by the same are looked for together, where their files are.
std::vector<FrameHead> StoreReader::frames(std::size_t level, Time since, Time until) const {
  const auto shifts = shifts_of_epochs(folder_);
  std::vector<FrameHead> found = frames_as_stored(level, since, until);
  std::erase_if(found, [&](const FrameHead& head) { return shifts.contains(head.epoch); });
  for (const auto& [epoch, shift] : shifts)
    for (FrameHead& head : frames_as_stored(level, since - milliseconds(shift), until - milliseconds(shift))) {
      if (head.epoch != epoch) continue;
      head.shift_ms = shift;
      found.push_back(std::move(head));
    }
  if (!shifts.empty()) std::ranges::stable_sort(found, made_before);
  return found;
}

std::vector<FrameHead> StoreReader::made_between(std::size_t level, FrameKey after, FrameKey before,
                                                 std::size_t most) const {
  std::vector<FrameHead> found;
  for (const fs::path& path : made_->files(folder_ / kLevelTable.at(level).name, after, before, *pool_)) {
    auto heads = pool_->with_all(path, [&](LevelFile& open) { return open.made_between(after, before, most); });
    if (heads) std::ranges::move(*heads, std::back_inserter(found));
  }
  std::ranges::stable_sort(found, made_before);
  if (found.size() > most) found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(most));
  return found;
}

std::size_t StoreReader::count_made_between(std::size_t level, FrameKey after, FrameKey before) const {
  std::size_t count = 0;
  for (const fs::path& path : made_->files(folder_ / kLevelTable.at(level).name, after, before, *pool_))
    count += pool_->with_all(path, [&](LevelFile& open) { return open.count_made_between(after, before); }).value_or(0);
  return count;
}

std::optional<FrameHead> StoreReader::newest(std::size_t level) const {
  std::optional<FrameHead> newest;
  const auto files = stored_files(folder_ / kLevelTable.at(level).name);
  for (std::size_t i = files.size(); i-- > files.size() - std::min(kNewestFiles, files.size());) {
    const auto last = pool_->with(path_of(level, files[i].name()), [](LevelFile& open) { return open.last_frame(); });
    if (last && *last && (!newest || made_before(*newest, **last))) newest = *last;
  }
  return newest;
}

std::optional<Time> StoreReader::oldest(std::size_t level) const {
  for (const StoredFile& file : stored_files(folder_ / kLevelTable.at(level).name)) {
    const auto oldest = pool_->with(path_of(level, file.name()), [](LevelFile& open) { return open.oldest_ms(); });
    if (oldest && *oldest) return Time(milliseconds(**oldest));
  }
  return std::nullopt;
}

std::optional<EncodedFrame> StoreReader::encoded(std::size_t level, const FrameHead& frame) const {
  return pool_
      ->with_all(path_of(level, frame.file),
                 [&](LevelFile& open) {
                   std::optional<EncodedFrame> encoded;
                   auto notes = open.part(frame.id, 0);
                   if (!notes) return encoded;
                   encoded = EncodedFrame{.head = frame, .parts = {}};
                   encoded->parts.push_back({0, std::move(*notes)});
                   for (const Detector detector : {Detector::Mean, Detector::Max})
                     for (std::size_t tile = 0; tile < frame.tiles(); ++tile)
                       if (auto body = open.part(frame.id, part_of(detector, tile)))
                         encoded->parts.push_back({part_of(detector, tile), std::move(*body)});
                   return encoded;
                 })
      .value_or(std::nullopt);
}

std::vector<RowNote> StoreReader::notes(std::size_t level, const FrameHead& frame) const {
  const auto body = pool_->with(path_of(level, frame.file), [&](LevelFile& open) { return open.part(frame.id, 0); });
  if (!body || !*body) return {};
  try {
    TileDecoder decoder;
    return decode_notes(decoder, **body, frame);
  } catch (const TileError&) {
    return {};
  }
}

std::optional<std::vector<std::byte>> StoreReader::tile(std::size_t level, const FrameHead& frame, std::size_t tile,
                                                        Detector detector) const {
  auto body = pool_->with(path_of(level, frame.file),
                          [&](LevelFile& open) { return open.part(frame.id, part_of(detector, tile)); });
  return body ? std::move(*body) : std::nullopt;
}

TileCache::Levels StoreReader::levels(std::size_t level, const FrameHead& frame, std::size_t tile, Detector detector,
                                      TileDecoder& decoder) const {
  const TileCache::Key key(level, frame.file, frame.id * kFrameParts + part_of(detector, tile));
  if (auto known = cache_.find(key)) return known;
  const auto body = this->tile(level, frame, tile, detector);
  if (!body) return nullptr;
  auto levels = std::make_shared<std::vector<std::uint8_t>>(frame.rows * frame.tile_bins(tile));
  try {
    decoder.decode(*body, frame.tile_bins(tile), *levels);
  } catch (const TileError&) {
    return nullptr;
  }
  cache_.add(key, levels);
  return levels;
}

std::vector<RowPtr> StoreReader::rows(std::size_t level, const FrameHead& frame) const {
  TileDecoder decoder;
  std::array<std::vector<std::uint8_t>, 2> levels;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels.at(i).assign(frame.rows * frame.bins, 0);
    for (std::size_t n = 0; n < frame.tiles(); ++n) {
      const auto body = tile(level, frame, n, i == 0 ? Detector::Mean : Detector::Max);
      const std::size_t bins = frame.tile_bins(n);
      std::vector<std::uint8_t> part(frame.rows * bins);
      if (!body) continue;
      try {
        decoder.decode(*body, bins, part);
      } catch (const TileError&) {
        continue;
      }
      for (std::size_t row = 0; row < frame.rows; ++row)
        std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(row * bins), bins,
                    levels.at(i).begin() + static_cast<std::ptrdiff_t>(row * frame.bins + n * kTileBins));
    }
  }
  std::vector<RowPtr> rows;
  for (const RowNote& note : notes(level, frame)) {
    const std::size_t from = rows.size() * frame.bins;
    rows.push_back(row_from(frame, note, std::span(levels[0]).subspan(from, frame.bins),
                            std::span(levels[1]).subspan(from, frame.bins)));
  }
  return rows;
}

std::optional<std::vector<std::byte>> StoreReader::tile_at(std::size_t level, std::int64_t t0_ms, std::int64_t from_hz,
                                                           Detector detector, std::uint32_t epoch) const {
  const Level& table = kLevelTable.at(level);
  const std::string period = period_of(table, Time(milliseconds(t0_ms)));
  for (const StoredFile& file : stored_files(folder_ / table.name)) {
    if (file.period != period) continue;
    const auto found = pool_->with(path_of(level, file.name()), [&](LevelFile& open) {
      const auto head = open.frame_at(t0_ms, epoch);
      for (std::size_t n = 0; head && n < head->tiles(); ++n)
        if (std::llround(head->tile_from(n).value) == from_hz) return open.part(head->id, part_of(detector, n));
      return std::optional<std::vector<std::byte>>();
    });
    if (found && *found) return *found;
  }
  return std::nullopt;
}

}  // namespace spectrumd
