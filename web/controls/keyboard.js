// SPDX-License-Identifier: MIT
// Keyboard shortcuts, and the dialog that lists them. Keys typed into a control are left to it.

import { button, element, input } from './dom.js';
import { keep, kept } from '../state/kept.js';
import { msPerPixel } from '../state/state.js';
import { worded } from '../words/page_words.js';

/** @typedef {import('../state/actions.js').Actions} Actions */
/** @typedef {{screenshot: () => void, bindings: Binding[]}} Extras */
/** `does`: the key of a text @typedef {{keys: string[], shown: string, does: string, run: (event: KeyboardEvent) => void}} Binding */

const DIVISIONS = [0, 5, 10]; // dB; 0: as it fits

/** @param {Actions} actions @param {Extras} extras @returns {Binding[]} */
function bindings(actions, extras) {
  const { state } = actions;
  /** @param {number} factor */
  const zoom = (factor) => actions.zoom(state.markers[state.chosenMarker]?.hz ?? (state.band.fromHz + state.band.toHz) / 2, factor);
  return [
    { keys: ['ArrowLeft', 'ArrowRight'], shown: '← →', does: 'key.pan', run: (event) => actions.pan((event.key === 'ArrowLeft' ? -1 : 1) * (event.shiftKey ? 1 : 0.1)) },
    { keys: ['+', '='], shown: '+', does: 'key.zoom-in', run: () => zoom(0.5) },
    { keys: ['-', '_'], shown: '−', does: 'key.zoom-out', run: () => zoom(2) },
    { keys: ['Home'], shown: 'Home', does: 'key.all', run: () => actions.showAll() },
    { keys: ['ArrowDown', 'ArrowUp'], shown: '↑ ↓', does: 'key.time', run: (event) => actions.scrollTime((event.key === 'ArrowDown' ? 20 : -20) * msPerPixel(state)) },
    { keys: [' '], shown: 'Space', does: 'key.freeze', run: () => (state.frozenAt === null ? actions.freeze() : actions.goLive()) },
    { keys: ['End'], shown: 'End', does: 'key.live', run: () => actions.goLive() },
    { keys: [',', '.'], shown: ', .', does: 'key.time-zoom', run: (event) => actions.zoomTime(event.key === ',' ? -1 : 1) },
    { keys: ['[', ']'], shown: '[ ]', does: 'key.levels', run: (event) => actions.shiftRange(event.key === '[' ? -5 : 5) },
    { keys: ['{', '}'], shown: '{ }', does: 'key.contrast', run: (event) => actions.stretchRange(event.key === '{' ? 0.8 : 1.25) },
    { keys: ['a', 'A'], shown: 'A', does: 'key.auto', run: () => actions.setDisplay({ autoRange: !state.autoRange }) },
    { keys: ['d', 'D'], shown: 'D', does: 'key.division', run: () => actions.setDisplay({ dbPerDivision: DIVISIONS[(DIVISIONS.indexOf(state.dbPerDivision) + 1) % DIVISIONS.length] }) },
    { keys: ['c', 'C'], shown: 'C', does: 'key.colours', run: () => actions.nextPalette() },
    { keys: ['p', 'P'], shown: 'P', does: 'key.hold', run: () => actions.setDisplay({ peakHold: !state.peakHold }) },
    ...extras.bindings,
    { keys: ['k', 'K'], shown: 'K', does: 'key.follow', run: () => actions.setDisplay({ markersFollow: !state.markersFollow }) },
    { keys: ['f', 'F', '/'], shown: 'F', does: 'key.frequency', run: () => element('frequency', HTMLInputElement).focus() },
    { keys: ['s', 'S'], shown: 'S', does: 'key.screenshot', run: () => extras.screenshot() },
    { keys: ['?'], shown: '?', does: 'key.help', run: () => toggleHelp() },
  ];
}

const GESTURES = ['gesture.wheel', 'gesture.time', 'gesture.drag', 'gesture.axis', 'gesture.fingers', 'gesture.click', 'gesture.digit', 'gesture.double'];

function toggleHelp() {
  const dialog = element('help-dialog', HTMLDialogElement);
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** @param {HTMLElement} box with the name of a key or gesture @param {string} does */
function addHelp(box, does) {
  const [term, meaning] = [document.createElement('dt'), document.createElement('dd')];
  term.append(box);
  element('help-keys', HTMLElement).append(term, worded(meaning, { text: does }));
}

/** Whether a key is meant for the page. Many keyboards have the brackets on AltGr, which some systems report as Ctrl and
 * Alt together, or on Option, which is reported as Alt alone.
 * @param {KeyboardEvent} event */
export function isPlainKey(event) {
  if (event.metaKey) return false;
  if (event.getModifierState('AltGraph')) return true;
  return !event.ctrlKey && (!event.altKey || '[]{}'.includes(event.key));
}

/** Whether a key is a character: those can be turned off, because people who dictate, or whose hands are not steady, press
 * them by accident (WCAG 2.1.4). @param {string} key */
export const isCharacter = (key) => [...key].length === 1 && key !== ' ';

/** @returns {() => boolean} whether characters are shortcuts */
function characterSwitch() {
  const box = input('single-keys');
  box.checked = kept('single_keys', true);
  box.addEventListener('change', () => keep('single_keys', box.checked));
  return () => box.checked;
}

/** @param {Actions} actions @param {Extras} extras */
export function listenToKeys(actions, extras) {
  const all = bindings(actions, extras);
  for (const { shown, does } of all) addHelp(Object.assign(document.createElement('kbd'), { textContent: shown }), does);
  for (const name of GESTURES) addHelp(worded(document.createElement('span'), { text: name }), `${name}.does`);
  for (const id of ['help', 'help-2']) button(id).addEventListener('click', toggleHelp);
  const takesCharacters = characterSwitch();
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!isPlainKey(event) || target.closest('input, select, textarea')) return;
    if (target.closest('dialog[open]') && event.key !== '?') return;
    if (event.key === ' ' && target.closest('button, summary')) return;
    if (isCharacter(event.key) && !takesCharacters()) return;
    const found = all.find(({ keys }) => keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found.run(event);
  });
}
