# SPDX-License-Identifier: MIT
# A complex Fourier transform of 2^8 to 2^10 points that has the chip to itself, shared by eight QPUs: little to do for
# each, and little code to fetch. Two digits like those of whole.qinc, 16 VECTORS rows and 16 columns, with the same
# operations in the same order, so that it gives the same bits; but a column lies across the lanes. Lane p has row
# VECTORS reversed(p) + l in vector l, so that outputs are in order. QPU m has columns 2m and 2m + 1, and outputs m and
# m + 8 (+ 16 q) of the first digit. Always two vectors are transformed at once, in r0 to r3.
#
# defined outside: VECTORS  of a column: 1, 2 or 4;  LOG2_VECTORS;  INVERSE 0 or 1;  QPUS 8
# uniforms: input, constants, twiddles, index of this QPU, where it writes and reads in the exchange, where it writes
#           outputs, output, 1 if the first QPU shall interrupt the host at the end (read by that one)
# VPM: the exchange takes 16 rows for each part of outputs q, two q at a time; so do outputs, in front of memory
# semaphores: 0-3 meetings, 4-6 outputs; all zero before and after

.include "sync.qinc"

.set ra_partner, ra0                    # four: what comes from other lanes, and products
.set ra_link, ra4
.set ra_at0, ra5                        # what is asked for next, of column 2m and of column 2m + 1
.set ra_at1, ra6
.set ra_low_bits, ra7                   # flags of lane bits 0 and 1: doubled, N and C
.set ra_high_bits, ra8                  # of bits 2 and 3
.set ra_both_low, ra9                   # N: both set
.set ra_both_high, ra10
.set ra_index, ra11
.set ra_output, ra12
.set ra_outputs, ra13                   # where they go in the VPM, as vw_setup wants it
.set ra_constants, ra14
.set ra_table, ra15
.set ra_difference, ra16                # four
.set ra_kept, ra20                      # eight
.set rb_cosine, rb0                     # of the twiddles between lanes
.set rb_sine, rb1
.set rb_second, rb2                     # from a first to a second request
.set rb_step, rb3
.set rb_64, rb4
.set rb_writes, rb5
.set rb_reads, rb6
.set rb_inner, rb7
.set rb_first, rb8                      # four: vectors that wait for others
.set rb_other, rb12                     # four
.set rb_kept, rb16                      # eight
.set rb_turned, rb24                    # four, to be multiplied by -i
.set ra_outputs_lower, ra28

.set kRowBytes, 128
.set kGathered, 4
.set kRowsFree, 6
.set kOthers, QPUS - 1
.set kSlots, (VECTORS == 1) + 2 * (VECTORS > 1)         # in the VPM at a time
.func vector_order(i)                   # so that sums and differences can be taken early
  .if VECTORS == 4
    (i >> 1) | (2 * ((i & 1) ^ 1))
  .else
    VECTORS - 1 - i
  .endif
.endf
.func output_order(slot)
  .if VECTORS == 4
    (slot >> 1) | (2 * (slot & 1))
  .else
    slot
  .endif
.endf

# --- sixteen points across lanes ---

# Between lanes whose numbers differ by k: lanes without that bit take the sum, the others the difference. The bit is
# N, or C; with 8 either way of rotation is right.
.macro stage_n, k
  mov.ifnn ra_partner, r0 << k
  mov.ifn ra_partner, r0 >> k
  mov.ifnn ra_partner+1, r1 << k
  fadd.ifnn r0, r0, ra_partner; mov.ifn ra_partner+1, r1 >> k
  fsub.ifn r0, ra_partner, r0; mov.ifnn ra_partner+2, r2 << k
  fadd.ifnn r1, r1, ra_partner+1; mov.ifn ra_partner+2, r2 >> k
  fsub.ifn r1, ra_partner+1, r1; mov.ifnn ra_partner+3, r3 << k
  fadd.ifnn r2, r2, ra_partner+2; mov.ifn ra_partner+3, r3 >> k
  fsub.ifn r2, ra_partner+2, r2
  fadd.ifnn r3, r3, ra_partner+3
  fsub.ifn r3, ra_partner+3, r3
.endm
.macro stage_c, k
  mov.ifcc ra_partner, r0 << k
  mov.ifc ra_partner, r0 >> k
  mov.ifcc ra_partner+1, r1 << k
  fadd.ifcc r0, r0, ra_partner; mov.ifc ra_partner+1, r1 >> k
  fsub.ifc r0, ra_partner, r0; mov.ifcc ra_partner+2, r2 << k
  fadd.ifcc r1, r1, ra_partner+1; mov.ifc ra_partner+2, r2 >> k
  fsub.ifc r1, ra_partner+1, r1; mov.ifcc ra_partner+3, r3 << k
  fadd.ifcc r2, r2, ra_partner+2; mov.ifc ra_partner+3, r3 >> k
  fsub.ifc r2, ra_partner+2, r2
  fadd.ifcc r3, r3, ra_partner+3
  fsub.ifc r3, ra_partner+3, r3
.endm

# By -i where N is set.
.macro turn
  fsub.ifn r1, 0, r0; mov.ifn r0, r1
  fsub.ifn r3, 0, r2; mov.ifn r2, r3
.endm

.macro fft16_in_lanes
:fft16
  add.setf -, ra_low_bits, ra_low_bits
  stage_n 1
  mov.setf -, ra_both_low
  turn
  add.setf -, ra_low_bits, ra_low_bits
  stage_c 2
  nop; fmul ra_partner, r1, rb_sine
  nop; fmul ra_partner+1, r0, rb_sine
  nop; fmul r0, r0, rb_cosine
  fadd r0, r0, ra_partner; fmul r1, r1, rb_cosine
  fsub r1, r1, ra_partner+1; fmul ra_partner+2, r3, rb_sine
  nop; fmul ra_partner+3, r2, rb_sine
  nop; fmul r2, r2, rb_cosine
  fadd r2, r2, ra_partner+2; fmul r3, r3, rb_cosine
  fsub r3, r3, ra_partner+3
  add.setf -, ra_high_bits, ra_high_bits
  stage_n 4
  mov.setf -, ra_both_high
  turn
  add.setf -, ra_high_bits, ra_high_bits
  mov ra_partner, r0 << 8
  mov ra_partner+1, r1 << 8
  fadd.ifcc r0, r0, ra_partner; mov ra_partner+2, r2 << 8
  fsub.ifc r0, ra_partner, r0; mov ra_partner+3, r3 << 8
  fadd.ifcc r1, r1, ra_partner+1
  fsub.ifc r1, ra_partner+1, r1
  fadd.ifcc r2, r2, ra_partner+2
  bra -, ra_link
  fsub.ifc r2, ra_partner+2, r2
  fadd.ifcc r3, r3, ra_partner+3
  fsub.ifc r3, ra_partner+3, r3
.endm

# By c - is, which come one after the other in r4: of each of the two vectors, or of both.
.macro multiply
  ldtmu1
  nop; fmul ra_partner, r1, r4
  nop; fmul ra_partner+1, r0, r4; ldtmu0
  nop; fmul r0, r0, r4
  fadd r0, r0, ra_partner; fmul r1, r1, r4; ldtmu1
  fsub r1, r1, ra_partner+1; fmul ra_partner+2, r3, r4
  nop; fmul ra_partner+3, r2, r4; ldtmu0
  nop; fmul r2, r2, r4
  fadd r2, r2, ra_partner+2; fmul r3, r3, r4
  fsub r3, r3, ra_partner+3
.endm
.macro multiply_both
  ldtmu1
  nop; fmul ra_partner, r1, r4
  nop; fmul ra_partner+1, r0, r4
  nop; fmul ra_partner+2, r3, r4
  nop; fmul ra_partner+3, r2, r4; ldtmu0
  nop; fmul r0, r0, r4
  fadd r0, r0, ra_partner; fmul r1, r1, r4
  fsub r1, r1, ra_partner+1; fmul r2, r2, r4
  fadd r2, r2, ra_partner+2; fmul r3, r3, r4
  fsub r3, r3, ra_partner+3
.endm

# --- from memory ---

# As load.qinc does: even lanes ask for real parts, odd ones for imaginary parts, first of the samples of even lanes
# through TMU 0, then of those of odd lanes through TMU 1. So each line is in one cache, and no two are in one place.
.macro request, where
  mov t0s, where
  add t1s, where, rb_second
.endm
.macro take_second, re, im
  mov im, r4; mov re, r4 >> 1
.endm
.macro take_first, re, im
  mov.ifz re, r4; mov.ifz im, r4 << 1
.endm
# Asks for what comes next where there is room.
.macro take_with, re0, im0, re1, im1
  and.setf -, elem_num, 1
  ldtmu1
  take_second re0, im0
  ldtmu0
  take_first re0, im0
  request ra_at0
  ldtmu1
  take_second re1, im1
  ldtmu0
  take_first re1, im1
  request ra_at1
.endm
.macro take_samples
  .if INVERSE
    take_with r1, r0, r3, r2
  .else
    take_with r0, r1, r2, r3
  .endif
.endm
.macro move_on
  add ra_at0, ra_at0, rb_step
  add ra_at1, ra_at1, rb_step
.endm
.macro request_inner, vector
  .if vector > 0
    mov rb_inner, 128 * vector
    nop
    add t0s, ra_constants, rb_inner
    mov rb_inner, 128 * vector + 64
    nop
    add t1s, ra_constants, rb_inner
  .endif
.endm

# --- the first digit ---

.macro keep, where
  mov where, r0
  mov where+1, r1
  mov where+2, r2
  mov where+3, r3
.endm
.macro bring, where
  mov r0, where
  mov r1, where+1
  mov r2, where+2
  mov r3, where+3
.endm
# r0 to r3 and the four there: sums take their place, differences go elsewhere.
.macro add_and_subtract, where, differences
  fsub differences, r0, where
  fadd r0, r0, where
  fsub differences+1, r1, where+1
  fadd r1, r1, where+1
  fsub differences+2, r2, where+2
  fadd r2, r2, where+2
  fsub differences+3, r3, where+3
  fadd r3, r3, where+3
.endm

.macro transform_vector, i
  .if i == VECTORS - 1                  # samples have all been asked for: tables are next
    mov ra_at0, ra_table
    mov r0, 128
    add ra_at1, ra_table, r0
    mov rb_second, 64
    mov rb_step, 256
  .else
    mov rb_step, kRowBytes * (vector_order(i + 1) - vector_order(i))
    nop
    move_on
  .endif
  take_samples
  brr ra_link, r:fft16
  .if i == 0
    ldtmu0
    mov rb_cosine, r4; nop; ldtmu1
    mov rb_sine, r4
  .else
    nop
    nop
    nop
  .endif
  .if i < VECTORS - 1
    request_inner vector_order(i + 1)
  .endif
  .if vector_order(i) > 0
    multiply_both
  .endif
.endm

.macro first_digit
  transform_vector 0
  .if VECTORS == 2
    keep rb_first
    transform_vector 1
    add_and_subtract rb_first, ra_difference
  .elseif VECTORS == 4
    keep rb_first
    transform_vector 1
    add_and_subtract rb_first, ra_difference
    keep rb_first
    transform_vector 2
    keep rb_other
    transform_vector 3
    add_and_subtract rb_other, rb_turned
  .endif
.endm
# Output q of the short transforms across vectors, times twiddles. A slot is a place among these outputs.
.macro first_digit_output, slot
  .if VECTORS == 4 && slot == 0
    add_and_subtract_from rb_first, ra_kept
  .elseif VECTORS == 4 && slot == 1
    bring ra_kept
  .elseif slot == 1
    bring ra_difference
  .elseif slot == 2
    fadd r0, ra_difference, rb_turned+1
    fsub r1, ra_difference+1, rb_turned
    fadd r2, ra_difference+2, rb_turned+3
    fsub r3, ra_difference+3, rb_turned+2
  .elseif slot == 3
    fsub r0, ra_difference, rb_turned+1
    fadd r1, ra_difference+1, rb_turned
    fsub r2, ra_difference+2, rb_turned+3
    fadd r3, ra_difference+3, rb_turned+2
  .endif
  .if slot < VECTORS - 1
    move_on
    nop
    request ra_at0
    request ra_at1
  .endif
  multiply
.endm
.macro add_and_subtract_from, where, differences
  fsub differences, where, r0
  fadd r0, where, r0
  fsub differences+1, where+1, r1
  fadd r1, where+1, r1
  fsub differences+2, where+2, r2
  fadd r2, where+2, r2
  fsub differences+3, where+3, r3
  fadd r3, where+3, r3
.endm

# --- the exchange ---

# Columns go in as rows, 8 rows from one to the other and from part to part; what comes out by columns has them in lanes.
.macro write_out
  mov vpm, r0
  mov vpm, r2
  mov vpm, r1
  mov vpm, r3
.endm
# VPM writes are posted: one that has read something back is through (reference H31).
.macro see_written
  mov vr_setup, vpm_setup(1, 1, h32(0))
  nop
  nop
  nop
  mov -, vpm
.endm
.macro read_in, where
  mov where, vpm
  mov where+2, vpm
  mov where+1, vpm
  mov where+3, vpm
.endm
.macro exchange, first_slot, to_a, to_b
  mov vw_setup, rb_writes
  .rep i, kSlots
    first_digit_output first_slot + i
    write_out
  .endr
  see_written
  meet 0, 1
  mov vr_setup, rb_reads
  nop
  nop
  nop
  .if kSlots == 1
    mov r0, vpm
    mov r2, vpm
    mov r1, vpm
    mov r3, vpm
  .else
    read_in to_a
    read_in to_b
    meet 2, 3                           # before any of these rows is written
  .endif
.endm

# --- the second digit ---

.set first_row(slot) (VECTORS == 1) * 32 + 32 * (slot & 1)
.func kept(slot)
  .if slot & 2
    rb_kept + 4 * (slot & 1)
  .else
    ra_kept + 4 * (slot & 1)
  .endif
.endf

# The outputs of a vector in order are 16 rows: eight QPUs write the columns of 8 complex numbers that lie together.
.macro write_block, re, im
  .if INVERSE
    mov vpm, im
    mov vpm, re
  .else
    mov vpm, re
    mov vpm, im
  .endif
.endm
.macro write_outputs, setup
  mov vw_setup, setup
  write_block r0, r1
  sub vw_setup, setup, -16
  write_block r2, r3
.endm

.macro store_block, row, offset
  mov vw_setup, vdw_setup_0(16, 16, dma_h32(row, 0))
  mov r0, offset
  add vw_addr, ra_output, r0
.endm
# The first QPU stores when the others have written.
.macro gather, slot
  see_written
  mov.setf -, ra_index
  brr.anynz -, r:1f
  nop
  nop
  nop
  .rep i, kOthers
    sacq -, kGathered + (slot & 1)
  .endr
  .if slot == 0
    mov vw_setup, vdw_setup_1(kRowBytes * VECTORS - 64)
  .endif
  store_block first_row(slot), 128 * output_order(slot)
  store_block first_row(slot) + 16, 128 * output_order(slot) + 64
  .if slot < VECTORS - 1
    brr -, r:2f
    nop
    nop
    nop
:1
    srel -, kGathered + (slot & 1)
:2
  .else
    mov -, vw_wait
    mov.setf -, unif
    brr.allz -, r:2f
    nop
    nop
    nop
    brr -, r:2f
    mov host_int, 1
    nop
    nop
:1
    srel -, kGathered + (slot & 1)
:2
  .endif
.endm
.macro await_rows
  mov.setf -, ra_index
  brr.anynz -, r:1f
  nop
  nop
  nop
  mov -, vw_wait
  .rep i, kOthers
    srel -, kRowsFree
  .endr
  brr -, r:2f
  nop
  nop
  nop
:1
  sacq -, kRowsFree
:2
.endm

.macro second_digit, slot
  .if VECTORS > 1
    bring kept(slot)
  .endif
  brr ra_link, r:fft16
  nop
  nop
  nop
  .if slot == 2
    await_rows
  .endif
  .if VECTORS > 1 && slot & 1
    write_outputs ra_outputs_lower
  .else
    write_outputs ra_outputs
  .endif
  gather slot
.endm

# --- the program ---

  mov tmu_noswap, 1
  ldi r0, [0, 0, 2, 2, 1, 1, 3, 3, 0, 0, 2, 2, 1, 1, 3, 3]
  shr r1, elem_num, 3
  shl r0, r0, 1
  add r0, r0, r1                        # lane bits 3 to 1, reversed
  and r1, elem_num, 1
  shl r0, r0, 7 + LOG2_VECTORS
  shl r1, r1, 2
  add r0, r0, r1
  add r0, r0, unif
  .if VECTORS > 1
    mov r1, kRowBytes * vector_order(0)
    add r0, r0, r1
  .endif
  mov rb_second, 8 * kRowBytes * VECTORS
  add ra_at1, r0, 8; mov t0s, r0
  add t1s, r0, rb_second; mov ra_at0, r0
  mov t0s, ra_at1
  add t1s, ra_at1, rb_second
  shl r2, elem_num, 2
  add r3, r2, unif
  mov rb_64, 64
  mov t0s, r3
  add t1s, r3, rb_64
  mov ra_constants, r3
  nop
  request_inner vector_order(0)
  add ra_table, r2, unif
  shl ra_low_bits, elem_num, -2
  shl r0, elem_num, -1
  shl ra_high_bits, elem_num, -4
  and ra_both_low, ra_low_bits, r0
  shl r0, elem_num, -3
  and ra_both_high, ra_high_bits, r0
  mov ra_index, unif
  mov rb_writes, unif
  mov rb_reads, unif
  mov ra_outputs, unif
  mov ra_output, unif
  .if VECTORS > 1
    mov r0, 32
    add ra_outputs_lower, ra_outputs, r0
  .endif
  first_digit
  .rep round, (VECTORS + 1) / 2
    .if round == 0
      exchange 0, ra_kept, ra_kept + 4
    .else
      exchange 2, rb_kept, rb_kept + 4
    .endif
  .endr
  .rep slot, VECTORS
    second_digit slot
  .endr
  nop; nop; thrend
  nop
  nop
  fft16_in_lanes
