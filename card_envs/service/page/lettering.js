/** The signs over the doors: letters of our own, drawn as lines, so that they look the same on every device. */

import { svg } from "./dom.js";

/** Width and strokes of a letter that is 10 high. */
const LETTERS = {
  A: [8, "M0 10 4 0l4 10M1.4 6.6h5.2"],
  B: [6.6, "M0 0v10h3.5c4.2 0 4.2-5.2 0-5.2H0M3.2 4.8C6.6 4.8 6.6 0 3.2 0H0"],
  C: [7.4, "M7.4 2C5.4-1 0-.6 0 5s5.4 6 7.4 3"],
  E: [5.6, "M5.6 0H0v10h5.6M0 4.9h4.6"],
  I: [0, "M0 0v10"],
  M: [8.6, "M0 10V0l4.3 6.8L8.6 0v10"],
  N: [7, "M0 10V0l7 10V0"],
  O: [8.6, "M4.3 0C-1.4 0-1.4 10 4.3 10s5.7-10 0-10z"],
  P: [6.4, "M0 10V0h3c4.6 0 4.6 5.6 0 5.6H0"],
  R: [6.6, "M0 10V0h3c4.6 0 4.6 5.4 0 5.4H0M3 5.4 6.6 10"],
  S: [6.2, "M5.9 1.6C4.3-.9.2-.4.2 2.5c0 3.4 6 1.6 6 4.9 0 3.2-4.7 3.4-6.2.8"],
  T: [7.4, "M0 0h7.4M3.7 0v10"],
  V: [8, "M0 0l4 10 4-10"],
  W: [11.2, "M0 0l2.7 10L5.6 1.5 8.5 10l2.7-10"],
};
const GAP = 3;
const EDGE = 2;

/** A word in capitals; `layers` are the class names of its strokes, the undermost first. */
export function sign(word, layers, label = word) {
  let at = 0;
  const letters = [...word.toUpperCase()].map((letter) => {
    const [width, d] = LETTERS[letter];
    const path = svg("path", { d, transform: `translate(${at.toFixed(1)} 0)` });
    at += width + GAP;
    return path;
  });
  const box = `${-EDGE} ${-EDGE} ${(at - GAP + 2 * EDGE).toFixed(1)} ${10 + 2 * EDGE}`;
  const strokes = layers.map((layer) =>
    svg(
      "g",
      { class: layer },
      letters.map((letter) => letter.cloneNode()),
    ),
  );
  return svg("svg", { class: "sign", viewBox: box, role: "img", "aria-label": label }, strokes);
}
