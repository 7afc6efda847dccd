// What is chosen beside the text: an example, a machine with its settings, a launch.
import { h } from './dom.js';

function option(value, text, selected) {
  return h('option', { value, selected }, text);
}

/** Examples by story; `choose(example)` gets the one that was picked. */
export function exampleChooser(catalogue, choose) {
  const groups = new Map();
  const all = [
    ...catalogue.files.map((file) => ({ story: 'Files', title: file.name, ...file })),
    ...catalogue.examples,
  ];
  all.forEach((example, index) => {
    if (!groups.has(example.story)) groups.set(example.story, []);
    groups.get(example.story).push({ index, title: example.title });
  });
  const select = h(
    'select',
    {
      'aria-label': 'Example',
      onchange: () => {
        if (select.value !== '') choose(all[Number(select.value)]);
      },
    },
    option('', 'Examples', true),
    [...groups].map(([story, list]) =>
      h('optgroup', { label: story }, list.map(({ index, title }) => option(String(index), title))),
    ),
  );
  return { element: select, first: all[0], clear: () => { select.value = ''; } };
}

/** The machine or model, and the settings that the machine has. */
export class MachineChooser {
  constructor(catalogue, changed) {
    this.catalogue = catalogue;
    this.changed = changed;
    this.select = h(
      'select',
      { 'aria-label': 'Machine', onchange: () => this.show({}) || changed() },
      option('', 'the usual machine', true),
      h('optgroup', { label: 'Machines' }, catalogue.machines.map((m) => option(m.name, m.name))),
      h('optgroup', { label: 'Models' }, catalogue.models.map((m) => option(m.name, m.name))),
    );
    this.settings = h('span', { class: 'settings' });
    this.element = h('span', { class: 'machine-chooser' }, this.select, this.settings);
  }

  /** Offers the settings of the machine, at these values or its own. */
  show(values) {
    const machine = this.catalogue.machines.find((m) => m.name === this.select.value);
    this.select.title = machine ? machine.source : '';
    this.settings.replaceChildren(
      ...(machine ? machine.settings : []).map((setting) =>
        h(
          'label',
          { title: setting.help },
          setting.name,
          h(
            'select',
            { 'data-setting': setting.name, onchange: this.changed },
            setting.values.map((value) => option(value, value, value === (values[setting.name] ?? setting.default))),
          ),
        ),
      ),
    );
  }

  get value() {
    const settings = {};
    for (const select of this.settings.querySelectorAll('select')) {
      const known = this.catalogue.machines
        .find((m) => m.name === this.select.value)
        .settings.find((one) => one.name === select.dataset.setting);
      if (select.value !== known.default) settings[known.name] = select.value;
    }
    return { machine: this.select.value, settings };
  }

  set value({ machine, settings }) {
    this.select.value = machine;
    if (this.select.selectedIndex < 0) this.select.value = '';
    this.show(settings ?? {});
  }
}

const launchFields = [
  ['grid', 'blocks', '2'],
  ['block', 'threads of a block', '1'],
  ['never', 'must not end so', "out == 0"],
  ['exists', 'can it end so?', "out == 0"],
];

/** How a kernel is launched; shown for PTX alone. */
export class LaunchChooser {
  constructor(changed) {
    this.inputs = launchFields.map(([name, label, example]) =>
      h('input', { 'data-option': name, placeholder: example, 'aria-label': label, title: `--${name}: ${label}`, size: 10, oninput: changed }),
    );
    this.element = h(
      'span',
      { class: 'launch', hidden: true },
      this.inputs.map((input) => h('label', {}, input.dataset.option, input)),
    );
  }

  showFor(name) {
    this.element.hidden = !name.endsWith('.ptx');
  }

  get value() {
    if (this.element.hidden) return {};
    return Object.fromEntries(this.inputs.filter((i) => i.value.trim() !== '').map((i) => [i.dataset.option, i.value]));
  }

  set value(launch) {
    for (const input of this.inputs) input.value = launch?.[input.dataset.option] ?? '';
  }
}
