// Messages of the program, as it prints them, read by the expressions of the problem matchers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf, program, source } from './setting.mjs';

const require = createRequire(import.meta.url);
const { complaintIn, markOf, messagesIn } = require('./lib/messages.js');
const { problemMatchers, problemPatterns } = require('./package.json').contributes;

const row = (thread) => `PTX t\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ${thread} ;\nexists ([x]=1)\n`;

/** What the program says of a text, and what is found in that. */
function said(context, name, text, ...words) {
  const folder = folderOf(context);
  writeFileSync(join(folder, name), text);
  const { stdout, stderr } = spawnSync(program, [...words, '--github', '--', name], { cwd: folder, encoding: 'utf8' });
  return { messages: messagesIn(`${stdout}\n${stderr}`), output: `${stdout}\n${stderr}`, stderr };
}

function places(messages) {
  return messages.map(({ severity, file, line, column }) => [severity, file, line, column]);
}

// Name, text, where the one message is, and how it begins.
const malformed = [
  ['a.litmus', row('st.wek x, 1'), 4, 5, "'st' has no modifier 'wek'; did you mean 'weak'?"],
  ['MP-p0::p1 2.litmus', row('st.wek x, 1'), 4, 5, "'st' has no modifier"],
  ['-x.litmus', row('st.weak x'), 4, 12, 'expected'],
  ['a.litmus', 'nothing\n', 1, 1, 'expected PTX, GPU_PTX, C, VULKAN or AMDGPU'],
  ['a.litmus', 'PTX a\n{\nx = 0;\n', 2, 1, "'{' is never closed"],
  ['a.litmus', 'C a\n{ x = 0; }\nP0 (int* x) { *x = 1\n}\nexists (x=1)\n', 4, 1, "expected ';'"],
  ['a.litmus', 'VULKAN a\n{ x = 0; }\n P0@sg 0,wg 0,qf 0 ;\n st.dv x, 1 ;\nfilter (true)\n', 4, 2, ''],
  ['n.test', 'd0.b0.t0 {\n ld r0, [q];\n}\npermit (r0 == 1) as y;\n', 2, 10, "unknown location 'q'"],
  ['k.test', 'assert\n', 1, 1, 'expected a thread'],
  ['k.ptx', '.version 8.0\n.target sm_70\n.address_size 64\n.visible .entry f() {\n foo;\n}\n', 5, 2, 'not modelled'],
];

for (const [name, text, line, column, begin] of malformed) {
  test(`malformed: ${JSON.stringify(text.slice(0, 40))} in ${name}`, (context) => {
    const { messages, stderr } = said(context, name, text);
    assert.equal(messages.length, 1, stderr);
    assert.deepEqual(places(messages), [['error', name, line, column]], stderr);
    assert.ok(messages[0].text.startsWith(begin), messages[0].text);
    assert.ok(complaintIn(stderr).startsWith('Error: '));
  });
}

test('instructions that no assembler takes, with their ends', (context) => {
  const { messages } = said(context, 'a.litmus', row('red.add.acquire.gpu x, 1'), '--strict-ptx');
  const [warning] = messages.filter(({ severity }) => severity === 'warning');
  assert.deepEqual([warning.line, warning.column, warning.endColumn], [4, 2, 21]);
  assert.match(warning.text, /^'red\.add\.acquire\.gpu' is not PTX: /);
  assert.deepEqual(markOf(warning, ' red.add.acquire.gpu x, 1 ;'), { start: 1, end: 20 });
});

test('a warning about the file', (context) => {
  const { messages } = said(context, 'a.litmus', row('st.weak x, 1'), '--max-states', '1');
  assert.deepEqual(places(messages), [['warning', 'a.litmus', undefined, undefined]]);
  assert.match(messages[0].text, /^exploration incomplete/);
});

test('a file that is not there', () => {
  const { stderr } = spawnSync(program, ['none.litmus'], { encoding: 'utf8' });
  assert.deepEqual(places(messagesIn(stderr)), [['error', 'none.litmus', undefined, undefined]]);
});

test('a statement that does not hold', (context) => {
  const { messages } = said(context, 'a.test',
    '.global x;\nd0.b0.t0 {\n ld r0, [x];\n}\nassert (r0 == 1) as one;\n');
  assert.deepEqual(places(messages), [['warning', 'a.test', 5, undefined]]);
});

test('races, by --github, in a file whose name has colons', () => {
  const file = 'litmus/ptx/baseline/MP+rel.gpu+acq.cta-p0::p1.litmus';
  const { stdout } = spawnSync(program, ['-q', '--github', '--check', 'races', file], { cwd: source, encoding: 'utf8' });
  const messages = messagesIn(stdout);
  assert.deepEqual(places(messages), [['error', file, 9, 2], ['error', file, 10, 2]]);
  assert.match(messages[0].text, /^data race on `x`: P0: store at .*::p1\.litmus:9 `st\.weak x, 1`\nP1: load at /);
});

test('bugs and notes of a kernel', () => {
  const { stdout } = spawnSync(program, ['-q', '--github', 'handoff.sm_90.ptx'], { cwd: join(source, 'tests/kernels/cuda'), encoding: 'utf8' });
  const messages = messagesIn(stdout);
  assert.ok(messages.some(({ severity, line }) => severity === 'error' && line > 0), stdout);
  assert.ok(messages.every(({ file }) => file.startsWith('handoff')), stdout);
});

test('what is no message', () => {
  const log = 'Test MP Allowed\n1:r0=0; 1:r1=0;\nOk\nCondition exists (1:r0=1)\n   1  P0  line 4: st.weak x, 1  [store]\n' +
    'opexplore: there is no machine nothere; machines are: a, b.c: d\nError: 3 of 5: not read\n';
  assert.deepEqual(messagesIn(log), []);
  assert.equal(complaintIn(log.slice(log.indexOf('opexplore:'))).slice(0, 29), 'opexplore: there is no machin');
});

test('columns are characters, and marks end with the word', () => {
  const at = (column) => ({ column });
  assert.deepEqual(markOf(at(5), ' st.wek x'), { start: 4, end: 7 });
  assert.deepEqual(markOf(at(2), '𝔸𝔹c'), { start: 2, end: 4 });
  assert.deepEqual(markOf(at(undefined), '  all of it  '), { start: 2, end: 11 });
  assert.deepEqual(markOf(at(99), 'short'), { start: 5, end: 5 });
  assert.deepEqual(markOf(at(1), ''), { start: 0, end: 0 });
});

test('a task has no more than one message of a line', () => {
  const lines = ['Error: a.litmus:6:5: text', 'Error: a.litmus: text', 'Warning: File "a.test": line 3: text',
    'Warning: File "a.test": text', 'Warning: File "a.test", line 3, characters 1-2: text',
    '::error file=a.cu,line=1,col=2,title=t::text', '::error file=a.litmus,line=6,col=5,title=not checked::text'];
  const matches = lines.map((line) => problemPatterns.filter(({ regexp }) => new RegExp(regexp).test(line)).map(({ name }) => name));
  assert.deepEqual(matches, [['opexplore'], ['opexplore-file'], ['opexplore'], ['opexplore-file'], ['opexplore'], ['opexplore-bug'], []]);
  assert.deepEqual(problemMatchers.map(({ pattern }) => pattern), problemPatterns.map(({ name }) => `$${name}`));
});
