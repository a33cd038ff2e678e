// SPDX-License-Identifier: MIT
// Inflates tiles and undoes their filters on a thread that drawing does not share. The page's side is tile_reader.js.

import { inflate, levelsOf } from './tile_codec.js';

/** @typedef {{id: number, body: ArrayBuffer, rows: number, bins: number}} Task */
/** levels: null if the tile cannot be read @typedef {{id: number, levels: Uint8Array | null, reason: string}} Result */

/** @type {{onmessage: ((event: MessageEvent<Task>) => void) | null, postMessage: (result: Result, moved: Transferable[]) => void}} */
const scope = /** @type {any} */ (globalThis);

scope.onmessage = async ({ data: { id, body, rows, bins } }) => {
  try {
    const levels = levelsOf(await inflate(body), rows, bins);
    scope.postMessage({ id, levels, reason: '' }, [levels.buffer]);
  } catch (reason) {
    scope.postMessage({ id, levels: null, reason: String(reason) }, []);
  }
};
