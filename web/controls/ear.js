// SPDX-License-Identifier: MIT
// The spectrum by ear: a cursor that is moved with the arrow keys, or by a scan, sounds as high as the level under it is
// strong, from where it stands between left and right. A marker clicks. Off at first, and whenever the page is hidden.

import { button, element, input, onClick, setPressed } from './dom.js';
import { showPanel } from './display_controls.js';
import { Tone } from './tone.js';
import { formatFrequency } from './numbers.js';
import { levelNear } from './readout.js';
import { panOf, passes, pitchOf, scanHz } from './sound_map.js';
import { xOf } from '../plot/geometry.js';
import { stepHz } from '../state/state.js';
import { levelText } from '../state/units.js';
import { say } from '../words/text.js';

const EVERY_MS = 40; // smooth to the ear, and no more than rows come
const SCAN_MS = 6000;
const PLACES = 1000; // of the slider

export class Ear {
  /** @type {Tone | null} */
  #tone = null;
  #timer = 0;
  #heardHz = NaN;
  /** when the scan began; NaN: none */
  #scanFrom = NaN;

  /** @param {import('../state/state.js').State} state @param {import('../state/actions.js').Actions} actions
   * @param {import('../plot/plot.js').Plot} plot */
  constructor(state, actions, plot) {
    this.state = state;
    this.actions = actions;
    this.plot = plot;
    onClick('ear-on', () => (this.#tone ? this.stop() : this.start()));
    onClick('ear-scan', () => this.#scan());
    input('ear').addEventListener('input', () => {
      this.#scanFrom = NaN;
      this.#place();
    });
    input('ear').addEventListener('keydown', (event) => {
      if (event.key === 'Escape' || event.key.toLowerCase() === 'e') this.stop();
    });
    input('ear-volume').addEventListener('input', () => this.#tone?.setVolume(input('ear-volume').valueAsNumber));
    document.addEventListener('visibilitychange', () => document.hidden && this.stop());
  }

  /** Goes to the cursor that is heard, wherever the focus was. */
  open() {
    showPanel(true);
    element('ear-section', HTMLDetailsElement).open = true;
    input('ear').focus();
    this.start();
  }

  start() {
    if (this.#tone) return;
    this.#tone = new Tone(input('ear-volume').valueAsNumber);
    this.#timer = window.setInterval(() => this.#follow(), EVERY_MS);
    this.#place();
    setPressed(button('ear-on'), true);
  }

  stop() {
    window.clearInterval(this.#timer);
    this.#tone?.stop();
    this.#tone = null;
    this.#scanFrom = NaN;
    if (!Number.isNaN(this.#heardHz)) this.actions.point(null);
    this.#heardHz = NaN;
    setPressed(button('ear-on'), false);
  }

  #scan() {
    this.start();
    this.#scanFrom = performance.now();
  }

  /** Hz */
  #cursor() {
    const { fromHz, toHz } = this.state.band;
    return fromHz + ((toHz - fromHz) * input('ear').valueAsNumber) / PLACES;
  }

  /** Says where the cursor is, and shows it. */
  #place() {
    const { state, plot } = this;
    const hz = this.#cursor();
    const step = stepHz(state, plot.geometry.waterfall.width);
    const db = levelNear(state, hz, step);
    const level = Number.isNaN(db) ? say('no-data') : levelText(state, db, hz);
    input('ear').setAttribute('aria-valuetext', `${formatFrequency(hz, Math.max(1, step))}, ${level}`);
    if (this.#tone) this.actions.point({ x: xOf(plot.geometry, state, hz), y: plot.geometry.spectrum.height / 2 });
  }

  #moveScan() {
    if (Number.isNaN(this.#scanFrom)) return;
    const { band } = this.state;
    const hz = scanHz(band, performance.now() - this.#scanFrom, SCAN_MS);
    if (hz === null) this.#scanFrom = NaN;
    input('ear').valueAsNumber = hz === null ? PLACES : ((hz - band.fromHz) / (band.toHz - band.fromHz)) * PLACES;
    this.#place();
  }

  #follow() {
    this.#moveScan();
    const { state, plot } = this;
    const hz = this.#cursor();
    const level = levelNear(state, hz, stepHz(state, plot.geometry.waterfall.width));
    this.#tone?.play(pitchOf(level, state.axisRange), panOf(hz, state.band));
    if (state.markers.some((marker) => passes(this.#heardHz, hz, marker.hz))) this.#tone?.click();
    this.#heardHz = hz;
  }
}
