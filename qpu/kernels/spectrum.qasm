# SPDX-License-Identifier: MIT
# Rows of a spectrum from bytes: frames are windowed and transformed as in fft.qasm, their power is folded into sum,
# maximum and minimum in the last pass. The host neither converts nor squares.
#
# defined outside: as for fft.qasm (INVERSE 0; QPUS are 8, four more fold), and
#                  FRAME_SHIFT  log2 of the bytes of columns of a frame
# uniforms: index of this QPU, bytes.qinc's, fft.qasm's for each later pass, frames of a row, interrupt flag;
#           of those from 8 on: index, folders.qinc's
# registers: registers.qinc, bytes.qinc, folders.qinc
# VPM: rows 0-31 and 32-63 are the two halves of store.qinc; in the last pass each group has 16 rows
# semaphores: 0-3 meetings, 4-5 halves of the VPM, then folders.qinc's; all zero before and after

.include "registers.qinc"
.include "fft16.qinc"
.include "load.qinc"
.include "lanes.qinc"
.include "store.qinc"
.include "sync.qinc"
.include "pass.qinc"
.include "bytes.qinc"
.include "power.qinc"
.include "folders.qinc"

.set radix(p) (RADICES >> (4 * p)) & 15
.set twiddles(p) (TWIDDLES >> (4 * p)) & 15
.set far(p) (FAR >> (4 * p)) & 15

# In place of pass.qinc's
.macro find_input, p, log2_radix, twiddles
  .if p == 0
    find_frame log2_radix
  .else
    find_columns log2_radix, twiddles
    begin_later twiddles
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
  .else
    transform_later log2_radix, far, inverse
  .endif
.endm
.macro begin_pass_after, p
  begin_pass radix(p + 1), twiddles(p + 1)
.endm

.set kLast, PASSES - 1
.set kFinish, 2 * (kLast & 1)

  mov tmu_noswap, 1                     # so that neighbours find each other's lines
  begin_program
  open_slots
  mov r0, QPUS
  sub.setf -, ra_index, r0
  brr.allnn -, r:folder
  nop
  nop
  nop
  begin_bytes_pass radix(0)
  .rep p, kLast
    fft_pass p
  .endr
  work_pass radix(kLast), twiddles(kLast)
  brr -, r:done
  nop
  nop
  nop
:folder
  begin_folder radix(kLast)
  fold_rows radix(kLast)
:done
  finish kFinish, QPUS + kFolders - 1
  close_slots
  end_program
  folding_routines
