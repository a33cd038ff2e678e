// SPDX-License-Identifier: MIT
// Any row and any view of it: as many bytes as the header says.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "daemon/server/rows/row_codec.h"

namespace {

using spectrumd::Hertz;

// The input as a stream of values; zeros when it is at its end.
class Values {
 public:
  Values(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}
  template <typename Value>
  Value next() {
    Value value{};
    const std::size_t count = std::min(sizeof value, rest_.size());
    std::memcpy(&value, rest_.data(), count);
    rest_ = rest_.subspan(count);
    return value;
  }
  double frequency() { return static_cast<double>(next<std::int32_t>()) * 10; }

 private:
  std::span<const std::uint8_t> rest_;
};

spectrumd::Row row_from(Values& values) {
  spectrumd::Row row;
  row.sequence = values.next<std::uint64_t>();
  row.center = {values.frequency()};
  row.span = {1 + values.next<std::uint32_t>() / 4.0};
  row.flags = values.next<std::uint16_t>();
  row.ffts = values.next<std::uint32_t>();
  row.duration = std::chrono::nanoseconds(values.next<std::uint32_t>());
  std::vector<spectrumd::Centibel> levels(1 + values.next<std::uint16_t>() % 5000);
  for (auto& level : levels) level = values.next<spectrumd::Centibel>();
  row.levels = {spectrumd::Pyramid(spectrumd::Pool::Mean, levels), spectrumd::Pyramid(spectrumd::Pool::Max, levels),
                spectrumd::Pyramid(spectrumd::Pool::Min, levels)};
  return row;
}

spectrumd::View view_from(Values& values) {
  const auto given = values.next<std::uint8_t>();
  spectrumd::View view{.bins = 16 + std::size_t{values.next<std::uint16_t>()}};
  if ((given & 1) != 0) view.from = Hertz{values.frequency()};
  if ((given & 2) != 0) view.to = Hertz{values.frequency()};
  if ((given & 4) != 0) view.mean_pool = spectrumd::Pool::Mean;
  return view;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Values values(data, size);
  const spectrumd::View view = view_from(values);
  const auto wanted = values.next<std::uint8_t>();
  const spectrumd::RowFormat format{.detectors = static_cast<std::uint8_t>(1 + wanted % 7),
                                    .bytes_per_level = static_cast<std::uint8_t>(1 + (wanted >> 7))};
  const spectrumd::Row row = row_from(values);
  std::vector<std::byte> bytes = spectrumd::encode_row(row, view, format, 0, (wanted & 64) != 0);
  spectrumd::set_skipped(bytes, size);
  std::uint32_t bins = 0;
  std::memcpy(&bins, bytes.data() + 40, sizeof bins);
  const auto detectors = static_cast<std::size_t>(__builtin_popcount(format.detectors));
  if (bytes.size() != spectrumd::kRowHeaderBytes + detectors * bins * format.bytes_per_level) std::abort();
  if (bins > view.bins || bins > row.bins()) std::abort();
  return 0;
}
