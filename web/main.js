// SPDX-License-Identifier: MIT
// Puts the page together: one state, those who write it, those who show it.

import { createState } from './state/state.js';
import { Actions } from './state/actions.js';
import { Screen } from './plot/plot.js';
import { Radio } from './feed/receiver_feed.js';
import { AutoRange } from './plot/auto_range.js';
import { Scrollback } from './feed/scrollback.js';
import { Tuner } from './controls/tuner.js';
import { TuningControls } from './controls/tuning_controls.js';
import { FrequencyBox } from './controls/frequency_box.js';
import { DisplayControls, onClick, showPanel } from './controls/display_controls.js';
import { PeaksTable } from './controls/peaks_table.js';
import { Recordings } from './controls/recordings.js';
import { StatusLine } from './controls/status_line.js';
import { PointerInput } from './controls/pointer.js';
import { listenToKeys } from './controls/keyboard.js';
import { showMarkers, showReadout } from './controls/readout.js';
import { signalFor, snapToSignal } from './state/markers.js';
import { ensureAccess, withToken } from './controls/token_prompt.js';
import { savePicture } from './controls/screenshot.js';
import { fromHash, rememberInAddress } from './state/url_hash.js';
import { makeProbe } from './plot/probe.js';
import { banner } from './controls/banner.js';
import { showRadioState } from './controls/radio_banner.js';
import { element } from './controls/dom.js';

/** @typedef {CustomEvent<{row: import('./feed/types.js').Row, isNewest: boolean}>} RowEvent */

const state = createState();
fromHash(state, location.hash);
if (matchMedia('(max-width: 720px), (max-height: 460px)').matches) showPanel(false); // as in panel.css

const actions = new Actions(state);
const autoRange = new AutoRange();
const allowGl = new URLSearchParams(location.search).get('renderer') !== '2d'; // ?renderer=2d for drivers that misbehave
const screen = new Screen(element('plot', HTMLElement), state, allowGl);
const page = {
  columns: () => Math.round(screen.geometry.waterfall.width * screen.geometry.pixelRatio),
  waterfallHeight: () => screen.geometry.waterfall.height,
};
const radio = new Radio(state, {
  ...page,
  retuned: (whole) => {
    if (actions.retuned(whole)) autoRange.restart();
  },
  refused: ensureAccess,
});
const scrollback = new Scrollback(state, {
  ...page,
  adopt: (row) => radio.adopt(row),
  arrived: (from, to) => {
    screen.waterfall.rowsArrived(from, to);
    Object.assign(state.stale, { spectrum: true, overlay: true });
  },
});
const tuner = new Tuner({ adopt: (tuning) => radio.adoptTuning(tuning), withToken });
const controls = [new TuningControls(state, tuner), new FrequencyBox(state, actions, tuner),
  new DisplayControls(state, actions, page)];
const statusLine = new StatusLine(state);
const peaks = new PeaksTable(state, actions);
const recordings = new Recordings(state, { withToken });

new PointerInput(screen.overlay, screen, actions, {
  click: (hz, second) => {
    screen.plot.focus({ preventScroll: true });
    actions.setMarker(second ? 1 : 0, snapToSignal(state, hz, screen.geometry.waterfall.width));
  },
});
listenToKeys(actions, {
  mark: (which) => {
    const hz = signalFor(state, which);
    if (hz !== null) actions.setMarker(0, hz);
  },
  tuneToMarker: () => {
    const marker = state.markers[0];
    if (marker) tuner.tune({ center: marker.hz }).catch((reason) => banner(String(reason.message), 'bad'));
  },
  screenshot: () => savePicture(screen),
});
for (const id of ['screenshot', 'screenshot-2']) onClick(id, () => savePicture(screen));

actions.addEventListener('view', () => {
  radio.viewChanged();
  scrollback.check();
});
actions.addEventListener('time', () => scrollback.check());
actions.addEventListener('display', () => scrollback.check());
for (const kind of ['view', 'time', 'display']) {
  actions.addEventListener(kind, () => {
    for (const control of controls) control.update();
    rememberInAddress(state);
  });
}

radio.addEventListener('row', (event) => {
  const { row, isNewest } = /** @type {RowEvent} */ (event).detail;
  screen.waterfall.rowsArrived(row.time, row.time + row.duration * 1.5);
  if (!isNewest) return;
  autoRange.follow(state, row);
  state.stale.spectrum = true;
});
radio.addEventListener('status', () => {
  for (const control of controls) control.update();
  statusLine.update();
  scrollback.check();
  showRadioState(state);
});
radio.addEventListener('link', () => {
  statusLine.update();
  showRadioState(state);
  if (state.link === 'waiting') banner('The connection is gone. Trying again by itself.', 'bad');
  else if (state.link === 'open') banner('');
});
radio.addEventListener('notice', (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  banner(detail.error?.message ?? detail.text, detail.type === 'error' ? 'bad' : 'note');
  if (detail.kind?.startsWith('recording')) recordings.refresh();
});

screen.resized = () => {
  radio.viewChanged();
  scrollback.check();
  for (const control of controls) control.update();
};
screen.drawn = () => {
  showReadout(state, screen.geometry);
  showMarkers(state, screen.geometry);
};
setInterval(() => {
  statusLine.update();
  peaks.update();
  recordings.tick();
}, 1000);

Object.defineProperty(window, 'spectrumd', { value: makeProbe(screen) });
await ensureAccess();
radio.connect();
