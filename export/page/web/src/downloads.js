// Files to take away: the drawing, the trace, the certificate.
import { h } from './dom.js';

function save(name, content) {
  const link = h('a', { href: URL.createObjectURL(content), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function savePng(name, text) {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    const scale = 2;
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.drawImage(image, 0, 0);
    canvas.toBlob((blob) => blob && save(name, blob), 'image/png');
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

const text = (content, type) => new Blob([content], { type });

/** A button for each file that there is. */
export function downloads(test, run, picture) {
  const name = test.name.replace(/[^\w.+-]+/g, '_') || 'test';
  const identifier = name.replace(/\W+/g, '_');
  const button = (kind, act) => h('button', { class: 'download', onclick: act }, kind);
  const trace = run.downloads.trace_json;
  const coq = test.downloads && test.downloads.coq;
  return h(
    'div',
    { class: 'downloads', role: 'group', 'aria-label': 'Downloads' },
    h('span', {}, 'download'),
    button('dot', () => save(`${name}.dot`, text(run.downloads.dot, 'text/vnd.graphviz'))),
    button('svg', () => save(`${name}.svg`, text(picture.asFile(), 'image/svg+xml'))),
    button('png', () => savePng(`${name}.png`, picture.asFile())),
    button('json', () =>
      save(
        `${name}.json`,
        text(JSON.stringify(trace ?? { ...run, downloads: undefined }, null, 2), 'application/json'),
      ),
    ),
    coq && button('coq', () => save(`${identifier}.v`, text(coq, 'text/plain'))),
  );
}
