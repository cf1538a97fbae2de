/** A table as it is played: from the server's messages to what is shown, and from hands and keys to moves. */

import { takeSeat } from "./connection.js";
import { h } from "./dom.js";
import { GAMES } from "./games.js";
import { nameOf, personalName } from "./games/parts.js";
import { icon } from "./icons.js";
import { seatAt, taste } from "./preferences.js";

const INTERLUDE_MS = { calm: 2600, normal: 1600, fast: 350 }; // how long a part of the game that has closed is shown
const EVENT_MS = 1100; // how long something that happened is shown

/** Sit down. `page` is that of `main.js`; returns `{leave, speak}`. */
export function openTable(page, name) {
  const seat = seatAt(name) ?? { token: "" };
  let t = page.t;
  let state = "connecting"; // of the connection
  let shown = null; // the table that is drawn
  let before = null; // the one that was drawn before it
  let queue = []; // tables to be drawn
  let timer = null; // runs while a closing is shown
  let event = null; // what happened last, as the game tells it
  let hint = null;
  let pending = null; // one's move on its way
  let moves = []; // all of the game
  let joined = true; // just now: what was before is to be asked for
  let met = null; // the panel that has been given the focus
  let copied = false;
  const connection = takeSeat({ table: name, token: seat.token }, t.language, hear, change);

  // --- what comes ----------------------------------------------------------------------------------------------

  function hear(message) {
    if (message.event === "table") arrive(message);
    else if (message.event === "hint") arriveHint(message);
    else if (message.event === "history") (({ moves } = message), draw());
    else if (message.event === "error") refuse(message);
  }

  function arrive(table) {
    const latest = queue.at(-1) ?? shown;
    const news = latest && table.last && table.last.point > (latest.last?.point ?? -1);
    if (joined) connection.send({ event: "history" });
    else if (news) moves.push(...table.last.moves.map((move) => ({ point: table.last.point, ...move })));
    joined = false;
    if (news)
      table.last.closing.forEach((view, closing) =>
        queue.push({ ...table, view, closing, legal: [], waiting: [], result: null, status: "playing" }),
      );
    queue.push(table);
    if (!timer) next();
  }

  /** Draw the next table that is worth it: the latest, unless something closed before it. */
  function next() {
    timer = null;
    while (queue.length > 1 && queue[0].closing === undefined) queue.shift();
    if (!queue.length) return;
    [before, shown] = [shown, queue.shift()];
    if (pending && pending.point !== shown.point) pending = null;
    if (hint && hint.point !== shown.point) hint = null;
    const game = GAMES[shown.game];
    const happened = game.eventOf?.(scene());
    if (happened) {
      event = happened;
      setTimeout(() => event === happened && ((event = null), draw()), EVENT_MS);
    }
    page.say(game.news({ ...scene(), event: happened }));
    if (shown.status === "over" && before?.status !== "over") page.say(verdict(scene()));
    draw();
    if (shown.closing !== undefined && !game.interlude?.(scene()))
      timer = setTimeout(next, INTERLUDE_MS[taste("pace") ?? "normal"]);
    else if (shown.closing !== undefined) timer = true;
    else if (queue.length) next();
  }

  function arriveHint(message) {
    hint = message;
    const [bot] = message.bot.split(":");
    const likely = Object.entries(message.probabilities)
      .filter(([, odds]) => odds >= 0.01)
      .sort((a, b) => b[1] - a[1]);
    const told = likely
      .slice(0, 3)
      .map(([move, odds]) =>
        t("hint.one", { move: GAMES[shown.game].spoken(move, t), percent: Math.round(100 * odds) }),
      );
    page.say(t("hint.says", { bot: t(`bot.${KNOWN_BOTS.has(bot) ? bot : "other"}`), moves: t.list(told) }));
    draw();
  }

  function refuse({ about }) {
    if (about !== "move" && about !== "hint") return;
    pending = null;
    page.toast(t(GAMES[shown.game].refusal ?? "refused"));
    draw();
  }

  function change(next) {
    if (next === "open" && state === "lost") page.toast(t("state.back"));
    state = next;
    if (next === "lost") [pending, joined] = [null, true];
    draw();
  }

  // --- what is shown -------------------------------------------------------------------------------------------

  function scene() {
    const who = (place) => nameOf(shown, place, t);
    return { table: shown, before, t, who, hint, event, moves, pending: pending?.move };
  }

  function draw() {
    const wasMoving = document.activeElement?.matches("[data-move], .hand, .panel *");
    const game = shown && GAMES[shown.game];
    page.show(
      h(
        "main",
        {
          id: "stage",
          class: `stage at-table ${shown ? `on-${shown.game}` : ""}`,
          tabindex: "-1",
          "data-status": shown?.status ?? "none",
          "data-point": shown?.point,
        },
        shown && h("h1", { class: "unseen" }, t(shown.game)),
        shown && game.board(scene()),
        over(game),
      ),
    );
    for (const list of page.root.querySelectorAll("[data-latest]")) list.scrollTo(list.scrollWidth, list.scrollHeight);
    document.title = shown ? t("title", { game: t(shown.game), brand: t("brand") }) : t("brand");
    document.documentElement.dataset.look = shown?.game ?? "";
    page.tools(toolbar());
    const active = document.activeElement;
    if (wasMoving && (active === document.body || active.disabled))
      focusMove() || page.root.querySelector(".hand")?.focus({ preventScroll: true });
    else if (active?.matches(".hand")) focusMove();
    meet(page.root.querySelector(".panel"));
  }

  function meet(panel) {
    if (panel && panel.dataset.key !== met)
      (panel.querySelector(".button.main") ?? panel).focus({ preventScroll: true });
    met = panel?.dataset.key ?? null;
  }

  function focusMove() {
    const move = page.root.querySelector("[data-move]:not([disabled])");
    move?.focus({ preventScroll: true });
    return move;
  }

  /** What lies over the table: that it is over, that somebody is missing, that the connection is. */
  function over(game) {
    if (state in CLOSED) return closed(state);
    if (!shown)
      return h("p", { class: "veil", role: "status" }, t(state === "lost" ? "state.lost" : "state.connecting"));
    const lost = state === "lost" && h("p", { class: "veil", role: "status" }, t("state.lost"));
    const rest = shown.closing !== undefined && game.interlude?.(scene());
    if (rest) return [lost, panel("rest", rest.title, rest.body, action("continue", "continue", "main"))];
    if (shown.status === "gathering") return [lost, gathering()];
    if (shown.status === "over") return [lost, result(game)];
    return lost;
  }

  function panel(key, title, ...content) {
    return h(
      "section",
      { class: `panel ${key}`, "data-key": `panel-${key}`, tabindex: "-1", "aria-label": title },
      h("h2", {}, title),
      ...content,
    );
  }

  function action(name, key, className = "") {
    return h("button", { type: "button", class: `button ${className}`, "data-act": name }, t(key));
  }

  function result(game) {
    const again = seat.order && action("again", "over.again", "main");
    return panel(
      "result",
      verdict(scene()),
      game.outcome(scene()),
      h("div", { class: "actions" }, again, action("home", "over.home")),
    );
  }

  function gathering() {
    const [invitation] = seat.invitations ?? [];
    if (!invitation) return panel("gathering", t("gathering.title"), h("p", {}, t("gathering.guest")));
    const link = `${location.origin}${location.pathname}#${name}.${invitation}`;
    return panel(
      "gathering",
      t("gathering.title"),
      h("p", {}, t("gathering.says")),
      h(
        "div",
        { class: "link" },
        h("input", { readonly: true, value: link, "aria-label": t("gathering.link") }),
        action("copy", copied ? "gathering.copied" : "gathering.copy", "main"),
        navigator.share && action("share", "gathering.share"),
      ),
    );
  }

  function closed(why) {
    return panel(
      "closed",
      t(`state.${why}.title`),
      h("p", {}, t(`state.${why}`)),
      h(
        "div",
        { class: "actions" },
        why === "taken" && action("return", "state.taken.back", "main"),
        action("home", "over.home"),
      ),
    );
  }

  function toolbar() {
    const asks = shown?.status === "playing" && shown.legal.length > 0;
    return [
      ["hint", !asks],
      ["rules", !shown],
      ["moves", !shown],
      ["words", !shown],
      ["leave", false],
    ].map(([name, off]) =>
      h(
        "button",
        { type: "button", class: "tool", "data-act": name, "data-key": name, disabled: off },
        icon(name),
        h("span", {}, t(name)),
      ),
    );
  }

  // --- what one does -------------------------------------------------------------------------------------------

  const acts = {
    hint: () => connection.send({ event: "hint" }),
    rules: () => page.dialog(t("rules.of", { game: t(shown.game) }), ...GAMES[shown.game].rules(t), keys()),
    moves: () =>
      page.dialog(t("moves.title"), moves.length ? h("ol", { class: "log" }, told()) : h("p", {}, t("moves.none"))),
    closeup: () => page.dialog(...GAMES[shown.game].closeup(scene())),
    words: () =>
      page.dialog(
        t("words.title"),
        h(
          "p",
          { class: "words" },
          shown.text?.replace(/player_(\d+)/g, (_, agent) => personalName(agent)) ?? t("words.none"),
        ),
      ),
    leave: () =>
      page.dialog(
        t("leave.sure"),
        h("p", {}, t("leave.says")),
        h("div", { class: "actions" }, action("stay", "leave.no"), action("home", "leave.yes", "main")),
      ),
    home: () => page.go(""),
    again: () => page.again(seat.order),
    return: () => page.go(name),
    continue: () => next(),
    copy: () => {
      const field = page.root.querySelector(".link input");
      field.select();
      (navigator.clipboard?.writeText(field.value) ?? Promise.resolve(document.execCommand("copy"))).then(() => {
        copied = true;
        page.say(t("gathering.copied"));
        draw();
      });
    },
    share: () => navigator.share({ url: page.root.querySelector(".link input").value }).catch(() => {}),
  };

  function keys() {
    return h(
      "p",
      { class: "note" },
      h("b", {}, t("keys")),
      ": ",
      ["moves", "hint", "rules", "words"].map((name) => t(`keys.${name}`)).join("; "),
    );
  }

  function told() {
    const { who } = scene();
    return moves
      .toReversed()
      .map(({ seat: place, move }) =>
        h("li", {}, t("says", { who: who(place), what: GAMES[shown.game].spoken(move, t) })),
      );
  }

  function play(move) {
    const { point, legal, closing } = shown;
    if (closing !== undefined || !legal.includes(move) || (pending?.point === point && pending.move === move)) return;
    pending = { point, move };
    connection.send({ event: "move", move, point });
    draw();
  }

  function click({ target, detail }) {
    const button = target.closest("[data-move], [data-act]");
    if (!button || button.disabled) return;
    const { move, act } = button.dataset;
    if (act) acts[act]?.();
    else if (move !== GAMES[shown.game].reflex || detail === 0) play(move);
  }

  /** A finger counts as soon as it is down where time does. */
  function press({ target, button }) {
    const pressed = target.closest("[data-move]");
    if (button === 0 && pressed && pressed.dataset.move === GAMES[shown.game].reflex) play(pressed.dataset.move);
  }

  function key(pressed) {
    if (!shown || pressed.ctrlKey || pressed.altKey || pressed.metaKey || document.querySelector("dialog[open]"))
      return;
    if (pressed.target.matches("input, select, textarea")) return;
    const { reflex } = GAMES[shown.game];
    const open = [...page.root.querySelectorAll("[data-move]:not([disabled])")];
    const at = open.indexOf(document.activeElement);
    const letter = pressed.key.toLowerCase();
    if (reflex && pressed.code === "Space" && shown.status === "playing") pressed.repeat || play(reflex);
    else if (/^[1-9]$/.test(letter) && open[letter - 1]) open[letter - 1].focus();
    else if (pressed.key === "ArrowLeft" && open.length) open.at(at > 0 ? at - 1 : -1).focus();
    else if (pressed.key === "ArrowRight" && open.length) open[(at + 1) % open.length].focus();
    else if (letter === t("key.hint") && shown.legal.length) acts.hint();
    else if (letter === t("key.rules")) acts.rules();
    else if (letter === t("key.words")) acts.words();
    else return;
    pressed.preventDefault();
  }

  /** The space bar that has been a reflex is no click on a button besides. */
  function release(released) {
    const reflex = shown && GAMES[shown.game].reflex && !document.querySelector("dialog[open]");
    if (reflex && released.code === "Space") released.preventDefault();
  }

  document.addEventListener("click", click);
  document.addEventListener("pointerdown", press);
  document.addEventListener("keydown", key);
  document.addEventListener("keyup", release);
  draw();

  return {
    leave() {
      connection.leave();
      clearTimeout(timer);
      document.removeEventListener("click", click);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
      document.removeEventListener("keyup", release);
    },
    speak(other) {
      t = other;
      connection.speak(t.language);
      draw();
    },
  };
}

const CLOSED = { ended: true, taken: true, unknown: true };
const KNOWN_BOTS = new Set(["trained", "expert", "search", "greedy", "random"]);

/** Who has won, in a few words. */
function verdict(scene) {
  const {
    table: {
      game,
      result: { winners, truncated },
    },
    t,
    who,
  } = scene;
  if (truncated) return t("over.draw");
  if (GAMES[game].verdict) return GAMES[game].verdict(scene);
  if (winners.includes(0)) return t(winners.length > 1 ? "over.shared" : "over.won");
  return t("over.lost", { who: t.list(winners.map(who)), n: winners.length });
}
