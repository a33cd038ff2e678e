// SPDX-License-Identifier: MIT
// From packets to samples: decodes Opus where the browser can, fills in for packets that are missing, and says where a
// stream begins. The form is that of what a decoder gives: some decode everything to 48 kHz.

import { Concealment } from './concealment.js';
import { PACKET_MS, planesOf } from './packet.js';

/** @typedef {import('./packet.js').Packet} Packet */
/** @typedef {import('./concealment.js').Planes} Planes */
/** A new stream, or a piece of one, whose end was on the air at `endMs`.
 * @typedef {{inRate: number, channels: number} | {planes: Planes, endMs: number}} Played */
/** Of a packet that is being decoded: how many are missing before it. @typedef {{missing: number, endMs: number}} Place */

const SKIP_RATE = 48000; // what `pre_skip` counts by
const MOST_FAILURES = 3;

/** Whether Opus of all modes can be decoded here: not on pages without TLS from another computer. */
export async function decodesOpus() {
  if (typeof AudioDecoder === 'undefined') return false;
  const forms = [{ sampleRate: 24000, numberOfChannels: 1 }, { sampleRate: 48000, numberOfChannels: 2 }];
  const answers = forms.map((form) => AudioDecoder.isConfigSupported({ codec: 'opus', ...form }));
  return Promise.all(answers).then((all) => all.every(({ supported }) => supported), () => false);
}

export class PacketSound {
  #concealment = new Concealment();
  /** @type {AudioDecoder | null} */
  #decoder = null;
  /** @type {Place[]} in the order of the packets: times that decoders give are counted, not those of the packets */
  #decoding = [];
  #next = 0; // number
  #form = '';
  #skip = 0; // frames of the stream's beginning
  #failures = 0;
  #lost = 0; // packets in the decoder that failed
  preSkip = 0; // of streams that begin

  /** @param {(played: Played) => void} play @param {() => void} failed Opus cannot be decoded after all */
  constructor(play, failed) {
    this.play = play;
    this.failed = failed;
  }

  /** @param {Packet} packet */
  take(packet) {
    if (packet.isFirst) this.#restart(packet);
    const missing = Math.max(0, packet.number - this.#next) + this.#lost;
    this.#next = packet.number + 1;
    this.#lost = 0;
    const place = { missing, endMs: packet.endMs };
    if (packet.codec === 's16') this.#play(planesOf(packet.sound, packet.channels), packet.rate, place);
    else this.#decode(packet, place);
  }

  /** @param {Packet} packet the first of a stream */
  #restart({ number, codec }) {
    this.close();
    this.#concealment.restart();
    this.#next = number;
    this.#lost = 0;
    this.#form = '';
    this.#skip = codec === 'opus' ? this.preSkip / SKIP_RATE : 0;
  }

  /** @param {Packet} packet @param {Place} place */
  #decode({ number, channels, rate, sound }, place) {
    const decoder = this.#decoder ??= this.#makeDecoder(rate, channels);
    this.#decoding.push(place);
    decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: 1000 * PACKET_MS * number, data: sound }));
  }

  /** @param {number} sampleRate @param {number} numberOfChannels */
  #makeDecoder(sampleRate, numberOfChannels) {
    /** @type {AudioDecoder} */
    const decoder = new AudioDecoder({
      output: (data) => {
        if (decoder === this.#decoder) this.#decoded(data);
        data.close();
      },
      error: () => decoder === this.#decoder && this.#broken(),
    });
    decoder.configure({ codec: 'opus', sampleRate, numberOfChannels });
    return decoder;
  }

  /** @param {AudioData} data */
  #decoded(data) {
    const place = this.#decoding.shift();
    if (!place) return;
    this.#failures = 0;
    const planes = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(data.numberOfFrames);
      data.copyTo(plane, { planeIndex, format: 'f32-planar' });
      return plane;
    });
    this.#play(planes, data.sampleRate, place);
  }

  /** A decoder that has failed is closed: the next packet gets another. */
  #broken() {
    this.#lost = this.#decoding.reduce((sum, { missing }) => sum + missing + 1, 0);
    this.#decoder = null;
    this.#decoding = [];
    if (++this.#failures === MOST_FAILURES) this.failed();
  }

  /** @param {Planes} planes @param {number} rate @param {Place} place */
  #play(planes, rate, { missing, endMs }) {
    const form = `${rate} ${planes.length}`;
    if (form !== this.#form) {
      this.#concealment.restart();
      this.play({ inRate: rate, channels: planes.length });
    }
    this.#form = form;
    const skipped = Math.min(planes[0].length, Math.round(this.#skip * rate));
    this.#skip -= skipped / rate;
    const heard = skipped > 0 ? planes.map((plane) => plane.slice(skipped)) : planes;
    const pieces = this.#concealment.take(heard, missing);
    pieces.forEach((piece, at) => this.play({ planes: piece.map((plane) => plane.slice()), endMs: endMs - PACKET_MS * (pieces.length - 1 - at) }));
  }

  close() {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = null;
    this.#decoding = [];
  }
}
