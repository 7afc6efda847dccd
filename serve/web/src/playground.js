// The playground: a text, what is asked of it, and the answer, as one types.
import { Asker } from './asker.js';
import { LaunchChooser, MachineChooser, exampleChooser } from './choosers.js';
import { h } from './dom.js';
import { makeEditor, setText, showMessages, textOf } from './editor.js';
import { fragmentOf, questionIn } from './share.js';

/** What kind a text is: the name that its file would have. */
function nameOf(text, name) {
  const kernel = /^\s*(?:\/\/.*\n|\s)*\.version\b/.test(text);
  const stem = name.replace(/\.[^.]*$/, '') || 'test';
  if (kernel) return `${stem}.ptx`;
  return name.endsWith('.ptx') ? `${stem}.litmus` : name;
}

export class Playground {
  constructor(root, token, nonce, catalogue, asker) {
    this.catalogue = catalogue;
    this.asker = asker;
    this.name = 'test.litmus';
    this.slow = 0; // milliseconds that the last answer took
    this.root = root;
    this.build(nonce);
  }

  build(nonce) {
    const changed = () => this.changed();
    this.examples = exampleChooser(this.catalogue, (example) => this.show({ ...example, machine: '' }));
    this.machine = new MachineChooser(this.catalogue, changed);
    this.launch = new LaunchChooser(changed);
    this.share = h('button', { onclick: () => this.copyLink() }, 'Copy link');
    this.status = h('span', { class: 'status', role: 'status' });
    this.editorBox = h('section', { class: 'editor', 'aria-label': 'Editor' });
    this.message = h('section', { class: 'message', role: 'alert', hidden: true });
    this.answer = h('section', { class: 'answer', 'aria-label': 'Answer' });
    this.root.replaceChildren(
      h(
        'div',
        { class: 'bar' },
        h('h1', {}, 'opexplore'),
        this.examples.element,
        this.machine.element,
        this.launch.element,
        this.share,
        this.status,
      ),
      h('main', { class: 'sides' }, this.editorBox, h('div', { class: 'result' }, this.message, this.answer)),
    );
    this.editor = makeEditor(this.editorBox, { nonce, changed, run: () => this.ask() });
  }

  get question() {
    const text = textOf(this.editor);
    this.name = nameOf(text, this.name);
    this.launch.showFor(this.name);
    return { name: this.name, text, ...this.machine.value, launch: this.launch.value };
  }

  /** Puts another question into the page, and asks it. */
  show(question) {
    this.name = question.name;
    this.machine.value = question;
    this.launch.value = question.launch;
    setText(this.editor, question.text); // which asks
    this.ask();
  }

  /** Asks soon: at once where answers come at once, and after a pause where they take longer. */
  changed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask(), Math.min(this.slow, 400));
  }

  ask() {
    clearTimeout(this.waiting);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.say('exploring …'), 150);
    this.asker.ask(this.question);
  }

  say(text) {
    this.status.textContent = text;
  }

  answered({ document: document_, seconds }) {
    clearTimeout(this.patience);
    this.slow = seconds < 0.05 ? 0 : seconds * 1000;
    const [test] = document_.tests;
    const { error } = test;
    showMessages(this.editor, error);
    this.showMessage(document_.messages);
    this.say(error ? '' : `${(seconds * 1000).toFixed(0)} ms`);
    this.answer.classList.toggle('old', Boolean(error));
    if (error) return; // what was found before stays, greyed, while the text is mended
    if (this.viewer) this.viewer.update(document_);
    else this.viewer = window.opexploreViewer.mount(this.answer, document_, { compact: true });
    this.answer.dataset.answered = String(document_.tests[0].hash);
  }

  /** What the command line prints on standard error. */
  showMessage(text) {
    this.message.hidden = text === '';
    this.message.textContent = text;
  }

  failed(text) {
    clearTimeout(this.patience);
    this.say('');
    this.showMessage(text);
  }

  async copyLink() {
    const link = await fragmentOf(this.question);
    history.replaceState(null, '', link);
    try {
      await navigator.clipboard.writeText(`${location.origin}/${link}`);
      this.say('copied: it opens in any playground, behind its own token');
    } catch {
      this.say('the link is in the address bar');
    }
  }

  /** Opens what the address holds. */
  async openLink() {
    try {
      const question = await questionIn(location.hash);
      if (!question) return false;
      this.show(question);
      return true;
    } catch {
      this.failed('the link is damaged: nothing could be read from it');
      return false;
    }
  }
}
