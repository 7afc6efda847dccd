// The viewer: tests, their runs as tabs, and one run to step through.
import { h } from './dom.js';
import { choicesOf, stepOf } from './choices.js';
import { downloads } from './downloads.js';
import { Picture } from './picture.js';
import { ProgramPanel } from './program.js';
import { stateTable } from './state.js';
import { whyPanel } from './why.js';

const keys = [
  ['→', 'one step on'],
  ['←', 'one step back'],
  ['PageDown, PageUp', 'ten steps on, back'],
  ['Home, End', 'the beginning, the end'],
  ['Tab, Enter', 'everything else'],
  ['?', 'this list'],
];

function errorPanel(test) {
  const { error } = test;
  const where = [error.file, error.line, error.column].filter((part) => part !== null).join(':');
  const line = (at, message, suggestion) =>
    h('p', {}, h('span', { class: 'where' }, at), ' ', message, suggestion && h('span', { class: 'remark' }, suggestion));
  return h(
    'section',
    { class: 'error', role: 'alert' },
    line(where, error.message, error.suggestion),
    (error.remarks ?? []).map((remark) =>
      line(`${error.file ?? ''}:${remark.line}:${remark.column}`, remark.message, remark.suggestion),
    ),
  );
}

/** What is wrong with a kernel, or that nothing is. */
function bugsOf(test) {
  const { bugs } = test.kernel;
  const count = bugs.length === 1 ? '1 bug' : `${bugs.length} bugs`;
  return h(
    'p',
    { class: `verdict ${bugs.length === 0 ? 'ok' : 'no'}` },
    h('b', {}, bugs.length === 0 ? 'no bug' : count),
    ' ',
    bugs.map((bug) => bug.title).join(', '),
    test.incomplete && h('span', { class: 'incomplete' }, `incomplete: ${test.incomplete.reason}`),
  );
}

/** "Never 0 3", as herd says it. */
function verdictOf(test) {
  if (test.kernel) return bugsOf(test);
  const { verdict, incomplete } = test;
  const words = verdict.decided || verdict.word === 'Undef' ? verdict.word : `${verdict.word}, so far`;
  return h(
    'p',
    { class: `verdict ${verdict.ok ? 'ok' : 'no'}` },
    h('b', {}, words),
    ' ',
    h('code', {}, test.condition),
    ` ${verdict.observation} ${verdict.positive} ${verdict.negative}`,
    incomplete && h('span', { class: 'incomplete' }, `incomplete: ${incomplete.reason}`),
  );
}

export class Viewer {
  /**
   * @param {HTMLElement} root
   * @param {{ onmove?: (place: object) => void }} options
   */
  constructor(root, document_, options = {}) {
    this.root = root;
    this.options = options;
    this.listener = (event) => this.onKey(event);
    window.addEventListener('keydown', this.listener);
    this.update(document_);
  }

  /** Shows another document. Where its runs are those of the one before, it stays at its place. */
  update(document_) {
    const titles = (test) => (test && test.runs ? test.runs.map((run) => run.title).join() : '');
    const same = this.test && titles(this.test) === titles(document_.tests[0]);
    const atEnd = !this.run || this.step === this.run.steps.length;
    this.document = document_;
    if (same) this.open(0, this.runIndex, atEnd ? undefined : this.step);
    else this.open(0);
  }

  destroy() {
    window.removeEventListener('keydown', this.listener);
    this.root.replaceChildren();
  }

  get place() {
    return { test: this.testIndex, run: this.runIndex, step: this.step };
  }

  get runs() {
    return this.test?.runs ?? [];
  }

  get run() {
    return this.runs[this.runIndex];
  }

  /** Opens a test at a run and a step; without them at the one that tells most, at its end. */
  open(testIndex, runIndex, step) {
    this.testIndex = Math.min(testIndex, this.document.tests.length - 1);
    this.test = this.document.tests[this.testIndex] ?? { runs: [], error: { message: 'no test' } };
    const selected = Math.max(0, this.runs.findIndex((run) => run.selected));
    this.runIndex = runIndex !== undefined && runIndex < this.runs.length ? runIndex : selected;
    const last = this.run ? this.run.steps.length : 0;
    this.step = Math.min(step ?? last, last);
    this.build();
  }

  build() {
    const { test } = this;
    const parts = [this.header()];
    if (test.error) {
      parts.push(errorPanel(test));
    } else {
      parts.push(verdictOf(test), this.tabs());
      if (this.run) parts.push(...this.runParts());
      parts.push(h('details', { class: 'log' }, h('summary', {}, 'log'), h('pre', { tabindex: '0' }, test.log)));
    }
    this.root.classList.add('opexplore-viewer');
    this.root.replaceChildren(...parts);
    if (this.run) this.show();
    this.moved();
  }

  header() {
    const { tests, tool } = this.document;
    const choose = h(
      'select',
      { 'aria-label': 'Test', onchange: (event) => this.open(Number(event.target.value)) },
      tests.map((test, index) => {
        const name = test.error ? `${test.path}: error` : `${test.name}  ${test.verdict.word}`;
        return h('option', { value: index, selected: index === this.testIndex }, name);
      }),
    );
    const settings = Object.entries(this.test.settings ?? {}).map(([name, value]) => `${name}=${value}`);
    return h(
      'header',
      {},
      h('h1', {}, this.test.name ?? this.test.path ?? ''),
      tests.length > 1 && choose,
      this.test.answered_by &&
        h(
          'span',
          { class: 'machine', title: this.test.source },
          [this.test.answered_by, this.test.version, ...settings].filter(Boolean).join(' '),
        ),
      h('span', { class: 'spring' }),
      h('button', { class: 'theme', onclick: () => this.toggleTheme(), 'aria-label': 'Dark or light' }, '◐'),
      h('button', { class: 'help', onclick: () => this.help(), 'aria-label': 'Keys' }, '?'),
      !this.options.compact && h('span', { class: 'tool' }, `${tool.name} ${tool.version}`),
    );
  }

  tabs() {
    const { untraced_outcomes: untraced = 0 } = this.test;
    const tab = (run, index) =>
      h(
        'button',
        {
          role: 'tab',
          'aria-selected': index === this.runIndex ? 'true' : 'false',
          tabindex: index === this.runIndex ? '0' : '-1',
          class: `${run.kind} ${run.asked ? 'asked' : ''}`,
          title: run.title,
          onclick: () => this.open(this.testIndex, index),
        },
        run.asked && h('span', { class: 'mark', title: 'what the condition asks about' }, '★'),
        run.title,
      );
    return h(
      'div',
      { class: 'tabs' },
      h('div', { role: 'tablist', 'aria-label': 'Outcomes' }, this.runs.map(tab)),
      untraced > 0 && h('p', { class: 'note' }, `${untraced} more outcomes, in the log, have no steps here`),
    );
  }

  runParts() {
    const { test, run } = this;
    const goTo = (step) => this.goTo(step);
    this.program = new ProgramPanel(test, run, goTo);
    this.picture = new Picture(test, run, (step) => step > 0 && this.goTo(step));
    this.stepText = h('div', { class: 'step', 'aria-live': 'polite' });
    this.stateBox = h('div', { class: 'state-box' });
    const stepped = run.steps.length > 0;
    const state = h('section', { class: 'state-panel', 'aria-label': 'State' }, stepped && this.stepText, stepped && h('h3', {}, 'State'), this.stateBox, whyPanel(test, run, goTo));
    return [
      run.caption !== '' && h('p', { class: 'caption' }, run.caption),
      stepped && this.controls(),
      h('div', { class: `panels ${test.sources.length > 1 ? 'two' : ''}` }, this.program.element, this.picture.element, state),
      downloads(test, run, this.picture),
    ].filter(Boolean);
  }

  controls() {
    const button = (label, text, act) => h('button', { 'aria-label': label, onclick: act }, text);
    this.counter = h('output', {});
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: this.run.steps.length,
      'aria-label': 'Step',
      oninput: (event) => this.goTo(Number(event.target.value)),
    });
    return h(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Steps' },
      button('To the beginning', '«', () => this.goTo(0)),
      button('One step back', '‹', () => this.goTo(this.step - 1)),
      this.slider,
      button('One step on', '›', () => this.goTo(this.step + 1)),
      button('To the end', '»', () => this.goTo(this.run.steps.length)),
      this.counter,
    );
  }

  goTo(step) {
    const next = Math.max(0, Math.min(step, this.run.steps.length));
    if (next === this.step) return;
    this.step = next;
    this.show();
    this.moved();
  }

  /** Everything that depends on the step. */
  show() {
    const { run, step, test } = this;
    const current = step > 0 ? run.steps[step - 1] : null;
    this.picture.draw(run.steps.length > 0 ? step : Infinity);
    this.program.show(current);
    if (run.steps.length > 0) {
      this.slider.value = String(step);
      this.counter.textContent = `step ${step} of ${run.steps.length}${this.loopText()}`;
      this.stepText.replaceChildren(stepOf(test, current), choicesOf(test, current) ?? '');
      this.stateBox.replaceChildren(stateTable(run, step));
    }
    // Last, for each asks where things are: the page is laid out once.
    this.picture.scroll();
    this.program.scroll();
  }

  loopText() {
    const from = this.run.loop_from;
    if (from === null || from === undefined) return '';
    return this.step >= from ? `, in the loop from step ${from}` : `, the loop begins with ${from}`;
  }

  moved() {
    if (this.options.onmove) this.options.onmove(this.place);
  }

  onKey(event) {
    const { target } = event;
    const typing = target instanceof Element && target.closest('input:not([type=checkbox]), select, textarea, [contenteditable=true]');
    if (event.ctrlKey || event.altKey || event.metaKey || typing || document.querySelector('dialog[open]')) return;
    if (target instanceof Element && target.getAttribute('role') === 'tab' && this.onTabKey(event)) return;
    const moves = {
      ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity,
    };
    if (event.key === '?') this.help();
    else if (event.key in moves && this.run && this.run.steps.length > 0) this.goTo(this.step + moves[event.key]);
    else return;
    event.preventDefault();
  }

  /** Up and down go from tab to tab, for left and right are steps everywhere. */
  onTabKey(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return false;
    const count = this.runs.length;
    this.open(this.testIndex, (this.runIndex + by + count) % count);
    this.root.querySelector('[role=tab][aria-selected=true]').focus();
    event.preventDefault();
    return true;
  }

  toggleTheme() {
    const dark = getComputedStyle(document.documentElement).getPropertyValue('--dark').trim() === '1';
    document.documentElement.dataset.theme = dark ? 'light' : 'dark';
  }

  help() {
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        'dialog',
        { class: 'keys', 'aria-label': 'Keys' },
        h('table', {}, h('tbody', {}, keys.map(([key, what]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, what))))),
        h('form', { method: 'dialog' }, h('button', {}, 'Close')),
      )
    );
    dialog.querySelector('form').addEventListener('submit', (event) => {
      event.preventDefault();
      dialog.close();
    });
    dialog.addEventListener('close', () => dialog.remove());
    this.root.append(dialog);
    dialog.showModal();
  }
}
