// SPDX-License-Identifier: MIT
#include "gpufft/cpu/real_fft.h"

#include <algorithm>
#include <stdexcept>

#include "gpufft/cpu/any_length.h"
#include "gpufft/tables/product.h"
#include "gpufft/tables/turns.h"

namespace gpufft::cpu {
namespace {

using Point = std::complex<float>;

Point times_i(Point a) { return {-a.imag(), a.real()}; }

std::size_t threads_for(const FftRequest& request) { return std::min<std::size_t>(request.threads, request.batch); }

}  // namespace

RealPoints::RealPoints(const Target& target, std::size_t length)
    : length_(length),
      fft_(plan_points_fft(target, length % 2 == 0 ? length / 2 : length)),
      turns_(length % 2 == 0 ? turns(length / 2 + 1, length) : std::vector<Point>()),
      work_(length % 2 == 0 ? length / 2 : length) {}

// For an even length: Z is the transform of x[2n] + i x[2n + 1], whose even and odd parts separate the two.
void RealPoints::to_bins(std::span<const float> in, Points out) {
  if (!even()) {
    std::copy(in.begin(), in.end(), work_.begin());
    fft_->transform(work_, work_, Direction::Forward);
    std::copy_n(work_.begin(), bins(), out.begin());
    return;
  }
  const std::size_t half = length_ / 2;
  fft_->transform({reinterpret_cast<const Point*>(in.data()), half}, work_, Direction::Forward);
  for (std::size_t k = 0; k <= half; ++k) {
    const Point z = work_[k == half ? 0 : k], mirrored = std::conj(work_[k == 0 ? 0 : half - k]);
    out[k] = 0.5F * (z + mirrored) - 0.5F * times_i(product(turns_[k], z - mirrored));
  }
}

void RealPoints::to_points(ConstPoints in, std::span<float> out) {
  if (!even()) {
    work_[0] = in[0].real();
    for (std::size_t k = 1; k < bins(); ++k) {
      work_[k] = in[k];
      work_[length_ - k] = std::conj(in[k]);
    }
    fft_->transform(work_, work_, Direction::Inverse);
    std::ranges::transform(work_, out.begin(), [](Point point) { return point.real(); });
    return;
  }
  const std::size_t half = length_ / 2;
  const auto bin = [&](std::size_t k) { return k == 0 || k == half ? Point(in[k].real()) : in[k]; };
  for (std::size_t k = 0; k < half; ++k) {
    const Point x = bin(k), mirrored = std::conj(bin(half - k));
    work_[k] = (x + mirrored) + times_i(product(std::conj(turns_[k]), x - mirrored));
  }
  fft_->transform(work_, {reinterpret_cast<Point*>(out.data()), half}, Direction::Inverse);
}

RealFft::RealFft(const Target& target, const FftRequest& request) : request_(request), pool_(threads_for(request)) {
  for (std::size_t worker = 0; worker < pool_.size(); ++worker) workers_.emplace_back(target, request.length);
}

void RealFft::transform(ConstPoints, Points) { throw std::logic_error("a transform of real points was planned"); }

void RealFft::transform(std::span<const float> in, Points out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  share(pool_, workers_, request_.batch, [&](RealPoints& real, std::size_t item) {
    real.to_bins(in.subspan(item * request_.length, request_.length), out.subspan(item * real.bins(), real.bins()));
  });
}

void RealFft::transform(ConstPoints in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  share(pool_, workers_, request_.batch, [&](RealPoints& real, std::size_t item) {
    real.to_points(in.subspan(item * real.bins(), real.bins()), out.subspan(item * request_.length, request_.length));
  });
}

CosineFft::CosineFft(const Target& target, const FftRequest& request)
    : request_(request), pool_(threads_for(request)), turns_(turns(request.length / 2 + 1, 4 * request.length)) {
  for (std::size_t worker = 0; worker < pool_.size(); ++worker) {
    workers_.push_back({RealPoints(target, request.length), std::vector<float>(request.length),
                        std::vector<Point>(request.length / 2 + 1)});
  }
}

void CosineFft::transform(ConstPoints, Points) { throw std::logic_error("a cosine transform was planned"); }

void CosineFft::transform(std::span<const float> in, std::span<float> out) {
  const std::size_t length = request_.length;
  share(pool_, workers_, request_.batch, [&](Worker& worker, std::size_t item) {
    const auto from = in.subspan(item * length, length);
    const auto to = out.subspan(item * length, length);
    request_.kind == FftKind::DctII ? to_cosines(worker, from, to) : from_cosines(worker, from, to);
  });
}

void CosineFft::to_cosines(Worker& worker, std::span<const float> in, std::span<float> out) const {
  const std::size_t length = request_.length;
  for (std::size_t n = 0; n < length; ++n) worker.points[n % 2 == 0 ? n / 2 : length - 1 - n / 2] = in[n];
  worker.real.to_bins(worker.points, worker.bins);
  for (std::size_t k = 0; k <= length / 2; ++k) {
    const Point turned = product(turns_[k], worker.bins[k]);
    out[k] = turned.real();
    if (k > 0) out[length - k] = k == length - k ? turned.real() : -turned.imag();
  }
}

void CosineFft::from_cosines(Worker& worker, std::span<const float> in, std::span<float> out) const {
  const std::size_t length = request_.length;
  for (std::size_t k = 0; k <= length / 2; ++k) {
    worker.bins[k] = 0.5F * product(std::conj(turns_[k]), {in[k], k == 0 ? 0.0F : -in[length - k]});
  }
  worker.real.to_points(worker.bins, worker.points);
  for (std::size_t n = 0; n < length; ++n) out[n] = worker.points[n % 2 == 0 ? n / 2 : length - 1 - n / 2];
}

}  // namespace gpufft::cpu
