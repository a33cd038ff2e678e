// SPDX-License-Identifier: MIT
#include "gpufft/cpu/fft.h"

#include <algorithm>

#include "gpufft/cpu/any_length.h"
#include "gpufft/cpu/real_fft.h"
#include "gpufft/cpu/shared_fft.h"
#include "gpufft/requests.h"

namespace gpufft::cpu {
namespace {

constexpr std::size_t kColumnsTogether = 16;  // two lines of the cache
constexpr std::size_t kApart = 8;             // columns a power of two apart would share few lines of the cache

Worker make_worker(const Target& target, std::size_t length, std::size_t line) {
  return {plan_points_fft(target, length), std::vector<std::complex<float>>(line)};
}

std::vector<Worker> make_workers(const Target& target, std::size_t count, std::size_t length, std::size_t line) {
  std::vector<Worker> workers(count);
  for (Worker& worker : workers) worker = make_worker(target, length, line);
  return workers;
}

}  // namespace

ComplexFft::ComplexFft(const Target& target, const FftRequest& request)
    : request_(request), pool_(std::min<std::size_t>(request.threads, request.batch)) {
  const bool side_by_side = request.in.stride == 1 && request.out.stride == 1;
  workers_ = make_workers(target, pool_.size(), request.length, side_by_side ? 0 : request.length);
}

void ComplexFft::transform(ConstPoints in, Points out) {
  const Lines all{request_.batch, distance_of(request_.in, request_.length),
                  distance_of(request_.out, request_.length)};
  share_out(pool_, workers_, request_.batch, [&](Worker& worker, Stretch stretch) {
    const Lines lines{stretch.end - stretch.first, all.in_distance, all.out_distance};
    transform_lines(worker, in.subspan(stretch.first * lines.in_distance),
                    out.subspan(stretch.first * lines.out_distance), lines);
  });
}

void ComplexFft::transform_lines(Worker& worker, ConstPoints in, Points out, const Lines& lines) const {
  if (worker.line.empty()) return worker.fft->transform_lines(in, out, lines, request_.direction);
  const std::size_t length = request_.length;
  for (std::size_t i = 0; i < lines.count; ++i) {
    const ConstPoints from = in.subspan(i * lines.in_distance);
    const Points to = out.subspan(i * lines.out_distance);
    for (std::size_t n = 0; n < length; ++n) worker.line[n] = from[n * request_.in.stride];
    worker.fft->transform(worker.line, worker.line, request_.direction);
    for (std::size_t k = 0; k < length; ++k) to[k * request_.out.stride] = worker.line[k];
  }
}

GridFft::GridFft(const Target& target, const FftRequest& request)
    : request_(request),
      kernels_(target.kernels.front()),
      pool_(request.threads),
      row_workers_(make_workers(target, request.threads, request.length, 0)),
      column_workers_(request.threads) {
  const bool in_lanes = Plan::supports(request.rows);
  const bool in_lines = !in_lanes || request.length % kernels_.lanes != 0;
  for (ColumnWorker& worker : column_workers_) {
    if (in_lanes) worker.in_lanes.emplace(target, kernels_, request.rows);
    if (in_lines) worker.in_lines = make_worker(target, request.rows, kColumnsTogether * (request.rows + kApart));
  }
}

void GridFft::transform(ConstPoints in, Points out) {
  const std::size_t points = request_.length * request_.rows;
  for (std::size_t item = 0; item < request_.batch; ++item) {
    transform_rows(in.subspan(item * points, points), out.subspan(item * points, points));
    transform_columns(out.subspan(item * points, points));
  }
}

void GridFft::transform_rows(ConstPoints in, Points out) {
  const std::size_t length = request_.length;
  share_out(pool_, row_workers_, request_.rows, [&](Worker& worker, Stretch rows) {
    worker.fft->transform_lines(in.subspan(rows.first * length), out.subspan(rows.first * length),
                                {rows.end - rows.first, length, length}, request_.direction);
  });
}

void GridFft::transform_columns(Points grid) {
  const std::size_t length = request_.length;
  const auto& in_lanes = column_workers_.front().in_lanes;
  const std::size_t together = in_lanes ? in_lanes->columns() : kColumnsTogether;
  share(pool_, column_workers_, (length + together - 1) / together, [&](ColumnWorker& worker, std::size_t block) {
    const std::size_t first = block * together, columns = std::min(together, length - first);
    if (worker.in_lanes && columns == together)
      worker.in_lanes->transform(grid.subspan(first), length, request_.direction);
    else
      transform_in_lines(worker.in_lines, grid.subspan(first), columns);
  });
}

void GridFft::transform_in_lines(Worker& worker, Points first_row_on, std::size_t columns) const {
  const std::size_t length = request_.length, rows = request_.rows, pitch = rows + kApart;
  const Points line = worker.line;
  kernels_.turn(floats(first_row_on), {rows, columns, length, pitch}, floats(line));
  worker.fft->transform_lines(line, line, {columns, pitch, pitch}, request_.direction);
  kernels_.turn(floats(line), {columns, rows, pitch, length}, floats(first_row_on));
}

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request) {
  switch (request.kind) {
    case FftKind::Complex:
      break;
    case FftKind::RealToComplex:
    case FftKind::ComplexToReal:
      return std::make_unique<RealFft>(target, request);
    case FftKind::DctII:
    case FftKind::DctIII:
      return std::make_unique<CosineFft>(target, request);
  }
  if (request.rows > 1) return std::make_unique<GridFft>(target, request);
  if (SharedFft::supports(request)) return std::make_unique<SharedFft>(target, request);
  return std::make_unique<ComplexFft>(target, request);
}

}  // namespace gpufft::cpu
