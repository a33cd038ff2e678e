// SPDX-License-Identifier: MIT
// A program as people write it for a Raspberry Pi: nothing in it knows of any emulation. It adds up on the QPUs,
// started through the mailbox and by poking V3D's registers, and says what it got.
#include <dlfcn.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define IOCTL_MBOX_PROPERTY _IOWR(100, 0, char*)
#define BUS_TO_PHYS(x) ((x) & ~0xC0000000u)
#define V3D 0xC00000
#define L2CACTL (0x20 >> 2)
#define SLCACTL (0x24 >> 2)
#define SRQPC (0x430 >> 2)
#define SRQUA (0x434 >> 2)
#define SRQCS (0x43c >> 2)
#define DBCFG (0xe00 >> 2)
#define DBQITE (0xe2c >> 2)
#define DBQITC (0xe30 >> 2)
#define QPUS 12

// uniforms: VPM write set-up, value, VDW set-up, target, interrupt
static const uint32_t code[] = {
    0x15827d80, 0x10021c67,  // mov vw_setup, unif
    0x15827d80, 0x10020827,  // mov r0, unif
    0x0c9a7c00, 0x10020827,  // add r0, elem_num, r0
    0x159e7000, 0x10020c27,  // mov vpm, r0
    0x15827d80, 0x10021c67,  // mov vw_setup, unif
    0xc0000000, 0xe0021c67,  // mov vw_setup, vdw_setup_1(0)
    0x15827d80, 0x10021ca7,  // mov vw_addr, unif
    0x159f2fc0, 0x100009e7,  // mov -, vw_wait
    0x15827d80, 0x100209a7,  // mov irq, unif
    0x009e7000, 0x100009e7,  // nop
    0x009e7000, 0x300009e7,  // thrend
    0x009e7000, 0x100009e7,  // nop
    0x009e7000, 0x100009e7,  // nop
};

struct shared {
  uint32_t code[64];
  uint32_t uniforms[QPUS][5];
  uint32_t control[QPUS][2];
  uint32_t result[QPUS][16];
};

static int die(const char* what) {
  perror(what);
  exit(1);
}

static uint32_t call(int mbox, uint32_t tag, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  uint32_t p[10] = {sizeof p, 0, tag, 16, 16, a, b, c, d, 0};
  if (ioctl(mbox, IOCTL_MBOX_PROPERTY, p) < 0) die("ioctl");
  return p[5];
}

static uint32_t peripheral_base(void) {
  void* lib = dlopen("libbcm_host.so", RTLD_LAZY);
  if (!lib) die(dlerror());
  unsigned (*address)(void) = (unsigned (*)(void))dlsym(lib, "bcm_host_get_peripheral_address");
  return address();
}

static int wrong(volatile struct shared* shared, uint32_t value) {
  int wrongs = 0;
  for (uint32_t q = 0; q < QPUS; q++)
    for (uint32_t i = 0; i < 16; i++) wrongs += shared->result[q][i] != value + 100 * q + i;
  return wrongs;
}

static void prepare(volatile struct shared* shared, uint32_t bus, uint32_t value, int irq) {
  for (uint32_t i = 0; i < sizeof code / 4; i++) shared->code[i] = code[i];
  for (uint32_t q = 0; q < QPUS; q++) {
    const uint32_t uniforms[5] = {0x1a00 + q, value + 100 * q, 0x80904000 + (q << 7),
                                  bus + (uint32_t)offsetof(struct shared, result) + 64 * q, irq && q == QPUS - 1};
    for (int i = 0; i < 5; i++) shared->uniforms[q][i] = uniforms[i];
    for (int i = 0; i < 16; i++) shared->result[q][i] = 0;
    shared->control[q][0] = bus + (uint32_t)offsetof(struct shared, uniforms) + 20 * q;
    shared->control[q][1] = bus;
  }
}

static void poke(volatile unsigned* v3d, volatile struct shared* shared) {
  v3d[DBCFG] = 0;
  v3d[DBQITE] = 0;
  v3d[DBQITC] = -1;
  v3d[L2CACTL] = 1 << 2;
  v3d[SLCACTL] = -1;
  v3d[SRQCS] = (1 << 7) | (1 << 8) | (1 << 16);
  for (unsigned q = 0; q < QPUS; q++) {
    v3d[SRQUA] = shared->control[q][0];
    v3d[SRQPC] = shared->control[q][1];
  }
  while (((v3d[SRQCS] >> 16) & 0xff) != QPUS)
    ;
}

int main(int argc, char** argv) {
  const char* node = argc > 1 ? argv[1] : "/dev/vcio";
  int mbox = open(node, 0);
  if (mbox < 0) die(node);
  const uint32_t base = peripheral_base();
  const uint32_t flags = base == 0x20000000 ? 0xC : 0x4;
  if (call(mbox, 0x30012, 1, 0, 0, 0)) return fprintf(stderr, "Unable to enable V3D.\n"), 2;
  const uint32_t handle = call(mbox, 0x3000c, (sizeof(struct shared) + 4095) & ~4095u, 4096, flags, 0);
  if (!handle) return fprintf(stderr, "no GPU memory\n"), 3;
  const uint32_t bus = call(mbox, 0x3000d, handle, 0, 0, 0);
  int mem = open("/dev/mem", O_RDWR | O_SYNC);
  if (mem < 0) die("/dev/mem");
  volatile struct shared* shared =
      mmap(0, (sizeof(struct shared) + 4095) & ~4095u, PROT_READ | PROT_WRITE, MAP_SHARED, mem, BUS_TO_PHYS(bus));
  if (shared == MAP_FAILED) die("mmap memory");
  volatile unsigned* peripherals = mmap(0, 0x1000000, PROT_READ | PROT_WRITE, MAP_SHARED, mem, base);
  if (peripherals == MAP_FAILED) die("mmap peripherals");
  close(mem);
  volatile unsigned* v3d = peripherals + V3D / 4;

  prepare(shared, bus, 1000, 1);
  const uint32_t answer = call(mbox, 0x30011, QPUS, bus + (uint32_t)offsetof(struct shared, control), 0, 1000);
  const int by_mailbox = answer ? -1 : wrong(shared, 1000);
  prepare(shared, bus, 5000, 0);
  poke(v3d, shared);
  const int by_registers = wrong(shared, 5000);
  printf("base %08x alias %x ident %08x mailbox %d registers %d\n", base, bus >> 28 & 0xC, v3d[0], by_mailbox,
         by_registers);

  munmap((void*)shared, (sizeof(struct shared) + 4095) & ~4095u);
  call(mbox, 0x3000e, handle, 0, 0, 0);
  call(mbox, 0x3000f, handle, 0, 0, 0);
  call(mbox, 0x30012, 0, 0, 0, 0);
  return by_mailbox || by_registers;
}
