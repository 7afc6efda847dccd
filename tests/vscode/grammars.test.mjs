// What the grammars make of the tests that come with the program.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const source = process.env.OPEXPLORE_SOURCE_DIR;
const extension = path.join(source, 'tools/vscode');

const engine = require.resolve('vscode-oniguruma').replace(/main\.js$/, 'onig.wasm');
await oniguruma.loadWASM(fs.readFileSync(engine).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const file = path.join(extension, 'syntaxes', `${scope.replace('source.', '')}.tmLanguage.json`);
    return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  },
});

/** Every token of a text: [text, innermost scope, line from 1]. */
async function tokens(scope, text) {
  const grammar = await registry.loadGrammar(scope);
  const found = [];
  let stack = textmate.INITIAL;
  text.split('\n').forEach((line, index) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const written = line.slice(startIndex, endIndex);
      if (written.trim()) found.push([written.trim(), scopes.at(-1), index + 1]);
    }
  });
  return found;
}

function filesBelow(folder, ending) {
  const all = fs.readdirSync(path.join(source, folder), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

async function scopeOf(scope, text, word) {
  const found = (await tokens(scope, text)).find(([written]) => written === word);
  assert.ok(found, `${word} is a token by itself in ${text}`);
  return found[1];
}

const ptx = fs.readFileSync(path.join(source, 'litmus/ptx/MP.litmus'), 'utf8');

for (const [word, scope] of [
  ['PTX', 'keyword.other.dialect.litmus'],
  ['MP', 'entity.name.section.litmus'],
  ['P0', 'entity.name.function.thread.litmus'],
  ['cta', 'storage.modifier.scope.litmus'],
  ['st', 'keyword.other.memory.ptx'],
  ['.release.gpu', 'storage.modifier.ptx'],
  ['r0', 'variable.parameter.register.ptx'],
  ['|', 'punctuation.separator.column.litmus'],
  ['exists', 'keyword.control.quantifier.litmus'],
  ['/\\', 'keyword.operator.logical.litmus'],
]) {
  test(`PTX: ${word}`, async () => assert.equal(await scopeOf('source.litmus', ptx, word), scope));
}

const cxx = `C one
"A comment."
{ x = 0; }
P0 (atomic_int* x) {
  while (atomic_load_explicit(x, memory_order_acquire) == 0) {}
}
~exists (0:r0=1 \\/ x=2)
`;

for (const [word, scope] of [
  ['C', 'keyword.other.dialect.litmus'],
  ['atomic_int', 'storage.type.litmus'],
  ['while', 'keyword.control.litmus'],
  ['atomic_load_explicit', 'support.function.atomic.litmus'],
  ['memory_order_acquire', 'constant.language.litmus'],
  ['~exists', 'keyword.control.quantifier.litmus'],
  ['\\/', 'keyword.operator.logical.litmus'],
]) {
  test(`C++: ${word}`, async () => assert.equal(await scopeOf('source.litmus', cxx, word), scope));
}

const nvlitmus = fs.readFileSync(path.join(source, 'litmus/nvlitmus/publish-an-image.test'), 'utf8');

for (const [word, scope] of [
  ['.surfref', 'storage.type.nvlitmus'],
  ['aliases', 'keyword.other.alias.nvlitmus'],
  ['d0.b1.t0', 'entity.name.function.thread.nvlitmus'],
  ['suld', 'keyword.other.memory.ptx'],
  ['$$', 'keyword.other.template.nvlitmus'],
  ['permit', 'keyword.control.statement.nvlitmus'],
  ['may_see_it', 'entity.name.section.nvlitmus'],
]) {
  test(`nvlitmus: ${word}`, async () =>
    assert.equal(await scopeOf('source.nvlitmus', nvlitmus, word), scope));
}

test('PTX kernels: directives, registers, comments', async () => {
  const kernel = '.visible .entry f(.param .u64 p) {\n  // why\n  @!%p1 bra L;\n  ld.acquire.gpu.u32 %r1, [%rd1];\n}\n';
  assert.equal(await scopeOf('source.ptx', kernel, '.entry'), 'keyword.other.directive.ptx');
  assert.equal(await scopeOf('source.ptx', kernel, 'f'), 'entity.name.function.ptx');
  assert.equal(await scopeOf('source.ptx', kernel, '// why'), 'comment.line.double-slash.ptx');
  assert.equal(await scopeOf('source.ptx', kernel, 'bra'), 'keyword.control.ptx');
  assert.equal(await scopeOf('source.ptx', kernel, '%r1'), 'variable.parameter.register.ptx');
});

test('a comment ends where it ends', async () => {
  const text = 'PTX one\n(* st.weak\n x *)\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\nexists (x=1)\n';
  const found = await tokens('source.litmus', text);
  assert.equal(found.find(([word, , line]) => word === 'st.weak' && line === 2)?.[1], 'comment.block.litmus');
  assert.equal(found.find(([word, , line]) => word === 'st' && line === 6)?.[1], 'keyword.other.memory.ptx');
});

// What every test has: a first line that is a title, threads, instructions and a question. A rule that
// runs on, as an unclosed bracket would, leaves the last of them without its scope.
test('all litmus tests are read to their end', async () => {
  const files = filesBelow('litmus', '.litmus');
  assert.ok(files.length > 500, `${files.length} files`);
  for (const file of files) {
    const found = await tokens('source.litmus', fs.readFileSync(file, 'utf8'));
    const scopes = new Set(found.map(([, scope]) => scope));
    const name = path.relative(source, file);
    assert.ok(scopes.has('keyword.other.dialect.litmus'), `${name}: no title`);
    assert.ok(scopes.has('entity.name.function.thread.litmus'), `${name}: no thread`);
    const asks = /^(?:~?exists|forall|filter|locations)/m.test(fs.readFileSync(file, 'utf8'));
    assert.equal(scopes.has('keyword.control.quantifier.litmus'), asks, `${name}: its question`);
    const code = scopes.has('keyword.other.memory.ptx') || scopes.has('support.function.atomic.litmus');
    const plain = /\b(?:bar|mov|bra|goto|beq|syncthreads|\*?\w+ = )/.test(fs.readFileSync(file, 'utf8'));
    assert.ok(code || plain, `${name}: no instruction`);
  }
});

test('all nvlitmus tests have threads and statements', async () => {
  for (const file of filesBelow('litmus/nvlitmus', '.test')) {
    const found = await tokens('source.nvlitmus', fs.readFileSync(file, 'utf8'));
    const scopes = new Set(found.map(([, scope]) => scope));
    assert.ok(scopes.has('entity.name.function.thread.nvlitmus'), file);
    assert.ok(scopes.has('keyword.control.statement.nvlitmus'), file);
  }
});
