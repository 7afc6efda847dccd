// Pages of `--html`, as a person uses them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drawn, folder, launch, open, pageOf, program, source } from './browser.mjs';

const message = 'litmus/ptx/baseline/MP+rlx.gpus-p0::p1.litmus';
const kernel = 'tests/kernels/cuda/cas_lock.sm_90.ptx';
let browser;
let place;
let mp;

const isFile = (url) => /^(file|blob|data):/.test(url);

before(async () => {
  place = folder();
  mp = pageOf(place.path, 'mp', message);
  browser = await launch();
});

after(async () => {
  await browser.close();
  place.remove();
});

async function visit(address, options) {
  const tab = await open(browser, isFile, options);
  await tab.page.goto(address);
  return tab;
}

async function quiet({ faults, context }) {
  assert.deepEqual(faults, []);
  await context.close();
}

const counter = (page) => page.locator('.controls output').textContent();

test('opens at the end of the run that was asked about', async () => {
  const tab = await visit(mp);
  assert.equal(await counter(tab.page), 'step 4 of 4');
  const chosen = tab.page.locator('[role=tab][aria-selected=true]');
  assert.match(await chosen.textContent(), /1:r0=1; 1:r1=0;/);
  assert.equal(await chosen.locator('.mark').count(), 1);
  assert.equal(await tab.page.locator('[role=tab]').count(), 4);
  assert.match(await tab.page.title(), /MP\+rlx\.gpus-p0::p1/);
  await quiet(tab);
});

test('steps with the arrows: the program, the events and the state follow', async () => {
  const tab = await visit(mp);
  const { page } = tab;
  await page.keyboard.press('Home');
  assert.equal(await counter(page), 'step 0 of 4');
  assert.equal(await page.locator('.marked').count(), 0);
  const texts = [];
  for (let step = 1; step <= 4; ++step) {
    await page.keyboard.press('ArrowRight');
    assert.equal(await counter(page), `step ${step} of 4`);
    texts.push(await page.locator('.program .marked').textContent());
    assert.equal(await page.locator('.event.current').count(), 1);
    assert.match(await page.locator('.event.current').textContent(), new RegExp(`\\(${step}\\)`));
    assert.ok((await page.locator('.state .changed').count()) > 0);
  }
  assert.deepEqual(texts, ['st.weak x, 1', 'st.relaxed.gpu y, 1', 'ld.relaxed.gpu r0, y', 'ld.weak r1, x']);
  await page.keyboard.press('ArrowRight');
  assert.equal(await counter(page), 'step 4 of 4');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await counter(page), 'step 3 of 4');
  await page.keyboard.press('PageUp');
  assert.equal(await counter(page), 'step 0 of 4');
  await page.keyboard.press('End');
  assert.equal(await counter(page), 'step 4 of 4');
  await quiet(tab);
});

test('the state at each step is that of the trace', async () => {
  const tab = await visit(mp);
  const shown = async () => (await tab.page.locator('.state').textContent()).replace(/\s+/g, ' ');
  await tab.page.keyboard.press('Home');
  assert.doesNotMatch(await shown(), /x=1/);
  await tab.page.keyboard.press('ArrowRight');
  assert.match(await shown(), /memory x.*x=0 \(initial\); x=1 \(P0\.1\) after initial/);
  await quiet(tab);
});

test('says what else a read could have returned', async () => {
  const tab = await visit(mp);
  const choices = tab.page.locator('.choices');
  assert.match(await choices.textContent(), /What else could this read return\?.*reads x=1/s);
  await tab.page.keyboard.press('Home');
  await tab.page.keyboard.press('ArrowRight');
  assert.match(await choices.textContent(), /What else could have been done\?.*P1/s);
  await quiet(tab);
});

test('says why: which side is missing, and what would mend it', async () => {
  const tab = await visit(mp);
  const why = await tab.page.locator('.why').textContent();
  for (const part of ['although P0 wrote x=1', 'release', 'acquire', 'missing', 'st.release.gpu at line 10'])
    assert.ok(why.includes(part), part);
  await tab.page.keyboard.press('Home');
  await tab.page.locator('.why button').first().click();
  assert.equal(await counter(tab.page), 'step 4 of 4');
  await quiet(tab);
});

test('a click on an event, or on a line, goes to its step', async () => {
  const tab = await visit(mp);
  await tab.page.locator('.event', { hasText: 'a:' }).click();
  assert.equal(await counter(tab.page), 'step 1 of 4');
  assert.equal(await tab.page.locator('.program .marked').textContent(), 'st.weak x, 1');
  await tab.page.locator('.cell', { hasText: 'ld.relaxed.gpu r0, y' }).click();
  assert.equal(await counter(tab.page), 'step 3 of 4');
  await quiet(tab);
});

test('tabs are outcomes, and links lead to a step', async () => {
  const tab = await visit(mp);
  const { page } = tab;
  await page.locator('[role=tab]').nth(1).click();
  assert.match(await page.locator('[role=tab][aria-selected=true]').textContent(), /1:r0=0; 1:r1=1;/);
  await page.keyboard.press('ArrowLeft');
  const { hash } = new URL(page.url());
  assert.equal(hash, '#test=0&run=1&step=3');
  await quiet(tab);
  const other = await visit(mp + hash);
  assert.equal(await counter(other.page), 'step 3 of 4');
  assert.match(await other.page.locator('[role=tab][aria-selected=true]').textContent(), /1:r0=0; 1:r1=1;/);
  await other.page.evaluate(() => { location.hash = '#test=0&run=0&step=1'; });
  await other.page.waitForFunction(() => document.querySelector('.controls output').textContent.startsWith('step 1'));
  await quiet(other);
  for (const wrong of ['#test=9&run=99&step=999', '#run=-1', '#step=x', '#<script>']) {
    const lost = await visit(mp + wrong);
    assert.match(await counter(lost.page), /^step \d of 4$/);
    await quiet(lost);
  }
});

test('the keyboard is enough', async () => {
  const tab = await visit(mp);
  const { page } = tab;
  await page.keyboard.press('?');
  assert.equal(await page.locator('dialog[open]').count(), 1);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector("dialog"));
  const reached = new Set();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => {
      const element = document.activeElement;
      return element.getAttribute('role') ?? element.getAttribute('aria-label') ?? element.textContent;
    }));
  }
  for (const name of ['tab', 'Step', 'One step back', 'dot', 'png', 'json', 'log']) assert.ok(reached.has(name), name);
  await page.locator('[role=tab][aria-selected=true]').focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('[role=tab][aria-selected=true]').textContent(), /1:r0=1; 1:r1=1;/);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await counter(page), 'step 3 of 4');
  await quiet(tab);
});

test('a kernel shows CUDA beside PTX, both marked', async () => {
  const tab = await visit(pageOf(place.path, 'kernel', kernel));
  const { page } = tab;
  assert.deepEqual(await page.locator('.source h3').allTextContents(), ['CUDAcas_lock.cu', 'PTXcas_lock.sm_90.ptx']);
  const marked = await page.locator('.source .marked').allTextContents();
  assert.equal(marked.length, 2);
  assert.match(marked[0], /\*counter = \*counter \+ 1;/);
  assert.match(marked[1], /ld\.global|st\.global/);
  const boxes = await page.locator('.source').evaluateAll((list) => list.map((e) => e.getBoundingClientRect().top));
  assert.equal(boxes[0], boxes[1]);
  assert.match(await page.locator('.verdict').textContent(), /1 bug.*data race on `counter`/);
  await quiet(tab);
});

test('an execution of a model has a drawing and no steps', async () => {
  const tab = await visit(pageOf(place.path, 'model', '--model', 'ptx75', 'litmus/ptx/MP.litmus'));
  assert.match(await tab.page.locator('.caption').textContent(), /ptx75 forbids this execution by Causality/);
  assert.ok((await tab.page.locator('.event').count()) >= 4);
  assert.equal(await tab.page.locator('.controls').count(), 0);
  await quiet(tab);
});

test('a run without end shows where its loop begins', async () => {
  const tab = await visit(pageOf(place.path, 'loop', '--check', 'termination',
    'litmus/ptx/progress/Flag+spin+set-p0::p1.litmus'));
  await tab.page.locator('[role=tab].loop').click();
  assert.match(await counter(tab.page), /in the loop from step \d/);
  await quiet(tab);
});

test('several tests, and one that is wrong', async () => {
  const wrong = join(place.path, 'wrong.litmus');
  writeFileSync(wrong, 'PTX x\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.sc r0, x ;\nexists (P0:r0 == 0)\n');
  const tab = await visit(pageOf(place.path, 'many', message, 'litmus/ptx/MP.litmus', wrong));
  const choose = tab.page.locator('header select');
  assert.equal(await choose.locator('option').count(), 3);
  await choose.selectOption('2');
  assert.match(await tab.page.locator('.error').textContent(), /wrong\.litmus:4:5.*ld\.sc/);
  await choose.selectOption('1');
  assert.match(await tab.page.locator('.caption').textContent(), /the asked outcome is impossible; this is another/);
  await quiet(tab);
});

test('what tests say stays text', async () => {
  const evil = '</script><img/src=x/onerror=alert(1)><!--';
  const file = join(place.path, 'evil.litmus');
  writeFileSync(file, `PTX ${evil}\n"<b>bold</b> ${evil}"\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0 == 0)\n`);
  const tab = await visit(pageOf(place.path, 'evil', file));
  assert.equal(await tab.page.locator('h1').textContent(), evil);
  assert.equal(await tab.page.locator('img, b:has-text("bold")').count(), 0);
  await quiet(tab);
});

test('downloads are what they are called', async () => {
  const tab = await visit(mp);
  const { page } = tab;
  const files = {};
  for (const kind of ['dot', 'svg', 'png', 'json', 'coq']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.download', { hasText: new RegExp(`^${kind}$`) }).click(),
    ]);
    files[kind] = join(place.path, download.suggestedFilename());
    await download.saveAs(files[kind]);
  }
  assert.match(readFileSync(files.dot, 'utf8'), /^digraph "MP\+rlx\.gpus-p0::p1"/);
  assert.match(readFileSync(files.svg, 'utf8'), /^<svg .*W.*x.*=1/s);
  assert.equal(readFileSync(files.png).subarray(1, 4).toString(), 'PNG');
  assert.ok(statSync(files.png).size > 5_000);
  assert.match(readFileSync(files.coq, 'utf8'), /Require Import/);
  const said = execFileSync(program, ['replay', files.json], { encoding: 'utf8' });
  assert.match(said, /^accepted /);
  await quiet(tab);
});

for (const [name, options] of [
  ['a small screen', {}],
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }],
  ['the dark', { colorScheme: 'dark' }],
]) {
  test(`can be read on ${name}`, async () => {
    const tab = await visit(pageOf(place.path, 'kernel', kernel), options);
    const { page } = tab;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    const colours = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor].map((text) => /(\d+), (\d+), (\d+)/.exec(text).slice(1).map(Number));
    });
    assert.ok(contrast(...colours) > 7, `contrast ${contrast(...colours)}`);
    const dark = options.colorScheme === 'dark';
    assert.equal(colours[1][0] < 128, dark);
    await page.locator('button.theme').click();
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(Number(/\d+/.exec(ground)[0]) < 128, !dark);
    await quiet(tab);
  });
}

/** As WCAG 2.1 defines it. */
function contrast(a, b) {
  const light = (rgb) => {
    const [r, g, l] = rgb.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * l;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** A page of a trace as no litmus test has it: the page of the message, with other steps in it. */
function longPage() {
  const text = readFileSync(new URL(mp), 'utf8');
  const holder = /(<script id="opexplore-document"[^>]*>)(.*?)(<\/script>)/s;
  const made = JSON.parse(holder.exec(text)[2]);
  const run = made.tests[0].runs.find((one) => one.selected);
  const count = 2001;
  const line = (step) => ({ line: 9 + (step % 2), column: 2, text: 'st.weak x, 1' });
  run.steps = Array.from({ length: count }, (_, i) => ({
    ...run.steps[0], number: i + 1, thread: i % 2, source: line(i),
    changes: [{ component: 'memory x', before: `x=${i}`, after: `x=${i + 1}` }],
  }));
  const nodes = run.steps.map((step, i) => ({
    thread: step.thread, step: step.number, letter: `e${i}`, text: `W[x]=${i}`, instruction: 0, line: 9, blamed: false,
  }));
  run.picture = {
    nodes: [...nodes.filter((n) => n.thread === 0), ...nodes.filter((n) => n.thread === 1)],
    relations: [
      { name: 'po', colour: 'black', edges: [...Array(count - 1).keys()].filter((i) => i !== 1000).map((i) => [i, i + 1]), emphasised: [] },
      { name: 'rf', colour: 'red', edges: [...Array(1000).keys()].map((i) => [i, 1001 + i]), emphasised: [] },
    ],
  };
  const file = join(place.path, 'long.html');
  writeFileSync(file, text.replace(holder, (_, begin, __, end) => begin + JSON.stringify(made).replace(/</g, '\\u003c') + end));
  return `file://${file}`;
}

test('two thousand steps', async () => {
  const tab = await visit(longPage());
  const { page } = tab;
  assert.equal(await counter(page), 'step 2001 of 2001');
  await page.keyboard.press('Home');
  for (let i = 0; i < 20; ++i) await page.keyboard.press('ArrowRight');
  assert.equal(await counter(page), 'step 20 of 2001');
  assert.match(await page.locator('.event.current').textContent(), /\(20\)/);
  await page.keyboard.press('End');
  assert.match(await page.locator('.event.current').textContent(), /\(2001\)/);
  const times = await page.evaluate(async () => {
    const list = [];
    for (let i = 0; i < 21; ++i) {
      const start = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowRight' : 'ArrowLeft' }));
      document.body.getBoundingClientRect(); // with the layout
      list.push(performance.now() - start);
      await new Promise((done) => { requestAnimationFrame(done); });
    }
    return list.sort((a, b) => a - b);
  });
  console.log(`# a step of 2,001: median ${times[10].toFixed(1)} ms, longest ${times[20].toFixed(1)} ms`);
  await quiet(tab);
});

test('a page is small, and opens at once', async () => {
  const { size } = statSync(new URL(mp));
  assert.ok(size < 300_000, `${size} bytes`);
  const tab = await visit(mp);
  await drawn(tab.page);
  const time = await tab.page.evaluate(() => performance.getEntriesByName('opexplore-open')[0].duration);
  console.log(`# ${size} bytes, opens in ${time.toFixed(1)} ms`);
  await quiet(tab);
});
