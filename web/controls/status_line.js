// SPDX-License-Identifier: MIT
// The status line at the bottom: radio, counts, rates, backend.

import { element, setText } from './dom.js';
import { Losses } from './losses.js';
import { formatCount } from './numbers.js';
import { sweepText } from './sweep_controls.js';
import { radioStateText } from './wording.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

/**
 * "CPU 4 %", "qpu 1 %, chip 3.1 %", "CPU 4 % (fallback: qpu failed)"; the times are in the tooltip.
 * @param {import('../feed/types.js').ServerStatus['backend']} backend
 */
function describeBackend({ name, load, device }) {
  const percent = Math.round(load * 100);
  if (!device) return `${name === 'cpu' ? 'CPU' : name} ${percent} %`;
  if (device.trouble) return say('backend.fallback', { percent, name });
  return say('backend.chip', { name, percent, chip: decimal((device.load * 100).toFixed(1)) });
}

/**
 * What the figure is, and the reason for the choice: the outcome of each candidate on a line.
 * @param {import('../feed/types.js').ServerStatus['backend']} backend
 */
function explainBackend({ device, reason, candidates }) {
  if (device?.trouble) return device.trouble;
  const figure = device ? say('backend.batch', { ms: decimal((device.batch_seconds * 1e3).toFixed(1)) }) : say('backend.load');
  const outcomes = candidates.map(({ name, outcome, chosen }) => `${name}: ${chosen ? say('backend.used', { outcome }) : outcome}`);
  return [figure, ...(outcomes.length > 0 ? outcomes : [reason])].join('\n');
}

/** @param {number} bytes */
function formatKilobytes(bytes) {
  return decimal((bytes / 1000).toFixed(bytes < 9950 ? 1 : 0));
}

export class StatusLine {
  #losses = new Losses();

  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  /** Once a second. */
  update() {
    this.#link();
    this.#traffic();
    if (this.state.status) this.#facts(this.state.status);
    this.#warning();
  }

  #link() {
    const { state } = this;
    const target = element('status-state', HTMLElement);
    const source = state.status?.source.state ?? 'open';
    target.dataset.state = state.link === 'open' ? source : state.link;
    const seconds = Math.max(0, Math.ceil((state.retryAt - performance.now()) / 1000));
    const text = state.link === 'open' && state.status ? radioStateText(source) : say(`link.${state.link}`);
    const name = target.querySelector('b');
    if (name) name.textContent = state.link === 'waiting' ? say('link.retry', { text, seconds }) : text;
  }

  /** @param {import('../feed/types.js').ServerStatus} status */
  #facts(status) {
    const { source, samples, rows, sweep, backend } = status;
    setText('status-source', source.description || source.kind);
    setText('status-rate', `${decimal((source.measured_rate_hz / 1e6).toFixed(4))} MS/s`);
    setText('status-dropped', this.#losses.update(samples.dropped, source.rate_hz, Date.parse(status.time)));
    element('status-dropped', HTMLElement).title = say('status.dropped', { count: formatCount(samples.dropped) });
    setText('status-rows', sweep ? sweepText(sweep) : say('status.rows', { rate: decimal(rows.per_second.toFixed(1)) }));
    setText('status-latency', Number.isNaN(this.state.latencyMs) ? '' : `${Math.round(this.state.latencyMs)} ms`);
    setText('status-backend', describeBackend(backend));
    element('status-backend', HTMLElement).title = explainBackend(backend);
    setText('status-version', `spectrumd ${status.version}`);
  }

  #traffic() {
    const { traffic, thrifty } = this.state;
    const rate = formatKilobytes(traffic);
    setText('status-traffic', Number.isNaN(traffic) ? '' : thrifty ? say('status.reduced', { rate }) : `${rate} kB/s`);
  }

  /** The most serious current problem, if any. */
  #warning() {
    const target = element('status-warning', HTMLElement);
    const text = this.#trouble();
    target.textContent = text;
    target.hidden = text === '';
  }

  #trouble() {
    const { status, live, skippedRows } = this.state;
    const row = live.newest;
    if (status?.source.reason) return status.source.reason;
    if (row && row.clipped > 0.0005) return say('status.clipped', { percent: decimal((row.clipped * 100).toFixed(1)) });
    if (row && row.coverage < 0.995 && !status?.sweep) return say('status.lost', { percent: Math.max(1, Math.round((1 - row.coverage) * 100)) });
    return skippedRows > 0 ? say('status.skipped', { count: skippedRows }) : '';
  }
}
