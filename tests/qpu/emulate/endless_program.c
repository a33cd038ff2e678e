// SPDX-License-Identifier: MIT
// Has the firmware execute what never ends, with more patience than anybody has.
#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int mbox;

static uint32_t call(uint32_t tag, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint32_t p[10] = {sizeof p, 0, tag, 16, 16, a, b, c, d, 0};
  return ioctl(mbox, _IOWR(100, 0, char*), p) < 0 ? ~0u : p[5];
}

int main(void) {
  mbox = open("/dev/vcio", 0);
  if (mbox < 0 || call(0x30012, 1, 0, 0, 0) != 0) return 2;
  const uint32_t handle = call(0x3000c, 4096, 4096, 0xC, 0), bus = call(0x3000d, handle, 0, 0, 0);
  volatile uint32_t* memory =
      mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open("/dev/mem", O_RDWR | O_SYNC), bus & ~0xC0000000u);
  if (memory == MAP_FAILED) return 3;
  const uint32_t words[] = {
      0xffffffe0, 0xf0f809e7,  // brr -, r:here
      0x009e7000, 0x100009e7,  // nop
      0x009e7000, 0x100009e7,  // nop
      0x009e7000, 0x100009e7,  // nop
      bus + 256,  bus,         // the list of programs
  };
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) memory[i] = words[i];
  const uint32_t answer = call(0x30011, 1, bus + 32, 0, 1000 * 1000 * 1000);
  call(0x30012, 0, 0, 0, 0);
  return answer == 0x80000000 ? 0 : 4;
}
