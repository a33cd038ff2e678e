// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/opencl_bench.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <random>
#include <span>

#include "gpufft/opencl/arguments.h"
#include "gpufft/opencl/backend.h"
#include "gpufft/opencl/host_memory.h"
#include "gpufft/opencl/plain_kernels.h"
#include "gpufft/opencl/power_path.h"
#include "gpufft/opencl/stage.h"
#include "gpufft/program/bench/contest.h"
#include "gpufft/program/bench/opencl_peer.h"
#include "gpufft/samples/samples.h"

namespace gpufft::program {
namespace {

using opencl::Buffer;
using opencl::Device;
using opencl::Queue;
using Point = std::complex<float>;

constexpr std::size_t kPointsOnGpu = std::size_t{1} << 27, kPointsOnProcessor = std::size_t{1} << 14;

std::vector<OpenClPeer> peers(const std::optional<std::string>& wanted) {
  std::vector<OpenClPeer> found;
#ifdef GPUFFT_PEER_CLFFT
  found.push_back({"clfft", plan_clfft});
#endif
#ifdef GPUFFT_PEER_VKFFT
  found.push_back({"vkfft", plan_vkfft});
#endif
  std::erase_if(found, [&](const OpenClPeer& peer) { return wanted && peer.name != *wanted; });
  return found;
}

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 generator(1);
  std::vector<std::byte> bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::byte>(generator());
  return bytes;
}

// Random floats between -1 and 1, or bytes, one block repeated.
template <typename Value>
void fill(cl_command_queue queue, const Buffer& buffer, std::size_t count, const std::vector<Value>& block) {
  for (std::size_t at = 0; at < count; at += block.size()) {
    const std::size_t bytes = std::min(block.size(), count - at) * sizeof(Value);
    opencl::check(clEnqueueWriteBuffer(queue, buffer.get(), CL_TRUE, at * sizeof(Value), bytes, block.data(), 0,
                                       nullptr, nullptr),
                  "test data");
  }
}

std::vector<Point> random_points() {
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> level(-1, 1);
  std::vector<Point> points(1 << 20);
  for (auto& point : points) {
    const float re = level(generator), im = level(generator);
    point = {re, im};
  }
  return points;
}

class OpenClBench {
 public:
  OpenClBench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report)
      : request_(request),
        report_(report),
        device_(dynamic_cast<const opencl::OpenClBackend&>(*choose_backend(request.backend).backend).device()),
        queue_(device_->queue()),
        peers_(peers(request.peer)) {}

  void fft(std::size_t length) {
    const std::size_t batch = batch_of(length), points = length * batch;
    const Buffer in = device_->buffer(points * sizeof(Point)), other = device_->buffer(points * sizeof(Point));
    fill(queue_.get(), in, points, random_points());
    auto stages = opencl::plan_points(*device_, length, Direction::Forward);
    std::vector<Contender> contenders{[&] { stages.enqueue(queue_.get(), in.get(), other.get(), batch); }};
    const auto plans = plans_of({*device_, queue_.get(), length, batch, in.get(), other.get()});
    for (const auto& [name, plan] : plans) contenders.emplace_back([&plan = *plan] { plan.enqueue(); });
    run(contenders, names_of(plans), length, batch, billions_of_operations(length, batch), "GFLOPS");
  }

  // Rows of several frames each; a library gets a kernel before it and one after it, written as well as they can be.
  void spectrum(std::size_t bins) {
    const std::size_t frames = request_.frames_per_row, rows = std::max<std::size_t>(1, batch_of(bins) / frames);
    const std::size_t batch = rows * frames, points = batch * bins;
    const SpectrumRequest request{.bins = bins, .hop = bins};
    const Buffer iq = device_->buffer(2 * points), out = device_->buffer(rows * 3 * bins * sizeof(float));
    const Buffer from = device_->buffer(points * sizeof(Point)), to = device_->buffer(points * sizeof(Point));
    const Buffer zeros = device_->buffer(batch * sizeof(Point)), window = device_->buffer(scaled_window(request));
    fill(queue_.get(), iq, 2 * points, random_bytes(1 << 20));
    fill(queue_.get(), zeros, batch, std::vector<Point>(1024, {127.5F, 127.5F}));
    const auto path = opencl::plan_power_path(*device_, request, scaled_window(request), batch);
    std::vector<Contender> contenders{[&] {
      path->enqueue(queue_.get(), {iq.get(), zeros.get(), batch, frames}, out.get());
    }};
    const auto decode = device_->kernel(opencl::decode_source(SampleFormat::Cu8), "decode");
    const auto fold = device_->kernel(opencl::plain_source(), "fold_power");
    const auto size = static_cast<cl_uint>(bins);
    opencl::set_arguments(decode.get(), iq.get(), from.get(), size, window.get(), zeros.get(), size);
    opencl::set_arguments(fold.get(), to.get(), out.get(), size, static_cast<cl_uint>(batch),
                          static_cast<cl_uint>(frames));
    const auto plans = plans_of({*device_, queue_.get(), bins, batch, from.get(), to.get()});
    for (const auto& [name, plan] : plans) {
      contenders.emplace_back([&, &plan = *plan] {
        opencl::enqueue_plain(queue_.get(), decode.get(), bins, batch);
        plan.enqueue();
        opencl::enqueue_plain(queue_.get(), fold.get(), bins, rows);
      });
    }
    run(contenders, names_of(plans), bins, batch, 1e-6 * static_cast<double>(points), "Msamples/s");
  }

  void stream(std::size_t bins) {
    const std::size_t samples = device_->facts().processor ? std::size_t{1} << 22 : std::size_t{1} << 27;
    const std::size_t frames = std::max<std::size_t>(1, samples / bins);
    const auto iq = random_bytes(2 * frames * bins);
    const Backend& backend = *choose_backend(request_.backend).backend;
    const auto spectrum = backend.plan_spectrum({.bins = bins, .hop = bins});
    const auto buffer = backend.host_buffer(iq.size());
    std::ranges::copy(iq, buffer->bytes().begin());
    PowerRow row;
    row.clear(bins);
    const opencl::HostMemory pinned(*device_, iq.size());
    std::ranges::copy(iq, pinned.bytes().begin());
    const Buffer there = device_->buffer(iq.size());
    const auto copy = [&](std::span<const std::byte> bytes) {
      opencl::check(
          clEnqueueWriteBuffer(queue_.get(), there.get(), CL_FALSE, 0, bytes.size(), bytes.data(), 0, nullptr, nullptr),
          "a copy");
    };
    const std::vector<Contender> contenders{[&] { spectrum->accumulate(buffer->bytes(), frames, row); },
                                            [&] { spectrum->accumulate(iq, frames, row); }, [&] { copy(iq); },
                                            [&] { copy(pinned.bytes()); }};
    run(contenders, {"pageable", "copy", "copy-pinned"}, bins, frames, 1e-6 * static_cast<double>(frames * bins),
        "Msamples/s");
  }

 private:
  using Plans = std::vector<std::pair<std::string, std::unique_ptr<OpenClPeerPlan>>>;

  std::size_t batch_of(std::size_t length) const {
    if (request_.batch != 0) return request_.batch;
    return std::max<std::size_t>(1, (device_->facts().processor ? kPointsOnProcessor : kPointsOnGpu) / length);
  }

  Plans plans_of(const OpenClWork& work) const {
    Plans plans;
    for (const OpenClPeer& peer : peers_) {
      try {
        plans.emplace_back(peer.name, peer.plan(work));
      } catch (const PlanError& error) {
        std::fprintf(stderr, "gpufft: %zu points: %s\n", work.length, error.what());
      }
    }
    return plans;
  }

  static std::vector<std::string> names_of(const Plans& plans) {
    std::vector<std::string> names;
    for (const auto& plan : plans) names.push_back(plan.first);
    return names;
  }

  double seconds() const {
    if (!device_->facts().processor) return WallClock()();
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  void run(const std::vector<Contender>& contenders, const std::vector<std::string>& peers, std::size_t length,
           std::size_t batch, double work, const std::string& unit) {
    const auto when_done = [this] {
      opencl::check(clFinish(queue_.get()), "a contender");
      return seconds();
    };
    std::vector<double> rates;
    for (const Stopwatch& watch : contest(contenders, request_.rounds, 0.02, when_done))
      rates.push_back(work / watch.median());
    const std::size_t frames = request_.bench == "fft" ? 0 : request_.frames_per_row;
    const auto report = [&](const std::string& peer, double rate) {
      report_({request_.bench, "opencl", device_->facts().name, length, batch, frames, peer, rates[0], rate, unit});
    };
    for (std::size_t i = 0; i < peers.size(); ++i) report(peers[i], rates[i + 1]);
    if (peers.empty()) report("none", rates[0]);
  }

  const BenchRequest& request_;
  const std::function<void(const BenchResult&)>& report_;
  std::shared_ptr<const Device> device_;
  Queue queue_;
  std::vector<OpenClPeer> peers_;
};

}  // namespace

void run_opencl_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report) {
  OpenClBench bench(request, report);
  for (const std::size_t length : request.lengths) {
    if (request.bench == "stream")
      bench.stream(length);
    else if (request.bench == "spectrum")
      bench.spectrum(length);
    else
      bench.fft(length);
  }
}

}  // namespace gpufft::program
