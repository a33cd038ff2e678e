// SPDX-License-Identifier: MIT
#pragma once

namespace gpufft::cuda {

__device__ inline unsigned address_in_shared(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}
// What lies at the same place in another block of the cluster.
__device__ inline unsigned address_in_block(unsigned block, unsigned address) {
  unsigned there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(block));
  return there;
}

// A barrier in shared memory, which all blocks of a cluster have at the same place. It has one phase after the other,
// and waits are for the even or the odd one. The barrier of the whole cluster would wait for every store to memory and
// drop what is cached. Of a block's arrival at another one, reads that have ended are all that has to be ordered, so it
// names no scope, which is the block.
class ClusterBarrier {
 public:
  __device__ explicit ClusterBarrier(const void* at) : at_(address_in_shared(at)) {}

  // By one thread, before the cluster synchronises.
  __device__ void init(unsigned arrivals) const {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(at_),
                 "r"(arrivals)
                 : "memory");
  }
  // Arrives; the phase ends when so many bytes have been copied as well.
  __device__ void expect(unsigned bytes) const {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at_), "r"(bytes) : "memory");
  }
  __device__ void arrive_at(unsigned block) const {
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(address_in_block(block, at_)) : "memory");
  }
  // Of the phase before the first one, the end has passed.
  __device__ void wait(unsigned phase) const {
    asm volatile(
        "{\n\t.reg .pred ended;\nagain:\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n\t"
        "@!ended bra again;\n}" ::"r"(at_),
        "r"(phase)
        : "memory");
  }
  __device__ unsigned address() const { return at_; }

 private:
  unsigned at_;
};

// Makes what this thread has written to shared memory visible to copies that begin after the block synchronised.
__device__ inline void show_to_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// Copies from this block's shared memory to that of another one, by itself, and reports to its barrier. Addresses and
// size are multiples of 16.
__device__ inline void copy_to(unsigned block, const float2* to, const float2* from, unsigned bytes,
                               const ClusterBarrier& barrier) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   address_in_block(block, address_in_shared(to))),
               "r"(address_in_shared(from)), "r"(bytes), "r"(address_in_block(block, barrier.address()))
               : "memory");
}

}  // namespace gpufft::cuda
