// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { makePage, settled } from './small_page.mjs';
import { createState } from '../../web/state/state.js';

/** A box that shows what the radio is tuned to, and what is requested. */
async function boxOf(centerHz) {
  const { at } = makePage();
  const { FrequencyBox } = await import('../../web/controls/frequency_box.js'); // which measures digits at once
  const whole = { fromHz: centerHz - 1.2e6, toHz: centerHz + 1.2e6 };
  const changes = [];
  const hand = { bookmarks: { find: () => null }, turnBy: () => {} };
  const control = new FrequencyBox({ ...createState(), whole, band: whole }, {}, { tune: async (change) => void changes.push(change) }, hand);
  control.update();
  const [box, form] = [at('frequency'), at('frequency-form')];
  const enter = async (text) => {
    box.focus();
    if (text) Object.assign(box, { value: text }).dispatchEvent(new Event('input'));
    form.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
  };
  return { box, changes, enter };
}

test('Enter with nothing typed tunes nothing, and leaves the box', async () => {
  const { box, changes, enter } = await boxOf(145_512_500);
  await enter('');
  assert.deepEqual([changes, document.activeElement], [[], null]);
  await enter('145.6M');
  assert.deepEqual([changes, document.activeElement], [[{ center: 145.6e6 }], null]);
  await enter('');
  assert.equal(changes.length, 1, 'what was entered is not typed any more');
  assert.equal(box.getAttribute('aria-invalid'), null);
});

test('the box shows as many digits as the frequency has', async () => {
  for (const [hz, text] of [[100e6, '100.000 MHz'], [145_512_500, '145.5125 MHz'], [433_920_001, '433.920001 MHz'], [1_298_006_250, '1.29800625 GHz'], [136_500, '136.5 kHz']]) {
    assert.equal((await boxOf(hz)).box.value, text);
  }
});
