// SPDX-License-Identifier: MIT
// What serves other programs, in words. Pure.

import { formatFrequency } from './numbers.js';
import { isWord, say } from '../words/text.js';

/** @typedef {import('../feed/types.js').ProgramFeed} ProgramFeed */

/** As the programs and protocols call themselves. That of a later server is shown as it is. @type {Record<string, string>} */
const NAMES = { rigctl: 'Hamlib', spyserver: 'SpyServer', kiwi: 'KiwiSDR', sdrangel: 'SDRangel', n1mm: 'N1MM Logger+', mqtt: 'MQTT', influx: 'InfluxDB',
  wsjtx: 'WSJT-X', dxcluster: 'DX Cluster' };

/** @param {ProgramFeed} feed @returns {string} */
const nameText = ({ name }) => (isWord(`program.${name}`) ? say(`program.${name}`) : NAMES[name] ?? name);

/** @param {ProgramFeed} feed */
const stateText = ({ state }) => (isWord(`feed.${state}`) ? say(`feed.${state}`) : state);

/** "145.500 MHz USB" @param {NonNullable<ProgramFeed['dial']>} dial */
const dialText = ({ frequency_hz: hz, mode }) => say('program.dial', { frequency: `${formatFrequency(hz, 10)} ${mode}`.trim() });

/** A line of the list: the name, the state, what is known of it, and what is wrong with it.
 * @param {ProgramFeed} feed @returns {{name: string, state: string, facts: string[], trouble: string}} */
export function programTexts(feed) {
  const { address, clients, served, lost, dial, cause } = feed;
  const facts = [address];
  if (clients > 0 || served > 0) facts.push(say('program.clients', { count: clients }));
  if (dial) facts.push(dialText(dial));
  if (lost) facts.push(say('program.lost', { count: lost }));
  return { name: nameText(feed), state: stateText(feed), facts, trouble: cause };
}
