// SPDX-License-Identifier: MIT
#include "qpu/program/emulate/session_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <initializer_list>
#include <string>
#include <system_error>
#include <utility>

namespace qpu {

namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kPeripheralsOnBus = 0x7E00'0000;
const std::string kSerial = fmt::format("{:016x}", kSerialNumber);

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

constexpr std::string_view kPrefix = "qpu-emulate-";

mailbox::Descriptor locked(const fs::path& directory) {
  mailbox::Descriptor opened(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  const bool owned = opened.get() >= 0 && flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
  return owned ? std::move(opened) : mailbox::Descriptor();
}

// A session that was killed leaves its directory; one that lives has it locked. A new one has no time to lock it first.
void remove_dead_sessions() {
  constexpr std::chrono::seconds kNew{10};
  std::error_code ignored;
  for (fs::directory_iterator entry(fs::temp_directory_path(), ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const fs::path path = entry->path();
    struct stat found {};
    const bool ours = path.filename().string().starts_with(kPrefix) && lstat(path.c_str(), &found) == 0 &&
                      S_ISDIR(found.st_mode) && found.st_uid == geteuid();
    if (!ours || std::time(nullptr) - found.st_mtime < kNew.count()) continue;
    std::error_code gone_already;
    if (const auto lock = locked(path); lock.get() >= 0) fs::remove_all(path, gone_already);
  }
}

fs::path make_directory() {
  remove_dead_sessions();
  std::string name = fs::temp_directory_path() / (std::string(kPrefix) + "XXXXXX");
  if (!mkdtemp(name.data())) fail("directory of the emulated session");
  return name;
}

void write_file(const fs::path& path, std::string_view contents) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << contents;
  if (!file.flush()) fail(path.c_str());
}

// As device trees have numbers: big-endian.
std::string cells(std::initializer_list<std::uint32_t> words) {
  std::string bytes;
  for (const std::uint32_t word : words)
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xFF);
  return bytes;
}

std::string text(std::string_view words) { return std::string(words) + '\0'; }

std::string cpuinfo(const Personality& board) {
  return fmt::format(
      "processor\t: 0\nmodel name\t: {}\nBogoMIPS\t: 38.40\nFeatures\t: half thumb fastmult vfp edsp java tls\n"
      "CPU implementer\t: 0x41\n\nHardware\t: BCM2835\nRevision\t: {:06x}\nSerial\t\t: {}\nModel\t\t: {}\n",
      board.processor, board.revision, kSerial, board.model);
}

std::string iomem(const EmulatedPi& pi) {
  const std::uint32_t v3d = pi.board().peripherals + mailbox::kV3dOffset;
  return fmt::format("00000000-{:08x} : System RAM\n{:08x}-{:08x} : {:08x}.v3d\n", pi.split().arm_bytes - 1, v3d,
                     v3d + mailbox::kV3dPageBytes - 1, v3d);
}

fs::path link_to(int descriptor) { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor); }

}  // namespace

SessionDirectory::SessionDirectory(const EmulatedPi& pi)
    : path_(make_directory()),
      lock_(locked(path_)),
      vcio_(memfd_create("qpu-vcio", MFD_CLOEXEC)),
      sharing_(memfd_create("qpu-vcsm", MFD_CLOEXEC)) {
  if (vcio_.get() < 0 || sharing_.get() < 0) fail("node of the emulated firmware");
  add_device_tree(pi);
  add_proc_files(pi);
  add_nodes(pi);
  fs::create_directories(path_ / "run");
}

SessionDirectory::~SessionDirectory() {
  std::error_code nobody_to_tell;
  fs::remove_all(path_, nobody_to_tell);
}

void SessionDirectory::add_device_tree(const EmulatedPi& pi) const {
  const fs::path tree = path_ / "proc/device-tree";
  const Personality& board = pi.board();
  write_file(tree / "model", text(board.model));
  write_file(tree / "compatible", text(fmt::format("raspberrypi,{}", board.name)) + text(board.compatible));
  write_file(tree / "serial-number", text(kSerial));
  write_file(tree / "system/linux,revision", cells({board.revision}));
  write_file(tree / "soc/ranges", cells({kPeripheralsOnBus, board.peripherals, board.peripheral_bytes}));
  write_file(tree / "soc/v3d@7ec00000/status", text("disabled"));
  write_file(tree / "soc/firmware/vcio/compatible", text("raspberrypi,vcio"));
  write_file(tree / "axi/vc_mem/reg",
             cells({pi.split().video_core_base, pi.split().video_core_bytes, board.sdram_bus}));
}

void SessionDirectory::add_proc_files(const EmulatedPi& pi) const {
  write_file(path_ / "proc/cpuinfo", cpuinfo(pi.board()));
  write_file(path_ / "proc/iomem", iomem(pi));
}

void SessionDirectory::add_nodes(const EmulatedPi& pi) const {
  fs::create_directories(path_ / "dev");
  fs::create_symlink(link_to(vcio_.get()), path_ / "dev/vcio");
  fs::create_symlink(link_to(sharing_.get()), path_ / "dev/vcsm-cma");
  fs::create_symlink(link_to(pi.memory().descriptor()), path_ / "dev/mem");
}

}  // namespace qpu
