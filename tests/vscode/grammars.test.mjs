// The grammars, as the editor reads them: with its own library.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, source } from './setting.mjs';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const { INITIAL, Registry, parseRawGrammar } = require('vscode-textmate');
const { grammars } = require('./package.json').contributes;

const library = oniguruma
  .loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer)
  .then(() => ({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }));
const registry = new Registry({
  onigLib: library,
  loadGrammar: async (scope) => {
    const { path } = grammars.find((one) => one.scopeName === scope);
    return parseRawGrammar(readFileSync(path, 'utf8'), path);
  },
});
const litmus = await registry.loadGrammar('source.litmus');
const statements = await registry.loadGrammar('source.nvlitmus-test');
const ptx = await registry.loadGrammar('source.ptx');

/** @returns {{text: string, scopes: string[], line: number}[]} */
function tokensOf(grammar, text) {
  let state = INITIAL;
  return text.split(/\r?\n/).flatMap((line, number) => {
    const { tokens, ruleStack, stoppedEarly } = grammar.tokenizeLine(line, state);
    assert.ok(!stoppedEarly);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) =>
      ({ text: line.slice(startIndex, endIndex), scopes, line: number + 1 }));
  });
}

/** What the parts of the text are, innermost scope and without the name of the language. */
const meanings = (grammar, text) =>
  tokensOf(grammar, text)
    .filter(({ text: part }) => part.trim() !== '')
    .map(({ text: part, scopes }) => [part.trim(), scopes.at(-1).replace(/\.(litmus|nvlitmus-test|ptx)$/, '')]);

/** That the line, put behind what opens the dialect, is made of these parts among others. */
function has(grammar, text, expected) {
  const found = meanings(grammar, text);
  for (const [part, scope] of expected) {
    const scopes = found.filter(([one]) => one === part).map(([, name]) => name);
    assert.ok(scopes.includes(scope), `${part}: ${scope} expected, ${scopes} found in\n${text}`);
  }
}

const isComment = (scopes) => scopes.some((scope) => scope.startsWith('comment.'));
const isText = (scopes) => scopes.some((scope) => /^(comment|string|meta\.header)\b/.test(scope));
const inInit = (scopes) => scopes.includes('meta.init.litmus');

// What the words are, wherever they stand in a test; a location may have such a name where it begins.
const expected = [
  [/^%?[rp]\d+$/, /^variable\.other/],
  [/^(exists|forall|filter|locations)$/, /^keyword\.control/],
  [/^(ld|st|atom|fence|membar)$/, /^support\.function/],
  [/^\d+$/, /^(constant\.numeric|entity\.name\.type\.thread)/],
];

/** What has to hold of each file, whatever is in it. */
function checkFile(grammar, path) {
  const tokens = tokensOf(grammar, readFileSync(join(source, path), 'utf8'));
  for (const { text, scopes, line } of tokens) {
    const at = `${path}:${line}: '${text}' is ${scopes}`;
    assert.ok(!scopes.some((scope) => scope.startsWith('invalid')), at);
    if (isText(scopes)) continue;
    const name = scopes.at(-1);
    for (const [word, meaning] of expected) {
      if (word.test(text.trim()) && !inInit(scopes)) assert.match(name, meaning, at);
    }
  }
  const last = tokens.at(-1).scopes;
  assert.ok(!isText(last) && !inInit(last), `${path} ends in ${last}`);
}

test('litmus tests of all dialects', () => {
  const files = [...filesOf('litmus', '.litmus'), ...filesOf('tests', '.litmus')];
  assert.ok(files.length > 1000);
  files.forEach((file) => checkFile(litmus, file));
});

test('tests of nvlitmus and of Khronos', () => {
  const files = filesOf('litmus', '.test');
  assert.ok(files.length > 5);
  files.forEach((file) => checkFile(statements, file));
});

test('kernels of PTX', () => {
  const files = filesOf('tests/kernels', '.ptx');
  assert.ok(files.length > 100);
  files.forEach((file) => checkFile(ptx, file));
});

test('a test of PTX', () => {
  const text = `PTX MP+rel
"Says { what
it is" (* and *) Com=Rf Fr
{
x = 0; P1:r2 = &x; y @ generic aliases x; a[2] = {1, -0x2}; (* c *)
}
 P0@cta 0,gpu 0         | P1@cta 1,gpu 0            ;
 st.weak.u32 x, 1       | LC00: ld.acquire.gpu r1, flag ;
 fence.proxy.alias      | @!p0 bra LC00 ; << skipped >>
~exists (1:r1=1 /\\ not P1:r2=0 \\/ true)`;
  assert.deepEqual(meanings(litmus, text), [
    ['PTX', 'keyword.other.dialect'], ['MP+rel', 'entity.name.section'],
    ['"', 'string.quoted.double'], ['Says { what', 'string.quoted.double'],
    ['it is', 'string.quoted.double'], ['"', 'string.quoted.double'],
    ['(*', 'comment.block'], ['and', 'comment.block'], ['*)', 'comment.block'],
    ['Com=Rf Fr', 'meta.header'],
    ['{', 'punctuation.section.init.begin'],
    ['x', 'variable.other.location'], ['=', 'keyword.operator'], ['0', 'constant.numeric'],
    [';', 'punctuation.separator'],
    ['P1', 'entity.name.type.thread'], [':', 'punctuation.separator.thread'],
    ['r2', 'variable.other.register'], ['=', 'keyword.operator'], ['&', 'keyword.operator'],
    ['x', 'variable.other.location'], [';', 'punctuation.separator'],
    ['y', 'variable.other.location'], ['@', 'keyword.operator.alias'],
    ['generic', 'storage.modifier.proxy'], ['aliases', 'keyword.other.aliases'],
    ['x', 'variable.other.location'], [';', 'punctuation.separator'],
    ['a', 'variable.other.location'], ['[', 'meta.init'], ['2', 'constant.numeric'],
    [']', 'meta.init'], ['=', 'keyword.operator'], ['{', 'punctuation.section.init.begin'],
    ['1', 'constant.numeric'], [',', 'punctuation.separator'], ['-0x2', 'constant.numeric'],
    ['}', 'punctuation.section.init.end'], [';', 'punctuation.separator'],
    ['(*', 'comment.block'], ['c', 'comment.block'], ['*)', 'comment.block'],
    ['}', 'punctuation.section.init.end'],
    ['P0', 'entity.name.type.thread'], ['@', 'keyword.operator'], ['cta', 'keyword.other.scope'],
    ['0', 'constant.numeric'], [',', 'punctuation.separator'], ['gpu', 'keyword.other.scope'],
    ['0', 'constant.numeric'], ['|', 'punctuation.separator'],
    ['P1', 'entity.name.type.thread'], ['@', 'keyword.operator'], ['cta', 'keyword.other.scope'],
    ['1', 'constant.numeric'], [',', 'punctuation.separator'], ['gpu', 'keyword.other.scope'],
    ['0', 'constant.numeric'], [';', 'punctuation.separator'],
    ['st', 'support.function.instruction'], ['.weak', 'storage.modifier.order'],
    ['.u32', 'storage.type'], ['x', 'variable.other.location'], [',', 'punctuation.separator'],
    ['1', 'constant.numeric'], ['|', 'punctuation.separator'],
    ['LC00', 'entity.name.label'], [':', 'punctuation.separator.label'],
    ['ld', 'support.function.instruction'], ['.acquire', 'storage.modifier.order'],
    ['.gpu', 'storage.modifier.scope'], ['r1', 'variable.other.register'],
    [',', 'punctuation.separator'], ['flag', 'variable.other.location'],
    [';', 'punctuation.separator'],
    ['fence', 'support.function.instruction'], ['.proxy', 'storage.modifier'],
    ['.alias', 'storage.modifier'], ['|', 'punctuation.separator'],
    ['@!', 'keyword.operator.guard'], ['p0', 'variable.other.register'],
    ['bra', 'support.function.instruction'], ['LC00', 'variable.other.location'],
    [';', 'punctuation.separator'], ['<<', 'comment.block.skipped'],
    ['skipped', 'comment.block.skipped'], ['>>', 'comment.block.skipped'],
    ['~exists', 'keyword.control.question'], ['(', 'meta.dialect.columns'],
    ['1', 'entity.name.type.thread'], [':', 'punctuation.separator.thread'],
    ['r1', 'variable.other.register'], ['=', 'keyword.operator'], ['1', 'constant.numeric'],
    ['/\\', 'keyword.operator.logical'], ['not', 'keyword.operator.logical'],
    ['P1', 'entity.name.type.thread'], [':', 'punctuation.separator.thread'],
    ['r2', 'variable.other.register'], ['=', 'keyword.operator'], ['0', 'constant.numeric'],
    ['\\/', 'keyword.operator.logical'], ['true', 'constant.language'],
    [')', 'meta.dialect.columns'],
  ]);
});

test('declared registers, the scope tree and the memory map', () => {
  has(litmus, `GPU_PTX t
{ 0: .reg .b64 r1 = y; 0: .reg .pred p0; }
 T0                ;
 atom.cas.b32 r1, [y], 0, 1 ;
ScopeTree
(device (cta (warp T0)))
x: shared, y: global
filter (true)`, [
    ['GPU_PTX', 'keyword.other.dialect'], ['.reg', 'storage.type.register'],
    ['.pred', 'storage.type'], ['T0', 'entity.name.type.thread'], ['.cas', 'storage.modifier'],
    ['ScopeTree', 'keyword.other.scope-tree'], ['device', 'keyword.other.scope'],
    ['warp', 'keyword.other.scope'], ['shared', 'storage.modifier.region'],
    ['global', 'storage.modifier.region'], ['filter', 'keyword.control.question'],
  ]);
});

test('Vulkan', () => {
  has(litmus, `VULKAN t
{ x = 0; y aliases x; } { ssw 0 1; }
 P0@sg 0,wg 0,qf 0 ;
 rmw.atom.acq_rel.dv.sc0.semsc1.semav.add r0, x, 1 ;
 avdevice ;
locations [ x; ]`, [
    ['ssw', 'keyword.other.ssw'], ['aliases', 'keyword.other.aliases'], ['qf', 'keyword.other.scope'],
    ['rmw', 'support.function.instruction'], ['.acq_rel', 'storage.modifier.order'],
    ['.dv', 'storage.modifier.scope'], ['.sc0', 'storage.modifier.class'],
    ['.semsc1', 'storage.modifier.class'], ['.semav', 'storage.modifier.order'],
    ['avdevice', 'support.function.instruction'], ['locations', 'keyword.control.question'],
  ]);
});

test('C++', () => {
  const text = `C t
// a remark
{ x = 0; __shared__ int y = 1; } (* outside *)
P0@cta 0,gpu 0 (int* x, cuda::atomic<int, cuda::thread_scope_device>* f) {
  f->store(1, cuda::memory_order_release); /* c */
  L: if ((*x).load() == 0) { goto L; } // d
}
exists (0:r0=1)`;
  has(litmus, text, [
    ['C', 'keyword.other.dialect'], ['// a remark', 'comment.line.double-slash'],
    ['__shared__', 'storage.modifier'], ['outside', 'comment.block'],
    ['P0', 'entity.name.function.thread'], ['cta', 'keyword.other.scope'], ['int', 'storage.type'],
    ['cuda', 'entity.name.namespace'], ['atomic', 'storage.type'],
    ['thread_scope_device', 'constant.language.scope'], ['store', 'support.function'],
    ['memory_order_release', 'constant.language.order'], ['c', 'comment.block.c'],
    ['L', 'entity.name.label'], ['if', 'keyword.control'], ['load', 'support.function'],
    ['goto', 'keyword.control'], ['// d', 'comment.line.double-slash'],
    ['exists', 'keyword.control.question'], ['0', 'entity.name.type.thread'],
  ]);
  // Inside of a thread, (* is no comment.
  const star = tokensOf(litmus, text).find(({ text: part, line }) => line === 6 && part === 'x');
  assert.ok(!isComment(star.scopes));
});

test('no dialect', () => {
  assert.deepEqual(meanings(litmus, '(* c *)\nARM x').at(-1), ['ARM x', 'invalid.illegal.dialect']);
});

test('statements of nvlitmus, with rows', () => {
  has(statements, `// a remark
.global x;
.surfref s virtually aliases x;
d0.b1.t0 {
  ld.acquire.gpu r0, [x] == 1;
  $0
}
$1 as sees_it;
permit (r0 == 1 && not r1 != 0) as may;
$$
# values
fence.proxy.surface; | assert (r0 == 1)`, [
    ['// a remark', 'comment.line.double-slash'], ['.global', 'storage.type'],
    ['.surfref', 'storage.type'], ['virtually', 'storage.modifier'], ['aliases', 'keyword.other.aliases'],
    ['d0.b1.t0', 'entity.name.type.thread'], ['ld', 'support.function.instruction'],
    ['.acquire', 'storage.modifier.order'], ['r0', 'variable.other.register'],
    ['$0', 'variable.parameter'], ['as', 'keyword.control.question'], ['sees_it', 'entity.name.section'],
    ['permit', 'keyword.control.question'], ['&&', 'keyword.operator.logical'],
    ['not', 'keyword.operator.logical'], ['$$', 'keyword.other.template'],
    ['# values', 'comment.line.number-sign'], ['|', 'punctuation.separator'],
    ['fence', 'support.function.instruction'], ['assert', 'keyword.control.question'],
  ]);
});

test('statements of Khronos', () => {
  has(statements, `NEWWG
NEWTHREAD 1
st.av.scopewg.sc0 data = 1
SLOC x y
NOSOLUTION NOCHAINS consistent[X] && #dr>0`, [
    ['NEWWG', 'keyword.other.scope'], ['1', 'constant.numeric'], ['st', 'support.function.instruction'],
    ['.scopewg', 'storage.modifier.scope'], ['.sc0', 'storage.modifier.class'],
    ['data', 'variable.other.location'], ['SLOC', 'keyword.other'],
    ['NOSOLUTION', 'keyword.control.question'], ['NOCHAINS', 'keyword.control.question'],
    ['consistent', 'support.function'], ['#dr', 'support.function'],
  ]);
});

test('a kernel', () => {
  has(ptx, `.version 9.0
/* c */
.visible .entry _Z1fPi(.param .u64 p_0)
{
  .reg .b32 %r<3>; // d
  mov.u32 %r1, %ctaid.x;
$L__BB0_1:
  @%p1 bra $L__BB0_1;
  ld.acquire.gpu.global.u32 %r2, [%rd1+4];
  mov.f32 %f1, 0f3F800000;
  ret;
}`, [
    ['.version', 'keyword.other.directive'], ['c', 'comment.block'], ['.entry', 'keyword.other.directive'],
    ['_Z1fPi', 'entity.name.function'], ['.u64', 'storage.type'], ['%r', 'variable.other.register'],
    ['// d', 'comment.line.double-slash'], ['mov', 'support.function.instruction'],
    ['%ctaid.x', 'variable.other.register'], ['$L__BB0_1', 'entity.name.label'],
    ['@', 'keyword.operator.guard'], ['%p1', 'variable.other.register'],
    ['bra', 'support.function.instruction'], ['.acquire', 'storage.modifier.order'],
    ['.gpu', 'storage.modifier.scope'], ['4', 'constant.numeric'], ['0f3F800000', 'constant.numeric'],
    ['ret', 'support.function.instruction'],
  ]);
});

test('instructions are those of the playground', () => {
  const text = readFileSync(join(source, 'serve/web/src/language.js'), 'utf8');
  const [, words] = /const instruction =\s*\/\^\(\?:([\w|]+)\)/.exec(text);
  const { match } = JSON.parse(readFileSync('syntaxes/litmus.tmLanguage.json', 'utf8')).repository.instruction;
  const [, ours] = /\)\(([\w|]+)\)/.exec(match);
  assert.deepEqual(ours.split('|').sort(), words.split('|').sort());
});
