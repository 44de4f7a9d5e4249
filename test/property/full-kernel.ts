/** Kernels without room, as they are on machines without memory: what is compiled must leave the work to its twin then. */
import type { Kernel } from "../../src/core/kernel/kernel.js";

/** From its `time`-th request on the kernel has no room. `asked` counts the requests. */
export function fullAt(kernel: Kernel, time: number): { asked: number } {
  const state = { asked: 0 };
  const reserve = kernel.reserve.bind(kernel);
  kernel.reserve = (bytes) => (++state.asked >= time ? null : reserve(bytes));
  return state;
}
