// Where events stand: a column for each thread, rows from dagre, which ranks them so that program
// order and reads-from point downwards as far as they can.
import dagre from '@dagrejs/dagre';

const rowHeight = 58;
const letterWidth = 7.3; // of the monospace font at 12 px
const padding = 14;
const gap = 38;
const top = 64;
/** Of longer runs the events around the step are drawn, and others when it has gone so far. */
const most = 60;
const far = 12;

/** Indices of the nodes that are drawn: all, or those nearest to the step. */
function nodesAround(picture, step) {
  const indices = picture.nodes.map((_, index) => index);
  if (indices.length <= most) return indices;
  const distance = (index) => Math.abs((picture.nodes[index].step || 0) - step);
  return indices
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b);
}

function ranks(nodes, relations) {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', ranksep: 1, nodesep: 1, ranker: 'longest-path' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const index of nodes) graph.setNode(String(index), { width: 1, height: 1 });
  const shown = new Set(nodes);
  for (const relation of relations) {
    const weight = relation.name === 'po' ? 4 : relation.name === 'rf' ? 1 : 0;
    if (weight === 0) continue;
    for (const [from, to] of relation.edges) {
      if (shown.has(from) && shown.has(to)) graph.setEdge(String(from), String(to), { weight });
    }
  }
  dagre.layout(graph);
  const heights = [...new Set(nodes.map((index) => graph.node(String(index)).y))];
  heights.sort((a, b) => a - b);
  return new Map(nodes.map((index) => [index, heights.indexOf(graph.node(String(index)).y)]));
}

/** Two events of a thread cannot stand in one row: what dagre puts side by side goes down. */
function separated(nodes, picture, rank) {
  const last = new Map();
  const rows = new Map();
  const order = [...nodes].sort((a, b) => rank.get(a) - rank.get(b) || a - b);
  for (const index of order) {
    const { thread } = picture.nodes[index];
    const row = Math.max(rank.get(index), (last.get(thread) ?? -1) + 1);
    rows.set(index, row);
    last.set(thread, row);
  }
  return rows;
}

/** @returns positions of nodes and columns, the size of the drawing, and for which steps it holds */
export function layout(test, picture, step) {
  const nodes = nodesAround(picture, step).filter((i) => picture.nodes[i].thread !== null);
  const rows = separated(nodes, picture, ranks(nodes, picture.relations));
  const first = Math.min(...rows.values(), 0);
  const columns = test.threads.map((thread, index) => {
    const texts = nodes.filter((i) => picture.nodes[i].thread === index).map((i) => labelOf(picture.nodes[i]));
    const longest = Math.max(thread.name.length + 2, ...texts.map((text) => text.length));
    return { ...thread, width: longest * letterWidth + 2 * padding };
  });
  let x = 24;
  for (const [index, column] of columns.entries()) {
    const before = columns[index - 1];
    if (before && (before.gpu !== column.gpu || before.cta !== column.cta)) x += 14;
    if (before && before.gpu !== column.gpu) x += 10;
    column.left = x;
    column.middle = x + column.width / 2;
    x += column.width + gap;
  }
  const places = new Map();
  for (const index of nodes) {
    const column = columns[picture.nodes[index].thread];
    places.set(index, { x: column.middle, y: top + (rows.get(index) - first) * rowHeight });
  }
  const last = Math.max(0, ...[...rows.values()].map((row) => row - first));
  const partial = picture.nodes.length > most;
  return {
    holds: (other) => !partial || Math.abs(other - step) <= far,
    columns,
    places,
    width: x - gap + 24,
    height: top + last * rowHeight + 44,
    partial,
  };
}

/** "a: W.release.gpu[x]=1 (3)" */
export function labelOf(node) {
  return `${node.letter}: ${node.text}${node.step > 0 ? ` (${node.step})` : ''}`;
}

export const labelSize = (node) => labelOf(node).length * letterWidth + 12;
