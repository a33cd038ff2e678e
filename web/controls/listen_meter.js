// SPDX-License-Identifier: MIT
// What is heard, four times a second: the strength of the signal, whether the squelch is open, and what the mode finds.

import { element, setText } from './dom.js';
import { formatDb } from './numbers.js';
import { unit } from '../state/state.js';
import { overS9Db, sText } from '../state/units.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../listen/stream.js').Meter} Meter */
/** @typedef {import('../listen/settings.js').ListenSettings} ListenSettings */
/** A lamp: its text and whether it is lit; null: the mode has none. @typedef {{text: string, lit: boolean} | null} Lamp */

const S_SCALE_DB = { from: -54, to: 60 }; // S0 to S9+60
const FULL_SCALE_DB = { from: -120, to: 0 };

/** Of the scale, 0 to 1. @param {number} db @param {{from: number, to: number}} scale */
const share = (db, { from, to }) => Math.max(0, Math.min(1, (db - from) / (to - from)));

/** @param {Meter} meter @param {ListenSettings} settings @returns {Record<string, Lamp>} */
export function lampsOf(meter, { mode, squelchDb, noiseSquelchDb }) {
  const { squelch_open: isOpen, ctcss_hz: toneHz, stereo, carrier_offset_hz: offsetHz } = meter;
  const isSquelched = squelchDb !== null || (mode === 'nfm' && noiseSquelchDb !== null);
  const carrier = offsetHz === null ? say('listen.unlocked') : say('listen.carrier', { hz: `${offsetHz < 0 ? '' : '+'}${formatDb(offsetHz)}` });
  return {
    squelch: isSquelched ? { text: say(isOpen ? 'listen.open' : 'listen.closed'), lit: isOpen } : null,
    tone: mode === 'nfm' && toneHz !== null ? { text: say('listen.ctcss', { hz: decimal(toneHz.toFixed(1)) }), lit: true } : null,
    stereo: mode === 'wfm' ? { text: say('listen.stereo'), lit: stereo } : null,
    carrier: mode === 'sam' ? { text: carrier, lit: offsetHz !== null } : null,
  };
}

/** The level as the rows have theirs: in dBm where the server is configured so. @param {Meter | null} meter
 * @returns {{name: string, db: number}} */
export function levelOf(meter) {
  if (meter && meter.level_dbm !== null) return { name: 'dBm', db: meter.level_dbm };
  return { name: 'dBFS', db: meter?.level_db ?? NaN };
}

/** Where levels are in dBm, the title has dBFS as well: the squelch is set in them. @param {import('../state/state.js').State} state @param {Meter | null} meter null: nothing is heard
 * @param {ListenSettings} settings */
export function showMeter(state, meter, settings) {
  const hz = settings.centerHz ?? 0;
  const { name, db } = levelOf(meter);
  const overDb = name === unit(state) ? overS9Db(state, db, hz) : NaN;
  const level = Number.isNaN(db) ? '—' : `${formatDb(db)} ${name}`;
  const shown = Number.isNaN(overDb) ? level : sText(overDb);
  const fullScaleDb = meter?.level_db ?? NaN;
  const percent = Math.round(100 * (Number.isNaN(overDb) ? share(fullScaleDb, FULL_SCALE_DB) : share(overDb, S_SCALE_DB))) || 0;
  const bar = element('listen-meter', HTMLElement);
  bar.setAttribute('aria-valuenow', String(percent));
  bar.setAttribute('aria-valuetext', shown);
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${percent}%`;
  setText('listen-level', shown);
  const snr = meter?.snr_db ?? null;
  const facts = [shown === level ? '' : level, name === 'dBm' ? `${formatDb(fullScaleDb)} dBFS` : '', snr === null ? '' : `SNR ${formatDb(snr)} dB`];
  element('listen-level', HTMLElement).title = facts.filter(Boolean).join(', ');
  const lamps = meter ? lampsOf(meter, settings) : {};
  for (const name of ['squelch', 'tone', 'stereo', 'carrier']) showLamp(name, lamps[name] ?? null);
}

/** @param {string} name @param {Lamp} lamp */
function showLamp(name, lamp) {
  const target = element(`listen-${name}-lamp`, HTMLElement);
  target.hidden = lamp === null;
  target.toggleAttribute('data-lit', lamp?.lit ?? false);
  setText(target.id, lamp?.text ?? '');
}

/** From the antenna to the ear; how the sound is coded. @param {number} delayMs NaN: not known
 * @param {{codec: string, bitsPerSecond: number} | null} stream null: nothing is heard */
export function showDelay(delayMs, stream) {
  setText('listen-delay', Number.isNaN(delayMs) ? '—' : say('listen.ms', { delay: Math.round(delayMs) }));
  const rate = stream ? Math.round(stream.bitsPerSecond / 1000) : NaN;
  const title = stream && !Number.isNaN(rate) ? say('listen.coding', { codec: stream.codec === 'opus' ? 'Opus' : 'PCM', rate }) : '';
  element('listen-delay', HTMLElement).title = title;
}
