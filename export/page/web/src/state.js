// The state of the machine at a step, put together from what each step changed.
import { h } from './dom.js';

/**
 * The components before step `count + 1`, by name.
 * @returns {Map<string, string>}
 */
export function stateAfter(run, count) {
  const state = new Map(run.initial.map((c) => [c.component, c.value]));
  for (const step of run.steps.slice(0, count)) {
    for (const change of step.changes) {
      if (change.after === '') state.delete(change.component);
      else state.set(change.component, change.after);
    }
  }
  return state;
}

/** What the last step made of each component that it changed. */
function lastChanges(run, count) {
  const step = count > 0 ? run.steps[count - 1] : null;
  return new Map((step ? step.changes : []).map((change) => [change.component, change]));
}

function row(name, value, change) {
  const gone = change && change.after === '';
  return h(
    'tr',
    { class: change ? 'changed' : null },
    h('th', { scope: 'row' }, name),
    h(
      'td',
      {},
      change && change.before !== '' && h('del', {}, change.before),
      change && change.before !== '' && !gone && h('span', { class: 'arrow' }, ' → '),
      !gone && (change ? h('ins', {}, value) : value),
    ),
  );
}

/** Everything that has a value, and what is gone with the last step. */
export function stateTable(run, count) {
  const changes = lastChanges(run, count);
  const state = stateAfter(run, count);
  const rows = [];
  for (const [name, value] of state) {
    if (value !== '' || changes.has(name)) rows.push(row(name, value, changes.get(name)));
  }
  for (const [name, change] of changes) {
    if (!state.has(name)) rows.push(row(name, '', change));
  }
  return h('table', { class: 'state' }, h('tbody', {}, rows));
}
