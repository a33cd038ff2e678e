# SPDX-License-Identifier: MIT
# CUDA as a language, which CMake enables for the whole tree or not at all: the tests have kernels too.
if(NOT GPUFFT_CUDA)
  return()
endif()
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "GPUFFT_CUDA: no nvcc was found; install CUDA 12 or newer, name it with "
    "-DCMAKE_CUDA_COMPILER=PATH, or leave the option off")
endif()
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 90)  # machine code, and what drivers of newer devices compile
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")  # CMake 3.25 does not know that nvcc has it
endif()
