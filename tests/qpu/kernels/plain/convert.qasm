# SPDX-License-Identifier: MIT
# Bytes to windowed complex samples in memory, where the plain way to a spectrum begins. A task is 256 samples that lie
# together, 16 to a register; what spectrum.qasm's first pass loads goes to memory as it is.
#
# defined outside: QPUS, FRAME_SHIFT: log2 of a frame's bytes of tasks, 128 a task
# uniforms: index of this QPU, bytes.qinc's, 1 if this QPU shall interrupt the host at the end (read by the first one)
# registers: registers.qinc, bytes.qinc
# VPM: rows 0-31 and 32-63 are the two halves of store.qinc
# semaphores: 0-1 meeting at the end, 4-5 halves of the VPM; all zero before and after

.include "registers.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "bytes.qinc"

.set PASSES, 1
.set INVERSE, 0
.set radix(p) 4
.set twiddles(p) 0
.set far(p) 0

# In place of pass.qinc's
.macro find_input, p, log2_radix, twiddles
  and r0, ra_task, rb_column_mask
  shl r1, r0, 3
  add ra_window, r1, ra_windows
  shl r0, r0, 2
  find_bytes
.endm
.macro load, p, log2_radix, twiddles
  load_bytes
.endm
.macro transform_and_store, p, log2_radix, far, inverse
  set_lane_flags
  .rep m, 8
    mov r0, re(2 * m); mov r2, re(2 * m + 1)
    mov r1, im(2 * m); mov r3, im(2 * m + 1)
    interleave_either 2 * m, 2 * m + 1, 0
  .endr
  take_slot
  .rep j, 16
    mov vpm, re(j)
    mov vpm, im(j)
  .endr
  mov vw_setup, rb_stride
  mov r0, ra_task
  shl r0, r0, 4                         # 2 KiB a task
  add r3, r0, ra_output
  set_dma vdw_setup_0(32, 16, dma_h32(0, 0))
  mov vw_addr, r3
.endm

  mov tmu_noswap, 1                     # so that neighbours find each other's lines
  begin_program
  begin_bytes_pass 4
  fft_pass 0
  end_program
