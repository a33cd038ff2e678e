// SPDX-License-Identifier: MIT
// Puts the page together: one state, the controls that write it, the plot and texts that show it.

import { createState } from './state/state.js';
import { Actions } from './state/actions.js';
import { Plot } from './plot/plot.js';
import { ReceiverFeed } from './feed/receiver_feed.js';
import { AutoRange } from './plot/auto_range.js';
import { Scrollback } from './feed/scrollback.js';
import { historyOf, rowSinks } from './history/history.js';
import { Tuner } from './controls/tuner.js';
import { ByHand } from './controls/by_hand.js';
import { handBindings } from './controls/hand_keys.js';
import { listening, useMode } from './controls/listen.js';
import { reachBindings } from './controls/reach.js';
import { TuningControls } from './controls/tuning_controls.js';
import { Converter } from './controls/converter.js';
import { Correction } from './controls/correction.js';
import { GainAdviser } from './controls/gain_adviser.js';
import { GainSteps } from './controls/gain_steps.js';
import { SourceControls } from './controls/source_controls.js';
import { SweepControls } from './controls/sweep_controls.js';
import { FrequencyBox } from './controls/frequency_box.js';
import { chooseData } from './controls/data_choice.js';
import { DisplayControls, showPanel } from './controls/display_controls.js';
import { TraceControls } from './controls/trace_controls.js';
import { PictureControls } from './controls/picture_controls.js';
import { LimitDrawing } from './controls/limit_drawing.js';
import { LevelControls } from './controls/level_controls.js';
import { CalibrationDialog } from './controls/calibration_dialog.js';
import { MeasurePanel } from './controls/measure_panel.js';
import { PeaksTable } from './controls/peaks_table.js';
import { Recordings } from './controls/recordings.js';
import { Programs } from './controls/programs.js';
import { followActions } from './controls/follow_actions.js';
import { StatusLine } from './controls/status_line.js';
import { PointerInput } from './controls/pointer.js';
import { listenToKeys } from './controls/keyboard.js';
import { showMarkers, showReadout } from './controls/readout.js';
import { followSignals } from './state/markers.js';
import { ensureAccess, onTokenAccepted, withToken } from './controls/token_prompt.js';
import { Rights } from './controls/rights.js';
import { peopleOf } from './users/users.js';
import { ShareDialog } from './controls/share_dialog.js';
import { rememberToken } from './feed/api.js';
import { takeTokenFromAddress } from './state/token_link.js';
import { saveScreenshot } from './controls/screenshot.js';
import { addressFollowed, fromHash } from './state/url_hash.js';
import { keptSettings } from './state/kept_settings.js';
import { defaultPalette } from './plot/palettes.js';
import { makeProbe } from './plot/probe.js';
import { showRadioState } from './controls/radio_banner.js';
import { RadioCard } from './controls/radio_card.js';
import { showLink, showNotice, showUnreceived } from './controls/link_banner.js';
import { offerLanguages } from './controls/language_choice.js';
import { element, onClick } from './controls/dom.js';
import { applyLanguage } from './languages.js';
import { wordPage } from './words/page_words.js';

/** @typedef {CustomEvent<{row: import('./feed/types.js').Row, isNewest: boolean}>} RowEvent */

wordPage();
await applyLanguage(); // before the controls write their texts
const lightScheme = matchMedia('(prefers-color-scheme: light)');
const narrowScreen = matchMedia('(max-width: 720px), (max-height: 460px)'); // as in panel.css
const state = createState();
state.defaultPalette = defaultPalette(lightScheme.matches);
const linkedToken = takeTokenFromAddress();
if (linkedToken !== '') rememberToken(linkedToken, false);
Object.assign(state, keptSettings());
fromHash(state, location.hash);
if (narrowScreen.matches) showPanel(false);

const actions = new Actions(state);
const autoRange = new AutoRange();
const allowGl = new URLSearchParams(location.search).get('renderer') !== '2d'; // ?renderer=2d for drivers that misbehave
const plot = new Plot(element('plot', HTMLElement), state, allowGl);
const page = {
  columns: () => Math.round(plot.geometry.waterfall.width * plot.geometry.pixelRatio),
  waterfallHeight: () => plot.geometry.waterfall.height,
  pixelRatio: () => plot.geometry.pixelRatio,
  isNarrow: () => narrowScreen.matches,
};
const feed = new ReceiverFeed(state, {
  ...page,
  retuned: (whole) => {
    if (actions.retuned(whole)) autoRange.restart();
  },
  refused: ensureAccess,
});
const rows = { ...page, ...rowSinks(state, feed, plot) };
const history = historyOf(state, { ...rows, actions, plot, feed, withToken, drop: () => hand.dropGesture(), listed: () => scrollback.check() });
const scrollback = new Scrollback(state, { ...rows, pastEnd: () => history.past.end });
const tuner = new Tuner({ adopt: (tuning, generation) => feed.adoptTuning(tuning, generation), withToken });
const levelControls = new LevelControls(state, actions);
const limitDrawing = new LimitDrawing(plot);
const hand = new ByHand(state, actions, tuner);
const listen = listening(actions, tuner, plot);
const controls = [hand, listen.panel, new TuningControls(state, tuner), new Converter(state, tuner), new GainSteps(state, tuner),
  new GainAdviser(state, tuner), new Correction(state, tuner), new SweepControls(state, tuner),
  new SourceControls(state, { withToken }), new FrequencyBox(state, actions, tuner, hand),
  new DisplayControls(state, actions, page), new PictureControls(state, actions, page),
  new TraceControls(state, actions), levelControls];
new CalibrationDialog(state, actions);
const statusLine = new StatusLine(state);
const peaks = new PeaksTable(state, actions);
const recordings = new Recordings(state, { withToken });
const programs = new Programs(state);
const radioCard = new RadioCard(state, { withToken });
const rights = new Rights(state, { reconnect: () => feed.connect() });
const people = peopleOf(state);
new ShareDialog(state);
onTokenAccepted(() => feed.connect());

const pointer = new PointerInput(plot.overlay, plot, actions, hand, (hz, second, at) => {
  plot.element.focus({ preventScroll: true });
  if (!limitDrawing.click(at) && !history.click(at)) hand.click(hz, second, plot.geometry.waterfall.width, at);
});
hand.dropGesture = () => pointer.drop();
hand.useMode = useMode;
new MeasurePanel(state, actions, (which) => hand.mark(which));
listenToKeys(actions, { screenshot: () => saveScreenshot(plot), bindings: [...handBindings(actions, hand), ...listen.bindings, ...history.bindings, ...reachBindings(actions, plot)] });
for (const id of ['screenshot', 'screenshot-2']) onClick(id, () => saveScreenshot(plot));

actions.addEventListener('view', () => {
  feed.viewChanged();
  scrollback.check();
});
actions.addEventListener('time', () => scrollback.check());
actions.addEventListener('display', () => {
  feed.reviseView();
  scrollback.check();
});
actions.addEventListener('unreceived', (event) => showUnreceived(/** @type {CustomEvent} */ (event).detail));
window.addEventListener('hashchange', () => {
  const given = takeTokenFromAddress();
  if (given !== '') rememberToken(given, false);
  if (given !== '') feed.connect();
  actions.followLink(location.hash);
  addressFollowed();
});
chooseData(state, () => feed.judgeLink());
lightScheme.addEventListener('change', () => actions.setDefaultPalette(defaultPalette(lightScheme.matches)));
followActions(state, actions, controls);

feed.addEventListener('row', (event) => {
  const { row, isNewest } = /** @type {RowEvent} */ (event).detail;
  if (!isNewest) {
    plot.waterfall.rowsArrived(row.time, row.time + row.duration * 1.5);
    state.stale.spectrum = true;
    return;
  }
  plot.newestArrived(row);
  autoRange.follow(state, state.live.completed(row));
  followSignals(state, plot.geometry.waterfall.width);
  state.stale.spectrum = true;
});
feed.addEventListener('status', () => {
  for (const control of controls) control.update();
  for (const shown of [statusLine, radioCard, rights, people]) shown.update();
  scrollback.check();
  showRadioState(state);
});
feed.addEventListener('link', () => {
  statusLine.update();
  showRadioState(state);
  showLink(state);
  if (state.link === 'open') listen.panel.recording.refresh(); // it may have ended meanwhile
});
feed.addEventListener('notice', (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (tuner.isOwn(detail) || people.notice(detail)) return;
  showNotice(detail);
  if (detail.kind?.startsWith('recording')) for (const each of [recordings, listen.panel.recording]) each.refresh();
});

plot.resized = () => {
  feed.viewChanged();
  scrollback.check();
  for (const control of controls) control.update();
};
plot.drawn = () => {
  showReadout(state, plot.geometry);
  showMarkers(state, plot.geometry);
  history.drawn();
};
setInterval(() => {
  statusLine.update();
  peaks.update();
  for (const each of [recordings, programs, people, levelControls]) each.tick();
}, 1000);

offerLanguages(() => {
  actions.setDisplay({});
  for (const shown of [statusLine, radioCard, rights, people, peaks]) shown.update();
});
Object.defineProperty(window, 'spectrumd', { value: makeProbe(plot) });
feed.connect(); // a refusal asks for the token: to ask whether one is needed would take a slow link another round trip
