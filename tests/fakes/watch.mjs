// SPDX-License-Identifier: MIT
// What the daemon watches for, as PROTOCOL.md says it: rules, their alarms, noise floor, occupancy, baseline, days. The alarms
// are those of the past of past.mjs.

import { NOISE_DB } from './scene.mjs';
import { pastRow, tuningAt } from './past.mjs';

const DAY_MS = 86_400_000;
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==', 'base64');
const ACTIONS = { webhook: '', email: '', text: '', command: false, evidence: true, iq_seconds: 0, iq_before_seconds: 5, has_secret: false };
const USUAL = { enabled: true, from_hz: null, to_hz: null, level: 10, reference: 'floor', hysteresis: 3, least_seconds: 0.5, gone_seconds: 5, duty: 0.5, bursts: false,
  period_seconds: 900, ailment: 'no_data', ignored: [], known: [], learns_until: null, limits: [], actions: ACTIONS };
const KINDS = ['above', 'below', 'appear', 'vanish', 'mask', 'floor_rise', 'occupancy', 'health'];
const iso = (ms) => new Date(ms).toISOString();
const refused = (field, message) => ({ status: 400, body: { error: { code: 'invalid_rule', message, field } } });

export class Watch {
  /** @param {import('./past.mjs').Past} past */
  constructor(past) {
    this.past = past;
    this.plan = { threshold_db: 10, channels: [{ name: 'Talk', from_hz: 99.8e6, to_hz: 100e6 }] };
    this.rules = [{ ...USUAL, id: 1, name: 'New signals', kind: 'appear', known: [{ label: 'beacon', from_hz: 99390000, to_hz: 99410000 }] }, { ...USUAL, id: 2, name: 'Evening noise', kind: 'floor_rise', level: 3 }];
    const { visitor } = past;
    const evening = new Date(visitor.from - DAY_MS).setUTCHours(18, 0, 0, 0);
    this.alarms = [this.#alarm(2, 2, evening, evening + 4 * 3_600_000, 0, NOISE_DB + 4, []),
      this.#alarm(3, 1, visitor.from, visitor.to, visitor.hz, visitor.db, ['rows.npy', 'rows.json', 'picture.png', 'event.json'])];
  }

  #alarm(id, rule, begin, end, hz, peak, evidence) {
    const { name, kind } = this.rules.find((each) => each.id === rule);
    return { id, rule, name, kind, state: 'ended', begin: iso(begin), last_on: iso(end), end: iso(end), seconds: (end - begin) / 1000, reason: 'gone', frequency_hz: hz || null,
      width_hz: hz ? 2344 : 2.4e6, peak, unit: 'dB', floor_db: NOISE_DB, duty: 1, evidence, recording: evidence.length > 0 ? 'alarm-3' : null, note: '' };
  }

  /** Null if this is not of the watch. @returns {{status: number, body: any, type?: string} | null} */
  answer(method, path, query, body) {
    const [what, id, more] = path.replace('api/v1/', '').split('/');
    if (what === 'rules') return this.#rules(method, Number(id), more, body, query);
    if (path.startsWith('api/v1/events/log')) return this.#log(path.split('/').slice(4), query);
    if (what === 'floor') return { status: 200, body: this.#floor(query) };
    if (what === 'occupancy' && method === 'PATCH') return this.#newPlan(body);
    if (what === 'occupancy') return { status: 200, body: this.#occupancy(query) };
    if (what === 'baseline') return { status: 200, body: this.#baseline(Number(query.get('hour'))) };
    if (what === 'days') return id ? { status: 200, body: PICTURE, type: 'image/png' } : { status: 200, body: this.#days() };
    return null;
  }

  #rules(method, id, more, body, query) {
    if (method === 'GET') return { status: 200, body: { rules: this.rules.map((rule) => ({ ...rule, state: rule.enabled ? 'watching' : 'off', reason: '' })) } };
    const rule = this.rules.find((each) => each.id === id);
    if (method === 'POST' && more === 'try') {
      const since = Number(query.get('since') ?? 0);
      const alarms = this.alarms.filter((alarm) => alarm.rule === id && Date.parse(alarm.begin) / 1000 >= since);
      return { status: 200, body: { rows: 10080, since: iso(since * 1000), until: iso(Date.now()), coarsest_seconds: 60, count: alarms.length, alarms } };
    }
    if (method === 'POST' && !KINDS.includes(body.kind)) return refused('kind', 'is not a kind');
    if (method !== 'POST' && !rule) return { status: 404, body: { error: { code: 'not_found', message: 'no such rule' } } };
    if (body?.least_seconds < 0) return refused('least_seconds', 'is not from 0 to 86400');
    if (method === 'POST') this.rules.push({ ...USUAL, id: Math.max(0, ...this.rules.map((each) => each.id)) + 1, ...body, actions: { ...ACTIONS, ...body.actions } });
    if (method === 'PATCH') Object.assign(rule, body, { actions: { ...rule.actions, ...body.actions } });
    if (method === 'DELETE') this.rules = this.rules.filter((each) => each !== rule);
    return { status: 200, body: method === 'DELETE' ? {} : (rule ?? this.rules.at(-1)) };
  }

  #log([id, file], query) {
    if (file) return file.endsWith('.png') ? { status: 200, body: PICTURE, type: 'image/png' } : { status: 200, body: this.alarms.find((alarm) => alarm.id === Number(id)) };
    const number = (name, otherwise) => (query.has(name) ? Number(query.get(name)) : otherwise);
    const [since, until, from, to] = [number('since', 0), number('until', Infinity), number('from', 0), number('to', Infinity)];
    const events = this.alarms.filter((alarm) => Date.parse(alarm.end) / 1000 >= since && Date.parse(alarm.begin) / 1000 < until
      && (!query.get('rule') || alarm.rule === Number(query.get('rule'))) && (!query.get('kind') || alarm.kind === query.get('kind'))
      && (!alarm.frequency_hz || (alarm.frequency_hz >= from && alarm.frequency_hz <= to)));
    return { status: 200, body: { events: events.sort((a, b) => (a.begin < b.begin ? 1 : -1)).slice(0, number('limit', 100)) } };
  }

  #floor(query) {
    const [since, until] = [Number(query.get('since')), Number(query.get('until') ?? Date.now() / 1000)];
    const step = until - since > 31 * 86400 ? 3600 : 600;
    const floor = [];
    for (let second = Math.ceil(since / step) * step; second < until; second += step) {
      if (!tuningAt(second)) continue;
      const evening = (second / 3600) % 24 > 17 && (second / 3600) % 24 < 22;
      const db = NOISE_DB + (evening ? 4 : 0) + 0.3 * Math.sin(second / 9000);
      floor.push({ time: iso(second * 1000), seconds: step, center_hz: 100e6, span_hz: 2.4e6, floor_db: db, lowest_db: db - 0.5, highest_db: db + 0.8,
        clipped: evening ? 0.001 : 0, coverage: 1, gain_db: evening ? 24 : 28 });
    }
    return { method: '20 % of ITU-R SM.1753', values: floor };
  }

  #newPlan(body) {
    if (!(body.threshold_db >= 1 && body.threshold_db <= 100)) return { status: 400, body: { error: { code: 'invalid_plan', message: 'is not from 1 to 100', field: 'threshold_db' } } };
    this.plan = body;
    return { status: 200, body };
  }

  #occupancy(query) {
    const since = Number(query.get('since') ?? Date.now() / 1000 - 900);
    const begin = Math.floor(since / 900) * 900;
    const { max } = pastRow(begin, 60, this.past.visitor);
    const channels = this.plan.channels.map((channel) => ({ ...channel, samples: 18000, occupied: 4500, fco: 0.25, low: 0.2, high: 0.3, mean_db: -61.2, floor_db: -90.1 }));
    return { ...this.plan, period_seconds: 900, periods: [{ begin: iso(begin * 1000), seconds: 900, center_hz: 100e6, span_hz: 2.4e6, samples: 18000, sample_seconds: 0.05, revisit_seconds: 0.05,
      threshold_db: 10, fbo: 0.11, channels, bins: Array.from(max, (db) => (db > -56 ? Math.min(1, (db + 62) / 30) : 0)) }] };
  }

  #baseline(hour) {
    const second = (4 + Math.floor(hour / 24)) * 86400 + (hour % 24) * 3600 + 1800; // 1970-01-05 was a Monday
    const { mean, max } = pastRow(second + 86400 * 7 * 100, 60, this.past.visitor);
    return { hour, center_hz: 100e6, span_hz: 2.4e6, gain_db: null, weeks: 8, p10: Array.from(mean, (db) => db - 1), median: Array.from(mean), p90: Array.from(max, (db) => db - 2) };
  }

  #days() {
    const midnight = new Date().setUTCHours(0, 0, 0, 0);
    const days = Array.from({ length: 20 }, (_, index) => midnight - (index + 1) * DAY_MS);
    return { days: days.map((from) => ({ date: iso(from).slice(0, 10), since: iso(from), until: iso(from + DAY_MS), bytes: 1.2e6, picture: `/api/v1/days/${iso(from).slice(0, 10)}.png` })) };
  }
}
