# SPDX-License-Identifier: MIT
# Raspberry Pi Zero and 1, against the libraries of a system for them. Raspberry Pi OS passes floating-point numbers in
# registers of the floating-point unit (gnueabihf), Debian's armel, which runs on them as well, in those of the processor.
set(CMAKE_SYSTEM_PROCESSOR armv6l)
set(SPECTRUMD_SYSROOT "" CACHE PATH "root of the system to build for")
if(SPECTRUMD_SYSROOT AND EXISTS ${SPECTRUMD_SYSROOT}/usr/lib/arm-linux-gnueabihf)
  set(triplet arm-linux-gnueabihf)
  # Debian's startup files and libgcc for gnueabihf are for ARMv7; those of the system itself are not.
  file(GLOB gcc_libraries ${SPECTRUMD_SYSROOT}/usr/lib/gcc/arm-linux-gnueabihf/*)
  set(processor "-march=armv6 -mfpu=vfp -mfloat-abi=hard -marm -B${gcc_libraries}")
else()
  set(triplet arm-linux-gnueabi)
  set(processor "-march=armv6 -mfpu=vfp -mfloat-abi=softfp -marm")
endif()
set(CMAKE_C_FLAGS_INIT ${processor})
set(CMAKE_CXX_FLAGS_INIT ${processor})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu arm1176)
set(BOARD_HAS_NEON OFF)
include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
