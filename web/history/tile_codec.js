// SPDX-License-Identifier: MIT
// A tile of the history as it is once inflated: a byte that names the filter, the medians of its columns where that needs
// them, then what the filter has left of the levels. Pure. Runs in tile_worker.js: the page itself does not import it.

const RAW = 0; // 1: each level minus its neighbour on the left
const COLUMN = 2; // minus the median of its bin

/** The levels, row by row; 0: no data. Throws if the tile is not one of so many rows and bins.
 * @param {Uint8Array} tile inflated @param {number} rows @param {number} bins @returns {Uint8Array} */
export function levelsOf(tile, rows, bins) {
  const filter = tile[0];
  const head = 1 + (filter === COLUMN ? bins : 0);
  if (!(filter <= COLUMN) || tile.length !== head + rows * bins) throw new RangeError(`tile: ${tile.length} bytes, filter ${filter}`);
  const levels = tile.slice(head);
  if (filter === RAW) return levels;
  for (let at = 0; at < levels.length; ++at) {
    const bin = at % bins;
    const before = filter === COLUMN ? tile[1 + bin] : bin === 0 ? 0 : levels[at - 1];
    levels[at] += before; // modulo 256
  }
  return levels;
}

/** @param {ArrayBuffer} body raw deflate @returns {Promise<Uint8Array>} */
export async function inflate(body) {
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
