// Where the page is, as the fragment of its address says it: test, run and step, each from 0 or its
// name, so that a link opens there.

/** @typedef {{ test: number, run: number, step: number }} Place */

/** @returns {Partial<Place>}  what the fragment says; nothing that it does not */
export function placeIn(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const place = {};
  for (const name of ['test', 'run', 'step']) {
    const text = words.get(name);
    if (text !== null && /^\d{1,9}$/.test(text)) place[name] = Number(text);
  }
  return place;
}

/** @param {Place} place */
export function fragmentOf(place) {
  return `#test=${place.test}&run=${place.run}&step=${place.step}`;
}
