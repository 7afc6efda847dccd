// A link that holds a question: in its fragment, which is sent to no server.

const most = 200_000; // characters of a text that comes out of a link

async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 * most) throw new Error('too long');
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function fragmentOf(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const packed = await through(new CompressionStream('deflate-raw'), bytes);
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return `#v1=${btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

/** What a fragment holds; null where it holds nothing. Throws for one that is damaged. */
export async function questionIn(fragment) {
  const match = /^#v1=([\w-]+)$/.exec(fragment);
  if (!match) {
    if (fragment.startsWith('#v1=')) throw new Error('damaged');
    return null;
  }
  const text = atob(match[1].replace(/-/g, '+').replace(/_/g, '/'));
  const packed = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const bytes = await through(new DecompressionStream('deflate-raw'), packed);
  const question = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const isText = (value) => typeof value === 'string' && value.length <= most;
  if (!isText(question.text) || !isText(question.name) || !isText(question.machine)) throw new Error('damaged');
  const words = (value) =>
    Object.fromEntries(Object.entries(value ?? {}).filter((entry) => entry.every(isText)));
  return {
    name: question.name,
    text: question.text,
    machine: question.machine,
    settings: words(question.settings),
    launch: words(question.launch),
  };
}
