// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <poll.h>

#include <list>
#include <memory>
#include <numeric>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/qpu/device.h"
#include "gpufft/qpu/helper/connection.h"
#include "gpufft/qpu/helper/messages.h"
#include "gpufft/qpu/helper/shared_batch.h"
#include "gpufft/qpu/requests.h"
#include "gpufft/qpu/spectrum.h"
#include "gpufft/qpu_helper.h"

namespace gpufft::qpu {
namespace {

// One daemon has one plan, and briefly a second one while it changes over.
constexpr std::size_t kMostClients = 4;

// For all plans together. The unit's MemoryMax leaves room for the program and for kernels on their way to the GPU.
constexpr std::size_t kMostPlanBytes = std::size_t{192} << 20;

// Bytes in this process; the device itself needs GPU memory. Three rows of powers and, where samples are windowed here,
// a window, a frame and its power.
std::size_t bytes_of_plan(const SpectrumRequest& request) {
  constexpr std::size_t kFloatsPerBin = 3 * 3 + 1 + 2 + 1;
  return request.bins * kFloatsPerBin * sizeof(float) + SharedBatch::bytes_of(request);
}

void check_memory(std::size_t wanted, std::size_t taken, std::size_t bins) {
  if (wanted + taken <= kMostPlanBytes) return;
  throw PlanError(fmt::format(
      "a spectrum of {} points takes {} MiB in the qpu helper, where {} of {} MiB are in use; use a shorter "
      "one or backend cpu",
      bins, wanted >> 20, taken >> 20, kMostPlanBytes >> 20));
}

class Client {
 public:
  explicit Client(Connection connection) : connection_(std::move(connection)) {}

  int descriptor() const { return connection_.descriptor(); }
  std::size_t bytes() const { return bytes_; }  // of its plan

  // Answers one request; false: the client is gone. Rethrows errors after reporting them to the client.
  template <typename OpenDevice>
  bool serve(OpenDevice open_device, std::size_t taken_by_all) {
    Reply reply;
    try {
      if (shared_) return run(reply) && connection_.send(bytes_of(reply));
      return plan(open_device, taken_by_all) && connection_.send(bytes_of(reply), shared_->descriptor());
    } catch (const std::exception& error) {
      reply.set_text(error.what());
      connection_.send(bytes_of(reply));
      throw;
    }
  }

 private:
  template <typename OpenDevice>
  bool plan(OpenDevice open_device, std::size_t taken_by_all) {
    PlanMessage message;
    if (!connection_.receive(writable_bytes_of(message))) return false;
    const SpectrumRequest request = from_message(message);
    check(request);
    check_memory(bytes_of_plan(request), taken_by_all, request.bins);
    bytes_ = bytes_of_plan(request);
    spectrum_ = std::make_unique<QpuSpectrum>(open_device(), request);
    shared_ = std::make_unique<SharedBatch>(request);
    row_.clear(request.bins);
    bins_ = request.bins;
    return true;
  }

  bool run(Reply& reply) {
    BatchMessage batch;
    if (!connection_.receive(writable_bytes_of(batch))) return false;
    if (batch.frames == 0 || batch.frames > shared_->most_frames()) return false;
    const auto frames = static_cast<std::size_t>(batch.frames);
    if (batch.reset != 0) spectrum_->reset();
    row_.clear(bins_);
    const auto before = spectrum_->device_use().time;
    spectrum_->accumulate(shared_->samples(frames), frames, row_);
    shared_->store(row_);
    reply.device_seconds = (spectrum_->device_use().time - before).count();
    return true;
  }

  Connection connection_;
  std::unique_ptr<QpuSpectrum> spectrum_;
  std::unique_ptr<SharedBatch> shared_;
  PowerRow row_;
  std::size_t bins_ = 0, bytes_ = 0;
};

class Server {
 public:
  explicit Server(const QpuHelperOptions& options) : options_(options), listener_(options.socket) {}

  // Called once at the start: releases what a killed helper held, and logs whether the device can be used.
  void try_device() {
    try {
      log(fmt::format("{}: can be used", device()->description()));
    } catch (const DeviceError& error) {
      log(error.what());
    }
  }

  void serve_until(int stop) {
    for (;;) {
      std::vector<pollfd> waits{{stop, POLLIN, 0}, {listener_.descriptor(), POLLIN, 0}};
      for (const Client& client : clients_) waits.push_back({client.descriptor(), POLLIN, 0});
      if (poll(waits.data(), waits.size(), -1) < 0) continue;  // by a signal
      if (waits[0].revents != 0) return;
      std::size_t index = 2;
      clients_.remove_if([&](Client& client) { return waits[index++].revents != 0 && !serve(client); });
      if (waits[1].revents != 0) accept();
    }
  }

 private:
  std::shared_ptr<QpuDevice> device() {
    if (auto open = device_.lock()) return open;
    auto opened = open_device(options_.device, {.handle_log = options_.handle_log});
    device_ = opened;
    return opened;
  }

  bool serve(Client& client) {
    try {
      return client.serve([this] { return device(); }, bytes_of_plans());
    } catch (const std::exception& error) {
      log(error.what());
      return false;
    }
  }

  std::size_t bytes_of_plans() const {
    return std::accumulate(clients_.begin(), clients_.end(), std::size_t{0},
                           [](std::size_t sum, const Client& client) { return sum + client.bytes(); });
  }

  void accept() {
    auto connection = listener_.accept();
    if (connection && clients_.size() < kMostClients) clients_.emplace_back(std::move(*connection));
  }

  void log(const std::string& text) const {
    if (options_.log) options_.log(text);
  }

  const QpuHelperOptions& options_;
  Listener listener_;
  std::weak_ptr<QpuDevice> device_;  // open while there are plans
  std::list<Client> clients_;
};

}  // namespace
}  // namespace gpufft::qpu

namespace gpufft {

void run_qpu_helper(const QpuHelperOptions& options, int stop) {
  qpu::Server server(options);
  server.try_device();
  if (options.ready) options.ready();
  server.serve_until(stop);
}

}  // namespace gpufft
