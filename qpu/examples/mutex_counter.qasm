# SPDX-License-Identifier: MIT
# Every QPU adds one to sixteen counters in memory, again and again; the mutex keeps them from losing a count.
#
# No QPU knows that it is the last, so none interrupts the host: launch by registers and count completions.
#
# uniforms: 0 counters (64 bytes)  1 rounds (one at least)
# vpm:      row 0, belongs to who holds the mutex
#
# run: --qpus 12 --memory counters=64 --uniforms @counters,100 --print counters:u32

.set ra_counters,  ra0
.set ra_rounds,    ra1

      mov ra_counters, unif
      mov ra_rounds, unif
      mov vw_setup, vdw_setup_1(0)

:round
      mov -, mutex                                             # waits until it is free
      mov vr_setup, vdr_setup_0(3, 16, 1, vdr_h32(1, 0, 0))    # by DMA: the TMU might remember an old count
      mov vr_addr, ra_counters
      mov -, vr_wait
      mov vr_setup, vpm_setup(1, 1, h32(0))
      mov vw_setup, vpm_setup(1, 1, h32(0))
      sub.setf ra_rounds, ra_rounds, 1
      nop
      add vpm, vpm, 1
      mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
      mov vw_addr, ra_counters
      brr.anynz -, :round
      mov -, vw_wait                                           # 1  the counts are in memory
      mov mutex, 0                                             # 2
      nop                                                      # 3

      nop; nop; thrend
      nop
      nop
