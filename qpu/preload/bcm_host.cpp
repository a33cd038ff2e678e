// SPDX-License-Identifier: MIT
// The functions of libbcm_host.so that programs for a Raspberry Pi call, answered from the device tree as in the
// original (reference 9.4). Built into a library of that name, so that it can be linked or opened at run time.
#include <cstdint>
#include <cstdio>

namespace {

constexpr char kRanges[] = "/proc/device-tree/soc/ranges";
constexpr char kVcMemory[] = "/proc/device-tree/axi/vc_mem/reg";
constexpr unsigned kDefaultPeripherals = 0x2000'0000, kDefaultPeripheralBytes = 0x0100'0000;
constexpr unsigned kDefaultSdram = 0x4000'0000;

// A big-endian word of a file, or the default if there is none.
unsigned word_of(const char* path, long offset, unsigned otherwise) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return otherwise;
  unsigned char bytes[4];
  const bool complete = std::fseek(file, offset, SEEK_SET) == 0 && std::fread(bytes, sizeof bytes, 1, file) == 1;
  std::fclose(file);
  return complete ? unsigned{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3] : otherwise;
}

}  // namespace

extern "C" {

void bcm_host_init();
void bcm_host_deinit();
unsigned bcm_host_get_peripheral_address();
unsigned bcm_host_get_peripheral_size();
unsigned bcm_host_get_sdram_address();
int bcm_host_get_model_type();
int bcm_host_is_model_pi4();
int bcm_host_get_processor_id();
int bcm_host_is_fkms_active();
int bcm_host_is_kms_active();
int graphics_get_display_size(std::uint16_t display, std::uint32_t* width, std::uint32_t* height);

void bcm_host_init() {}
void bcm_host_deinit() {}

unsigned bcm_host_get_peripheral_address() {
  const unsigned address = word_of(kRanges, 4, kDefaultPeripherals);
  return address ? address : word_of(kRanges, 8, kDefaultPeripherals);
}
unsigned bcm_host_get_peripheral_size() { return word_of(kRanges, 8, kDefaultPeripheralBytes); }
unsigned bcm_host_get_sdram_address() { return word_of(kVcMemory, 8, kDefaultSdram); }

int bcm_host_get_model_type() {
  const unsigned revision = word_of("/proc/device-tree/system/linux,revision", 0, 0);
  return static_cast<int>(revision >> 4 & 0xFF);
}
int bcm_host_get_processor_id() {
  const unsigned revision = word_of("/proc/device-tree/system/linux,revision", 0, 0);
  return static_cast<int>(revision >> 12 & 0xF);
}
int bcm_host_is_model_pi4() { return 0; }
int bcm_host_is_fkms_active() { return 0; }
int bcm_host_is_kms_active() { return 0; }

int graphics_get_display_size(std::uint16_t, std::uint32_t* width, std::uint32_t* height) {
  if (width) *width = 0;
  if (height) *height = 0;
  return -1;  // no display
}

}  // extern "C"
