// SPDX-License-Identifier: MIT
// The status line at the bottom: radio, counts, rates, backend.

import { element, setText } from './dom.js';
import { Losses } from './losses.js';
import { formatCount } from './numbers.js';
import { sweepText } from './sweep_controls.js';
import { radioStateText } from './wording.js';

/** @typedef {import('../state/state.js').State} State */

const LINK_TEXT = { connecting: 'connecting', silent: 'no answer', waiting: 'no connection', open: 'connected' };

/**
 * "CPU 4 %", "qpu 1 %, chip 3.1 %", "CPU 4 % (fallback: qpu failed)"; the times are in the tooltip.
 * @param {import('../feed/types.js').ServerStatus['backend']} backend
 */
function describeBackend({ name, load, device }) {
  const percent = `${Math.round(load * 100)} %`;
  if (!device) return `${name === 'cpu' ? 'CPU' : name} ${percent}`;
  if (device.trouble) return `CPU ${percent} (fallback: ${name} failed)`;
  return `${name} ${percent}, chip ${(device.load * 100).toFixed(1)} %`;
}

/**
 * What the figure is, and the reason for the choice: the outcome of each candidate on a line.
 * @param {import('../feed/types.js').ServerStatus['backend']} backend
 */
function explainBackend({ device, reason, candidates }) {
  if (device?.trouble) return device.trouble;
  const figure = `Load of the transforms${device ? `; ${(device.batch_seconds * 1e3).toFixed(1)} ms a batch` : ''}`;
  const outcomes = candidates.map(({ name, outcome, chosen }) => `${name}: ${outcome}${chosen ? ', in use' : ''}`);
  return [figure, ...(outcomes.length > 0 ? outcomes : [reason])].join('\n');
}

/** @param {number} bytes */
function formatKilobytes(bytes) {
  return (bytes / 1000).toFixed(bytes < 9950 ? 1 : 0);
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
    const text = state.link === 'open' && state.status ? radioStateText(source) : LINK_TEXT[state.link];
    const name = target.querySelector('b');
    if (name) name.textContent = state.link === 'waiting' ? `${text}, retrying in ${seconds} s` : text;
  }

  /** @param {import('../feed/types.js').ServerStatus} status */
  #facts(status) {
    const { source, samples, rows, sweep, backend } = status;
    setText('status-source', source.description || source.kind);
    setText('status-rate', `${(source.measured_rate_hz / 1e6).toFixed(4)} MS/s`);
    setText('status-dropped', this.#losses.update(samples.dropped, source.rate_hz, Date.parse(status.time)));
    element('status-dropped', HTMLElement).title = `Samples dropped (overload): ${formatCount(samples.dropped)}`;
    setText('status-rows', sweep ? sweepText(sweep)
      : `${rows.per_second.toFixed(1)} rows/s`);
    setText('status-latency', Number.isNaN(this.state.latencyMs) ? '' : `${Math.round(this.state.latencyMs)} ms`);
    setText('status-backend', describeBackend(backend));
    element('status-backend', HTMLElement).title = explainBackend(backend);
    setText('status-version', `spectrumd ${status.version}`);
  }

  #traffic() {
    const { traffic, thrifty } = this.state;
    setText('status-traffic', Number.isNaN(traffic) ? '' : `${formatKilobytes(traffic)} kB/s${thrifty ? ', reduced' : ''}`);
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
    if (row && row.clipped > 0.0005) return `${(row.clipped * 100).toFixed(1)} % clipped: lower the gain`;
    if (row && row.coverage < 0.995 && !status?.sweep) return `${Math.max(1, Math.round((1 - row.coverage) * 100))} % of the samples lost`;
    return skippedRows > 0 ? `${skippedRows} rows not received: the link is too slow` : '';
  }
}
