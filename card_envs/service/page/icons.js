/** Small signs, drawn as lines 24 by 24. */

import { svg } from "./dom.js";

const LINES = {
  home: "M4 11.5 12 4l8 7.5M6.5 10v9.5h11V10M10 19.5v-5h4v5",
  hint: "M12 3.5a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.2 1.1 2.2h5c0-1 .4-1.6 1.1-2.2A6 6 0 0 0 12 3.5zM9.8 19.5h4.4",
  rules: "M12 6.5C10 5 7.5 4.5 4 4.5v13c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-13c-3.5 0-6 .5-8 2zM12 6.5v13",
  moves: "M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1",
  words: "M4 5h16v11h-8l-4.5 4v-4H4zM8 9h8M8 12.5h5",
  leave: "M14 4H5v16h9M10 12h10M16.5 8.5 20 12l-3.5 3.5",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  dark: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z",
  person: "M12 4a3.8 3.8 0 1 0 0 7.6A3.8 3.8 0 0 0 12 4zM4.5 20c.6-4 3.5-6 7.5-6s6.9 2 7.5 6",
  cards: "M9 4.5h10v14H9zM9 7l-4.5 1.2L8 21l7.5-2",
  close: "M6 6l12 12M18 6 6 18",
};

export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));
}
