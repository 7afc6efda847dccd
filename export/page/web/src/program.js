// The program: each text that the test was read from, with what the step executes marked.
import { h } from './dom.js';

/** Which line, and which part of it, a step executes in a text; null for none. */
function markIn(source, index, step) {
  if (!step || !step.source) return null;
  const { code } = step.source;
  if (index > 0) return code && sameFile(code.file, source.file) ? { line: code.line } : null;
  return { line: step.source.line, column: step.source.column, text: step.source.text };
}

function sameFile(a, b) {
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** The first step of each place, so that a click on it goes there: "line" or "line:column". */
function stepsByPlace(source, index, run) {
  const steps = new Map();
  for (const step of run.steps) {
    const mark = markIn(source, index, step);
    if (!mark) continue;
    for (const key of [`${mark.line}`, `${mark.line}:${mark.column}`]) {
      if (!steps.has(key)) steps.set(key, step.number);
    }
  }
  return steps;
}

/** Parts of a litmus line: cells of the program, and what is between them. */
function cellsOf(line, columns) {
  const parts = [];
  let end = 0;
  for (const { column, text } of columns) {
    if (line.slice(column - 1, column - 1 + text.length) !== text || column - 1 < end) continue;
    parts.push({ text: line.slice(end, column - 1) });
    parts.push({ text, column });
    end = column - 1 + text.length;
  }
  parts.push({ text: line.slice(end) });
  return parts;
}

/** Places of instructions of a text, by line. */
function placesOf(run, source, index) {
  const lines = new Map();
  for (const step of run.steps) {
    const mark = markIn(source, index, step);
    if (!mark || !mark.text) continue;
    const list = lines.get(mark.line) ?? [];
    if (!list.some((one) => one.column === mark.column)) list.push(mark);
    lines.set(mark.line, list);
  }
  for (const list of lines.values()) list.sort((a, b) => a.column - b.column);
  return lines;
}

export class ProgramPanel {
  /** @param {(step: number) => void} goTo */
  constructor(test, run, goTo) {
    this.lines = [];
    this.marked = [];
    this.element = h(
      'section',
      { class: `program sources-${Math.min(test.sources.length, 2)}`, 'aria-label': 'Program' },
      // What people wrote stands before what a compiler made of it.
      test.sources.map((source, index) => this.sourceElement(source, index, run, goTo)).reverse(),
    );
  }

  sourceElement(source, index, run, goTo) {
    const steps = stepsByPlace(source, index, run);
    const places = placesOf(run, source, index);
    const shown = { source, index, elements: [] };
    this.lines.push(shown);
    const rows = source.text.replace(/\n$/, '').split('\n').map((text, i) => {
      const line = i + 1;
      const clickable = (key) =>
        steps.has(key) ? { class: 'cell', onclick: () => goTo(steps.get(key)) } : {};
      const parts = cellsOf(text, places.get(line) ?? []).map((part) =>
        part.column
          ? h('span', { ...clickable(`${line}:${part.column}`), 'data-column': part.column }, part.text)
          : part.text,
      );
      const whole = !places.has(line) || parts.length === 1;
      const element = h(
        'div',
        { class: 'line', ...(whole && steps.has(`${line}`) ? clickable(`${line}`) : {}) },
        h('span', { class: 'number', 'aria-hidden': 'true' }, line),
        h('span', { class: 'code' }, parts),
      );
      if (whole) element.classList.add('line');
      shown.elements.push(element);
      return element;
    });
    const shownName = source.file.split('/').pop();
    return h(
      'div',
      { class: 'source' },
      h('h3', {}, source.language || 'text', h('span', { class: 'file' }, shownName)),
      h('div', { class: 'text', tabindex: '0', role: 'region', 'aria-label': shownName }, rows),
    );
  }

  /** Marks what the step executes; `next` is what comes behind it. */
  show(step) {
    for (const element of this.marked) element.classList.remove('marked');
    this.marked = [];
    for (const { source, index, elements } of this.lines) {
      const mark = markIn(source, index, step);
      const line = mark ? elements[mark.line - 1] : null;
      if (!line) continue;
      const cell = mark.column && line.querySelector(`[data-column="${Number(mark.column)}"]`);
      this.marked.push(cell || line);
      (cell || line).classList.add('marked');
    }
  }

  /** Brings what is marked into view. */
  scroll() {
    for (const element of this.marked) {
      const line = element.closest('.line');
      const box = line.parentElement;
      const top = line.offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 30) {
        box.scrollTop = Math.max(0, top - box.clientHeight / 2);
      }
    }
  }
}
