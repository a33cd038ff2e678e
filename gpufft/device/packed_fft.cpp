// SPDX-License-Identifier: MIT
#include "gpufft/device/packed_fft.h"

#include <stdexcept>

#include "gpufft/requests.h"

namespace gpufft::device {
namespace {

using Point = std::complex<float>;

bool side_by_side(const FftLayout& layout, std::size_t length) {
  return layout.stride == 1 && (layout.distance == 0 || layout.distance == length);
}

std::size_t bytes_of(const FftRequest& request, bool bins) {
  if (request.kind == FftKind::Complex) return request.length * request.rows * sizeof(Point);
  return bins ? (request.length / 2 + 1) * sizeof(Point) : request.length * sizeof(float);
}

// Calls move(at, packed) for each point of a batch: its index in the layout, and in packed memory.
template <typename Move>
void for_each_point(const FftRequest& request, const FftLayout& layout, const Move& move) {
  const std::size_t length = request.length, distance = distance_of(layout, length);
  for (std::size_t item = 0; item < request.batch; ++item)
    for (std::size_t n = 0; n < length; ++n) move(item * distance + n * layout.stride, item * length + n);
}

}  // namespace

std::size_t bytes_in(const FftRequest& request) { return bytes_of(request, request.kind == FftKind::ComplexToReal); }
std::size_t bytes_out(const FftRequest& request) { return bytes_of(request, request.kind == FftKind::RealToComplex); }

PackedFft::PackedFft(const FftRequest& request) : request_(request) {
  if (!side_by_side(request.in, request.length) || !side_by_side(request.out, request.length))
    packed_.resize(request.batch * request.length);
}

void PackedFft::transform(std::span<const Point> in, std::span<Point> out) {
  if (request_.kind != FftKind::Complex) throw std::logic_error("a transform of real points was planned");
  if (packed_.empty()) return run(std::as_bytes(in), std::as_writable_bytes(out));
  for_each_point(request_, request_.in, [&](std::size_t at, std::size_t packed) { packed_[packed] = in[at]; });
  run(std::as_bytes(std::span(packed_)), std::as_writable_bytes(std::span(packed_)));
  for_each_point(request_, request_.out, [&](std::size_t at, std::size_t packed) { out[at] = packed_[packed]; });
}

void PackedFft::transform(std::span<const float> in, std::span<Point> out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

void PackedFft::transform(std::span<const Point> in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

void PackedFft::transform(std::span<const float> in, std::span<float> out) {
  if (request_.kind != FftKind::DctII && request_.kind != FftKind::DctIII) return Fft::transform(in, out);
  run(std::as_bytes(in), std::as_writable_bytes(out));
}

}  // namespace gpufft::device
