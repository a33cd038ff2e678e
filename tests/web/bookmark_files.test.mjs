// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BOOKMARK_FILES, parseBookmarks } from '../../web/state/bookmark_files.js';

const bookmarksJson = BOOKMARK_FILES.json.write;
const bookmarksCsv = BOOKMARK_FILES.csv.write;
const at = (name, hz, more = {}) => ({ name, fromHz: hz, toHz: hz, ...more });

const LIST = [at('Local FM', 100.3e6), { name: 'Net, "north"; 2', fromHz: 145e6, toHz: 146e6 }, at('=cmd', 433.92e6)];

test('what is saved can be loaded, as JSON and as CSV', () => {
  const list = [...LIST, at('DB0ABC', 438.9e6, { mode: 'nfm', widthHz: 12500, group: 'Relais, Nord' }), at('DMR', 439e6, { mode: 'dmr' })];
  assert.deepEqual(parseBookmarks(bookmarksJson(list)), list);
  assert.deepEqual(parseBookmarks(bookmarksCsv(list)), list);
  assert.deepEqual(JSON.parse(bookmarksJson(LIST)).bookmarks[1], { name: 'Net, "north"; 2', from_hz: 145e6, to_hz: 146e6 });
});

test('a spreadsheet computes nothing of a name', () => {
  assert.match(bookmarksCsv(LIST), /^ =cmd,433920000,433920000,,,\r$/m);
});

test('semicolons, another order of columns and a byte order mark are read', () => {
  assert.deepEqual(parseBookmarks('\uFEFFfrequency;name\n7100000; "20;30"\n'), [at('20;30', 7.1e6)]);
});

test('what cannot be read is refused with its line', () => {
  assert.throws(() => parseBookmarks('name,from_hz,to_hz\nA,1e6,1e6\nB,much,1e6\n'), /line 3/);
  assert.throws(() => parseBookmarks('name,from_hz,to_hz\nA,2e6,1e6\n'), /line 2/, 'from above to');
  assert.throws(() => parseBookmarks('name,from_hz\nA,2e12\n'), /line 2/, 'no radio');
  assert.throws(() => parseBookmarks('{"bookmarks": [{"name": "", "from_hz": 1}]}'), /line 1/);
  assert.throws(() => parseBookmarks('{"stations": []}'), /no bookmarks/);
  assert.throws(() => parseBookmarks(''), /no bookmarks/);
});

test('a bookmark that a file has twice is one', () => {
  assert.deepEqual(parseBookmarks('name,from_hz\nA,1e6\nA,1e6\nA,2e6\n'), [at('A', 1e6), at('A', 2e6)]);
});

// As gqrx 2.15 writes it.
const GQRX = `# Tag name          ;  color
Untagged            ; #c0c0c0
Repeater            ; #00ff00

# Frequency ; Name                     ; Modulation          ;  Bandwidth; Tags
   14074000; FT8                      ; USB                 ;       2700; Untagged
  145600000; DB0ABC                   ; Narrow FM           ;      10000; Repeater
  100300000; Radio Eins               ; WFM (stereo)        ;     160000; Untagged
  439000000; DMR                      ; Digital Something   ;      12500; Repeater,Untagged
  nonsense; X; Y; 1; Z
`;

test('gqrx', () => {
  assert.deepEqual(parseBookmarks(GQRX), [at('FT8', 14.074e6, { mode: 'usb', widthHz: 2700 }),
    at('DB0ABC', 145.6e6, { mode: 'nfm', widthHz: 10000, group: 'Repeater' }), at('Radio Eins', 100.3e6, { mode: 'wfm', widthHz: 160000 }),
    at('DMR', 439e6, { mode: 'Digital Something', widthHz: 12500, group: 'Repeater,Untagged' })]);
});

const SDRSHARP = `<?xml version="1.0" encoding="utf-8"?>
<ArrayOfMemoryEntry xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <MemoryEntry>
    <IsFavourite>true</IsFavourite>
    <Name>R&amp;S &lt;1&gt; &#228;</Name>
    <GroupName>Misc</GroupName>
    <Frequency>145500000</Frequency>
    <DetectorType>NFM</DetectorType>
    <Shift>0</Shift>
    <FilterBandwidth>8000</FilterBandwidth>
  </MemoryEntry>
  <MemoryEntry><Name>Broken</Name><Frequency></Frequency></MemoryEntry>
</ArrayOfMemoryEntry>`;

test('SDR#', () => {
  assert.deepEqual(parseBookmarks(SDRSHARP), [at('R&S <1> ä', 145.5e6, { mode: 'nfm', widthHz: 8000, group: 'Misc' })]);
});

test('SDR++: the settings with their lists, the export of one, and an old form', () => {
  const bookmarks = { Tower: { frequency: 118.1e6, bandwidth: 8000, mode: 2 }, Odd: { frequency: 1e6, bandwidth: 0, mode: 99 } };
  const found = (group) => [at('Tower', 118.1e6, { mode: 'am', widthHz: 8000, ...group }), at('Odd', 1e6, { mode: '99', ...group })];
  const parsed = (json) => parseBookmarks(JSON.stringify(json));
  assert.deepEqual(parsed({ selectedList: 'Air', lists: { Air: { showOnWaterfall: true, bookmarks } } }), found({ group: 'Air' }));
  assert.deepEqual(parsed({ lists: { Air: bookmarks } }), found({ group: 'Air' }));
  assert.deepEqual(parsed({ bookmarks }), found({}));
});

test('OpenWebRX', () => {
  const file = JSON.stringify([{ name: 'Relais', frequency: 438925000, modulation: 'nfm', description: 'x' }, { name: 'TETRA', frequency: 390e6, modulation: 'tetra' }]);
  assert.deepEqual(parseBookmarks(file), [at('Relais', 438.925e6, { mode: 'nfm' }), at('TETRA', 390e6, { mode: 'tetra' })]);
});

const CHIRP = '\uFEFFLocation,Name,Frequency,Duplex,Offset,Tone,rToneFreq,cToneFreq,DtcsCode,DtcsPolarity,RxDtcsCode,CrossMode,Mode,TStep,Skip,Power,Comment,URCALL,RPT1CALL,RPT2CALL,DVCODE\r\n'
  + '0,DB0ABC,438.925000,-,7.600000,Tone,88.5,88.5,023,NN,023,Tone->Tone,FM,12.50,,50W,"North, high",,,,\r\n'
  + '# a remark\r\n1,,145.500000,,0.600000,,88.5,88.5,023,NN,023,Tone->Tone,DV,5.00,,50W,,,,,\r\n2,short,145.5\r\n';

test('CHIRP', () => {
  assert.deepEqual(parseBookmarks(CHIRP), [at('DB0ABC', 438.925e6, { mode: 'nfm' }), at('145.500000 MHz', 145.5e6, { mode: 'DV' })]);
});

test('FREQMAN of the PortaPack', () => {
  assert.deepEqual(parseBookmarks('f=433920000,m=NFM,bw=11k,d=Remote, garage\na=156000000,b=162000000,d=Marine\ns=12500\nf=118100000\n'), [
    at('Remote, garage', 433.92e6, { mode: 'nfm', widthHz: 11000 }), { name: 'Marine', fromHz: 156e6, toHz: 162e6 }, at('118.1 MHz', 118.1e6)]);
});

test('what is written for a program is read again; a band is its middle there', () => {
  const list = [at('FT8', 14.074e6, { mode: 'usb', widthHz: 3000 }), at('A <b> & c', 145.5e6, { mode: 'nfm', widthHz: 12500 }), at('Tower', 118.1e6, { mode: 'am', widthHz: 8000 })];
  for (const kind of ['gqrx', 'sdrsharp', 'sdrpp', 'openwebrx', 'chirp']) {
    const { write } = BOOKMARK_FILES[kind];
    const again = parseBookmarks(write(list));
    assert.deepEqual(again.map(({ name, fromHz, mode }) => [name, fromHz, mode]), list.map(({ name, fromHz, mode }) => [name, fromHz, mode]), kind);
    if (again[0].widthHz !== undefined) assert.deepEqual(again.map(({ widthHz }) => widthHz), [3000, 12500, 8000], kind);
    assert.equal(parseBookmarks(write([{ name: 'Band', fromHz: 144e6, toHz: 146e6 }]))[0].fromHz, 145e6, kind);
  }
});

test('a name that is not unique keeps its frequencies in SDR++, whose names are', () => {
  const again = parseBookmarks(BOOKMARK_FILES.sdrpp.write([at('R', 145.6e6), at('R', 438.9e6)]));
  assert.deepEqual(again.map(({ name, fromHz }) => [name, fromHz]), [['R', 145.6e6], ['R 438.9', 438.9e6]]);
});
