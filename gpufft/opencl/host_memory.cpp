// SPDX-License-Identifier: MIT
#include "gpufft/opencl/host_memory.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "gpufft/opencl/errors.h"
#include "gpufft/opencl/text.h"

namespace gpufft::opencl {

// A buffer that stays mapped.
struct MappedMemory {
  MappedMemory(const Device& device, std::size_t size);
  MappedMemory(const MappedMemory&) = delete;
  ~MappedMemory();

  cl_device_id device;
  cl_context context;  // of the device as it was opened then; the buffer keeps it
  Queue queue;
  Buffer buffer;
  std::span<std::byte> bytes;
  std::atomic<bool> is_in_program = false;  // a ProgramMemory has it
};

class HeldMemories {
 public:
  // Never destroyed: a driver's threads may still copy while the program ends.
  static HeldMemories& get() {
    static auto* const all = new HeldMemories;
    return *all;
  }

  void add(HostMemory&& memory) {
    const std::scoped_lock lock(mutex_);
    held_.push_back(std::move(memory));
  }

  HeldMemory release_unused(cl_device_id device) {
    const std::scoped_lock lock(mutex_);
    held_.remove_if([](HostMemory& memory) {
      if (memory.in_use()) return false;
      memory.last_copy_.reset();
      return true;
    });
    std::set<const MappedMemory*> left;  // several plans may have copied from the same
    for (const HostMemory& memory : held_)
      if (memory.mapped_->device == device && !memory.mapped_->is_in_program) left.insert(memory.mapped_.get());
    HeldMemory sum{.pieces = left.size()};
    for (const MappedMemory* memory : left) sum.bytes += memory->bytes.size();
    return sum;
  }

 private:
  std::mutex mutex_;  // guards the members below
  std::list<HostMemory> held_;
};

namespace {

// All memory of programs, by where it begins.
class ProgramMemories {
 public:
  static ProgramMemories& get() {  // never destroyed: programs may keep theirs to the end
    static auto* const all = new ProgramMemories;
    return *all;
  }

  void add(std::shared_ptr<MappedMemory> memory) {
    const std::scoped_lock lock(mutex_);
    const std::byte* const begin = memory->bytes.data();
    all_.emplace(begin, std::move(memory));
    count_ = all_.size();
  }

  void remove(const MappedMemory& memory) {
    const std::scoped_lock lock(mutex_);
    all_.erase(memory.bytes.data());
    count_ = all_.size();
  }

  // Spectra ask this while they work, so without any it makes nothing, not even this object.
  static bool empty() { return count_ == 0; }

  std::shared_ptr<MappedMemory> holding(std::span<const std::byte> bytes) {
    const std::scoped_lock lock(mutex_);
    const auto after = all_.upper_bound(bytes.data());
    if (after == all_.begin()) return nullptr;
    const auto& [begin, memory] = *std::prev(after);
    return bytes.data() + bytes.size() <= begin + memory->bytes.size() ? memory : nullptr;
  }

 private:
  static inline std::atomic<std::size_t> count_ = 0;
  std::mutex mutex_;  // guards the member below
  std::map<const std::byte*, std::shared_ptr<MappedMemory>> all_;
};

// A hanging device must not use up the machine's memory, one plan per retry.
void check_held_memory(const Device& device) {
  constexpr std::size_t kMost = std::size_t{256} << 20;
  const HeldMemory held = held_memory(device.facts());
  if (held.bytes <= kMost) return;
  throw DeviceError(text(device.facts().name, " has not ended its copies after it failed, and ", held.bytes >> 20,
                         " MiB are held for it; restart this program"));
}

}  // namespace

HeldMemory held_memory(const DeviceFacts& device) { return HeldMemories::get().release_unused(device.id); }

MappedMemory::MappedMemory(const Device& on, std::size_t size)
    : device(on.facts().id), context(on.context()), queue(on.queue()), buffer(on.host_buffer(size)) {
  cl_int status = CL_SUCCESS;
  auto* const start = clEnqueueMapBuffer(queue.get(), buffer.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0,
                                         nullptr, nullptr, &status);
  check(status, "memory shared with " + on.facts().name);
  bytes = {static_cast<std::byte*>(start), size};
}

MappedMemory::~MappedMemory() { clEnqueueUnmapMemObject(queue.get(), buffer.get(), bytes.data(), 0, nullptr, nullptr); }

HostMemory::HostMemory(const Device& device, std::size_t bytes) {
  check_held_memory(device);
  mapped_ = std::make_shared<MappedMemory>(device, bytes);
}

HostMemory::~HostMemory() {
  if (mapped_ && in_use()) HeldMemories::get().add(std::move(*this));
}

ProgramMemory::ProgramMemory(const Device& device, std::size_t bytes) {
  check_held_memory(device);
  mapped_ = std::make_shared<MappedMemory>(device, std::max<std::size_t>(bytes, 1));
  mapped_->is_in_program = true;
  ProgramMemories::get().add(mapped_);
}

ProgramMemory::~ProgramMemory() {
  ProgramMemories::get().remove(*mapped_);
  mapped_->is_in_program = false;
}

std::span<std::byte> ProgramMemory::bytes() const { return mapped_->bytes; }

std::optional<HostMemory> ProgramMemory::holding(const Device& device, std::span<const std::byte> bytes) {
  auto mapped = ProgramMemories::empty() ? nullptr : ProgramMemories::get().holding(bytes);
  if (!mapped || mapped->context != device.context()) return std::nullopt;
  return HostMemory(std::move(mapped));
}

std::span<std::byte> HostMemory::bytes() const { return mapped_->bytes; }

void HostMemory::send(cl_command_queue queue, const Buffer& to, std::span<const std::byte> part) {
  cl_event event = nullptr;
  check(clEnqueueWriteBuffer(queue, to.get(), CL_FALSE, 0, part.size(), part.data(), 0, nullptr, &event),
        "copying samples to the device");
  last_copy_.reset(event);
}

void HostMemory::receive(cl_command_queue queue, const Buffer& from) {
  cl_event event = nullptr;
  check(clEnqueueReadBuffer(queue, from.get(), CL_FALSE, 0, bytes().size(), bytes().data(), 0, nullptr, &event),
        "copying a row from the device");
  last_copy_.reset(event);
}

// A copy that failed has ended, too.
bool HostMemory::in_use() const {
  if (!last_copy_) return false;
  cl_int status = CL_QUEUED;
  const auto asked =
      clGetEventInfo(last_copy_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  return asked != CL_SUCCESS || status > CL_COMPLETE;
}

// OpenCL cannot wait with a timeout, so this polls, less often the longer it takes.
void wait_until_done(cl_event event, Clock::time_point deadline) {
  constexpr std::chrono::microseconds kShortest{10}, kLongest{500};
  for (auto pause = kShortest;; pause = std::min(2 * pause, kLongest)) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          "asking whether the device is done");
    if (status == CL_COMPLETE) return;
    if (status < 0) check(status, "the device failed at work");
    if (Clock::now() > deadline) throw DeviceError("the device did not answer in time; it hangs or was lost");
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace gpufft::opencl
