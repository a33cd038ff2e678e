# SPDX-License-Identifier: MIT
# Hello: each lane writes its number to memory.
#
# uniforms: 0 target address (64 bytes)
# vpm:      row 0
#
# run: --memory target=64 --uniforms @target --print target:u32

      mov vw_setup, vpm_setup(1, 1, h32(0))
      mov vpm, elem_num
      mov vw_setup, vdw_setup_0(1, 16, dma_h32(0, 0))
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, unif
      mov -, vw_wait                                           # the row must be in memory before the interrupt
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
