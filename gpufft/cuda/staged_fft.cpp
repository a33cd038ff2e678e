// SPDX-License-Identifier: MIT
#include "gpufft/cuda/staged_fft.h"

#include <algorithm>
#include <functional>

#include "gpufft/cuda/device.h"
#include "gpufft/cuda/kernels/elements.h"
#include "gpufft/cuda/launch.h"
#include "gpufft/cuda/lines_task.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/device/stages.h"

namespace gpufft::cuda {
namespace {

class PointsStage final : public Stage {
 public:
  PointsStage(const device::PointsStage& stage, std::size_t batch)
      : count_(batch * stage.times),
        inverse_(stage.direction == Direction::Inverse),
        plan_(plan_points(stage.length, count_)) {}

  bool in_place() const override { return true; }
  void run(const void* in, void* out, cudaStream_t stream) override {
    plan_->run(static_cast<const Point*>(in), static_cast<Point*>(out), count_, inverse_, stream);
  }

 private:
  std::size_t count_;
  bool inverse_;
  std::unique_ptr<PointsPlan> plan_;
};

// Columns that fit a block are transformed in place, several neighbouring ones at a time.
class ColumnsStage final : public Stage {
 public:
  ColumnsStage(const device::ColumnsStage& stage, std::size_t batch) : turns_(line_turns(stage.rows)) {
    task_ = lines_task(stage.rows, stage.length, batch, turns_.data(), kNeighbours);
    task_.from = task_.to = {stage.length, 1, stage.length * stage.rows, stage.direction == Direction::Inverse};
    allow_shared_memory_for_lines(device_facts().shared_bytes);
  }

  static bool supports(std::size_t rows) { return is_smooth(rows) && rows * kNeighbours <= longest_line(); }

  bool in_place() const override { return true; }
  void run(const void* in, void* out, cudaStream_t stream) override {
    task_.in = static_cast<const Point*>(in);
    task_.out = static_cast<Point*>(out);
    launch(task_, stream);
  }

 private:
  static constexpr std::size_t kNeighbours = 4;  // columns in a sector of memory

  DeviceMemory<Point> turns_;
  LinesTask task_;
};

class TransposeStage final : public Stage {
 public:
  TransposeStage(const device::TransposeStage& stage, std::size_t batch)
      : rows_(static_cast<unsigned>(stage.rows)),
        length_(static_cast<unsigned>(stage.length)),
        batch_(static_cast<unsigned>(batch)) {}

  void run(const void* in, void* out, cudaStream_t stream) override {
    transpose(rows_, length_, batch_, static_cast<const Point*>(in), static_cast<Point*>(out), stream);
  }

 private:
  unsigned rows_, length_, batch_;
};

class ElementStage final : public Stage {
 public:
  ElementStage(const device::ElementStage& stage, std::size_t batch)
      : launch_{element_kernel(stage.kernel), kElementThreads, 0},
        blocks_((stage.size + kElementThreads - 1) / kElementThreads * batch),
        size_(static_cast<unsigned>(stage.size)),
        other_size_(static_cast<unsigned>(stage.other_size)),
        table_(stage.table),
        swapped_(stage.swapped) {}

  void run(const void* in, void* out, cudaStream_t stream) override {
    start(launch_, blocks_, stream, in, out, size_, other_size_, static_cast<const Point*>(table_.data()), swapped_);
  }

 private:
  Launch launch_;
  std::size_t blocks_;
  unsigned size_, other_size_;
  DeviceMemory<Point> table_;
  int swapped_;
};

// How each kind of stage is done here. Columns that do not fit a block, and those of awkward lengths, are transposed
// into rows and back.
device::Stages as_done_here(const device::Stages& stages) {
  device::Stages done;
  for (const device::Stage& stage : stages) {
    const auto* const columns = std::get_if<device::ColumnsStage>(&stage);
    if (columns != nullptr && !ColumnsStage::supports(columns->rows)) {
      const auto rows = columns_as_rows(*columns);
      done.insert(done.end(), rows.begin(), rows.end());
    } else {
      done.push_back(stage);
    }
  }
  return done;
}

struct Planner {
  std::size_t batch;
  std::unique_ptr<Stage> operator()(const device::PointsStage& stage) const {
    return std::make_unique<PointsStage>(stage, batch);
  }
  std::unique_ptr<Stage> operator()(const device::ColumnsStage& stage) const {
    return std::make_unique<ColumnsStage>(stage, batch);
  }
  std::unique_ptr<Stage> operator()(const device::TransposeStage& stage) const {
    return std::make_unique<TransposeStage>(stage, batch);
  }
  std::unique_ptr<Stage> operator()(const device::ElementStage& stage) const {
    return std::make_unique<ElementStage>(stage, batch);
  }
};

}  // namespace

// Assigns buffers from the last stage backwards, as that one writes to the results' memory: a stage that works in place
// finds its points there as well, any other elsewhere. Intermediate grids may lie in `out`. Real points and bins need
// not fit it, and it may be the input's memory.
StagedFft::StagedFft(const FftRequest& request) : DeviceFft(request.kind) {
  for (const device::Stage& stage : as_done_here(device::stages_of(request)))
    parts_.push_back({std::visit(Planner{request.batch}, stage), request.batch * bytes_of(stage), kOut});
  const bool out_early = request.kind == FftKind::Complex;
  std::array<std::size_t, 2> bytes{};
  Place place = kOut;
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
    part->to = place;
    if (place != kOut) bytes[place] = std::max(bytes[place], part->bytes);
    if (part->stage->in_place() && (out_early || place != kOut)) continue;
    place = place != kFirst ? kFirst : out_early ? kOut : kSecond;
  }
  for (const Place each : {kFirst, kSecond}) between_[each] = DeviceMemory<std::byte>(bytes[each]);
}

void StagedFft::run(const void* in, void* out, cudaStream_t stream) {
  const auto enqueue = [&](cudaStream_t there) { start(in, out, there); };
  recorded_.run(in, out, stream, std::cref(enqueue));
}

void StagedFft::start(const void* in, void* out, cudaStream_t stream) {
  for (const Part& part : parts_) {
    void* const to = part.to == kOut ? out : between_[part.to].data();
    part.stage->run(in, to, stream);
    in = to;
  }
}

}  // namespace gpufft::cuda
