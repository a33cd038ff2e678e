# SPDX-License-Identifier: MIT
# Raspberry Pi 2 and later, 32 bits; run as the oldest of them.
set(CMAKE_SYSTEM_PROCESSOR armv7l)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu cortex-a7)
set(BOARD_HAS_NEON ON)
set(triplet arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
