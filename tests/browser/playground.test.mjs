// The playground, as a person uses it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, program, source } from './browser.mjs';

const message = join(source, 'litmus/ptx/MP.litmus');
let browser;
let server;
let link;

before(async () => {
  server = spawn(program, ['serve', '-q', message]);
  link = await new Promise((done) => {
    server.stdout.once('data', (data) => done(String(data).trim()));
  });
  browser = await launch();
});

after(async () => {
  await browser.close();
  server.kill('SIGINT');
});

async function visit(fragment = '', options = {}) {
  const { origin } = new URL(link);
  const tab = await open(browser, (url) => url.startsWith(`${origin}/`) || /^(data|blob):/.test(url), options);
  await tab.page.goto(link + fragment);
  return tab;
}

async function quiet({ faults, context }) {
  assert.deepEqual(faults, []);
  await context.close();
}

const editor = '.cm-content';

/** Waits for the answer to a text that has this hash, or to any. */
const answered = (page) => page.waitForSelector('.answer[data-answered] .verdict');

/** Writes a text in the place of what the editor has. */
async function write(page, text) {
  await page.locator(editor).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

test('opens with the file of the command line, and its verdict', async () => {
  const tab = await visit();
  await answered(tab.page);
  assert.match(await tab.page.locator('.verdict').textContent(), /^No exists \(1:r0=1 \/\\ 1:r1=0\) Never 0 3/);
  assert.ok(!tab.page.url().includes('token'));
  assert.ok(!(await tab.page.content()).includes(new URL(link).searchParams.get('token')));
  await quiet(tab);
});

test('the verdict follows what is typed', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  await page.locator('.cm-line', { hasText: 'ld.acquire.gpu' }).click();
  await write(page, readFileSync(message, 'utf8').replace('ld.acquire.gpu', 'ld.relaxed.gpu'));
  await page.waitForFunction(() => /Sometimes 1 3/.test(document.querySelector('.verdict').textContent));
  assert.match(await page.locator('.why').textContent(), /acquire.*missing/s);
  await quiet(tab);
});

test('what is wrong is marked at its place, with the message of the command line', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  const wrong = readFileSync(message, 'utf8').replace('ld.acquire.gpu', 'ld.acquir.gpu');
  await write(page, wrong);
  await page.waitForSelector('.cm-lintRange-error');
  assert.equal(await page.locator('.cm-lintRange-error').first().textContent(), 'acquir.gpu');
  let said = '';
  try {
    execFileSync(program, ['-'], { input: wrong, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    said = String(error.stderr);
  }
  const shown = await page.locator('.message').textContent();
  assert.equal(shown.replace(/\S+\.litmus:/, ''), said.replace(/<stdin>:|-:|standard input:/, ''));
  await write(page, readFileSync(message, 'utf8'));
  await page.waitForSelector('.message', { state: 'hidden' });
  assert.equal(await page.locator('.cm-lintRange-error').count(), 0);
  await quiet(tab);
});

test('examples, machines and their settings can be chosen', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  const examples = page.getByLabel('Example');
  assert.ok((await examples.locator('option').count()) > 400);
  assert.deepEqual((await examples.locator('optgroup').evaluateAll((l) => l.map((e) => e.label))).slice(0, 3),
    ['Files', 'Hand over data', 'Store, then look']);
  await examples.selectOption({ label: 'fence.acq_rel is not enough' });
  await page.waitForFunction(() => /Sometimes 1 3/.test(document.querySelector('.verdict')?.textContent));
  await page.getByLabel('Machine').selectOption('sc');
  await page.waitForFunction(() => /Never 0 3/.test(document.querySelector('.verdict').textContent));
  await page.getByLabel('Machine').selectOption('ptx-proxy');
  await page.locator('[data-setting=ptx-reading]').selectOption('dat3m');
  await page.waitForFunction(() => /ptx-reading=dat3m/.test(document.querySelector('.machine').textContent));
  await page.getByLabel('Machine').selectOption('ptx75');
  await page.waitForFunction(() => /^ptx75/.test(document.querySelector('.machine').textContent));
  await quiet(tab);
});

test('a link holds the question, and not the token', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  await page.getByLabel('Machine').selectOption('tso');
  const text = `${readFileSync(message, 'utf8')}(* ünïcödé </script> *)\n`;
  await write(page, text);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#v1='));
  const { hash } = new URL(page.url());
  await quiet(tab);
  const other = await visit(hash);
  await answered(other.page);
  assert.equal(await other.page.locator('.cm-line').evaluateAll((l) => l.map((e) => e.textContent).join('\n')), text);
  assert.equal(await other.page.getByLabel('Machine').inputValue(), 'tso');
  await quiet(other);
  for (const damaged of ['#v1=', '#v1=AAAA', '#v1=%%%', `#v1=${hash.slice(4, 40)}`]) {
    const lost = await visit(damaged);
    await lost.page.waitForSelector('.message:not([hidden]), .verdict');
    await answered(lost.page); // it goes on with the first example
    await quiet(lost);
  }
});

test('a kernel in PTX has fields for its launch', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  assert.equal(await page.locator('.launch').isVisible(), false);
  await write(page, readFileSync(join(source, 'tests/kernels/cuda/handoff.sm_90.ptx'), 'utf8'));
  await page.waitForFunction(() => /1 bug.*data race/.test(document.querySelector('.verdict')?.textContent));
  await page.locator('[data-option=never]').fill('arg0 == 42');
  await page.waitForFunction(() => /2 bugs/.test(document.querySelector('.verdict').textContent));
  await page.locator('[data-option=grid]').fill('two');
  await page.waitForSelector('.message:not([hidden])');
  await quiet(tab);
});

test('a long exploration gives way to what is typed next', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  const threads = 16;
  const row = (cell) => ` ${Array.from({ length: threads }, (_, t) => cell(t)).join(' | ')} ;\n`;
  await write(page, `PTX Huge\n{ ${row((t) => `x${t} = 0;`).replace(/[|]/g, '').replace(/;\s*;\n/, ';')} }\n${row((t) => `P${t}@cta ${t},gpu 0`)}` +
    [1, 2, 3].map((i) => row((t) => `st.weak x${t}, ${i}`) + row((t) => `ld.weak r${i}, x${(t + 1) % threads}`)).join('') +
    'exists (P0:r1 == 0)\n');
  await page.waitForFunction(() => /exploring/.test(document.querySelector('.status').textContent));
  await write(page, readFileSync(message, 'utf8'));
  await page.waitForFunction(() => /Never 0 3/.test(document.querySelector('.verdict').textContent) &&
    /ms$/.test(document.querySelector('.status').textContent));
  await quiet(tab);
});

test('the keyboard is enough, and leaves the editor', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  const reached = new Set();
  for (let i = 0; i < 25; ++i) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ??
      document.activeElement.getAttribute('role') ?? document.activeElement.textContent));
  }
  for (const name of ['Example', 'Machine', 'Copy link', 'Test', 'tab', 'Step']) assert.ok(reached.has(name), name);
  await quiet(tab);
});

test('fits a phone', async () => {
  const tab = await visit('', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await answered(tab.page);
  const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await quiet(tab);
});

test('twenty tests of the corpus: outcomes, counts and hashes of the command line', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  const folder = join(source, 'litmus/ptx/baseline');
  for (const name of readdirSync(folder).sort().slice(0, 20)) {
    const file = join(folder, name);
    const log = execFileSync(program, ['-q', file], { encoding: 'utf8' });
    const hash = /Hash=(\w+)/.exec(log)[1];
    await write(page, readFileSync(file, 'utf8'));
    await page.waitForSelector(`.answer[data-answered="${hash}"]:not(.old)`);
    const shown = await page.locator('.log pre').textContent();
    const lasting = (text) => text.replace(/^Time .*$/m, '').replace(/^bytes_per_state.*$/m, '');
    assert.equal(lasting(shown), lasting(log), name);
  }
  await quiet(tab);
});

test('answers a keystroke', async () => {
  const tab = await visit();
  const { page } = tab;
  await answered(page);
  await page.locator('.cm-line').nth(10).click();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    window.times = [];
    let pressed = null;
    window.addEventListener('keydown', () => { pressed = performance.now(); }, true);
    new MutationObserver(() => {
      if (pressed === null) return;
      document.body.getBoundingClientRect(); // with the layout
      window.times.push(performance.now() - pressed);
      pressed = null;
    }).observe(document.querySelector('.answer'), { childList: true });
  });
  for (let i = 1; i <= 21; ++i) {
    await page.keyboard.press('Space');
    await page.waitForFunction((count) => window.times.length === count, i);
  }
  const times = await page.evaluate(() => window.times.sort((x, y) => x - y));
  console.log(`# from the keystroke to the answer on the page: median ${times[10].toFixed(1)} ms, longest ${times[20].toFixed(1)} ms`);
  await quiet(tab);
});
