// SPDX-License-Identifier: MIT
// A small world for the page: serves web/ and speaks daemon/server/PROTOCOL.md with the band of scene.mjs. Fast to start,
// deterministic, and it can do on command what a server rarely does: disappear, require a token, be under a sub-path.
//
//   node tests/fakes/spectrumd.mjs [--port 8090] [--prefix /radio/] [--token TEXT [--public-reading]] [--no-radio] [--no-past]

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { CARRIERS, NOISE_DB, STATIONS, makeRow } from './scene.mjs';
import { encodeRow } from './wire.mjs';
import { Past } from './past.mjs';
import { Watch } from './watch.mjs';

const { WebSocketServer } = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const WEB = new URL('../../web/', import.meta.url);
const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
const HEADERS = { 'Content-Security-Policy': "default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'none'", 'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer' };
const PAST_MS = 10 * 60 * 1000; // how much history there is at the start
const DEFAULT_TUNING = { center: 100e6, rate: 2.4e6, gain: 'auto', ppm: 0, fft: 4096, window: 'hann', hop: 1, averaging: 1,
  rows: 10, detector: 'mean', remove_dc: true };
const DEFAULT_VIEW = { from: null, to: null, bins: 1024, detectors: ['mean'], pool: 'peak', bytes: 1, step: 0.5, extra: null, rate: null, pause: false };
const MOST_BACKLOG = 128 * 1024; // bytes waiting for a slow client, which then skips rows
const RANGES = { center: [0, 100e9], rate: [8e3, 100e6], ppm: [-1000, 1000], fft: [16, 1 << 22], hop: [0.05, 1],
  averaging: [1, 1000], rows: [0.1, 100] };

/** @param {AsyncIterable<Buffer>} request @returns {Promise<any>} */
async function bodyOf(request) {
  let body = '';
  for await (const piece of request) body += piece;
  return JSON.parse(body);
}

class Fake {
  constructor(options) {
    this.prefix = options.prefix ?? '/';
    /** of the page's files */
    this.folder = options.folder ?? WEB;
    this.token = options.token ?? '';
    /** reading needs no token */
    this.publicReading = options.publicReading ?? false;
    this.user = options.user ?? {}; // name and role of all who connect
    this.dial = options.dial ?? null;
    this.startedAt = Date.now() - (options.pastMs ?? PAST_MS);
    /** tunings, and the row number each begins with */
    this.tunings = [{ from: 0, generation: 1, tuning: { ...DEFAULT_TUNING, ...options.tuning } }];
    this.clients = new Map();
    this.requests = [];
    /** name, when it began, when it ended; a second is a megabyte */
    this.recordings = [];
    this.diskFull = false;
    /** what other programs have placed, lowest first */
    this.spots = [];
    /** what serves other programs */
    this.feeds = [];
    /** id of the signal that is in a pause */
    this.pausedSignal = 0;
    /** what is wrong with the radio, as status says it: { state, cause, reason, retry_seconds } */
    this.trouble = {};
    /** as status says it; the rows are those of the tuning, whose rate is the width of the sweep */
    this.sweep = options.sweep ?? null;
    /** no row has been made yet */
    this.empty = options.empty ?? false;
    /** who tuned last */
    this.tunedBy = null;
    /** of the sweep in progress, those measured so far */
    this.hopsMeasured = 0;
    /** whether a status is sent each second */
    this.reports = true;
    this.rowsMade = this.newestNumber();
    /** on disk; null: the history is kept in memory only */
    this.past = options.past ? new Past(Date.now(), options.past === true ? {} : options.past) : null;
    this.watch = this.past && new Watch(this.past);
    /** source auto without a stick: no rows, but those of the demo band where it is chosen */
    this.noRadio = options.noRadio ?? false;
    this.firstRow = this.noRadio ? Infinity : 0;
    /** when the demo band was shown: numbers of rows, the last one until it is ended */
    this.demos = [];
    /** of the hardware of the source, as GET sources says them */
    this.settings = options.settings ?? {};
    this.profile = '';
    this.profiles = options.profiles ?? [];
    /** in the source of the status: steps of the gain and the like */
    this.radio = options.radio ?? {};
    /** the gain above which samples clip */
    this.overloadsAbove = Infinity;
    /** why the demo band is refused */
    this.refusal = null;
  }

  get demo() {
    return this.demos.at(-1)?.to === Infinity;
  }

  get receives() {
    return this.demo || !this.noRadio;
  }

  /** What is wrong with the radio. */
  get absence() {
    if (this.receives) return {};
    return { state: 'waiting', cause: 'absent', reason: 'no radio: plug in a stick or use the demo band' };
  }

  get tuning() {
    return this.tunings[this.tunings.length - 1].tuning;
  }

  get generation() {
    return this.tunings.length;
  }

  get rowMs() {
    return 1000 / this.tuning.rows;
  }

  /** Rows that are complete by now. The row rate of a fake is fixed while it runs. */
  newestNumber() {
    return Math.floor((Date.now() - this.startedAt) / this.rowMs) - 1;
  }

  bytesOf(number, view, history) {
    const { from, generation, tuning } = this.tunings.filter((entry) => entry.from <= number).pop();
    const flags = (number === from && from > 0 ? 2 : 0) | (view.merged > 1 ? 16 : 0) | (history ? 32 : 0) | (this.sweep ? 64 : 0)
      | (this.demos.some((demo) => number >= demo.from && number < demo.to) ? 256 : 0);
    const facts = { flags, sequence: number + 1, generation, time: this.startedAt + number * this.rowMs,
      duration: this.rowMs * (view.merged ?? 1), skipped: view.skipped };
    return encodeRow(makeRow(number, tuning), facts, view);
  }

  status() {
    const { center, rate, gain, ppm } = this.tuning;
    const received = Math.round(((Date.now() - this.startedAt) / 1000) * rate);
    return {
      version: '0.0.0-fake', time: new Date().toISOString(), uptime_seconds: (Date.now() - this.startedAt) / 1000,
      source: { kind: 'fake', description: 'fake band for the page', state: 'streaming', cause: '', reason: '', retry_seconds: null, ...this.absence, ...this.trouble, times_lost: 0, center_hz: center,
        rate_hz: rate, measured_rate_hz: this.receives ? rate + 12.1 : 0, gain_db: gain === 'auto' ? 28 : gain, ppm, format: 'cu8', live: true,
        ...this.radio, tunable: true, demo: this.demo, generation: this.generation },
      samples: { received, processed: received, dropped: 0, discarded: 0, buffered: 0, clipped: 0 },
      rows: { sequence: this.receives && !this.empty ? this.newestNumber() + 1 : 0, per_second: this.receives ? this.tuning.rows : 0, bins: this.tuning.fft,
        bin_hz: rate / this.tuning.fft },
      sweep: this.sweep, tuning: this.tuning, tuned_by: this.tunedBy, dial: this.dial, unit: 'dBFS', rbw_hz: (1.5 * rate) / this.tuning.fft,
      backend: { name: 'cpu', reason: 'the only one of this fake', load: 0.04, device: null, candidates: [{ name: 'cpu:avx2', frame_us: 3.12, outcome: '3.12 us a frame', chosen: true }] }, clients: { websocket: this.clients.size, events: 0 },
      history: { bytes: 0, limit_bytes: 0, tiers: [{ seconds: 0, rows: 2000, bytes: 0, oldest: new Date(this.startedAt).toISOString() }], ...(this.past && { disk: this.past.status() }) },
    };
  }

  peaks() {
    const { center, rate } = this.tuning;
    const peaks = CARRIERS.filter(({ hz }) => this.receives && Math.abs(hz - center) < rate / 2).sort((a, b) => b.db - a.db)
      .map(({ hz, db }) => ({ frequency_hz: hz, level_db: db, snr_db: db - NOISE_DB, width_hz: 1171.9 }));
    return { time: new Date().toISOString(), sequence: this.newestNumber() + 1, floor_db: NOISE_DB, unit: 'dBFS', peaks };
  }

  /** Carriers and stations, each with an id that stays. */
  signals() {
    const { center, rate } = this.tuning;
    const time = new Date().toISOString();
    const all = [...CARRIERS.map(({ hz, db }) => ({ hz, db, widthHz: 1171.9, class: 'carrier' })),
      ...STATIONS.map(({ hz, db, widthHz }) => ({ hz, db: db + 10 * Math.log10(widthHz / 586), widthHz: 2 * widthHz, class: 'fm' }))];
    const signals = all.map(({ hz, db, widthHz, class: hint }, index) => ({ id: index + 1, frequency_hz: hz, from_hz: hz - widthHz / 2,
      to_hz: hz + widthHz / 2, width_hz: widthHz, level_db: db, power_db: db, snr_db: db - NOISE_DB, class: hint,
      active: this.pausedSignal !== index + 1, since: time, last_active: time }))
      .filter(({ frequency_hz: hz }) => this.receives && Math.abs(hz - center) < rate / 2).sort((a, b) => b.power_db - a.power_db);
    return { time, sequence: this.newestNumber() + 1, floor_db: NOISE_DB, unit: 'dBFS', signals };
  }

  /** Null, or what is wrong with a change. */
  fault(change) {
    for (const [key, value] of Object.entries(change)) {
      const range = RANGES[key];
      if (range && !(value >= range[0] && value <= range[1])) {
        return { code: 'out_of_range', message: `${key}: ${value} is outside of ${range[0]} to ${range[1]}`, field: key };
      }
    }
    return null;
  }

  /** @param {object} change @param {{via: string, by?: string} | null} by what status and event say of where it came from */
  retune(change, by = null) {
    const tuning = { ...this.tuning, ...change };
    this.tunings.push({ from: this.newestNumber() + 1, generation: this.generation + 1, tuning });
    this.tunedBy = by && { ...by, time: new Date().toISOString() };
    if (by) {
      this.say({ type: 'event', id: this.generation, time: this.tunedBy.time, kind: 'retune', text: `center ${tuning.center / 1e6}MHz`, ...by, generation: this.generation });
    }
    return { tuning, generation: this.generation };
  }

  /** Of noise alone, which follows the gain. */
  spectrum() {
    const { gain } = this.tuning;
    const levels = Array.from({ length: 16 }, () => NOISE_DB + (gain === 'auto' ? 0 : gain / 10));
    return { generation: this.generation, flags: [], clipped: gain > this.overloadsAbove ? 0.01 : 0, levels };
  }

  sources() {
    return { in_use: 'fake', demo: this.demo, settings: this.settings, profile: this.profile, profiles: this.profiles, sources: [] };
  }

  async changeSource(request, json) {
    const { demo, settings, profile } = await bodyOf(request);
    if (this.refusal) return json(409, { error: this.refusal });
    Object.assign(this.settings, settings);
    if (profile !== undefined) this.profile = profile;
    if (demo === undefined) {
      this.retune({});
      return json(200, this.sources());
    }
    const next = this.newestNumber() + 1;
    if (demo && !this.demo) this.demos.push({ from: next, to: Infinity });
    if (!demo && this.demo) this.demos.at(-1).to = next;
    this.firstRow = Math.min(this.firstRow, next);
    this.rowsMade = next - 1;
    return json(200, this.sources());
  }

  recordingJson({ name, startedAt, endedAt }) {
    const seconds = ((endedAt ?? Date.now()) - startedAt) / 1000;
    return { name, state: endedAt ? 'ended' : 'recording', reason: endedAt ? 'stopped' : '', started: new Date(startedAt).toISOString(),
      seconds, samples: Math.round(seconds * 5e5), bytes: Math.round(seconds * 1e6), center_hz: this.tuning.center,
      rate_hz: 5e5, format: 'cu8', captures: 1, lost: 0 };
  }

  /** `GET`, `POST`, `DELETE` of recordings, `POST` of recordings/stop, `GET` of the two files. */
  async answerRecordings(path, query, request, json, response) {
    const list = () => ({ folder: '/fake', used_bytes: 5e6, quota_bytes: 2e9, free_bytes: 9e9, floor_bytes: 5e8,
      recordings: this.recordings.map((recording) => this.recordingJson(recording)) });
    const running = this.recordings.find(({ endedAt }) => !endedAt);
    if (path.endsWith('/data') || path.endsWith('/meta')) {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/octet-stream' }).end(`${path.slice(-4)} of ${query.get('name')}`);
    } else if (path.endsWith('/stop')) {
      running.endedAt = Date.now();
      json(200, this.recordingJson(running));
    } else if (request.method === 'POST' && this.diskFull) {
      json(409, { error: { code: 'disk_full', message: 'the disk is full; make room' } });
    } else if (request.method === 'POST') {
      this.recordings.push({ name: `recording-${this.recordings.length + 1}`, startedAt: Date.now() });
      json(200, this.recordingJson(this.recordings[this.recordings.length - 1]));
    } else {
      if (request.method === 'DELETE') this.recordings = this.recordings.filter(({ name }) => name !== query.get('name'));
      json(200, list());
    }
  }

  /** What a request may do, null: nothing. */
  accessOf(request) {
    if (this.hasToken(request)) return 'change';
    return this.publicReading ? 'read' : null;
  }

  hasToken(request) {
    if (!this.token) return true;
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    return request.headers.authorization === `Bearer ${this.token}` || offered.includes(`bearer.${this.token}`);
  }

  // ---- HTTP

  async answer(request, response) {
    const url = new URL(request.url, 'http://fake');
    this.requests.push(`${request.method} ${request.url}`);
    const json = (code, body) => response.writeHead(code, { ...HEADERS, 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (!url.pathname.startsWith(this.prefix)) return json(404, { error: { code: 'not_found', message: 'outside of the sub-path' } });
    const path = url.pathname.slice(this.prefix.length);
    if (!path.startsWith('api/')) return this.sendFile(path || 'index.html', response);
    const access = this.accessOf(request);
    if (!access || (access === 'read' && request.method !== 'GET')) return json(401, { error: { code: 'token_needed', message: 'changes need a token' } });
    if (path === 'api/v1/status') return json(200, this.status());
    if (path === 'api/v1/peaks' && this.empty) return json(503, { error: { code: 'no_rows_yet', message: 'no row has been made yet' } });
    if (path === 'api/v1/peaks') return json(200, this.peaks());
    if (path === 'api/v1/signals' && this.empty) return json(503, { error: { code: 'no_rows_yet', message: 'no row has been made yet' } });
    if (path === 'api/v1/signals') return json(200, this.signals());
    if (path === 'api/v1/tuning' && request.method === 'PATCH') return this.patch(request, json);
    if (path === 'api/v1/sources' && request.method === 'PATCH') return this.changeSource(request, json);
    if (path === 'api/v1/spectrum') return json(200, this.spectrum());
    if (path === 'api/v1/sources') return json(200, this.sources());
    if (path === 'api/v1/spots') return json(200, { spots: this.spots });
    if (path === 'api/v1/feeds') return json(200, { feeds: this.feeds });
    if (path === 'api/v1/tuning') return json(200, { tuning: this.tuning, generation: this.generation });
    if (path.startsWith('api/v1/recordings')) return this.answerRecordings(path, url.searchParams, request, json, response);
    if (path === 'api/v1/history') return this.sendHistory(url.searchParams, response);
    if (this.past && path.startsWith('api/v1/history/')) return this.sendPast(path.slice('api/v1/history/'.length), url.searchParams, json, response);
    const watched = this.watch?.answer(request.method, path, url.searchParams, ['POST', 'PATCH'].includes(request.method) ? await bodyOf(request) : null);
    if (watched?.type) return response.writeHead(200, { ...HEADERS, 'Content-Type': watched.type }).end(watched.body);
    if (watched) return json(watched.status, watched.body);
    return json(404, { error: { code: 'not_found', message: `no ${path}` } });
  }

  async patch(request, json) {
    const change = await bodyOf(request);
    const fault = this.fault(change);
    const ended = this.tuning.span && 'center' in change && !('span' in change) ? { span: 'none' } : {}; // as daemon/server/endpoints/tuning.cpp
    return fault ? json(400, { error: fault }) : json(200, this.retune({ ...change, ...ended }, { via: 'http', by: request.socket.remoteAddress }));
  }

  async sendFile(path, response) {
    const type = TYPES[path.split('.').pop()];
    const body = type && /^(?:[a-z_]+\/)?[a-z0-9_]+\.[a-z]+$/.test(path) ? await readFile(new URL(path, this.folder)).catch(() => null) : null;
    if (!body) return response.writeHead(404, HEADERS).end();
    return response.writeHead(200, { ...HEADERS, 'Content-Type': type }).end(body);
  }

  sendHistory(query, response) {
    const edge = (name) => (query.has(name) ? Number(query.get(name)) : null);
    const view = { from: edge('from'), to: edge('to'), bins: edge('bins') ?? 1024, bytes: edge('bytes') ?? 1, pool: query.get('pool') ?? 'peak',
      detectors: (query.get('detectors') ?? query.get('detector') ?? 'mean').split(',') };
    const numberAt = (seconds) => Math.ceil((seconds * 1000 - this.startedAt) / this.rowMs);
    if ((edge('rows') ?? 2000) * view.bins * view.detectors.length > 2 ** 21) {
      return response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":{"code":"out_of_range","message":"rows: too many levels"}}');
    }
    const last = Math.min(this.newestNumber() + 1, numberAt(edge('until') ?? Date.now() / 1000));
    const first = Math.max(this.firstRow, numberAt(edge('since') ?? 0));
    view.merged = Math.max(1, Math.ceil((last - first) / (edge('rows') ?? 2000))); // a row stands for those merged with it
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/octet-stream' });
    if (this.past && edge('since') < this.startedAt / 1000) this.writePast(edge('since'), Math.min(edge('until') ?? Infinity, this.startedAt / 1000), { ...view, rows: edge('rows') ?? 2000 }, response);
    for (let number = first; number < last && !this.empty; number += view.merged) response.write(this.bytesOf(number, view, true));
    return response.end();
  }

  /** Rows of before the start, from the disk. */
  writePast(since, until, view, response) {
    for (const { second, seconds, tuning: { centerHz, spanHz }, mean, max } of this.past.rows(since, until, view.rows)) {
      const power = (levels) => Float64Array.from(levels, (db) => 10 ** (db / 10));
      const row = { startHz: centerHz - spanHz / 2, binHz: spanHz / mean.length, mean: power(mean), max: power(max), min: power(mean) };
      response.write(encodeRow(row, { flags: 48, sequence: 1, generation: 1, time: second * 1000, duration: seconds * 1000 }, view));
    }
  }

  async sendPast(path, query, json, response) {
    if (this.past.delayMs > 0) await new Promise((waited) => setTimeout(waited, this.past.delayMs));
    const list = path === 'tiles' ? this.past.list(query) : null;
    if (list) return json(200, list);
    const tile = path.startsWith('tile/') ? this.past.tile(path.slice('tile/'.length)) : null;
    if (!tile) return json(404, { error: { code: 'not_found', message: `no ${path}` } });
    return response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/octet-stream', 'Cache-Control': 'public, max-age=31536000, immutable' }).end(tile);
  }

  // ---- WebSocket

  welcome(socket, access) {
    this.clients.set(socket, { ...DEFAULT_VIEW });
    socket.on('close', () => this.clients.delete(socket));
    socket.on('message', (data) => this.take(socket, JSON.parse(data.toString())));
    socket.send(JSON.stringify({ type: 'hello', protocol: 'spectrum.v1', access, ...this.user, status: this.status() }));
  }

  take(socket, message) {
    this.requests.push(message);
    const say = (answer) => socket.send(JSON.stringify(answer));
    if (message.type === 'ping') return say({ type: 'pong', id: message.id, time: new Date().toISOString(), sent_bytes: socket._socket.bytesWritten });
    if (message.type !== 'view') return say({ type: 'error', error: { code: 'unknown_type', message: `no ${message.type}`, field: 'type' } });
    if (message.from != null && message.to != null && message.from >= message.to) {
      return say({ type: 'error', error: { code: 'out_of_range', message: 'from: not below to', field: 'from' } });
    }
    const { type, recent = 0, ...change } = message;
    const view = Object.assign(this.clients.get(socket), change);
    say({ ...view, type });
    this.sendProgress(socket, view);
    if (this.empty) return;
    const newest = this.rowsMade;
    for (let number = Math.max(this.firstRow, newest - recent + 1); number <= newest; ++number) socket.send(this.bytesOf(number, view, true));
  }

  /** The row that is being swept, as far as it has been measured, for those who ask for it.
   * @param {number} hops of the sweep */
  measureHops(hops) {
    this.hopsMeasured = hops;
    for (const [socket, view] of this.clients) this.sendProgress(socket, view);
  }

  /** Powers of 0 are no data. */
  sendProgress(socket, view) {
    if (!view.partial || this.hopsMeasured === 0) return;
    const [number, part] = [this.rowsMade + 1, this.hopsMeasured / this.sweep.hops];
    const row = makeRow(number, this.tuning);
    for (const name of ['mean', 'max', 'min']) row[name].fill(0, Math.round(row[name].length * part));
    const facts = { flags: 64 | 512, sequence: number + 1, generation: this.generation, time: this.startedAt + number * this.rowMs,
      duration: this.rowMs * part };
    socket.send(encodeRow(row, facts, { ...view, detectors: [...view.detectors, ...(view.extra?.detectors ?? [])] }));
  }

  /** The whole row, to all. */
  endSweep() {
    this.empty = false;
    this.hopsMeasured = 0;
    for (const [socket, view] of this.clients) this.sendRow(socket, view, this.rowsMade + 1);
    ++this.rowsMade;
  }

  tick() {
    const newest = this.newestNumber();
    if (!this.receives) this.rowsMade = newest;
    for (; this.rowsMade < newest; ++this.rowsMade) {
      for (const [socket, view] of this.clients) if (!view.pause && !this.empty) this.sendRow(socket, view, this.rowsMade + 1);
    }
  }

  /** A row that stands for those merged with it, unless the client is late. */
  sendRow(socket, view, number) {
    const merged = view.rate ? Math.max(1, Math.round(1000 / view.rate / this.rowMs)) : 1;
    if (number % merged > 0) return;
    if (socket.bufferedAmount > MOST_BACKLOG) {
      view.skipped = (view.skipped ?? 0) + merged;
      return;
    }
    socket.send(this.bytesOf(number - merged + 1, { ...view, merged, detectors: this.detectorsOf(view, number) }, false));
    view.skipped = 0;
  }

  /** With the extra ones where it is their turn. */
  detectorsOf(view, number) {
    const rows = view.extra && Math.round(1000 / this.rowMs / view.extra.rate);
    const due = rows && number - (view.extraAt ?? -Infinity) >= rows;
    if (due) view.extraAt = number;
    return due ? [...view.detectors, ...view.extra.detectors] : view.detectors;
  }

  /** @param {object} message to all clients */
  say(message) {
    for (const socket of this.clients.keys()) socket.send(JSON.stringify(message));
  }

  everySecond() {
    if (!this.reports) return;
    for (const socket of this.clients.keys()) socket.send(JSON.stringify({ type: 'status', status: this.status() }));
  }
}

/** @returns {Promise<{url: string, port: number, fake: Fake, stop: () => Promise<void>}>} */
export async function startFake(options = {}) {
  const fake = new Fake(options);
  const server = createServer((request, response) => fake.answer(request, response));
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: { threshold: 0, clientNoContextTakeover: true }, handleProtocols: (offered) => offered.has('spectrum.v1') && 'spectrum.v1' });
  server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url, 'http://fake').pathname !== `${fake.prefix}ws`) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const access = fake.accessOf(request);
    if (!access) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    return sockets.handleUpgrade(request, socket, head, (client) => fake.welcome(client, access));
  });
  await new Promise((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const timers = [setInterval(() => fake.tick(), 10), setInterval(() => fake.everySecond(), 1000)];
  const { port } = server.address();
  const stop = async () => {
    timers.forEach(clearInterval);
    for (const client of fake.clients.keys()) client.terminate();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${port}${fake.prefix}`, port, fake, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
  const { url } = await startFake({ port: Number(option('--port') ?? 0), prefix: option('--prefix'), token: option('--token'),
    publicReading: process.argv.includes('--public-reading'), noRadio: process.argv.includes('--no-radio'), past: !process.argv.includes('--no-past') });
  console.log(url);
}
