// SPDX-License-Identifier: MIT
// Decodes a packet of sound, as daemon/server/PROTOCOL.md describes it. Pure.

const MAGIC = 0x31535053; // "SPS1"
const HEADER_BYTES = 24;
const FIRST = 1; // flag

export const PACKET_MS = 20;

/** @typedef {'opus' | 's16'} Codec */
/** @type {Record<number, Codec>} */
const CODECS = { 1: 'opus', 2: 's16' };

/** `endMs`: when its end was on the air, by the server's clock; `number`: in its stream, from 0.
 * @typedef {{codec: Codec, channels: number, isFirst: boolean, rate: number, number: number, endMs: number, sound: Uint8Array}} Packet */

/** Null for what is not sound: rows, or a codec of a later server. @param {ArrayBuffer} message @returns {Packet | null} */
export function decodePacket(message) {
  if (message.byteLength < HEADER_BYTES) return null;
  const view = new DataView(message);
  const codec = CODECS[view.getUint8(4)];
  if (view.getUint32(0, true) !== MAGIC || !codec) return null;
  return {
    codec,
    channels: view.getUint8(5),
    isFirst: (view.getUint16(6, true) & FIRST) !== 0,
    rate: view.getUint32(8, true),
    number: view.getUint32(12, true),
    endMs: Number(view.getBigInt64(16, true)) / 1e6,
    sound: new Uint8Array(message, HEADER_BYTES),
  };
}

/** Samples of all channels in turn, each channel for itself. @param {Uint8Array} bytes little-endian @param {number} channels */
export function planesOf(bytes, channels) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = Math.floor(bytes.byteLength / (2 * channels));
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, frame) => view.getInt16(2 * (frame * channels + channel), true) / 32768));
}
