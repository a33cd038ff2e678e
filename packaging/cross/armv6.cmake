# SPDX-License-Identifier: MIT
# Raspberry Pi Zero and 1. Only our own files are compiled for them: Debian's compiler and libraries are for ARMv7. So
# this runs as the least capable processor that those support, whose vector unit lacks what our kernels need.
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(CMAKE_C_FLAGS_INIT "-march=armv6 -mfpu=vfp -marm")
set(CMAKE_CXX_FLAGS_INIT "-march=armv6 -mfpu=vfp -marm")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu cortex-a9)
set(BOARD_HAS_NEON OFF)
set(triplet arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
