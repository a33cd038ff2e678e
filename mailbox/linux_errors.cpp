// SPDX-License-Identifier: MIT
#include "mailbox/linux_errors.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace mailbox {

namespace {

std::string with_remedy(const std::string& node, std::string_view what, std::string_view remedy) {
  return fmt::format("{}: {}; {}", node, what, remedy);
}

std::string plain(const std::string& node, std::string_view doing, int error) {
  return fmt::format("{}: {}: {}; use the CPU", node, doing, std::strerror(error));
}

}  // namespace

std::string cannot_open_vcio(const std::string& node, int error) {
  switch (error) {
    case ENOENT:
      return with_remedy(node, "not found, only the Raspberry Pi kernel has the vcio driver",
                         "boot that kernel, mainline and distribution kernels cannot reach the firmware");
    case EACCES:
    case EPERM:
      return with_remedy(
          node, "permission denied, Raspberry Pi OS since June 2026 gives it to root alone",
          "run as root, or add a udev rule (KERNEL==\"vcio\", GROUP=\"spectrumd-qpu\", MODE=\"0660\"), which "
          "grants that group access to all memory");
    case ENXIO:
    case ENODEV:
      return with_remedy(node, "a node without a driver, kernel 4.1 gave up major number 100",
                         "use /dev/vcio, or load the vcio driver");
    default:
      return plain(node, "cannot be opened", error);
  }
}

std::string cannot_call(const std::string& node, int error) {
  switch (error) {
    case EPERM:
      return with_remedy(node, "the kernel does not permit this tag here, it is a restricted vcio node",
                         "use /dev/vcio itself, its siblings (vcio_gencmd and others) refuse memory and QPU tags");
    case EINVAL:
      return with_remedy(
          node, "the kernel or the firmware considers the message malformed",
          "make sure that program and kernel are both 32-bit or both 64-bit, the size in the ioctl number differs");
    case ENOTTY:
      return with_remedy(node, "not a vcio device, or a 64-bit kernel that cannot serve 32-bit programs",
                         "use /dev/vcio of a kernel from 2019 on");
    case ETIMEDOUT:
      return with_remedy(
          node, "the firmware did not answer within the second the kernel waits",
          "keep QPU jobs below a second or launch them by registers; if this persists, the QPUs hang: reboot");
    default:
      return plain(node, "the property call failed", error);
  }
}

std::string cannot_open_memory(const std::string& node, int error) {
  switch (error) {
    case ENOENT:
      return with_remedy(node, "not found, this kernel was built without it (CONFIG_DEVMEM)",
                         "boot a kernel that has it");
    case EACCES:
    case EPERM:
      return with_remedy(
          node, "permission denied, it requires root, or CAP_SYS_RAWIO and a group with write access",
          "run as root, or give the service AmbientCapabilities=CAP_SYS_RAWIO and add a udev rule "
          "(KERNEL==\"mem\", GROUP=\"spectrumd-qpu\", MODE=\"0660\"): the group kmem has read access only");
    default:
      return plain(node, "cannot be opened", error);
  }
}

std::string cannot_map_memory(const std::string& node, int error) {
  if (error == EPERM || error == EACCES)
    return with_remedy(node, "opened, but the kernel forbids mapping it (IO_STRICT_DEVMEM or lockdown)",
                       "add iomem=relaxed to cmdline.txt and reboot");
  return plain(node, "cannot be mapped", error);
}

}  // namespace mailbox
