// Why an outcome is possible: the sentences, the checklist, and what would forbid it.
import { h } from './dom.js';

const signs = { ok: '✓', missing: '✗', 'not needed': '·' };

function place(entry) {
  const source = entry.source;
  if (!source) return '';
  return source.code ? `${source.code.file}:${source.code.line}` : `line ${source.line}`;
}

function remedies(row) {
  if (row.remedies.length === 0) return null;
  const texts = row.remedies.map((edits) => edits.map((edit) => edit.text).join(' and '));
  return h('div', { class: 'remedy' }, 'any of: ', texts.join(' | '));
}

function checklistRow(row) {
  return h(
    'li',
    { class: `row ${row.status.replace(' ', '-')}` },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, signs[row.status] ?? ''),
    h('span', { class: 'kind' }, row.kind),
    h('span', { class: 'status' }, row.status),
    h('span', { class: 'where' }, place(row)),
    row.remark && h('div', { class: 'remark' }, row.remark),
    row.status === 'missing' && remedies(row),
  );
}

function violation(one, goTo) {
  return h(
    'div',
    { class: 'violation' },
    one.culprits.map((culprit) =>
      h(
        'p',
        {},
        culprit.sentence,
        culprit.step !== null && [
          ' ',
          h('button', { class: 'link', onclick: () => goTo(culprit.step) }, `step ${culprit.step}`),
        ],
      ),
    ),
    h('ul', { class: 'checklist' }, one.rows.map(checklistRow)),
  );
}

/** Bugs of a kernel as its report has them. */
function bug(one) {
  const edits = one.fix ? one.fix.edits : [];
  return h(
    'div',
    { class: 'violation' },
    h('h4', {}, one.title),
    one.places.map((at) => h('p', { class: 'where' }, `${at.label}: ${at.what} ${place(at)}`)),
    one.sentences.map((sentence) => h('p', {}, sentence)),
    edits.length > 0 && [
      h('p', {}, one.fix.proved ? 'Fix, proved by exploring it: ' : 'Fix: ', one.fix.effect),
      h(
        'ul',
        {},
        edits.map((edit) =>
          h('li', {}, `${edit.place.file}:${edit.place.line}  ${edit.where}  `, h('code', {}, edit.text)),
        ),
      ),
    ],
    one.other_fixes.map((text) => h('p', {}, `or: ${text}`)),
  );
}

/** @param {(step: number) => void} goTo */
export function whyPanel(test, run, goTo) {
  const parts = [];
  if (run.why) {
    parts.push(h('p', { class: 'sentence' }, run.why.sentence));
    parts.push(...run.why.violations.map((one) => violation(one, goTo)));
  }
  const bugs = test.kernel ? test.kernel.bugs : [];
  if (bugs.length > 0) parts.push(...bugs.map(bug));
  if (test.kernel) {
    for (const text of test.kernel.fine) parts.push(h('p', { class: 'fine' }, `✓ ${text}`));
  }
  if (parts.length === 0) return null;
  return h('section', { class: 'why', 'aria-label': 'Why' }, h('h3', {}, 'Why'), parts);
}
