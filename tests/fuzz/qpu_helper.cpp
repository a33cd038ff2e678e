// SPDX-License-Identifier: MIT
// Any messages to the QPU helper, which runs in a thread of this process on an emulated board: it answers or closes the
// connection, and the next one is accepted. Each message is its length in a byte and its bytes; a length of 255 stands
// for a plan of the helper's own protocol and 254 for a batch, filled from what follows.
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>

#include "gpufft/backend.h"
#include "gpufft/qpu/helper/connection.h"
#include "gpufft/qpu/helper/messages.h"
#include "gpufft/qpu_helper.h"
#include "mailbox/descriptor.h"
#include "tests/fuzz/temporary_file.h"

namespace qpu = gpufft::qpu;

namespace {

constexpr std::uint8_t kPlan = 255, kBatch = 254;
constexpr std::uint64_t kMostBins = 1024, kMostFrames = 4;  // the emulator is slow
constexpr std::chrono::seconds kPatience{60};

class Helper {
 public:
  Helper() : place_("socket"), stop_(eventfd(0, EFD_CLOEXEC)) {
    std::atomic<bool> ready = false;
    thread_ = std::jthread([this, &ready] {
      gpufft::run_qpu_helper({.socket = place_.path(),
                              .handle_log = place_.path().string() + ".handles",
                              .device = "emulated",
                              .ready = [&ready] { ready = true, ready.notify_one(); },
                              .log = {}},
                             stop_.get());
    });
    ready.wait(false);
  }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  ~Helper() { eventfd_write(stop_.get(), 1); }

  qpu::Connection connect() const { return qpu::Connection::to(place_.path()); }

 private:
  TemporaryFile place_;
  mailbox::Descriptor stop_;
  std::jthread thread_;
};

class Messages {
 public:
  Messages(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}
  std::vector<std::byte> next() {
    if (rest_.empty()) return {};
    const std::uint8_t kind = take(1).front();
    if (kind == kPlan) return filled<qpu::PlanMessage>(limit);
    if (kind == kBatch) return filled<qpu::BatchMessage>(limit);
    const auto bytes = std::as_bytes(take(kind));
    return {bytes.begin(), bytes.end()};
  }

 private:
  static void limit(qpu::PlanMessage& plan) {
    plan.protocol = qpu::kProtocol;
    plan.bins %= kMostBins + 1;
  }
  static void limit(qpu::BatchMessage& batch) { batch.frames = std::min(batch.frames, kMostFrames); }

  std::span<const std::uint8_t> take(std::size_t count) {
    const auto taken = rest_.first(std::min(count, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  template <typename Message>
  std::vector<std::byte> filled(void (*clip)(Message&)) {
    Message message;
    const auto bytes = take(sizeof message);
    std::memcpy(static_cast<void*>(&message), bytes.data(), bytes.size());
    clip(message);
    const auto whole = qpu::bytes_of(message);
    return {whole.begin(), whole.end()};
  }

  std::span<const std::uint8_t> rest_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Helper helper;
  qpu::Connection connection = helper.connect();
  Messages messages(data, size);
  for (auto message = messages.next(); !message.empty(); message = messages.next()) {
    if (!connection.send(message)) return 0;
    if (!connection.wait(kPatience)) std::abort();
    qpu::Reply reply;
    if (!connection.receive(qpu::writable_bytes_of(reply))) return 0;
    if (reply.text.back() != '\0') std::abort();
  }
  return 0;
}
