// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::cpu {

// Transforms of real points, and of the half of their bins that determines the rest. An even number of points is
// transformed as half as many complex ones, several transforms at once. Everything is packed.
class RealPoints {
 public:
  RealPoints(const Target& target, std::size_t length, std::size_t batch);

  std::size_t bins() const { return length_ / 2 + 1; }
  void to_bins(std::span<const float> in, Points out, std::size_t count);
  void to_points(ConstPoints in, std::span<float> out, std::size_t count);

 private:
  bool even() const { return length_ % 2 == 0; }
  void even_to_bins(std::span<const float> in, Points out, std::size_t count);
  void even_to_points(ConstPoints in, std::span<float> out, std::size_t count);

  const Kernels::Real& kernels_;
  std::size_t length_, together_;  // transforms at once
  std::unique_ptr<PointsFft> fft_;
  std::vector<std::complex<float>> turns_;  // exp(-2 pi i k / length), for an even length
  std::vector<std::complex<float>> work_;
};

class RealFft final : public Fft {
 public:
  RealFft(const Target& target, const FftRequest& request);

  void transform(ConstPoints in, Points out) override;
  void transform(std::span<const float> in, Points out) override;
  void transform(ConstPoints in, std::span<float> out) override;
  using Fft::transform;

 private:
  FftRequest request_;
  WorkerPool pool_;
  std::vector<RealPoints> workers_;
};

// DCT-II and DCT-III through the real transform of the points in another order: first the even ones forward, then the
// odd ones backward (Makhoul, 1980).
class CosineFft final : public Fft {
 public:
  CosineFft(const Target& target, const FftRequest& request);

  void transform(ConstPoints in, Points out) override;
  void transform(std::span<const float> in, std::span<float> out) override;
  using Fft::transform;

 private:
  struct Worker {
    RealPoints real;
    std::vector<float> points;
    std::vector<std::complex<float>> bins;
  };
  void to_cosines(Worker& worker, std::span<const float> in, std::span<float> out, std::size_t count) const;
  void from_cosines(Worker& worker, std::span<const float> in, std::span<float> out, std::size_t count) const;

  const Kernels::Real& kernels_;
  FftRequest request_;
  WorkerPool pool_;
  std::size_t together_;
  std::vector<Worker> workers_;
  std::vector<std::complex<float>> turns_;  // exp(-pi i k / (2 length))
};

}  // namespace gpufft::cpu
