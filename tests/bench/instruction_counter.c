/* SPDX-License-Identifier: MIT */
/* A QEMU plugin that counts the instructions a program executes and reports the count at its end:
     qemu-aarch64 -plugin libinstruction_counter.so -d plugin -D COUNT_FILE PROGRAM
   Debian has no header of the plugin interface; this declares what it needs of version 1 (QEMU 4.2 to 8). */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb; /* a block of instructions, translated as one */
enum operation { ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*translated)(plugin_id, struct qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb*, enum operation, void* to, uint64_t summand);
void qemu_plugin_register_atexit_cb(plugin_id, void (*ended)(plugin_id, void*), void* data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb*);
void qemu_plugin_outs(const char* text);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t executed; /* exact for programs of one thread */

static void count_when_executed(plugin_id id, struct qemu_plugin_tb* block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &executed, qemu_plugin_tb_n_insns(block));
}

static void report(plugin_id id, void* data) {
  (void)id;
  (void)data;
  char text[32];
  snprintf(text, sizeof text, "%" PRIu64 "\n", executed);
  qemu_plugin_outs(text);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void* machine, int count,
                                                               char** words) {
  (void)machine;
  (void)count;
  (void)words;
  qemu_plugin_register_vcpu_tb_trans_cb(id, count_when_executed);
  qemu_plugin_register_atexit_cb(id, report, NULL);
  return 0;
}
