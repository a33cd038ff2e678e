// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gpufft/cpu/columns_fft.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::cpu {

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request);  // the request has been checked

// A thread's private part of a plan.
struct Worker {
  std::unique_ptr<PointsFft> fft;
  std::vector<std::complex<float>> line;
};

// A batch of one-dimensional complex transforms, in any layout.
class ComplexFft final : public Fft {
 public:
  ComplexFft(const Target& target, const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  void transform_lines(Worker& worker, ConstPoints in, Points out, const Lines& lines) const;

  FftRequest request_;
  WorkerPool pool_;
  std::vector<Worker> workers_;
};

// Two-dimensional transforms: first the rows, then the columns, several neighbouring ones at a time: in lanes, or where
// those are not filled or steps cannot do the length, turned into lines.
class GridFft final : public Fft {
 public:
  GridFft(const Target& target, const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  struct ColumnWorker {
    std::optional<ColumnsFft> in_lanes;
    Worker in_lines;  // empty where all are done in lanes
  };

  void transform_rows(ConstPoints in, Points out);
  void transform_columns(Points grid);
  void transform_in_lines(Worker& worker, Points first_row_on, std::size_t columns) const;

  FftRequest request_;
  const Kernels& kernels_;
  WorkerPool pool_;
  std::vector<Worker> row_workers_;
  std::vector<ColumnWorker> column_workers_;
};

}  // namespace gpufft::cpu
