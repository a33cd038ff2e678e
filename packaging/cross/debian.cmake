# SPDX-License-Identifier: MIT
# Debian's cross compiler for `triplet`, with the libraries in SPECTRUMD_SYSROOT: what sysroot.sh has unpacked, or a copy
# of a board's system.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SPECTRUMD_SYSROOT)
if(NOT SPECTRUMD_SYSROOT)
  message(FATAL_ERROR "set SPECTRUMD_SYSROOT to the folder that packaging/cross/sysroot.sh has made")
endif()
get_filename_component(CMAKE_SYSROOT ${SPECTRUMD_SYSROOT} ABSOLUTE)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${triplet}-gcc)
set(CMAKE_CXX_COMPILER ${triplet}-g++)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/${triplet}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L ${CMAKE_SYSROOT})
