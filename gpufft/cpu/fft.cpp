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

std::vector<Worker> make_workers(const Target& target, std::size_t count, std::size_t length, std::size_t line) {
  std::vector<Worker> workers(count);
  for (Worker& worker : workers) {
    worker.fft = plan_points_fft(target, length);
    worker.line.resize(line);
  }
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
      column_workers_(make_workers(target, request.threads, request.rows, kColumnsTogether * (request.rows + kApart))) {
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
  const std::size_t length = request_.length, rows = request_.rows, pitch = rows + kApart;
  const std::size_t blocks = (length + kColumnsTogether - 1) / kColumnsTogether;
  share(pool_, column_workers_, blocks, [&](Worker& worker, std::size_t block) {
    const std::size_t first = block * kColumnsTogether, columns = std::min(kColumnsTogether, length - first);
    const Points here = grid.subspan(first), line = worker.line;
    kernels_.turn(floats(here), {rows, columns, length, pitch}, floats(line));
    worker.fft->transform_lines(line, line, {columns, pitch, pitch}, request_.direction);
    kernels_.turn(floats(line), {columns, rows, pitch, length}, floats(here));
  });
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
