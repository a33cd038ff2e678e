# SPDX-License-Identifier: MIT
# Rows of a spectrum from bytes: frames are windowed and transformed as in fft.qasm, their power is folded into sum,
# maximum and minimum. The host neither converts nor squares.
#
# defined outside: as for fft.qasm (INVERSE 0), and
#                  FRAME_SHIFT  log2 of the bytes of columns of a frame
# uniforms: index of this QPU, bytes.qinc's, fft.qasm's for each later pass, power.qinc's, interrupt flag
# registers, VPM, semaphores: as for fft.qasm; in the end three rows of the VPM are each QPU's own

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "bytes.qinc"
.include "power.qinc"

.set radix(p) (RADICES >> (4 * p)) & 15
.set twiddles(p) (TWIDDLES >> (4 * p)) & 15
.set far(p) (FAR >> (4 * p)) & 15

# In place of pass.qinc's
.macro find_input, p, log2_radix, twiddles
  .if p == 0
    find_frame log2_radix
  .else
    find_columns log2_radix, twiddles
  .endif
.endm
.macro load, p, log2_radix, twiddles
  .if p == 0
    load_bytes
  .else
    load_later twiddles
  .endif
.endm
.macro transform_and_store, p, log2_radix, far, inverse
  .if p == 0
    transform_first log2_radix, inverse
  .elseif p == PASSES - 1
    fft16
    .if log2_radix > 4
      lane_stages log2_radix, 0, 0, 0
    .endif
    store_power log2_radix
  .else
    transform_later log2_radix, far, inverse
  .endif
.endm
.macro begin_pass_after, p
  .if p == PASSES - 1
    begin_fold
  .else
    begin_pass radix(p + 1), twiddles(p + 1)
  .endif
.endm

  mov tmu_noswap, 1                     # so that neighbours find each other's lines
  begin_program
  begin_bytes_pass radix(0)
  .rep p, PASSES
    fft_pass p
  .endr
  fold_pass
  meet 2 * (PASSES & 1), 2 * (PASSES & 1) + 1
  end_program
