// Mounts the viewer on the document of the page, if it has one, and offers it to other pages.
import { h } from './dom.js';
import { fragmentOf, placeIn } from './fragment.js';
import { Viewer } from './viewer.js';

window.opexploreViewer = {
  /** @returns a Viewer: `update(document)` shows another, `destroy()` ends it */
  mount: (element, document_, options) => new Viewer(element, document_, options),
  h,
};

const holder = document.getElementById('opexplore-document');
const root = document.getElementById('opexplore-viewer');
if (holder && root) {
  performance.mark('opexplore-begin');
  let quiet = true; // the first place comes from the address, and is not written back
  const viewer = new Viewer(root, JSON.parse(holder.textContent), {
    onmove: (place) => {
      if (!quiet) history.replaceState(null, '', fragmentOf(place));
    },
  });
  const arrive = () => {
    quiet = true;
    const { test, run, step } = placeIn(location.hash);
    if (test !== undefined || run !== undefined || step !== undefined) viewer.open(test ?? 0, run, step);
    quiet = false;
  };
  arrive();
  window.addEventListener('hashchange', arrive);
  const names = viewer.document.tests.map((test) => test.name ?? test.path);
  performance.measure('opexplore-open', 'opexplore-begin');
  document.title = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} – opexplore`;
}
