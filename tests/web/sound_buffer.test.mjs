// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { MOST_CORRECTION, SoundBuffer, SpeedControl, TARGET_MS } from '../../web/listen/buffer.js';

const BLOCK = 128;

const tone = (hz, length, rate, from = 0) => Float32Array.from({ length }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * (from + at)) / rate));

/** Sound of a tone that comes in bursts, played for `seconds`. `link(second)`: 0 nothing comes, 1 it does; what has not come
 * is made up for unless `lossy`. @returns {{left: Float32Array, right: Float32Array, buffer: SoundBuffer, speeds: number[], waiting: number[]}} */
function play(seconds, { outRate = 48000, inRate = 24000, channels = 1, hz = [1000], burstMs = 40, ppm = 0, link = () => true, lossy = false } = {}) {
  const buffer = new SoundBuffer(outRate, inRate, channels);
  const blocks = Math.floor((seconds * outRate) / BLOCK);
  const [left, right] = [new Float32Array(blocks * BLOCK), new Float32Array(blocks * BLOCK)];
  const [speeds, waiting] = [[], []];
  let written = 0;
  for (let block = 0; block < blocks; ++block) {
    const second = (block * BLOCK) / outRate;
    const due = Math.floor(Math.floor((second * 1000) / burstMs) * burstMs * inRate * (1 + ppm / 1e6) / 1000);
    if (link(second) && due > written) {
      buffer.write(Array.from({ length: channels }, (_, channel) => tone(hz[channel], due - written, inRate, written)), (1000 * due) / inRate);
      written = due;
    } else if (lossy) written = due;
    const at = block * BLOCK;
    buffer.read([left.subarray(at, at + BLOCK), right.subarray(at, at + BLOCK)]);
    speeds.push(buffer.speed);
    waiting.push(buffer.waitingMs);
  }
  return { left, right, buffer, speeds, waiting };
}

/** Rising passages through zero a second. */
function pitchOf(sound, rate) {
  let passages = 0;
  for (let at = 1; at < sound.length; ++at) passages += sound[at - 1] < 0 && sound[at] >= 0 ? 1 : 0;
  return (passages * rate) / sound.length;
}

/** The longest run of silence, ms. */
function longestSilence(sound, rate) {
  let [longest, run] = [0, 0];
  for (const value of sound) longest = Math.max(longest, run = Math.abs(value) < 1e-5 ? run + 1 : 0);
  return (1000 * longest) / rate;
}

const largestStep = (sound) => sound.reduce((most, value, at) => Math.max(most, at ? Math.abs(value - sound[at - 1]) : 0), 0);

/** Power outside of a sine of `hz`, dB below it. */
function distortionDb(sound, hz, rate) {
  let [cosine, sine, all] = [0, 0, 0];
  sound.forEach((value, at) => {
    cosine += value * Math.cos((2 * Math.PI * hz * at) / rate);
    sine += value * Math.sin((2 * Math.PI * hz * at) / rate);
    all += value * value;
  });
  const tone = (2 * (cosine ** 2 + sine ** 2)) / sound.length;
  return 10 * Math.log10(Math.max(1e-12, all - tone) / tone);
}

test('begins once enough has come, and then has no gap', () => {
  const { left, buffer } = play(12);
  const first = (1000 * left.findIndex((value) => value !== 0)) / 48000;
  assert.ok(first >= TARGET_MS && first < TARGET_MS + 50, `${first} ms`);
  assert.equal(buffer.missing, 0);
  assert.ok(longestSilence(left.subarray(48000), 48000) < 1);
});

for (const outRate of [44100, 48000, 96000]) {
  test(`the pitch is that of the radio on a card of ${outRate} Hz, whatever the mode's rate`, () => {
    for (const inRate of [24000, 48000]) {
      const { left } = play(6, { outRate, inRate });
      assert.ok(Math.abs(pitchOf(left.subarray(2 * outRate), outRate) - 1000) < 1, `${inRate}`);
    }
  });
}

test('images of the lower rate are 60 dB down', () => {
  const buffer = new SoundBuffer(48000, 24000, 1);
  buffer.write([tone(4000, 24000, 24000)], 1000);
  const sound = new Float32Array(4800);
  buffer.read([new Float32Array(2400)]); // skips to what should wait, and fades in
  buffer.read([sound.subarray(0, 480)]);
  assert.equal(buffer.isPlaying, true);
  assert.ok(distortionDb(sound.subarray(0, 480), (4000 * buffer.speed), 48000) < -60, `${distortionDb(sound.subarray(0, 480), 4000 * buffer.speed, 48000)}`);
});

test('stereo keeps its sides, and one channel goes to both', () => {
  const { left, right } = play(4, { inRate: 48000, channels: 2, hz: [500, 1500] });
  assert.ok(Math.abs(pitchOf(left.subarray(96000), 48000) - 500) < 1);
  assert.ok(Math.abs(pitchOf(right.subarray(96000), 48000) - 1500) < 2);
  const mono = play(1);
  assert.deepEqual(mono.left, mono.right);
});

for (const ppm of [-300, 300]) {
  test(`clocks that differ by ${ppm} ppm are reconciled without a gap or a jump`, () => {
    const { left, buffer, speeds, waiting } = play(90, { ppm });
    assert.equal(buffer.missing, 0);
    assert.ok(Math.abs(speeds.slice(-7500).reduce((sum, speed) => sum + speed) / 7500 - 1 - ppm / 1e6) < 5e-5);
    assert.ok(waiting.slice(-7500).every((ms) => Math.abs(ms - TARGET_MS) < 60));
    assert.ok(longestSilence(left.subarray(48000), 48000) < 1);
    assert.ok(largestStep(left) < 0.5 * 2 * Math.PI * 1000 / 48000 * 1.02, 'no click');
  });
}

test('the speed changes slowly and within half a percent', () => {
  const control = new SpeedControl();
  let before = 1;
  for (let at = 0; at < 4000; ++at) {
    const speed = control.follow(at % 1000 < 500 ? 2 : 0, 0.12, 0.003);
    assert.ok(Math.abs(speed - 1) <= MOST_CORRECTION + 1e-12);
    assert.ok(Math.abs(speed - before) < 3e-4, 'not at once');
    before = speed;
  }
});

test('when nothing comes it fades out, waits for enough, and continues without a click', () => {
  const { left, buffer } = play(6, { link: (second) => second < 2 || second > 3, lossy: true });
  assert.equal(buffer.missing, 1);
  assert.equal(buffer.isPlaying, true);
  assert.ok(buffer.targetMs > TARGET_MS, 'more waits from then on');
  const silence = longestSilence(left.subarray(48000), 48000);
  assert.ok(silence > 800 && silence < 1300, `${silence} ms`);
  assert.ok(largestStep(left) < 0.5 * 2 * Math.PI * 1000 / 48000 * 1.1, `a click of ${largestStep(left)}`);
});

test('after a bad moment less waits again, without a gap; on an uneven link it stays', () => {
  const bad = (second) => second < 2 || second > 3;
  const even = play(120, { link: bad, lossy: true });
  assert.deepEqual([even.buffer.targetMs, even.buffer.missing], [TARGET_MS, 1]);
  assert.ok(even.waiting.slice(-1000).every((ms) => Math.abs(ms - TARGET_MS) < 60));
  assert.ok(largestStep(even.left) < 0.5 * 2 * Math.PI * 1000 / 48000 * 1.1, 'no click');
  const uneven = play(120, { link: bad, lossy: true, burstMs: 240 });
  assert.ok(uneven.buffer.targetMs > TARGET_MS && uneven.buffer.missing < 6, `${uneven.buffer.targetMs} ms, ${uneven.buffer.missing} times`);
});

test('what comes late all at once is skipped, softly', () => {
  const { left, waiting } = play(8, { link: (second) => second < 2 || second > 4 });
  assert.ok(waiting.at(-1) < 400, `${waiting.at(-1)} ms wait`);
  assert.ok(largestStep(left) < 0.5 * 2 * Math.PI * 1000 / 48000 * 1.1, `a click of ${largestStep(left)}`);
});

test('it says when what is played now was on the air', () => {
  const { buffer } = play(12);
  const behindMs = 12_000 - buffer.onAirMs;
  assert.ok(Math.abs(behindMs - TARGET_MS) < 45, `${behindMs} ms behind; bursts are 40 ms`);
});

test('a stream that another follows fades out, within 10 ms, and stays silent', () => {
  const { buffer } = play(2);
  assert.equal(buffer.leave(), false);
  const sound = new Float32Array(4800);
  buffer.read([sound]);
  assert.equal(buffer.leave(), true);
  assert.ok(largestStep(sound) < 0.5 * 2 * Math.PI * 1000 / 48000 * 1.1, `a click of ${largestStep(sound)}`);
  assert.ok(sound.subarray(480).every((value) => value === 0));
});
