// SPDX-License-Identifier: MIT
// What a page costs: frames a second while something is done, the share of its main thread.

import { waterfallBox } from '../page_harness.mjs';

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

/** Frames of the page while something is done: frames a second, and the interval that 95 % keep to. */
export async function framesDuring(page, work) {
  await page.evaluate(() => {
    window.frames_seen = [];
    const note = (now) => {
      window.frames_seen?.push(now);
      if (window.frames_seen) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await work();
  const times = await page.evaluate(() => {
    const noted = window.frames_seen;
    window.frames_seen = null;
    return noted;
  });
  const gaps = times
    .slice(1)
    .map((at, index) => at - times[index])
    .sort((a, b) => a - b);
  return {
    perSecond: (1000 * gaps.length) / (times.at(-1) - times[0]),
    p95Ms: quantile(gaps, 0.95),
    frames: gaps.length,
  };
}

/** Drags to and fro over the waterfall for so many turns: a pan of a zoomed view, which a narrow one does not end. */
export async function dragToAndFro(page, turns = 6) {
  const box = await waterfallBox(page);
  const [left, right, y] = [box.x + box.width * 0.3, box.x + box.width * 0.7, box.y + box.height / 2];
  for (let turn = 0; turn < turns; ++turn) {
    const [from, to] = turn % 2 === 0 ? [right, left] : [left, right];
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(to, y, { steps: 40 });
    await page.mouse.up();
  }
}

export const SLOWER = 4; // times: a five-year-old phone against the machine that measures

/** On a processor that is so many times slower, for as long as `work` lasts. */
export async function slowed(page, work) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  try {
    return await work();
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
}

/** The share of a processor so many times slower that the main thread takes while `work` lasts: its processor time on
 * this one, times that. By the clock its tasks would include what they wait for: here, where WebGL is computed, the
 * picture of each frame, and any other program on the machine. */
export async function mainThreadShare(page, work) {
  const session = await page.context().newCDPSession(page);
  const seconds = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  try {
    const [before, began] = [await seconds(), performance.now()];
    await work();
    return (SLOWER * (await seconds()) - SLOWER * before) / ((performance.now() - began) / 1000);
  } finally {
    await session.detach();
  }
}
