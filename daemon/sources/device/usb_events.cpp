// SPDX-License-Identifier: MIT
#include "daemon/sources/device/usb_events.h"

#include <linux/netlink.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace spectrumd {
namespace {

constexpr unsigned kKernelGroup = 1, kUdevGroup = 2;

int open_netlink() {
  const int descriptor = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (descriptor < 0) return -1;
  sockaddr_nl address{};
  address.nl_family = AF_NETLINK;
  address.nl_groups = kKernelGroup | kUdevGroup;
  if (bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}

}  // namespace

UsbEvents::UsbEvents() : descriptor_(open_netlink()) {}

UsbEvents::~UsbEvents() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool UsbEvents::wait(std::chrono::milliseconds limit) {
  if (descriptor_ < 0) {
    std::this_thread::sleep_for(limit);
    return false;
  }
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  if (poll(&waiting, 1, static_cast<int>(limit.count())) <= 0) return false;
  bool plugged = false;
  std::array<char, 8192> message;
  for (ssize_t length = 0; (length = recv(descriptor_, message.data(), message.size(), MSG_DONTWAIT)) > 0;)
    plugged |= announces_usb_device({message.data(), static_cast<std::size_t>(length)});
  return plugged;
}

// Properties follow one another with zeros between them, behind a head of either kind.
bool announces_usb_device(std::string_view message) {
  const auto has = [message](std::string_view property) { return message.find(property) != std::string_view::npos; };
  using namespace std::string_view_literals;
  return (has("\0ACTION=add\0"sv) || has("\0ACTION=bind\0"sv)) && has("\0DEVTYPE=usb_device\0"sv);
}

}  // namespace spectrumd
