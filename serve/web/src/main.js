import { Asker } from './asker.js';
import { h } from './dom.js';
import { Playground } from './playground.js';

const meta = (name) => document.querySelector(`meta[name=opexplore-${name}]`);

async function start() {
  const root = document.getElementById('playground');
  const token = meta('token').content;
  const nonce = meta('nonce').content;
  meta('token').remove();
  // The address is what people copy: it does not keep the token.
  history.replaceState(null, '', `/${location.hash}`);
  let playground = null;
  const asker = new Asker(
    token,
    (answer) => playground.answered(answer),
    (text) => playground.failed(text),
  );
  try {
    const catalogue = await asker.get('/api/catalogue');
    playground = new Playground(root, token, nonce, catalogue, asker);
    if (!(await playground.openLink())) playground.show({ machine: '', ...playground.examples.first });
    window.addEventListener('hashchange', () => playground.openLink());
  } catch (error) {
    root.replaceChildren(h('p', { role: 'alert' }, error.message));
  }
}

start();
