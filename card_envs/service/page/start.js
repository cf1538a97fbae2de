/** The start page: which game, what table, and off one goes. */

import { makeTable, offers, Refused } from "./connection.js";
import { drawing, h } from "./dom.js";
import { GAMES } from "./games.js";
import { icon } from "./icons.js";
import { sign } from "./lettering.js";
import { keepSeat, lastTable, setTaste, taste } from "./preferences.js";

const FULL = 503;

/** Show the start page. `page` is that of `main.js`; returns `{leave, speak}`. */
export function openStart(page) {
  let t = page.t;
  let games = null; // what the server offers
  let problem = null; // `(t) => text`
  let going = false;

  load();

  async function load() {
    [games, problem] = [null, null];
    draw();
    try {
      games = (await offers()).filter(({ game }) => game in GAMES);
    } catch {
      problem = () => t("unreachable");
    }
    draw();
  }

  function chosenGame() {
    return games.find(({ game }) => game === taste("game")) ?? games[0];
  }

  /** The answers to a game's questions: those given before where they are still possible. */
  function answers(offer) {
    const given = taste(offer.game) ?? {};
    return Object.fromEntries(
      GAMES[offer.game]
        .questions(offer)
        .map(({ name, answers: possible, preset }) => [
          name,
          possible.some(([value]) => String(value) === given[name]) ? given[name] : preset,
        ]),
    );
  }

  // --- what is shown -------------------------------------------------------------------------------------------

  function draw() {
    document.title = t("brand");
    document.documentElement.dataset.look = games ? chosenGame().game : "";
    page.show(
      h("main", { id: "stage", class: "stage at-start", tabindex: "-1" }, welcome(), games ? form() : waiting()),
    );
    page.tools([]);
  }

  function welcome() {
    const table = lastTable();
    return h(
      "header",
      { class: "welcome" },
      h("h1", {}, sign("Sobremesa", ["ground", "stroke"], t("brand"))),
      h("p", {}, t("brand.says")),
      table && h("a", { class: "button", href: `#${table}` }, t("start.back")),
    );
  }

  function waiting() {
    return h(
      "div",
      { class: "veil", role: "status" },
      problem ? problem() : t("loading"),
      problem && h("button", { type: "button", class: "button", "data-act": "retry" }, t("retry")),
    );
  }

  function form() {
    const offer = chosenGame();
    const given = answers(offer);
    return h(
      "form",
      { class: "order" },
      h(
        "fieldset",
        { class: "doors" },
        h("legend", { class: "unseen" }, t("start.games")),
        games.map(({ game }) => door(game, game === offer.game)),
      ),
      h(
        "section",
        { class: "ticket", "aria-label": t("start.order") },
        h(
          "h2",
          {},
          t(offer.game),
          h(
            "button",
            { type: "button", class: "tool", "data-act": "rules" },
            icon("rules"),
            h("span", {}, t("start.rules")),
          ),
        ),
        h("p", { class: "problem", role: "alert" }, problem ? problem() : ""),
        h(
          "div",
          { class: "questions" },
          GAMES[offer.game].questions(offer).map((asked) => question(offer.game, asked, given[asked.name])),
          h(
            "div",
            { class: "sitting", "data-key": "sitting" },
            h(
              "button",
              { type: "submit", class: "button main go", disabled: going },
              t(going ? "start.going" : "start.go"),
            ),
          ),
        ),
      ),
    );
  }

  function door(game, open) {
    return h(
      "label",
      { class: `door for-${game}`, "data-key": `door-${game}` },
      h("input", { type: "radio", name: "game", value: game, checked: open, "aria-label": t(game) }),
      h(
        "span",
        { class: "fan", "aria-hidden": "true" },
        GAMES[game].CARDS.map((card) => drawing(`card-${card}`, "0 0 100 150", null, "card")),
      ),
      GAMES[game].logo(),
      h("span", { class: "says" }, t(`${game}.says`)),
    );
  }

  function question(game, { name, key, answers: possible }, given) {
    return h(
      "fieldset",
      { class: "question", "data-key": `${game}-${name}` },
      h("legend", {}, t(key)),
      h(
        "div",
        { class: "answers" },
        possible.map(([value, words, values]) =>
          h(
            "label",
            {},
            h("input", { type: "radio", name: `${game}.${name}`, value, checked: String(value) === given }),
            h("span", {}, t(words, values)),
          ),
        ),
      ),
    );
  }

  // --- what one does -------------------------------------------------------------------------------------------

  function change({ target }) {
    if (target.name === "game") setTaste("game", target.value);
    else {
      const [game, name] = target.name.split(".");
      setTaste(game, { ...taste(game), [name]: target.value });
    }
    problem = null;
    draw();
  }

  async function submit(submitted) {
    submitted.preventDefault();
    const offer = chosenGame();
    const given = answers(offer);
    if (given.pace) setTaste("pace", given.pace);
    [going, problem] = [true, null];
    draw();
    try {
      await sitDown(page, GAMES[offer.game].order(offer, given));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problem = () =>
        error.status === FULL
          ? t("start.full")
          : error.status
            ? t("start.refused", { why: error.message })
            : t("unreachable");
    }
    going = false;
    if (problem) draw();
  }

  function click({ target }) {
    const act = target.closest("[data-act]")?.dataset.act;
    const { game } = games ? chosenGame() : {};
    if (act === "rules") page.dialog(t("rules.of", { game: t(game) }), ...GAMES[game].rules(t));
    if (act === "retry") load();
  }

  page.root.addEventListener("change", change);
  page.root.addEventListener("submit", submit);
  page.root.addEventListener("click", click);

  return {
    leave() {
      page.root.removeEventListener("change", change);
      page.root.removeEventListener("submit", submit);
      page.root.removeEventListener("click", click);
    },
    speak(other) {
      t = other;
      draw();
    },
  };
}

/** Make a table and sit down at it. Raises `Refused`. */
export async function sitDown(page, order) {
  const { table, tokens } = await makeTable(order);
  const [mine, ...others] = tokens.map(({ token }) => token);
  keepSeat(table, { token: mine, invitations: others, order });
  page.go(table);
}
