# SPDX-License-Identifier: MIT
# A Fourier transform of 64 points in one QPU: X[k] = sum over n of x[n] exp(-2 pi i n k / 64), complex float32.
#
# With n = 16 a + l and k = 4 c + b:  X[4c+b] = sum over l of W16^(lc) (W64^(lb) (sum over a of x[16a+l] W4^(ab))).
# The inner sum is a radix-4 butterfly over four vectors; lane j holds l = j with its four bits reversed. The outer sum
# runs across the lanes in four radix-2 stages, after which lane c holds c.
#
# uniforms:  0 source address  1 target address (512 bytes each)
# registers: r0 re  r1 im of the vector at work  r2 r3 scratch
#            ra0.. x0 re, x0 im, x1 re, x1 im      rb0.. the same of x2, x3: what is added stands in different files
#            ra4.. x0 + x2, x0 - x2 (re, im)       rb4.. x1 + x3, x1 - x3
#            ra8.. re of the four butterfly sums   rb8.. im
#            ra16.. re of the twiddles of stages 1 to 3, rb16.. im
# vpm:       rows 0 to 15, columns 0 to 7: row c is X[4c] to X[4c+3]
#
# run: --memory source=512:ramp --memory target=512 --uniforms @source,@target --print target:f32

.set ra_x,        ra0
.set rb_x,        rb0
.set ra_sums,     ra4
.set rb_sums,     rb4
.set ra_y_re,     ra8
.set rb_y_im,     rb8
.set ra_turn_re,  ra12
.set rb_turn_im,  rb12
.set ra_stage_re, ra16
.set rb_stage_im, rb16
.set ra_table,    ra20
.set ra_source,   ra21
.set rb_vector,   rb22

.set pi, 3.14159265358979323846
.set reversed(j) (j & 1) << 3 | (j & 2) << 1 | (j & 4) >> 1 | (j & 8) >> 3

# The link is the address of what follows the delay slots: the table.
      brr ra_table, :start
      shl r0, elem_num, 2                                      # 1
      mov rb_vector, 64                                        # 2
      nop                                                      # 3

# Vectors of 16: where x lies, in bytes; W64^(lb) for b = 1, 2, 3; the twiddles of stages 1 to 3. Each re, im.
.rep j, 16
      .int reversed(j) * 8
.endr
.rep i, 3
.rep j, 16
      .float cos(2 * pi * reversed(j) * (i + 1) / 64)
.endr
.rep j, 16
      .float -sin(2 * pi * reversed(j) * (i + 1) / 64)
.endr
.endr
.rep i, 3
.rep j, 16
      .float cos(pi * (j % (2 << i)) / (2 << i))
.endr
.rep j, 16
      .float -sin(pi * (j % (2 << i)) / (2 << i))
.endr
.endr

# Two vectors that lie `distance` apart, from `address` on; the address is left behind the second one.
.macro load_pair, re, im, address, distance
      mov t0s, address
      add address, address, distance
      mov t0s, address
      add address, address, distance
      nop                         ; nop            ; ldtmu0
      mov re, r4                  ; nop            ; ldtmu0
      mov im, r4
.endm

# (r0, r1) times (re, im), in the lanes of r2 and r3 that the condition lets through.
.macro turn, re, im
      nop                         ; fmul.ifnz r2, r0, re
      nop                         ; fmul.ifnz r3, r1, im
      fsub.ifnz r2, r2, r3        ; fmul.ifnz r3, r0, im
      nop                         ; fmul.ifnz r1, r1, re
      fadd.ifnz r1, r1, r3        ; mov.ifnz r0, r2
.endm

# Lanes that differ in one bit: the one without it gets the sum, the one with it the difference.
.macro butterfly, distance
      nop                                                      # r0 and r1 rest for one word before they are rotated
      mov r2, r0 << distance
      mov.ifnz r2, r0 >> distance
      mov r3, r1 << distance
      mov.ifnz r3, r1 >> distance
      fadd.ifz r0, r0, r2
      fsub.ifnz r0, r2, r0
      fadd.ifz r1, r1, r3
      fsub.ifnz r1, r3, r1
.endm

:start
      add r0, ra_table, r0
      mov t0s, r0
      add r0, r0, rb_vector                                    # r0: the table's next vector, here of this lane
      mov ra_table, r0
      nop                         ; nop            ; ldtmu0
      add ra_source, r4, unif
      mov r1, 4
      mov r0, ra_source
      mov r2, 128 - 8
      load_pair ra_x, ra_x+1, r0, r1
      add r0, r0, r2
      load_pair ra_x+2, ra_x+3, r0, r1
      add r0, r0, r2
      load_pair rb_x, rb_x+1, r0, r1
      add r0, r0, r2
      load_pair rb_x+2, rb_x+3, r0, r1
      nop

.rep i, 2                                                      # re, im
      fadd ra_sums+i,   ra_x+i,   rb_x+i
      fsub ra_sums+2+i, ra_x+i,   rb_x+i
      fadd rb_sums+i,   ra_x+2+i, rb_x+2+i
      fsub rb_sums+2+i, ra_x+2+i, rb_x+2+i
.endr
      nop
      fadd ra_y_re,   ra_sums,   rb_sums                       # y0 = (x0 + x2) + (x1 + x3)
      fadd rb_y_im,   ra_sums+1, rb_sums+1
      fsub ra_y_re+2, ra_sums,   rb_sums                       # y2 = (x0 + x2) - (x1 + x3)
      fsub rb_y_im+2, ra_sums+1, rb_sums+1
      fadd ra_y_re+1, ra_sums+2, rb_sums+3                     # y1 = (x0 - x2) - i (x1 - x3)
      fsub rb_y_im+1, ra_sums+3, rb_sums+2
      fsub ra_y_re+3, ra_sums+2, rb_sums+3                     # y3 = (x0 - x2) + i (x1 - x3)
      fadd rb_y_im+3, ra_sums+3, rb_sums+2

      mov r0, ra_table
.rep i, 3
      load_pair ra_turn_re+1+i, rb_turn_im+1+i, r0, rb_vector
.endr
.rep i, 3
      load_pair ra_stage_re+1+i, rb_stage_im+1+i, r0, rb_vector
.endr

      mov vw_setup, vpm_setup(8, 1, v32(0, 0))                 # column after column
.rep b, 4
      mov r0, ra_y_re+b           ; mov r1, rb_y_im+b
.if b > 0
      mov.setf -, 1                                            # all lanes
      turn ra_turn_re+b, rb_turn_im+b
.endif
.rep stage, 4
      and.setf -, elem_num, 1 << stage
.if stage > 0
      turn ra_stage_re+stage, rb_stage_im+stage
.endif
      butterfly 1 << stage
.endr
      mov vpm, r0
      mov vpm, r1
.endr

      mov vw_setup, vdw_setup_0(16, 8, dma_h32(0, 0))
      mov vw_setup, vdw_setup_1(0)
      mov vw_addr, unif
      mov -, vw_wait
      mov host_int, 1
      nop; nop; thrend
      nop
      nop
