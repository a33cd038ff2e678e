// SPDX-License-Identifier: MIT
#include "gpufft/cpu/real_fft.h"

#include <algorithm>
#include <stdexcept>

#include "gpufft/cpu/any_length.h"
#include "gpufft/tables/turns.h"

namespace gpufft::cpu {
namespace {

std::size_t threads_for(const FftRequest& request) { return std::min<std::size_t>(request.threads, request.batch); }

// As many transforms as stay in the first cache between one loop over them and the next; some for each lane.
std::size_t together_of(std::size_t length, std::size_t batch) {
  constexpr std::size_t kReals = 1 << 12, kLeast = 1;
  return std::clamp(kReals / length, kLeast, batch);
}

// Calls task(first, count) for a few transforms at a time.
template <typename Task>
void in_parts(Stretch all, std::size_t together, const Task& task) {
  for (std::size_t first = all.first; first < all.end; first += together)
    task(first, std::min(together, all.end - first));
}

}  // namespace

RealPoints::RealPoints(const Target& target, std::size_t length, std::size_t batch)
    : kernels_(target.kernels.front().real),
      length_(length),
      together_(length % 2 == 0 ? together_of(length, batch) : 1),
      fft_(plan_points_fft(target, length % 2 == 0 ? length / 2 : length)),
      turns_(length % 2 == 0 ? turns(length / 2 + 1, length) : std::vector<std::complex<float>>()),
      work_(length % 2 == 0 ? together_ * length / 2 : length) {}

void RealPoints::to_bins(std::span<const float> in, Points out, std::size_t count) {
  in_parts({0, count}, together_, [&](std::size_t first, std::size_t some) {
    const auto from = in.subspan(first * length_, some * length_);
    const Points to = out.subspan(first * bins(), some * bins());
    if (even()) return even_to_bins(from, to, some);
    std::copy(from.begin(), from.end(), work_.begin());
    fft_->transform(work_, work_, Direction::Forward);
    std::copy_n(work_.begin(), bins(), to.begin());
  });
}

// Z is the transform of x[2n] + i x[2n + 1], whose even and odd parts separate the two.
void RealPoints::even_to_bins(std::span<const float> in, Points out, std::size_t count) {
  const std::size_t half = length_ / 2;
  const ConstPoints pairs(reinterpret_cast<const std::complex<float>*>(in.data()), count * half);
  fft_->transform_lines(pairs, work_, {count, half, half}, Direction::Forward);
  for (std::size_t item = 0; item < count; ++item)
    kernels_.split(floats(Points(work_).subspan(item * half)), floats(turns_), half,
                   floats(out.subspan(item * bins())));
}

void RealPoints::to_points(ConstPoints in, std::span<float> out, std::size_t count) {
  in_parts({0, count}, together_, [&](std::size_t first, std::size_t some) {
    const ConstPoints from = in.subspan(first * bins(), some * bins());
    const auto to = out.subspan(first * length_, some * length_);
    if (even()) return even_to_points(from, to, some);
    work_[0] = from[0].real();
    for (std::size_t k = 1; k < bins(); ++k) {
      work_[k] = from[k];
      work_[length_ - k] = std::conj(from[k]);
    }
    fft_->transform(work_, work_, Direction::Inverse);
    std::ranges::transform(work_, to.begin(), [](std::complex<float> point) { return point.real(); });
  });
}

void RealPoints::even_to_points(ConstPoints in, std::span<float> out, std::size_t count) {
  const std::size_t half = length_ / 2;
  for (std::size_t item = 0; item < count; ++item)
    kernels_.unite(floats(in.subspan(item * bins())), floats(turns_), half, floats(Points(work_).subspan(item * half)));
  const Points pairs(reinterpret_cast<std::complex<float>*>(out.data()), count * half);
  fft_->transform_lines(work_, pairs, {count, half, half}, Direction::Inverse);
}

RealFft::RealFft(const Target& target, const FftRequest& request) : request_(request), pool_(threads_for(request)) {
  for (std::size_t worker = 0; worker < pool_.size(); ++worker)
    workers_.emplace_back(target, request.length, request.batch);
}

void RealFft::transform(ConstPoints, Points) { throw std::logic_error("a transform of real points was planned"); }

void RealFft::transform(std::span<const float> in, Points out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  share_out(pool_, workers_, request_.batch, [&](RealPoints& real, Stretch items) {
    real.to_bins(in.subspan(items.first * request_.length), out.subspan(items.first * real.bins()),
                 items.end - items.first);
  });
}

void RealFft::transform(ConstPoints in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  share_out(pool_, workers_, request_.batch, [&](RealPoints& real, Stretch items) {
    real.to_points(in.subspan(items.first * real.bins()), out.subspan(items.first * request_.length),
                   items.end - items.first);
  });
}

CosineFft::CosineFft(const Target& target, const FftRequest& request)
    : kernels_(target.kernels.front().real),
      request_(request),
      pool_(threads_for(request)),
      together_(together_of(request.length, request.batch)),
      turns_(turns(request.length / 2 + 1, 4 * request.length)) {
  for (std::size_t worker = 0; worker < pool_.size(); ++worker) {
    RealPoints real(target, request.length, together_);
    const std::size_t bins = real.bins();
    workers_.push_back({std::move(real), std::vector<float>(together_ * request.length),
                        std::vector<std::complex<float>>(together_ * bins)});
  }
}

void CosineFft::transform(ConstPoints, Points) { throw std::logic_error("a cosine transform was planned"); }

void CosineFft::transform(std::span<const float> in, std::span<float> out) {
  const std::size_t length = request_.length;
  share_out(pool_, workers_, request_.batch, [&](Worker& worker, Stretch items) {
    in_parts(items, together_, [&](std::size_t first, std::size_t count) {
      const auto from = in.subspan(first * length, count * length);
      const auto to = out.subspan(first * length, count * length);
      request_.kind == FftKind::DctII ? to_cosines(worker, from, to, count) : from_cosines(worker, from, to, count);
    });
  });
}

void CosineFft::to_cosines(Worker& worker, std::span<const float> in, std::span<float> out, std::size_t count) const {
  const std::size_t length = request_.length;
  for (std::size_t item = 0; item < count; ++item)
    kernels_.fold(in.data() + item * length, length, worker.points.data() + item * length);
  worker.real.to_bins(worker.points, worker.bins, count);
  for (std::size_t item = 0; item < count; ++item)
    kernels_.to_cosines(floats(Points(worker.bins).subspan(item * worker.real.bins())), floats(turns_), length,
                        out.data() + item * length);
}

void CosineFft::from_cosines(Worker& worker, std::span<const float> in, std::span<float> out, std::size_t count) const {
  const std::size_t length = request_.length;
  for (std::size_t item = 0; item < count; ++item)
    kernels_.from_cosines(in.data() + item * length, floats(turns_), length,
                          floats(Points(worker.bins).subspan(item * worker.real.bins())));
  worker.real.to_points(worker.bins, worker.points, count);
  for (std::size_t item = 0; item < count; ++item)
    kernels_.unfold(worker.points.data() + item * length, length, out.data() + item * length);
}

}  // namespace gpufft::cpu
