# SPDX-License-Identifier: MIT
# Raspberry Pi 3 and later, 64 bits; run as the oldest of them.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -cpu cortex-a53)
set(BOARD_HAS_NEON ON)
set(triplet aarch64-linux-gnu)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
