// SPDX-License-Identifier: MIT
// A libusb-1.0 with simulated sticks: the 24 functions that librtlsdr calls, and the three by which spectrumd
// learns where a stick is plugged in. Programs get it through LD_LIBRARY_PATH, unmodified.

#include <fcntl.h>
#include <libusb-1.0/libusb.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/fakes/libusb/world.h"

using fake_usb::Clock;
using fake_usb::Stick;
using fake_usb::World;

struct libusb_context {};

struct libusb_device {
  Stick* stick;
  std::uint64_t plugging;  // it is gone when the stick's differs
  int references = 1;
};

struct libusb_device_handle {
  libusb_device device;
  int node = -1;  // descriptor
  fake_usb::TimeTaken opened;
  std::deque<libusb_transfer*> queued;
  std::vector<libusb_transfer*> cancelled;

  bool gone() const { return !device.stick->plugged() || device.stick->plugging() != device.plugging; }
};

namespace {

constexpr auto kSlice = std::chrono::milliseconds(3);  // how late a command is seen
std::mutex mutex;                                      // guards everything here and behind World
// Never destroyed: threads may use it while the program ends.
auto& handles = *new std::vector<libusb_device_handle*>;

using Lock = std::unique_lock<std::mutex>;

double processor_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Measures the processor time of the simulated sticks while it exists.
class OwnTime {
 public:
  OwnTime() : began_(processor_seconds(CLOCK_THREAD_CPUTIME_ID)) {}
  ~OwnTime() { total_ = total_ + processor_seconds(CLOCK_THREAD_CPUTIME_ID) - began_; }
  OwnTime(const OwnTime&) = delete;
  OwnTime& operator=(const OwnTime&) = delete;
  static double total() { return total_; }

 private:
  static inline std::atomic<double> total_ = 0;
  const double began_;
};

fake_usb::TimeTaken taken_until_now() {
  return {.seconds = std::chrono::duration<double>(Clock::now().time_since_epoch()).count(),
          .process_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID),
          .stick_seconds = OwnTime::total()};
}

fake_usb::TimeTaken operator-(const fake_usb::TimeTaken& end, const fake_usb::TimeTaken& begin) {
  return {.seconds = end.seconds - begin.seconds,
          .process_seconds = end.process_seconds - begin.process_seconds,
          .stick_seconds = end.stick_seconds - begin.stick_seconds};
}

// Every call begins here: commands are carried out, and a wedged world blocks all callers.
Lock enter() {
  Lock lock(mutex);
  World::get().poll();
  while (World::get().wedged) {
    lock.unlock();
    std::this_thread::sleep_for(kSlice);
    lock.lock();
    World::get().poll();
  }
  return lock;
}

std::uint64_t queued_bytes(const libusb_device_handle& handle) {
  std::uint64_t bytes = 0;
  for (const libusb_transfer* transfer : handle.queued) bytes += static_cast<std::uint64_t>(transfer->length);
  return bytes;
}

libusb_transfer* finished(libusb_transfer* transfer, libusb_transfer_status status, int length) {
  transfer->status = status;
  transfer->actual_length = length;
  return transfer;
}

// The next transfer that has ended, if any.
libusb_transfer* next_finished(libusb_device_handle& handle) {
  if (!handle.cancelled.empty()) {
    libusb_transfer* const transfer = handle.cancelled.back();
    handle.cancelled.pop_back();
    return finished(transfer, LIBUSB_TRANSFER_CANCELLED, 0);
  }
  if (handle.queued.empty()) return nullptr;
  libusb_transfer* const front = handle.queued.front();
  Stick& stick = *handle.device.stick;
  if (handle.gone()) {
    handle.queued.pop_front();
    return finished(front, LIBUSB_TRANSFER_NO_DEVICE, 0);
  }
  stick.advance(queued_bytes(handle));
  const auto length = std::min(stick.short_packet.value_or(static_cast<std::size_t>(front->length)),
                               static_cast<std::size_t>(front->length));
  if (stick.available() < length) return nullptr;
  stick.read({front->buffer, length});
  stick.short_packet.reset();
  handle.queued.pop_front();
  return finished(front, LIBUSB_TRANSFER_COMPLETED, static_cast<int>(length));
}

Clock::time_point next_moment() {
  Clock::time_point moment = Clock::now() + kSlice;
  for (const libusb_device_handle* handle : handles)
    if (!handle->queued.empty())
      moment = std::min(moment, handle->device.stick->when(static_cast<std::uint64_t>(handle->queued.front()->length)));
  return moment;
}

// The ended transfers of one stick; a snapshot: what callbacks submit waits for the next turn.
std::vector<libusb_transfer*> all_finished() {
  const OwnTime time;
  const Lock lock = enter();
  std::vector<libusb_transfer*> over;
  for (std::size_t i = 0; i < handles.size() && over.empty(); ++i)
    while (libusb_transfer* transfer = next_finished(*handles[i])) over.push_back(transfer);
  World::get().note_changes();
  return over;
}

// Runs the callbacks of ended transfers; false if there were none.
bool handle_finished() {
  const auto over = all_finished();
  for (libusb_transfer* transfer : over) transfer->callback(transfer);
  return !over.empty();
}

}  // namespace

extern "C" {

int libusb_init(libusb_context** context) {
  enter();
  if (context) *context = new libusb_context;
  return LIBUSB_SUCCESS;
}

void libusb_exit(libusb_context* context) { delete context; }

ssize_t libusb_get_device_list(libusb_context*, libusb_device*** list) {
  const Lock lock = enter();
  std::vector<libusb_device*> devices;
  for (const auto& stick : World::get().sticks)
    if (stick->plugged()) devices.push_back(new libusb_device{stick.get(), stick->plugging()});
  *list = new libusb_device*[devices.size() + 1];
  std::ranges::copy(devices, *list);
  (*list)[devices.size()] = nullptr;
  return static_cast<ssize_t>(devices.size());
}

void libusb_free_device_list(libusb_device** list, int) {
  for (libusb_device** device = list; *device; ++device) delete *device;
  delete[] list;
}

int libusb_get_device_descriptor(libusb_device* device, libusb_device_descriptor* descriptor) {
  *descriptor = {};
  descriptor->idVendor = device->stick->facts().vendor;
  descriptor->idProduct = device->stick->facts().product;
  descriptor->iManufacturer = 1;
  descriptor->iProduct = 2;
  descriptor->iSerialNumber = 3;
  return LIBUSB_SUCCESS;
}

std::uint8_t libusb_get_bus_number(libusb_device* device) { return device->stick->facts().bus; }

std::uint8_t libusb_get_device_address(libusb_device* device) { return device->stick->facts().address; }

int libusb_get_port_numbers(libusb_device* device, std::uint8_t* ports, int most) {
  const auto& path = device->stick->facts().ports;
  if (static_cast<int>(path.size()) > most) return LIBUSB_ERROR_OVERFLOW;
  std::ranges::copy(path, ports);
  return static_cast<int>(path.size());
}

libusb_device* libusb_get_device(libusb_device_handle* handle) { return &handle->device; }

int libusb_open(libusb_device* device, libusb_device_handle** handle) {
  const Lock lock = enter();
  if (!device->stick->plugged()) return LIBUSB_ERROR_NO_DEVICE;
  if (!device->stick->permitted) return LIBUSB_ERROR_ACCESS;
  *handle = new libusb_device_handle{.device = *device, .opened = taken_until_now()};
  if (const std::string node = World::get().node(*device->stick); !node.empty())
    (*handle)->node = open(node.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0660);
  handles.push_back(*handle);
  return LIBUSB_SUCCESS;
}

void libusb_close(libusb_device_handle* handle) {
  const Lock lock = enter();
  std::erase(handles, handle);
  World::get().note_close(*handle->device.stick, taken_until_now() - handle->opened);
  if (handle->node >= 0) close(handle->node);
  delete handle;
}

int libusb_get_string_descriptor_ascii(libusb_device_handle* handle, std::uint8_t index, unsigned char* data,
                                       int length) {
  const Lock lock = enter();
  if (handle->gone()) return LIBUSB_ERROR_NO_DEVICE;
  const auto& facts = handle->device.stick->facts();
  const std::string& text = index == 1 ? facts.manufacturer : index == 2 ? facts.name : facts.serial;
  const std::size_t count = std::min(text.size(), static_cast<std::size_t>(length) - 1);
  std::memcpy(data, text.data(), count);
  data[count] = 0;
  return static_cast<int>(count);
}

int libusb_kernel_driver_active(libusb_device_handle* handle, int) { return handle->device.stick->kernel_driver; }

int libusb_detach_kernel_driver(libusb_device_handle* handle, int) {
  handle->device.stick->kernel_driver = false;
  return LIBUSB_SUCCESS;
}

int libusb_attach_kernel_driver(libusb_device_handle* handle, int) {
  handle->device.stick->kernel_driver = true;
  return LIBUSB_SUCCESS;
}

int libusb_claim_interface(libusb_device_handle* handle, int) {
  const Lock lock = enter();
  if (handle->gone()) return LIBUSB_ERROR_NO_DEVICE;
  if (handle->device.stick->busy) return LIBUSB_ERROR_BUSY;
  if (handle->node >= 0 && flock(handle->node, LOCK_EX | LOCK_NB) != 0) return LIBUSB_ERROR_BUSY;
  return LIBUSB_SUCCESS;
}

int libusb_release_interface(libusb_device_handle* handle, int) {
  const Lock lock = enter();
  if (handle->node >= 0) flock(handle->node, LOCK_UN);
  return handle->gone() ? LIBUSB_ERROR_NO_DEVICE : LIBUSB_SUCCESS;
}

int libusb_reset_device(libusb_device_handle* handle) {
  const Lock lock = enter();
  return handle->gone() ? LIBUSB_ERROR_NOT_FOUND : LIBUSB_SUCCESS;
}

int libusb_control_transfer(libusb_device_handle* handle, std::uint8_t type, std::uint8_t, std::uint16_t value,
                            std::uint16_t index, unsigned char* data, std::uint16_t length, unsigned int timeout_ms) {
  const OwnTime time;
  Lock lock = enter();
  if (handle->gone()) return LIBUSB_ERROR_NO_DEVICE;
  Stick& stick = *handle->device.stick;
  stick.advance(queued_bytes(*handle));  // samples received until now have the previous settings
  const bool ran = stick.demodulator().fifo_runs();
  const int result = stick.control((type & LIBUSB_ENDPOINT_IN) != 0, value, index, {data, length});
  if (!ran && stick.demodulator().fifo_runs()) stick.restart_stream();
  stick.advance(queued_bytes(*handle));  // a new rate counts from here on
  World::get().note_changes();
  lock.unlock();
  if (result == LIBUSB_ERROR_TIMEOUT) std::this_thread::sleep_for(std::chrono::milliseconds(timeout_ms));
  return result;
}

// A synchronous read; only rtl_sdr -S and similar programs use it.
int libusb_bulk_transfer(libusb_device_handle* handle, unsigned char, unsigned char* data, int length, int* actual,
                         unsigned int) {
  const OwnTime time;
  const auto bytes = static_cast<std::uint64_t>(length);
  for (bool first = true;; first = false) {
    Lock lock = enter();
    if (handle->gone()) return LIBUSB_ERROR_NO_DEVICE;
    Stick& stick = *handle->device.stick;
    stick.advance(first ? 0 : bytes);  // until now nothing was requested
    stick.advance(bytes);
    if (stick.available() >= bytes) {
      stick.read({data, bytes});
      *actual = length;
      return LIBUSB_SUCCESS;
    }
    const auto moment = std::min(stick.when(bytes), Clock::now() + kSlice);
    lock.unlock();
    std::this_thread::sleep_until(moment);
  }
}

libusb_transfer* libusb_alloc_transfer(int) { return new libusb_transfer{}; }

void libusb_free_transfer(libusb_transfer* transfer) { delete transfer; }

int libusb_submit_transfer(libusb_transfer* transfer) {
  const OwnTime time;
  const Lock lock = enter();
  libusb_device_handle& handle = *transfer->dev_handle;
  if (handle.gone()) return LIBUSB_ERROR_NO_DEVICE;
  handle.device.stick->advance(queued_bytes(handle));
  handle.queued.push_back(transfer);
  return LIBUSB_SUCCESS;
}

int libusb_cancel_transfer(libusb_transfer* transfer) {
  const Lock lock = enter();
  libusb_device_handle& handle = *transfer->dev_handle;
  const auto found = std::ranges::find(handle.queued, transfer);
  if (found == handle.queued.end()) return LIBUSB_ERROR_NOT_FOUND;
  handle.queued.erase(found);
  handle.cancelled.push_back(transfer);
  return LIBUSB_SUCCESS;
}

// Like the library, it waits for nothing once the caller has what it needs.
int libusb_handle_events_timeout_completed(libusb_context*, timeval* limit, int* completed) {
  const auto end = Clock::now() + std::chrono::seconds(limit->tv_sec) + std::chrono::microseconds(limit->tv_usec);
  while (!(completed && *completed) && !handle_finished()) {
    if (Clock::now() >= end) return LIBUSB_SUCCESS;
    const OwnTime time;
    Clock::time_point moment;
    {
      const Lock lock(mutex);
      moment = std::min(next_moment(), end);
    }
    std::this_thread::sleep_until(moment);
  }
  return LIBUSB_SUCCESS;
}

// Required by programs that resolve all symbols at the start, even if they never call it.
const char* libusb_error_name(int error) { return error == LIBUSB_SUCCESS ? "LIBUSB_SUCCESS" : "LIBUSB_ERROR"; }

// As on kernels without support: the library uses its own memory instead.
unsigned char* libusb_dev_mem_alloc(libusb_device_handle*, std::size_t) { return nullptr; }

int libusb_dev_mem_free(libusb_device_handle*, unsigned char*, std::size_t) { return LIBUSB_SUCCESS; }

}  // extern "C"
