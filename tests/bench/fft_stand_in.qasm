# SPDX-License-Identifier: MIT
# A workload that does to V3D what a GPU_FFT transform does, without being one: eight QPUs, the same passes, look-ups at
# the same addresses, VPM columns, pitched stores, semaphores (reference appendix C). Words that only compute are padding
# for both ALUs, as many as make up the counts of reference 11.3. The numbers it moves around mean nothing.
#
# from outside: LOG2N; PASSES; for each pass BITS_n (log2 of its radix); PAD (padding words for each vector of a step)
# uniforms:     0 index of the QPU  1 address of its table of saves  2 of its semaphores  3, 4 of the routines that find a
#               plain and a reversed address; then for each transform source and target, and 0
# vpm:          columns 2q and 2q + 1 of QPU q; the halves in turn, but all rows for radix 64
# semaphores:   i wakes slave i, i + 8 reports to the master that it has written; all are 0 again at the end

.set ra_group,  ra0
.set ra_steps,  ra1
.set ra_source, ra2
.set ra_target, ra3
.set ra_column, ra4                                            # set-up of the first column to write
.set ra_entry,  ra5
.set ra_link,   ra6
.set ra_index,  ra7
.set ra_re,     ra8
.set ra_im,     ra9
.set ra_base,   ra10
.set ra_first,  ra11                                           # first row of the half, as VDW wants it
.set ra_saves,  ra12
.set ra_save,   ra13
.set ra_link2,  ra14
.set rb_bits,   rb16
.set ra_vector, ra16
.set rb_vectors, rb17
.set ra_left,   ra18
.set ra_address, ra22
.set rb_plain,  rb14
.set rb_reversed, rb15
.set rb_mask,   rb0                                            # four of them
.set rb_lane,   rb8                                            # the lane with its lowest bit cleared
.set rb_part,   rb9                                            # even lanes real, odd lanes imaginary parts
.set rb_16,     rb11
.set rb_next,   rb12                                           # from a point to its odd neighbour
.set rb_radix,  rb13

# Two look-ups for sixteen points, of which each line of memory is asked for once; the first of them is in r0. Like the
# computing they are routines that all passes share, as the code of a transform has to be fetched before it runs.
.macro address, reversed
      add r0, r0, rb_lane
.if reversed
.rep i, 4
      and r1, r0, rb_mask+i
      shr r0, r0, 1 << i
      and r0, r0, rb_mask+i
      shl r1, r1, 1 << i
      or r0, r0, r1
.endr
      ror r0, r0, rb_16
.if LOG2N < 17
      shr r0, r0, 15
      shr r0, r0, 17 - LOG2N
.else
      shr r0, r0, 32 - LOG2N
.endif
.endif
      shl r0, r0, 3
      add r0, r0, ra_source
      bra -, ra_link
      add r0, r0, rb_part
      mov t0s, r0
      add t0s, r0, rb_next
.endm

# r0: number of the step's first point, as the routine for addresses wants it
.macro request
      shl r0, ra_group, rb_bits
      shl r1, ra_vector, 4
      bra ra_link, ra_address
      add r0, r0, r1
      nop
      nop
.endm

.macro take
      nop; nop; ldtmu0
      mov ra_re, r4                ; nop           ; ldtmu0
      mov ra_im, r4
.endm

.macro compute
      brr ra_link, :computing
      nop
      nop
      nop
.endm

.macro write_columns, blocks
.rep block, blocks
      mov r1, 16 * block
      add vw_setup, ra_column, r1
      mov vpm, ra_re
      mov vpm, ra_im
.endr
.endm

.macro store, bits
.if LOG2N - bits < 3                                            # a radix that no pass of this size has
.elseif (8 << (LOG2N - bits)) - 64 < 65536
      mov vw_setup, vdw_setup_1((8 << (LOG2N - bits)) - 64)
      mov r1, vdw_setup_0(1 << bits, 16, dma_h32(0, 0))
      add vw_setup, ra_first, r1
      mov vw_addr, ra_base
.else
      mov vw_setup, vdw_setup_1(0)
      mov r1, vdw_setup_0(1, 16, dma_h32(0, 0))
      add r1, r1, ra_first
      mov r3, ra_base
      mov r2, 8 << (LOG2N - bits)
      mov r0, 1 << 7
.rep row, 1 << bits
      add r1, r1, r0               ; mov vw_setup, r1
      add r3, r3, r2               ; mov vw_addr, r3
.endr
.endif
      mov r0, 64
      add ra_base, ra_base, r0
.endm

.macro meet_slaves
.rep i, 7
      mov -, sacq(i + 9)
      mov -, srel(i + 1)
.endr
.endm

.macro return
      bra -, ra_link
      nop
      nop
      nop
.endm

.macro change_half, rows
.if rows < 64
      mov r0, rows
      mov r1, rows << 7
      xor ra_column, ra_column, r0
      xor ra_first, ra_first, r1
      nop
.endif
.endm

.macro master_save, bits
      change_half 1 << bits
      write_columns 1 << (bits - 4)
.if bits < 6
      mov -, vw_wait                                           # the half written before
      meet_slaves
      store bits
.else
      meet_slaves
      store bits
      mov -, vw_wait
      meet_slaves                                              # and only then the rows may be written again
.endif
      return
.endm

.macro meet_master
      mov vr_setup, vpm_setup(1, 1, h32(0))                    # what was written before is in when this is back
      mov -, vpm
      bra ra_link2, ra_entry
      nop
      nop
      nop
.endm

.macro slave_save, bits
      change_half 1 << bits
      write_columns 1 << (bits - 4)
      meet_master
.if bits == 6
      meet_master
.endif
      return
.endm

.macro pass, number, bits
      mov ra_steps, 1 << (LOG2N - bits - 3)
      mov rb_bits, bits
      mov rb_vectors, 1 << (bits - 4)
.if number == 0
      mov ra_address, rb_reversed
      mov rb_next, 8 << (LOG2N - 1)
.else
      mov ra_address, rb_plain
      mov rb_next, 8
.endif
      mov r0, 32 * (bits - 4)
      add ra_save, ra_saves, r0
      mov ra_group, ra_index
      mov ra_base, ra_target
      mov ra_vector, 0
      nop
      request
:9
      mov ra_left, rb_vectors
:8
      add ra_vector, ra_vector, 1
      mov r0, 8
      sub.setf r1, rb_vectors, ra_vector
      mov.ifz ra_vector, 0
      add.ifz ra_group, ra_group, r0
      nop
      request
      take
      compute
      sub.setf ra_left, ra_left, 1
      brr.anynz -, r:8b
      nop
      nop
      nop
      bra ra_link, ra_save
      nop
      nop
      nop
      sub.setf ra_steps, ra_steps, 1
      brr.anynz -, r:9b
      nop
      nop
      nop
      take
      mov r0, 32 * 3
      add ra_save, ra_saves, r0
      mov r0, ra_source            ; nop
      bra ra_link, ra_save
      mov ra_source, ra_target
      mov ra_target, r0
      nop
.endm

      mov ra_index, unif
      mov ra_saves, unif
      mov ra_entry, unif
      mov rb_plain, unif
      mov rb_reversed, unif
      mov r0, 2
      mul24 r0, ra_index, r0
      mov r1, vpm_setup(0, 1, v32(0, 0))
      add ra_column, r0, r1
      mov ra_first, 0
      mov rb_mask+0, 0x55555555
      mov rb_mask+1, 0x33333333
      mov rb_mask+2, 0x0f0f0f0f
      mov rb_mask+3, 0x00ff00ff
      mov rb_16, 16
      mov r1, 1
      and r0, elem_num, r1
      shl rb_part, r0, 2
      sub rb_lane, elem_num, r0
      mov r2, 0
      mov r3, 0
      mov r1, 0
.rep i, 50                                                     # before the first transform, of 554 words for a single 2^8
      fadd r1, r2, r3              ; fmul r2, r1, r3
.endr
      mov.setf ra_source, unif
:transform
      mov ra_target, unif
      nop
.if PASSES > 0
      pass 0, BITS_0
.endif
.if PASSES > 1
      pass 1, BITS_1
.endif
.if PASSES > 2
      pass 2, BITS_2
.endif
.if PASSES > 3
      pass 3, BITS_3
.endif
      mov.setf ra_source, unif
      brr.anynz -, :transform
      nop
      nop
      nop
      nop; nop; thrend
      nop
      nop

:computing
.rep i, PAD
      fadd r1, r2, r3              ; fmul r2, r1, r3
.endr
      bra -, ra_link
      nop
      nop
      nop
:address_reversed
      address 1
:address_plain
      address 0

:master_saves
      brr -, :master_16
      nop
      nop
      nop
      brr -, :master_32
      nop
      nop
      nop
      brr -, :master_64
      nop
      nop
      nop
      mov -, vw_wait                                           # the end of a pass: all of it is in memory
      meet_slaves
      return

:slave_saves
      brr -, :slave_16
      nop
      nop
      nop
      brr -, :slave_32
      nop
      nop
      nop
      brr -, :slave_64
      nop
      nop
      nop
      meet_master
      return

:semaphores
.rep i, 8
      bra -, ra_link2
      mov -, srel(i + 8)
      mov -, sacq(i)
      nop
.endr

:master_16
      master_save 4
:master_32
      master_save 5
:master_64
      master_save 6
:slave_16
      slave_save 4
:slave_32
      slave_save 5
:slave_64
      slave_save 6
