// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = new URL('../../web/', import.meta.url);
const text = (name) => readFileSync(new URL(name, WEB), 'utf8');
const PAGES = ['index.html', 'hub.html']; // of a receiver, of a hub
const NOT_SERVED = ['CMakeLists.txt', 'README.md', 'package.json'];
const files = readdirSync(WEB, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !NOT_SERVED.includes(entry.name))
  .map((entry) => join(relative(fileURLToPath(WEB), entry.path), entry.name));
const scripts = files.filter((name) => name.endsWith('.js'));

test('types hold in every module', { timeout: 120_000 }, () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url));
  const known = process.env.TYPES_KNOWN; // of the last run, in which most modules were the same
  const again = known ? ['--incremental', '--tsBuildInfoFile', known] : [];
  try {
    execFileSync(process.execPath, [tsc, '--noEmit', '-p', here, ...again], { encoding: 'utf8' });
  } catch (failure) {
    assert.fail(/** @type {{stdout: string}} */ (failure).stdout);
  }
});

test('one module per concern: none is longer than 200 lines', () => {
  for (const name of scripts) assert.ok(text(name).split('\n').length <= 200, name);
});

test('the pages obey a policy of default-src self: nothing inline', () => {
  for (const html of PAGES.map(text)) {
    assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=|javascript:/i);
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      assert.match(attributes, /src="[a-z_/]+\.js"/);
      assert.equal(body, '');
    }
  }
});

test('every address is relative, every file that is asked for is there, and none is there for nothing', () => {
  const asked = new Set(PAGES);
  for (const html of PAGES.map(text)) {
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.doesNotMatch(address, /^\/|:\/\//);
      asked.add(address);
    }
  }
  for (const name of ['page.css', 'hub.css']) for (const [, address] of text(name).matchAll(/@import '([^']+)';/g)) asked.add(address);
  for (const name of scripts) {
    assert.doesNotMatch(text(name), /['"`]\/api|['"`]https?:\/\//, name);
    for (const [, address] of text(name).matchAll(/(?:from |import\()'(\.{1,2}\/[a-z_0-9/]+\.js)'/g)) asked.add(join(dirname(name), address));
  }
  for (const name of asked) assert.ok(files.includes(name), `${name} is missing`);
  for (const name of files) assert.ok(asked.has(name), `${name} is not used`);
});

test('CMakeLists.txt lists every file, and none that is gone', () => {
  const [, listed] = text('CMakeLists.txt').match(/set\(WEB_FILES([^)]*)\)/) ?? [];
  assert.deepEqual(listed.trim().split(/\s+/).sort(), files.slice().sort());
});

test('CMakeLists.txt has an entry for each module that is imported on demand, and for each worker', () => {
  const [, entries] = text('CMakeLists.txt').match(/set\(WEB_ENTRIES([^)]*)\)/) ?? [];
  const onDemand = scripts.flatMap((name) => [...text(name).matchAll(/(?:=>|await) import\('([^']+)'\)/g)].map(([, address]) => join(dirname(name), address)));
  const workers = scripts.flatMap((name) => [...text(name).matchAll(/new Worker\('([^']+)'/g)].map(([, address]) => address));
  assert.deepEqual(entries.trim().split(/\s+/).sort(), ['main.js', 'page.css', ...onDemand, ...workers].sort());
});

test('tests/CMakeLists.txt runs every test of the page', () => {
  const list = readFileSync(new URL('../CMakeLists.txt', import.meta.url), 'utf8');
  for (const folder of ['web', 'e2e']) {
    const tests = readdirSync(new URL(`../${folder}/`, import.meta.url)).filter((name) => name.endsWith('.test.mjs'));
    for (const name of tests) if (name !== 'emulated.test.mjs') assert.ok(list.includes(`${folder}/${name}`), `${folder}/${name} is not run`); // tests/arm runs that
  }
});

test('the lock file names no place to download from', () => {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8'));
  for (const entry of Object.values(lock.packages)) delete entry.funding; // asks for donations, gives no files
  assert.doesNotMatch(JSON.stringify(lock), /resolved|https?:/);
});

/** Colours of a scheme: the first :root block, for the light one overlaid with the second. */
function scheme(index) {
  const blocks = [...text('style.css').matchAll(/:root \{([\s\S]*?)\n\s*\}/g)].map(([, block]) => block);
  const colours = {};
  for (const block of blocks.slice(0, index + 1)) {
    for (const [, name, value] of block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)) colours[name] = value;
  }
  return colours;
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const [index, name] of ['dark', 'light'].entries()) {
  test(`text stands out from what it is written on in the ${name} scheme (WCAG AA)`, () => {
    const colours = scheme(index);
    const pairs = [['text', 'page'], ['text', 'surface'], ['text', 'raised'], ['dim', 'surface'], ['accent', 'raised'],
      ['warn', 'surface'], ['warn', 'raised'], ['bad', 'surface'], ['bad', 'raised'], ['label', 'plot'], ['label', 'surface'],
      ['label-dim', 'surface'], ['plot', 'marker-1'], ['plot', 'marker-2'], ['marker-1', 'surface']];
    for (const [over, under] of pairs) {
      const [a, b] = [luminance(colours[over]), luminance(colours[under])].sort((x, y) => y - x);
      const contrast = (a + 0.05) / (b + 0.05);
      assert.ok(contrast >= 4.5, `${over} ${colours[over]} on ${under} ${colours[under]}: ${contrast.toFixed(2)}`);
    }
  });
}
