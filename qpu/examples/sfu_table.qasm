# SPDX-License-Identifier: MIT
# The special functions of sixteen floats, a row each: 1/x, 1/sqrt(x), 2^x, log2(x).
#
# uniforms:  0 source address (64 bytes)  1 target address (256 bytes)
# registers: r0 x
# vpm:       rows 0 to 3
#
# run: --memory source=64:ramp --memory target=256 --uniforms @source,@target --print target:f32

      shl r0, elem_num, 2
      add t0s, r0, unif
      mov vw_setup, vpm_setup(4, 1, h32(0))
      nop                         ; nop            ; ldtmu0    # waits for x
      mov r0, r4

      mov recip, r0
      nop                                                      # two words may not touch r4
      nop
      mov recipsqrt, r0           ; mov vpm, r4                # 1/x goes, the next is asked for
      nop
      nop
      mov exp, r0                 ; mov vpm, r4                # 1/sqrt(x)
      nop
      nop
      mov log, r0                 ; mov vpm, r4                # 2^x
      nop
      nop
      mov vpm, r4                                              # log2(x)

      mov vw_setup, vdw_setup_0(4, 16, dma_h32(0, 0))
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, unif
      mov -, vw_wait
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
