/** The page: which screen is open, in which language and which light. */

import { drawings, Refused } from "./connection.js";
import { h, patch } from "./dom.js";
import { GAMES } from "./games.js";
import { icon } from "./icons.js";
import { keepSeat, seatAt, setTaste, taste } from "./preferences.js";
import { openStart, sitDown } from "./start.js";
import { openTable } from "./table.js";
import { LANGUAGES, preferredLanguage, speaker } from "./texts.js";

const THEMES = ["auto", "light", "dark"];
const TOAST_MS = 2600;

const byId = (id) => document.getElementById(id);
let screen = null;
let toasting = null;
let unsaid = [];

/** What the screens share. */
const page = {
  root: byId("root"),
  t: speaker(preferredLanguage(taste("language"))),

  /** Open a table by its name, or the start page. */
  go(table) {
    if (location.hash.slice(1) === table) route();
    else location.hash = table;
  },

  /** Show a screen. */
  show(element) {
    patch(byId("root"), h("div", { id: "root", class: "root" }, element));
  },

  /** Another table like one that was played at. */
  again(order) {
    sitDown(page, order).catch((error) => page.toast(error instanceof Refused ? error.message : page.t("unreachable")));
  },

  /** Tell whoever listens to the page. What is said in one go is told together. */
  say(text) {
    if (!text) return;
    if (!unsaid.length) setTimeout(() => ([byId("news").textContent, unsaid] = [unsaid.join(". "), []]), 30);
    unsaid.push(text);
  },

  /** Show a short note for a moment. */
  toast(text) {
    byId("toast").textContent = text;
    clearTimeout(toasting);
    toasting = setTimeout(() => (byId("toast").textContent = ""), TOAST_MS);
  },

  /** Show something over everything else, until it is closed. */
  dialog(title, ...content) {
    const close = h(
      "button",
      { type: "button", class: "tool", "data-act": "stay", "aria-label": page.t("close") },
      icon("close"),
    );
    byId("dialog").replaceChildren(
      h("div", { class: "sheet" }, h("header", {}, h("h2", { id: "dialog-title" }, title), close), ...content),
    );
    byId("dialog").showModal();
  },

  /** The buttons of the screen in the bar. */
  tools(buttons) {
    patch(
      byId("tools"),
      h("nav", { id: "tools", class: "tools", "aria-label": page.t("tools"), hidden: !buttons.length }, buttons),
    );
  },
};

// --- screens ---------------------------------------------------------------------------------------------------

/** Open what the address names: `#table`, or `#table.token`, which is an invitation. */
function route() {
  const [table, token] = location.hash.slice(1).split(".");
  if (token) {
    keepSeat(table, { token });
    history.replaceState(null, "", `#${table}`); // nobody shall give away their seat with the address
  }
  screen?.leave();
  byId("dialog").close();
  screen = table ? openTable(page, table) : openStart(page);
  byId("stage").focus({ preventScroll: true });
}

// --- language and light ----------------------------------------------------------------------------------------

function dress() {
  const { t } = page;
  const theme = taste("theme") ?? "auto";
  document.documentElement.lang = t.language;
  document.documentElement.dataset.theme = theme;
  byId("skip").textContent = t("skip");
  byId("home").setAttribute("aria-label", t("brand.home"));
  patch(
    byId("switches"),
    h(
      "div",
      { id: "switches", class: "switches" },
      h(
        "div",
        { class: "languages", role: "group", "aria-label": t("language") },
        LANGUAGES.map((language) =>
          h(
            "button",
            {
              type: "button",
              lang: language,
              "data-language": language,
              "aria-pressed": String(language === t.language),
              "aria-label": t(`language.${language}`),
            },
            language.toUpperCase(),
          ),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "theme",
          "data-theme-switch": true,
          title: t("theme", { now: t(`theme.${theme}`) }),
          "aria-label": t("theme", { now: t(`theme.${theme}`) }),
        },
        icon(theme),
      ),
    ),
  );
}

byId("switches").addEventListener("click", ({ target }) => {
  const language = target.closest("[data-language]")?.dataset.language;
  if (language) {
    setTaste("language", language);
    page.t = speaker(language);
    screen.speak(page.t);
  } else if (target.closest("[data-theme-switch]")) {
    setTaste("theme", THEMES[(THEMES.indexOf(taste("theme") ?? "auto") + 1) % THEMES.length]);
  }
  dress();
});

byId("skip").addEventListener("click", (clicked) => {
  clicked.preventDefault();
  byId("stage").focus();
});

byId("dialog").addEventListener("click", ({ target, currentTarget }) => {
  if (target === currentTarget || target.closest("[data-act]")) currentTarget.close();
});

// --- all begins ------------------------------------------------------------------------------------------------

for (const game of Object.keys(GAMES))
  drawings(game).then(
    (sheet) => byId("drawings").append(sheet),
    () => {},
  );
window.addEventListener("hashchange", route);
dress();
route();
