/**
 * Building the page's elements and keeping them up to date.
 *
 * What comes from elsewhere becomes text or the value of an attribute, never markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/** An element. Attributes that are null or false are left out; children that are null or false too, lists are opened. */
export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** A drawing: the symbol of that id, as large as the style sheet says. Without a label it is decoration. */
export function drawing(id, viewBox, label, className) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { viewBox, class: className, ...spoken }, svg("use", { href: `#${id}` }));
}

/** An SVG element. */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) assign(element, name, value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Make the children of an element those of a fresh one, keeping what is the same: focus and transitions live on. */
export function patch(old, fresh) {
  patchAttributes(old, fresh);
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const kept = keyOf(child) ? keyed.get(keyOf(child)) : at;
    if (!kept || !alike(kept, child)) {
      old.insertBefore(child, at);
      continue;
    }
    if (kept === at) at = at.nextSibling;
    else old.insertBefore(kept, at);
    if (child.nodeType === Node.TEXT_NODE) {
      if (kept.data !== child.data) kept.data = child.data;
    } else patch(kept, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function keyOf(node) {
  return node.dataset?.key;
}

function alike(one, other) {
  return one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) assign(old, name, value);
}

/** The page's security policy lets no `style` attribute in, but what a script sets as a style. */
function assign(element, name, value) {
  if (name === "style") element.style.cssText = value;
  else element.setAttribute(name, value);
}
