// SPDX-License-Identifier: MIT
// What programs on a Raspberry Pi do besides the obvious, one case a name. Each ends with status 0 if all went as on a
// Pi, and knows of no emulation.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#define IDENT 0x02443356u
#define V3D_ON_PI1 0x20C00000
enum { SCRATCH = 0x10 / 4, SRQPC = 0x430 / 4, SRQUA = 0x434 / 4, SRQCS = 0x43c / 4 };

#define CHECK(condition) \
  if (!(condition)) return fprintf(stderr, "line %d: not " #condition "\n", __LINE__), 1

static int mbox;

static uint32_t call(uint32_t tag, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t p[9] = {sizeof p, 0, tag, 12, 12, a, b, c, 0};
  if (ioctl(mbox, _IOWR(100, 0, char*), p) < 0) {
    perror("ioctl");
    exit(1);
  }
  return p[5];
}

static volatile unsigned* map(unsigned long physical, size_t bytes) {
  int mem = open("/dev/mem", O_RDWR | O_SYNC);
  void* start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, mem, physical);
  close(mem);
  if (start == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return start;
}

static volatile unsigned* v3d_page(void) { return map(V3D_ON_PI1, 4096); }

static volatile unsigned* board(void) {
  mbox = open("/dev/vcio", 0);
  if (mbox < 0 || call(0x30012, 1, 0, 0) != 0) exit(2);
  return v3d_page();
}

static void done(void) { call(0x30012, 0, 0, 0); }

static sigjmp_buf before_fault;
static void on_fault(int number) {
  (void)number;
  siglongjmp(before_fault, 1);
}
static volatile int* volatile nowhere = NULL;

static int own_handler(void) {
  volatile unsigned* v3d = board();
  signal(SIGSEGV, on_fault);
  for (unsigned round = 0; round < 3; round++) {
    v3d[SCRATCH] = round;
    if (sigsetjmp(before_fault, 1) == 0) {
      *nowhere = 1;
      return 1;
    }
    CHECK(v3d[SCRATCH] == round);
  }
  CHECK(signal(SIGSEGV, SIG_DFL) == on_fault);
  done();
  return 0;
}

static int crash(void) {
  volatile unsigned* v3d = board();
  CHECK(v3d[0] == IDENT);
  done();
  *nowhere = 1;
  return 0;
}

static int blocked_signals(void) {
  volatile unsigned* v3d = board();
  sigset_t all;
  sigfillset(&all);
  CHECK(sigprocmask(SIG_SETMASK, &all, NULL) == 0);
  CHECK(v3d[0] == IDENT);
  done();
  return 0;
}

static volatile unsigned* handler_page;
static volatile unsigned seen_by_handler;
static void on_alarm(int number) {
  (void)number;
  seen_by_handler = handler_page[0];
}

static int in_handler(void) {
  handler_page = board();
  struct sigaction action = {.sa_handler = on_alarm};
  sigfillset(&action.sa_mask);
  CHECK(sigaction(SIGALRM, &action, NULL) == 0);
  ualarm(2000, 0);
  while (!seen_by_handler) CHECK(handler_page[0] == IDENT);
  CHECK(seen_by_handler == IDENT);
  done();
  return 0;
}

static int odd_accesses(void) {
  volatile unsigned* v3d = board();
  v3d[SCRATCH] = 0x80402010;
  v3d[SCRATCH] |= 5;
  CHECK(v3d[SCRATCH] == 0x80402015);
  v3d[SCRATCH] += 1;
  CHECK(v3d[SCRATCH] == 0x80402016);
  CHECK(((volatile unsigned char*)v3d)[4 * SCRATCH + 3] == 0x80);
  CHECK(((volatile signed char*)v3d)[4 * SCRATCH + 3] == -128);
  CHECK(((volatile unsigned short*)v3d)[2 * SCRATCH] == 0x2016);
  CHECK(*(volatile uint64_t*)v3d == (0xC0102431ull << 32 | IDENT));
  if (v3d[SCRATCH] & 0x10000000) return 1;
  return done(), 0;
}

#if !defined(__arm__)  // there memcpy of registers does not work on a Pi either
static int copied(void) {
  volatile unsigned* v3d = board();
  unsigned copy[4];
  v3d[SCRATCH] = 77;
  memcpy(copy, (void*)&v3d[SCRATCH], sizeof copy);
  CHECK(copy[0] == 77);
  return done(), 0;
}
#endif

static int mapped_twice(void) {
  volatile unsigned *first = board(), *second = v3d_page(), *third = map(0x20000000, 0x1000000) + 0xC00000 / 4;
  first[SCRATCH] = 1234;
  CHECK(second[SCRATCH] == 1234 && third[SCRATCH] == 1234);
  munmap((void*)first, 4096);
  third[SCRATCH] = 4321;
  CHECK(second[SCRATCH] == 4321);
  done();
  return 0;
}

static volatile unsigned* shared_page;
static void* look(void* unused) {
  (void)unused;
  for (int round = 0; round < 200; round++)
    if (shared_page[0] != IDENT || (shared_page[SCRATCH] = 9, shared_page[SCRATCH]) != 9) return "";
  return NULL;
}

static int threads(void) {
  pthread_t all[4];
  shared_page = board();
  for (int i = 0; i < 4; i++) pthread_create(&all[i], NULL, look, NULL);
  for (int i = 0; i < 4; i++) {
    void* complaint = NULL;
    pthread_join(all[i], &complaint);
    CHECK(!complaint);
  }
  done();
  return 0;
}

static int forked(void) {
  volatile unsigned* v3d = board();
  v3d[SCRATCH] = 1;
  pid_t child = fork();
  if (child == 0) {
    if (v3d[0] != IDENT) _exit(1);
    v3d[SCRATCH] = 42;
    _exit(call(0x10002, 0, 0, 0) == 0x900032 ? 0 : 1);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(v3d[SCRATCH] == 42);
  done();
  return 0;
}

static int own_node(void) {
  char path[] = "/tmp/hard_cases_XXXXXX";
  int file = mkstemp(path);
  close(file);
  unlink(path);
  CHECK(mknod(path, S_IFCHR | 0600, makedev(100, 0)) == 0);
  struct stat found;
  CHECK(stat(path, &found) == 0 && S_ISCHR(found.st_mode) && major(found.st_rdev) == 100);
  mbox = dup(open(path, 0));
  CHECK(unlink(path) == 0);
  CHECK(call(0x10002, 0, 0, 0) == 0x900032);
  mbox = open("char_dev", 0);
  CHECK(call(0x10002, 0, 0, 0) == 0x900032);
  return 0;
}

static int facts(void) {
  char line[256];
  FILE* file = fopen("/proc/cpuinfo", "r");
  int revision = 0;
  while (file && fgets(line, sizeof line, file)) revision |= strstr(line, "900032") != NULL;
  CHECK(revision);
  unsigned char ranges[12];
  int ranges_file = open("/proc/device-tree/soc/ranges", O_RDONLY);
  CHECK(read(ranges_file, ranges, sizeof ranges) == sizeof ranges && ranges[4] == 0x20);
  CHECK(access("/sys/firmware/devicetree/base/model", R_OK) == 0);
  CHECK(access("/dev/vcio", F_OK) == 0);
  struct stat found;
  CHECK(stat("/dev/mem", &found) == 0 && S_ISCHR(found.st_mode) && minor(found.st_rdev) == 1);
  return 0;
}

// Each QPU stores through its own row.
static void put_store(volatile unsigned* memory, uint32_t bus) {
  static const uint32_t code[] = {
      0x00001a00, 0xe0020827, 0x0c9e61c0, 0x10021c67,  // mov r0, ... ; add vw_setup, r0, qpu_num
      0x15827d80, 0x10020c27, 0x00000007, 0xe00208a7,  // mov vpm, unif ; mov r2, 7
      0x159e6fc0, 0x10020867, 0x119e7280, 0x10020867,  // mov r1, qpu_num ; shl r1, r1, r2
      0x80904000, 0xe0020827, 0x0c9e7040, 0x10021c67,  // mov r0, ... ; add vw_setup, r0, r1
      0xc0000000, 0xe0021c67, 0x15827d80, 0x10021ca7,  // mov vw_setup, ... ; mov vw_addr, unif
      0x159f2fc0, 0x100009e7, 0x009e7000, 0x300009e7,  // mov -, vw_wait ; thrend
      0x009e7000, 0x100009e7, 0x009e7000, 0x100009e7,
  };
  for (unsigned i = 0; i < sizeof code / 4; i++) memory[i] = code[i];
  memory[64] = 7777;
  memory[65] = bus + 512;
  memory[128] = 0;
}

// The result is awaited where the QPU writes it, not by any register.
static int awaited_in_memory(void) {
  volatile unsigned* v3d = board();
  uint32_t handle = call(0x3000c, 4096, 4096, 0xC), bus = call(0x3000d, handle, 0, 0);
  volatile unsigned* memory = map(bus & ~0xC0000000u, 4096);
  CHECK(memory[1023] == 0xffffffff);
  put_store(memory, bus);
  v3d[SRQUA] = bus + 256;
  v3d[SRQPC] = bus;
  while (memory[128] != 7777)
    ;
  // The same memory once more, past the cache.
  CHECK(map((bus & ~0xC0000000u) + 0x20000000, 4096)[128] == 7777);
  call(0x3000e, handle, 0, 0);
  call(0x3000f, handle, 0, 0);
  done();
  return 0;
}

// The kernel's interface to memory that it shares with the GPU.
struct shared_allocation {
  uint32_t size, num, cached, pad;
  char name[32];
  int32_t handle;
  uint32_t vc_handle;
  uint64_t dma_addr;
};

static int share(int vcsm, uint32_t size, struct shared_allocation* got) {
  *got = (struct shared_allocation){.size = size, .num = 1, .name = "hard_cases"};
  return ioctl(vcsm, _IOR('J', 0x5a, struct shared_allocation), got);
}

// A program of 2018 and later has its memory from the kernel, not from the firmware.
static int shared_memory(void) {
  volatile unsigned* v3d = board();
  struct stat node;
  CHECK(stat("/dev/vcsm-cma", &node) == 0 && S_ISCHR(node.st_mode) && major(node.st_rdev) == 10);
  int vcsm = open("/dev/vcsm-cma", O_RDWR);
  struct shared_allocation got;
  CHECK(vcsm >= 0 && share(vcsm, 8192, &got) == 0);
  CHECK(got.dma_addr >> 30 == 3 && got.dma_addr % 4096 == 0 && got.vc_handle != 0);
  unsigned* memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, got.handle, 0);
  CHECK(memory != MAP_FAILED && memory[1023] == 0);
  const uint64_t reading = 1;
  CHECK(ioctl(got.handle, _IOW('b', 0, uint64_t), &reading) == 0);
  CHECK(ioctl(vcsm, _IOR('J', 0x5c, uint64_t), &reading) == 0);
  CHECK(ioctl(vcsm, _IOR('J', 0x5f, uint64_t), &reading) < 0);
  const uint32_t bus = got.dma_addr;
  CHECK(close(got.handle) == 0);  // the mapping keeps it
  struct shared_allocation others[2];
  CHECK(share(vcsm, 4096, &others[0]) == 0 && (uint32_t)others[0].dma_addr != bus);
  put_store(memory, bus);
  v3d[SRQUA] = bus + 256;
  v3d[SRQPC] = bus;
  while ((v3d[SRQCS] >> 16 & 0xff) != 1)
    ;
  CHECK(memory[128] == 7777);
  // Who has inherited a descriptor keeps it too, and what no process has is there for the next one.
  CHECK(share(vcsm, 48 << 20, &others[1]) == 0);
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  CHECK(close(others[1].handle) == 0);
  CHECK(share(vcsm, 48 << 20, &got) < 0);
  kill(child, SIGKILL);
  CHECK(waitpid(child, NULL, 0) == child);
  for (int round = 0; round < 3; round++) CHECK(share(vcsm, 48 << 20, &got) == 0 && close(got.handle) == 0);
  CHECK(share(vcsm, 0, &got) < 0 && share(vcsm, 1 << 30, &got) < 0);
  CHECK(munmap(memory, 8192) == 0);
  done();
  return 0;
}

// It loses its processor between two programs of one launch, for longer than either takes.
static int stopped(void) {
  volatile unsigned* v3d = board();
  uint32_t handle = call(0x3000c, 4096, 4096, 0xC), bus = call(0x3000d, handle, 0, 0);
  volatile unsigned* memory = map(bus & ~0xC0000000u, 4096);
  put_store(memory, bus);
  const pid_t this = getpid(), waker = fork();
  if (waker == 0) {
    usleep(100000);
    kill(this, SIGCONT);
    _exit(0);
  }
  v3d[SRQUA] = bus + 256;
  v3d[SRQPC] = bus;
  raise(SIGSTOP);
  v3d[SRQUA] = bus + 256;
  v3d[SRQPC] = bus;
  while ((v3d[SRQCS] >> 16 & 0xff) != 2)
    ;
  CHECK(waitpid(waker, NULL, 0) == waker);
  call(0x3000e, handle, 0, 0);
  call(0x3000f, handle, 0, 0);
  done();
  return 0;
}

// A program that waits forever, launched by registers; the host sees that it does not end.
static int deadlock(void) {
  volatile unsigned* v3d = board();
  uint32_t handle = call(0x3000c, 4096, 4096, 0xC), bus = call(0x3000d, handle, 0, 0);
  volatile unsigned* memory = map(bus & ~0xC0000000u, 4096);
  memory[0] = 0x00000015;  // sacq -, 5
  memory[1] = 0xe80009e7;
  v3d[SRQUA] = bus + 256;
  v3d[SRQPC] = bus;
  for (int look = 0; look < 2000; look++) CHECK((v3d[SRQCS] >> 16 & 0xff) == 0);
  call(0x30012, 0, 0, 0);
  CHECK(v3d[0] == 0xdeadbeef);
  call(0x30012, 1, 0, 0);
  CHECK(v3d[0] == IDENT && v3d[SRQCS] == 0);
  call(0x3000e, handle, 0, 0);
  call(0x3000f, handle, 0, 0);
  done();
  return 0;
}

static int killed(void) {
  board();
  call(0x3000d, call(0x3000c, 4096, 4096, 0xC), 0, 0);
  raise(SIGKILL);
  return 0;
}

// The ioctl number of programs whose pointers have the other size.
static int wrong_number(void) {
  uint32_t p[7] = {sizeof p, 0, 0x10002, 4, 0, 0, 0};
  unsigned long number = sizeof(void*) == 4 ? 0xc0086400ul : 0xc0046400ul;
  mbox = open("/dev/vcio", 0);
  CHECK(ioctl(mbox, number, p) < 0);
  CHECK(ioctl(mbox, number, p) < 0);
  return 0;
}

static int runtime_folder(void) {
  const char* folder = getenv("XDG_RUNTIME_DIR");
  CHECK(folder && access(folder, W_OK) == 0);
  return puts(folder) < 0;
}

static const struct {
  const char* name;
  int (*run)(void);
} cases[] = {{"own_handler", own_handler},
             {"crash", crash},
             {"blocked_signals", blocked_signals},
             {"in_handler", in_handler},
             {"odd_accesses", odd_accesses},
#if !defined(__arm__)
             {"copied", copied},
#endif
             {"mapped_twice", mapped_twice},
             {"threads", threads},
             {"forked", forked},
             {"own_node", own_node},
             {"facts", facts},
             {"awaited_in_memory", awaited_in_memory},
             {"shared_memory", shared_memory},
             {"stopped", stopped},
             {"deadlock", deadlock},
             {"killed", killed},
             {"wrong_number", wrong_number},
             {"runtime_folder", runtime_folder}};

int main(int argc, char** argv) {
  for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
    if (strcmp(cases[i].name, argv[1]) == 0) return cases[i].run();
  return fprintf(stderr, "no such case\n"), 64;
}
