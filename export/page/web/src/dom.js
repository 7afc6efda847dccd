// Elements, made from what they are. Text is only ever text: nothing here reads markup.

const svgNames = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes  `on…` are listeners; null and false are left out
 * @param {unknown[]} children  elements, or what becomes text; null and false are left out
 */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** @returns {HTMLElement} */
export function h(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (furnish(document.createElement(name), attributes, children));
}

/** @returns {SVGElement} */
export function svg(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (
    furnish(document.createElementNS(svgNames, name), attributes, children)
  );
}
