// The execution as a drawing: events in columns, relations as arrows in herd's colours.
import { h, svg } from './dom.js';
import { layout, labelOf, labelSize } from './layout.js';

/** herd's colours, as the page's own style has them, light and dark. */
const known = new Set(['po', 'rf', 'co', 'fr', 'rmw', 'race']);

function arrowHeads(relations) {
  return svg(
    'defs',
    {},
    relations.map((relation) =>
      svg(
        'marker',
        {
          id: markerOf(relation),
          viewBox: '0 0 8 8',
          refX: 7,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: 'auto-start-reverse',
          markerUnits: 'userSpaceOnUse',
        },
        svg('path', { d: 'M0,0 L8,4 L0,8 z', ...paint(relation, 'fill') }),
      ),
    ),
  );
}

const markerOf = (relation) => `head-${relation.name.replace(/[^a-z0-9]/gi, '-')}`;

/** Relations of models have the colour that they were given. */
function paint(relation, property) {
  if (known.has(relation.name)) return { class: `${property}-${relation.name}` };
  return { [property]: relation.colour };
}

/** A line from box to box that bends away from what stands between. */
function pathOf(from, to, fromSize, toSize, bend) {
  const box = 13; // half of a label's height
  if (Math.abs(from.x - to.x) < 1) {
    const down = to.y > from.y;
    const straight = bend === 0 && Math.abs(from.y - to.y) < 70;
    const y1 = from.y + (down ? box : -box);
    const y2 = to.y + (down ? -box : box);
    if (straight) return { d: `M${from.x},${y1} L${to.x},${y2}`, x: from.x + 10, y: (y1 + y2) / 2 };
    const side = Math.max(fromSize, toSize) / 2 + 16 + 8 * Math.abs(bend);
    const x = from.x + (bend < 0 ? -side : side);
    return {
      d: `M${from.x + (bend < 0 ? -fromSize : fromSize) / 2},${from.y} C${x},${from.y} ${x},${to.y} ${to.x + (bend < 0 ? -toSize : toSize) / 2},${to.y}`,
      x: x - (bend < 0 ? -6 : 6),
      y: (from.y + to.y) / 2,
    };
  }
  const right = to.x > from.x;
  const x1 = from.x + (right ? fromSize : -fromSize) / 2;
  const x2 = to.x + (right ? -toSize : toSize) / 2;
  const lift = 14 * bend;
  const middle = (x1 + x2) / 2;
  return {
    d: `M${x1},${from.y} C${middle},${from.y + lift} ${middle},${to.y + lift} ${x2},${to.y}`,
    x: middle,
    y: (from.y + to.y) / 2 + lift * 0.75,
  };
}

export class Picture {
  /** @param {(step: number, node: number) => void} choose */
  constructor(test, run, choose) {
    this.test = test;
    this.run = run;
    this.choose = choose;
    this.hidden = new Set();
    this.drawing = h('div', { class: 'drawing', tabindex: '0', role: 'region', 'aria-label': 'Execution' });
    this.element = h('section', { class: 'picture', 'aria-label': 'Execution' }, this.legend(), this.drawing);
  }

  legend() {
    const toggle = (relation) => {
      const box = h('input', {
        type: 'checkbox',
        checked: true,
        onchange: (event) => {
          if (event.target.checked) this.hidden.delete(relation.name);
          else this.hidden.add(relation.name);
          this.build();
          this.mark();
        },
      });
      const label = h('label', { class: `relation text-${relation.name}` }, box, relation.name);
      if (!known.has(relation.name)) label.style.setProperty('color', relation.colour);
      return label;
    };
    return h('div', { class: 'legend' }, this.run.picture.relations.map(toggle));
  }

  /** Shows the execution as it is after so many steps: most of the drawing stays. */
  draw(step) {
    this.step = step;
    if (!this.placed?.holds(step)) {
      this.placed = layout(this.test, this.run.picture, step);
      this.build();
    }
    this.mark();
  }

  build() {
    const { picture } = this.run;
    const { width, height } = this.placed;
    this.marked = []; // what is late or not, and which steps it waits for
    const image = svg('svg', {
      class: 'graph',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-label': `Execution ${this.run.title}`,
    });
    image.style.setProperty('--width', `${width}px`); // not smaller than can be read
    image.append(arrowHeads(picture.relations), this.frames(), this.arrows(), this.events());
    this.drawing.replaceChildren(image);
    if (this.placed.partial) {
      this.drawing.append(h('p', { class: 'note' }, 'The events around this step.'));
    }
  }

  /** What has not been done yet is pale, and the event of the step stands out. */
  mark() {
    for (const { element, step, event } of this.marked) {
      element.classList.toggle('late', step > this.step);
      if (event) element.classList.toggle('current', step > 0 && step === this.step);
    }
  }

  /** Brings the event of the step into view. */
  scroll() {
    const { step } = this;
    const index = this.run.picture.nodes.findIndex((node) => step > 0 && node.step === step);
    const place = this.placed.places.get(index);
    if (!place) return;
    const box = this.drawing;
    if (place.y < box.scrollTop + 40 || place.y > box.scrollTop + box.clientHeight - 40) {
      box.scrollTop = place.y - box.clientHeight / 2;
    }
    if (place.x < box.scrollLeft + 60 || place.x > box.scrollLeft + box.clientWidth - 60) {
      box.scrollLeft = place.x - box.clientWidth / 2;
    }
  }

  /** Boxes of GPUs and CTAs, and the names of threads. */
  frames() {
    const { columns, height } = this.placed;
    const group = svg('g', {});
    const box = (key, name, inset, title) => {
      let begin = 0;
      while (begin < columns.length) {
        let end = begin;
        while (end + 1 < columns.length && key(columns[end + 1]) === key(columns[begin])) ++end;
        const left = columns[begin].left - inset;
        const right = columns[end].left + columns[end].width + inset;
        group.append(
          svg('rect', { class: name, x: left, y: title, width: right - left, height: height - title - 6, rx: 6 }),
          svg('text', { class: 'place', x: left + 6, y: title + 12 }, `${name} ${columns[begin][name]}`),
        );
        begin = end + 1;
      }
    };
    if (new Set(columns.map((c) => c.gpu)).size > 1) box((c) => c.gpu, 'gpu', 16, 2);
    box((c) => `${c.gpu}/${c.cta}`, 'cta', 8, 16);
    for (const column of columns) {
      group.append(svg('text', { class: 'thread', x: column.middle, y: 42, 'text-anchor': 'middle' }, column.name));
    }
    return group;
  }

  arrows() {
    const { picture } = this.run;
    const group = svg('g', {});
    const between = new Map(); // arrows that there are already from one to another
    for (const relation of picture.relations) {
      if (this.hidden.has(relation.name)) continue;
      const bold = new Set((relation.emphasised ?? []).map((edge) => edge.join()));
      for (const [from, to] of relation.edges) {
        // What is read of an initial write is worth an arrow; that it comes first is not.
        if (picture.nodes[from].thread === null && relation.name !== 'rf') continue;
        this.arrow(group, between, relation, from, to, bold);
      }
    }
    return group;
  }

  arrow(group, between, relation, from, to, bold) {
    const { nodes } = this.run.picture;
    const end = this.placed.places.get(to);
    const start = this.placed.places.get(from) ?? this.pointBefore(from, to, end);
    if (!start || !end) return;
    const key = from < to ? `${from},${to}` : `${to},${from}`;
    const count = between.get(key) ?? 0;
    between.set(key, count + 1);
    const bend = count === 0 ? (relation.name === 'po' ? 0 : 0.6) : count % 2 ? -1 - count / 2 : 1 + count / 2;
    const strong = bold.has(`${from},${to}`);
    const size = (index) => (nodes[index].thread === null ? 0 : labelSize(nodes[index]));
    const path = pathOf(start, end, size(from), size(to), nodes[from].thread === null ? 0.3 : bend);
    const stroke = paint(relation, 'stroke');
    const parts = [
      svg('path', {
        ...stroke,
        d: path.d,
        class: `edge ${stroke.class ?? ''} ${strong ? 'strong' : ''}`,
        'marker-end': `url(#${markerOf(relation)})`,
      }),
    ];
    if (relation.name !== 'po') {
      const fill = paint(relation, 'fill');
      const where = { x: path.x, y: path.y + 3, 'text-anchor': 'middle' };
      parts.push(svg('text', { ...fill, class: `edge-name ${fill.class ?? ''}`, ...where }, relation.name));
    }
    const step = Math.max(nodes[from].step, nodes[to].step);
    for (const element of parts) this.marked.push({ element, step });
    group.append(...parts);
  }

  /** Where an arrow begins that comes from an initial write, which is not drawn; herd does so. */
  pointBefore(from, to, end) {
    if (this.run.picture.nodes[from].thread !== null || !end) return null;
    return { x: end.x - labelSize(this.run.picture.nodes[to]) / 2 - 24, y: end.y - 20 };
  }

  events() {
    const { nodes } = this.run.picture;
    return svg(
      'g',
      {},
      [...this.placed.places].map(([index, place]) => {
        const node = nodes[index];
        const width = labelSize(node);
        const element = svg(
          'g',
          { class: node.blamed ? 'event blamed' : 'event', 'data-node': index, onclick: () => this.choose(node.step, index) },
          svg('rect', { x: place.x - width / 2, y: place.y - 13, width, height: 26, rx: 4 }),
          svg('text', { x: place.x, y: place.y + 4, 'text-anchor': 'middle' }, labelOf(node)),
        );
        this.marked.push({ element, step: node.step, event: true });
        return element;
      }),
    );
  }

  /** The drawing as a file: with the colours in it that the page's style gives it here. */
  asFile() {
    const image = this.drawing.querySelector('svg');
    const copy = image.cloneNode(true);
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const originals = [image, ...image.querySelectorAll('*')];
    [copy, ...copy.querySelectorAll('*')].forEach((element, i) => {
      const style = getComputedStyle(originals[i]);
      for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity']) {
        element.setAttribute(name, style.getPropertyValue(name));
      }
      // Through the object model: a policy of the page may forbid attributes of style.
      if (element.nodeName === 'text') element.style.setProperty('font', style.getPropertyValue('font'));
      element.removeAttribute('class');
    });
    const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
    copy.prepend(svg('rect', { width: '100%', height: '100%', fill: ground || 'white' }));
    return new XMLSerializer().serializeToString(copy);
  }
}
