// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "gpufft/cuda/kernels/variants.h"
#include "gpufft/cuda/lanes.h"
#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/tables.h"
#include "gpufft/tables/chirp.h"
#include "gpufft/tables/turns.h"

namespace gpufft::cuda {
namespace {

// With nk = (n^2 + k^2 - (k - n)^2) / 2 a transform is a convolution with a chirp: two transforms of a padded length,
// with multiplications before, between and after them.

// Everything within one block.
class ChirpInBlock final : public PointsPlan {
 public:
  ChirpInBlock(std::size_t length, const ChirpVariant& variant)
      : variant_(variant),
        length_(length),
        chirp_(chirp(length)),
        response_(by_lines(chirp_response(length, static_cast<std::size_t>(variant.padded())),
                           static_cast<std::size_t>(variant.lines))),
        turns_(turns(static_cast<std::size_t>(variant.line.length), static_cast<std::size_t>(variant.padded()))),
        pass_turns_(pass_turns(variant.line.radices)) {
    prepare(launch_of(variant));
    ahead_ = static_cast<unsigned>(blocks_at_once(launch_of(variant))) * static_cast<unsigned>(variant.frames());
  }

  static Launch launch_of(const ChirpVariant& variant) {
    return {variant.kernel, variant.line.threads, variant.shared_bytes()};
  }

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    const auto together = static_cast<std::size_t>(variant_.frames());
    const ChirpTask task{{in, length_, inverse, ahead_},
                         {out, length_, inverse},
                         static_cast<unsigned>(length_),
                         static_cast<unsigned>(batch),
                         chirp_.data(),
                         response_.data(),
                         turns_.data()};
    start(launch_of(variant_), (batch + together - 1) / together, stream, task,
          static_cast<const Point*>(pass_turns_.data()));
  }

 private:
  const ChirpVariant& variant_;
  std::size_t length_;
  unsigned ahead_ = 0;
  DeviceMemory<Point> chirp_, response_, turns_, pass_turns_;
};

// Longer ones as a grid, in three steps where two transforms would take four: columns, whose points are multiplied as
// they are loaded; the rows of both transforms with the response between them; columns again.
class ChirpInMemory final : public PointsPlan {
 public:
  struct Way {
    const GridVariant *columns, *rows;
    std::size_t padded() const { return length_of(*columns) * length_of(*rows); }
  };

  ChirpInMemory(std::size_t length, const Way& way, std::size_t batch)
      : way_(way),
        length_(length),
        padded_(way.padded()),
        lanes_(Lanes::for_points(padded_), padded_, batch),
        chirp_(chirp(length)),
        response_(by_lines(chirp_response(length, padded_), length_of(*way.columns))),
        column_turns_(pass_turns(way.columns->shape.radices)),
        row_turns_(pass_turns(way.rows->shape.radices)) {
    for (const void* kernel : {way.columns->columns_of_factored, way.columns->columns_to_factored})
      prepare(launch_of(*way.columns, kernel));
    prepare(launch_of(*way.rows, way.rows->convolution));
  }

  // The least padded, of those the most even.
  static Way way_for(std::size_t length) {
    std::vector<Way> ways;
    for (const GridVariant& columns : grid_variants())
      for (const GridVariant& rows : grid_variants())
        if (const Way way{&columns, &rows}; way.padded() >= 2 * length - 1 &&
                                            fits_device(launch_of(columns, nullptr)) &&
                                            fits_device(launch_of(rows, nullptr)))
          ways.push_back(way);
    return *std::ranges::min_element(ways, {}, [](const Way& way) {
      return std::pair(way.padded(), length_of(*way.columns) + length_of(*way.rows));
    });
  }

  void run(const Point* in, Point* out, std::size_t batch, bool inverse, cudaStream_t stream) override {
    const auto points = static_cast<unsigned>(length_), padded = static_cast<unsigned>(padded_);
    lanes_.run(batch, stream, [&](Lane& lane, std::size_t frames, cudaStream_t lane_stream) {
      Point* const grid = lane.between.data();
      columns(way_.columns->columns_of_factored, FactoredSource{{in, length_, inverse}, points, chirp_.data()},
              TurnedSink{grid, padded, unit_of(padded)}, frames, lane.under_way, lane_stream);
      rows(grid, frames, lane_stream);
      columns(way_.columns->columns_to_factored, PointsSource{grid, padded_, false},
              FactoredSink{{out, length_, true}, points, chirp_.data(), inverse}, frames, true, lane_stream);
      in += frames * length_;
      out += frames * length_;
    });
  }

 private:
  static std::size_t length_of(const GridVariant& variant) { return static_cast<std::size_t>(variant.shape.length); }
  static Launch launch_of(const GridVariant& variant, const void* kernel, bool follows = false) {
    return {kernel, variant.shape.threads, variant.shape.shared_bytes, 1, follows};
  }
  static std::size_t blocks_for(std::size_t lines, const GridVariant& variant) {
    const auto together = static_cast<std::size_t>(variant.shape.lines);
    return (lines + together - 1) / together;
  }

  template <typename Source, typename Sink>
  void columns(const void* kernel, const Source& source, const Sink& sink, std::size_t frames, bool follows,
               cudaStream_t stream) {
    const auto count = static_cast<unsigned>(length_of(*way_.rows));
    start(launch_of(*way_.columns, kernel, follows), blocks_for(count, *way_.columns) * frames, stream, source, sink,
          count, static_cast<const Point*>(column_turns_.data()));
  }
  void rows(Point* grid, std::size_t frames, cudaStream_t stream) {
    const std::size_t count = length_of(*way_.columns), lines = count * frames;
    const ConvolutionTask task{grid, static_cast<unsigned>(lines), static_cast<unsigned>(count), response_.data(),
                               unit_of(padded_)};
    start(launch_of(*way_.rows, way_.rows->convolution, true), blocks_for(lines, *way_.rows), stream, task,
          static_cast<const Point*>(row_turns_.data()));
  }

  Way way_;
  std::size_t length_, padded_;
  Lanes lanes_;
  DeviceMemory<Point> chirp_, response_, column_turns_, row_turns_;
};

}  // namespace

std::unique_ptr<PointsPlan> plan_bluestein(std::size_t length, std::size_t batch) {
  const ChirpVariant* shortest = nullptr;
  for (const ChirpVariant& variant : chirp_variants()) {
    const bool long_enough = static_cast<std::size_t>(variant.padded()) >= 2 * length - 1;
    if (!long_enough || !fits_device(ChirpInBlock::launch_of(variant))) continue;
    if (shortest == nullptr || variant.padded() < shortest->padded()) shortest = &variant;
  }
  if (shortest != nullptr) return std::make_unique<ChirpInBlock>(length, *shortest);
  return std::make_unique<ChirpInMemory>(length, ChirpInMemory::way_for(length), batch);
}

}  // namespace gpufft::cuda
