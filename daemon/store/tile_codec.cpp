// SPDX-License-Identifier: MIT
#include "daemon/store/tile_codec.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

namespace spectrumd {
namespace {

enum Filter : std::uint8_t { kRaw = 0, kFrequency = 1, kColumn = 2 };

constexpr int kRawDeflate = -15;  // no header, no checksum: the database has one
constexpr int kMostMemory = 9;

// Each level minus its left neighbour.
void filter_frequency(std::span<const std::uint8_t> levels, std::size_t bins, std::vector<std::uint8_t>& filtered) {
  filtered.resize(1 + levels.size());
  filtered[0] = kFrequency;
  for (std::size_t row = 0; row < levels.size(); row += bins) {
    filtered[1 + row] = levels[row];
    for (std::size_t i = row + 1; i < row + bins; ++i)
      filtered[1 + i] = static_cast<std::uint8_t>(levels[i] - levels[i - 1]);
  }
}

// By counting: a byte has few values, and most of them do not occur.
std::uint8_t median_of(std::span<const std::uint8_t> levels, std::size_t column, std::size_t bins) {
  std::array<std::uint8_t, kTileRows> values{};
  std::size_t rows = 0;
  for (std::size_t i = column; i < levels.size(); i += bins) values.at(rows++) = levels[i];
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(rows / 2);
  std::nth_element(values.begin(), middle, values.begin() + static_cast<std::ptrdiff_t>(rows));
  return *middle;
}

// The medians of the columns, and each level minus that of its column.
void filter_column(std::span<const std::uint8_t> levels, std::size_t bins, std::vector<std::uint8_t>& filtered) {
  filtered.resize(1 + bins + levels.size());
  filtered[0] = kColumn;
  std::uint8_t* const medians = filtered.data() + 1;
  for (std::size_t column = 0; column < bins; ++column) medians[column] = median_of(levels, column, bins);
  for (std::size_t row = 0; row < levels.size(); row += bins)
    for (std::size_t i = 0; i < bins; ++i)
      filtered[1 + bins + row + i] = static_cast<std::uint8_t>(levels[row + i] - medians[i]);
}

void undo_frequency(std::span<const std::uint8_t> filtered, std::size_t bins, std::span<std::uint8_t> levels) {
  for (std::size_t row = 0; row < levels.size(); row += bins) {
    std::uint8_t level = 0;
    for (std::size_t i = row; i < row + bins; ++i) levels[i] = level = static_cast<std::uint8_t>(level + filtered[i]);
  }
}

void undo_column(std::span<const std::uint8_t> filtered, std::size_t bins, std::span<std::uint8_t> levels) {
  const auto medians = filtered.first(bins);
  const auto rest = filtered.subspan(bins);
  for (std::size_t row = 0; row < levels.size(); row += bins)
    for (std::size_t i = 0; i < bins; ++i) levels[row + i] = static_cast<std::uint8_t>(rest[row + i] + medians[i]);
}

z_stream deflater(int level, int strategy) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, kRawDeflate, kMostMemory, strategy) != Z_OK) throw std::bad_alloc();
  return stream;
}

// True if the result fits.
bool deflate_into(z_stream& stream, std::span<const std::uint8_t> bytes, std::vector<std::byte>& target) {
  deflateReset(&stream);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(target.data());
  stream.avail_out = static_cast<uInt>(target.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) return false;
  target.resize(stream.total_out);
  return true;
}

}  // namespace

struct TileEncoder::Attempts {
  std::array<z_stream, 3> streams{deflater(6, Z_HUFFMAN_ONLY), deflater(6, Z_RLE), deflater(6, Z_DEFAULT_STRATEGY)};
  z_stream pack = deflater(9, Z_DEFAULT_STRATEGY);

  ~Attempts() {
    for (z_stream& stream : streams) deflateEnd(&stream);
    deflateEnd(&pack);
  }
};

TileEncoder::TileEncoder() : attempts_(new Attempts) {}
TileEncoder::~TileEncoder() { delete attempts_; }

// An attempt that becomes longer than the best ends there.
void TileEncoder::attempt(std::span<const std::uint8_t> filtered, int strategy) {
  other_.resize(best_.empty() ? filtered.size() + filtered.size() / 64 + 64 : best_.size() - 1);
  if (deflate_into(attempts_->streams.at(static_cast<std::size_t>(strategy)), filtered, other_)) other_.swap(best_);
}

std::span<const std::byte> TileEncoder::encode(std::span<const std::uint8_t> levels, std::size_t bins) {
  assert(bins > 0 && levels.size() % bins == 0 && levels.size() / bins <= kTileRows);
  best_.clear();
  for (const auto filter : {filter_column, filter_frequency}) {
    filter(levels, bins, filtered_);
    for (const int strategy : {0, 1, 2}) attempt(filtered_, strategy);
  }
  return best_;
}

std::vector<std::byte> TileEncoder::pack(std::span<const std::byte> bytes) {
  std::vector<std::byte> packed(bytes.size() + bytes.size() / 64 + 64);
  const std::span input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  [[maybe_unused]] const bool fits = deflate_into(attempts_->pack, input, packed);
  assert(fits);
  return packed;
}

struct TileDecoder::Stream : z_stream {};

TileDecoder::TileDecoder() : stream_(new Stream{}) {
  if (inflateInit2(stream_, kRawDeflate) != Z_OK) throw std::bad_alloc();
}

TileDecoder::~TileDecoder() {
  inflateEnd(stream_);
  delete stream_;
}

std::size_t TileDecoder::inflate_into(std::span<const std::byte> packed, std::span<std::uint8_t> target) {
  inflateReset(stream_);
  stream_->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
  stream_->avail_in = static_cast<uInt>(packed.size());
  stream_->next_out = target.data();
  stream_->avail_out = static_cast<uInt>(target.size());
  if (inflate(stream_, Z_FINISH) != Z_STREAM_END || stream_->avail_in > 0) throw TileError("does not inflate");
  return stream_->total_out;
}

void TileDecoder::decode(std::span<const std::byte> tile, std::size_t bins, std::span<std::uint8_t> levels) {
  inflated_.resize(1 + bins + levels.size() + 1);  // one more than the longest, which would be an error
  const std::size_t bytes = inflate_into(tile, inflated_);
  const std::uint8_t filter = inflated_[0];
  if (bytes != 1 + levels.size() + (filter == kColumn ? bins : 0) || filter > kColumn)
    throw TileError("has another size than its frame");
  const auto filtered = std::span<const std::uint8_t>(inflated_).subspan(1, bytes - 1);
  if (filter == kRaw) std::copy(filtered.begin(), filtered.end(), levels.begin());
  if (filter == kFrequency) undo_frequency(filtered, bins, levels);
  if (filter == kColumn) undo_column(filtered, bins, levels);
}

void TileDecoder::unpack(std::span<const std::byte> packed, std::span<std::byte> bytes) {
  const std::span target(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  if (inflate_into(packed, target) != bytes.size()) throw TileError("has another size than its frame");
}

}  // namespace spectrumd
