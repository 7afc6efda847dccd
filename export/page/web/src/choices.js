// What the step did, and what else could have been done in its place.
import { h } from './dom.js';

function read(choice) {
  return choice.events.find((event) => event.kind === 'read');
}

function named(test, choice) {
  const thread = test.threads[choice.thread];
  const text = choice.source ? choice.source.text : choice.rule;
  return [h('b', {}, thread ? thread.name : ''), ' ', h('code', {}, text), ' ', choice.arguments];
}

/** Other values for the read of this step: of the same instruction. */
function otherReads(step) {
  const taken = step.choices.find((choice) => choice.taken);
  if (!taken || !read(taken)) return [];
  return step.choices.filter(
    (choice) => !choice.taken && choice.thread === taken.thread && choice.instruction === taken.instruction,
  );
}

export function choicesOf(test, step) {
  if (!step || !step.choices) return null;
  const reads = otherReads(step);
  const others = step.choices.filter((choice) => !choice.taken && !reads.includes(choice));
  const list = (choices) => h('ul', {}, choices.map((choice) => h('li', {}, named(test, choice))));
  const isRead = step.choices.some((choice) => choice.taken && read(choice));
  return h(
    'div',
    { class: 'choices' },
    isRead && h('h4', {}, 'What else could this read return?'),
    isRead && (reads.length > 0 ? list(reads) : h('p', {}, 'Nothing else.')),
    others.length > 0 && [h('h4', {}, 'What else could have been done?'), list(others)],
  );
}

export function stepOf(test, step) {
  if (!step) return h('p', { class: 'step-text' }, 'The initial state.');
  const thread = test.threads[step.thread];
  return h(
    'p',
    { class: 'step-text' },
    h('b', {}, thread ? thread.name : ''),
    ' ',
    h('code', {}, step.source ? step.source.code?.text || step.source.text : step.rule),
    ' ',
    step.arguments,
    h('span', { class: 'rule', title: step.section }, `rule ${step.rule}, ${step.section}`),
    step.reason && h('span', { class: 'reason' }, step.reason),
  );
}
