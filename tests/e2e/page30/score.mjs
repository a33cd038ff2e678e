#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Scores the page against the thirty points of the best waterfall page: each is measured on the running page, in
// Chromium, with the program that SPECTRUMD_BIN names. The criteria stand next to the measurements.
//   SPECTRUMD_BIN=PROGRAM tests/e2e/page30/score.mjs [--out FOLDER] [--only 7,12] [--web FOLDER]
// --web: the page of a folder instead of that of the program

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../page_harness.mjs';
import { REAL, startProgram } from '../program.mjs';
import { HANDS } from './hands.mjs';
import { FINGERS } from './fingers.mjs';
import { KEYS } from './keys.mjs';
import { DRAWING } from './drawing.mjs';
import { CANVASES } from './canvases.mjs';
import { INTERRUPTED } from './interrupted.mjs';
import { LEVELS } from './levels.mjs';
import { TIME } from './time.mjs';
import { SIGNALS } from './signals.mjs';
import { REACH } from './reach.mjs';
import { PHONES } from './phone.mjs';
import { Study, verdictOf } from './study.mjs';
import { countOf, tableOf } from './report.mjs';

const USAGE = 'usage: SPECTRUMD_BIN=PROGRAM score.mjs [--out FOLDER] [--only 7,12] [--web FOLDER]';
const GROUPS = [HANDS, FINGERS, KEYS, DRAWING, CANVASES, INTERRUPTED, LEVELS, TIME, SIGNALS, REACH, PHONES];
const POINTS = GROUPS.flat().sort((a, b) => a.number - b.number);

function parse(given) {
  const chosen = {
    out: fileURLToPath(new URL('../../artefacts/page30/', import.meta.url)),
    only: POINTS.map(({ number }) => number),
    web: '',
  };
  for (let at = 0; at < given.length; at += 2) {
    if (given[at] === '--out' && given[at + 1]) chosen.out = resolve(given[at + 1]);
    else if (given[at] === '--only' && given[at + 1]) chosen.only = given[at + 1].split(',').map(Number);
    else if (given[at] === '--web' && given[at + 1]) chosen.web = resolve(given[at + 1]);
    else throw new Error(USAGE);
  }
  return chosen;
}

async function score(point, tools) {
  const study = new Study({ number: point.number, ...tools });
  const began = Date.now();
  let verdict;
  try {
    await point.run(study);
    if (study.complaints.length > 0)
      study.check('the page complains of nothing', false, study.complaints.join(' / ').slice(0, 300));
    verdict = verdictOf(study.checks);
  } catch (reason) {
    study.check('it was measured to the end', false, String(reason.message).split('\n')[0].slice(0, 300));
    study.log(reason.stack);
    verdict = 'error';
  } finally {
    await study.close();
  }
  const { checks, pictures, complaints } = study;
  return {
    number: point.number,
    claim: point.claim,
    verdict,
    checks,
    pictures,
    complaints,
    seconds: Math.round((Date.now() - began) / 1000),
  };
}

async function main() {
  const { out, only, web } = parse(process.argv.slice(2));
  if (!REAL) throw new Error(USAGE);
  mkdirSync(out, { recursive: true });
  const browser = await launchBrowser();
  const shared = await startProgram();
  const results = [];
  const loadBefore = loadavg()[0];
  for (const point of POINTS.filter(({ number }) => only.includes(number))) {
    const result = await score(point, { browser, shared, out, web });
    results.push(result);
    console.log(
      `${String(result.number).padStart(2)} ${result.verdict.padEnd(6)} ${result.claim} (${result.seconds} s)`,
    );
    for (const { what, measured } of result.checks.filter(({ ok }) => !ok))
      console.log(`          lacking: ${what}${measured && `: ${measured}`}`);
  }
  const conditions =
    `${web ? 'The page of the tree. ' : ''}Chromium ${browser.version()}, ` +
    `${cpus().length} processors shared with other work, load ${loadBefore.toFixed(1)} to ` +
    `${loadavg()[0].toFixed(1)}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  await browser.close();
  await shared.stop();
  writeFileSync(join(out, 'score.json'), JSON.stringify({ conditions, results }, null, 1));
  writeFileSync(join(out, 'score.md'), tableOf(results, conditions));
  console.log(`${countOf(results)}; ${out}`);
  process.exitCode = results.some(({ verdict }) => verdict === 'error') ? 1 : 0;
}

await main().catch((reason) => {
  console.error(reason.message);
  process.exitCode = 2;
});
