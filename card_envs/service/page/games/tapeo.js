/** Tapeo on the page: the slate, the guests along the bar, one's own plates and hand. */

import { drawing, h } from "../dom.js";
import { icon } from "../icons.js";
import { sign } from "../lettering.js";
import {
  avatar,
  botOf,
  COMPANY,
  figures,
  LEVELS,
  moveButton,
  PACE,
  PAUSE_MS,
  playersQuestion,
  prompt,
  question,
  seating,
} from "./parts.js";

export const HAND_SIZES = { 2: 10, 3: 9, 4: 8, 5: 7, 6: 7 };
const SOURCES = {
  tortilla: "tortilla",
  croqueta: "croqueta",
  ham: "ham2",
  prawn: "prawns",
  pepper: "pepper",
  churro: "churro",
};
const RULES = ["tortilla", "croqueta", "ham", "prawns", "bread", "pepper", "freeloader", "churro"];

export const CARDS = ["tortilla", "freeloader", "prawns"]; // that show the game on the start page

export const logo = () => sign("Tapeo", ["chalk", "chalk dust"]);

export function questions(offer) {
  const prizes = question(
    "split",
    "tapeo.prizes",
    ["whole", "exact"].map((name) => [name, `tapeo.prizes.${name}`]),
  );
  return [playersQuestion(offer, 4), LEVELS, COMPANY, PACE, prizes];
}

export function order(offer, { players, level, company, pace, split }) {
  return {
    game: "tapeo",
    options: { players: Number(players), split },
    seats: seating(Number(players), botOf(offer, level), company === "friend" ? 1 : null),
    pause_ms: PAUSE_MS[pace],
  };
}

export function board(scene) {
  const seats = scene.table.seats.length;
  const sizes = `--guests:${seats - 1}; --most:${HAND_SIZES[seats]}; --half:${Math.ceil(HAND_SIZES[seats] / 2)}`;
  return h(
    "div",
    { class: `tapeo${seats > 4 ? " crowded" : ""}`, "data-key": "tapeo", style: sizes },
    slate(scene),
    guests(scene),
    counter(scene),
    hand(scene),
  );
}

// --- the table -------------------------------------------------------------------------------------------------

function slate({ table, t, who }) {
  const { view } = table;
  const seats = [...table.seats.keys()];
  const picks = HAND_SIZES[view.present];
  return h(
    "section",
    { class: "slate", "aria-label": t("tapeo.board") },
    h(
      "p",
      { class: "course" },
      h("b", {}, view.round ? t("tapeo.round", { round: view.round }) : t("tapeo.over")),
      h("span", {}, view.round ? t("tapeo.pick", { pick: Math.min(view.picks + 1, picks), picks }) : "\u00a0"),
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("tapeo.name"))),
          h("th", { scope: "col" }, t("tapeo.points")),
          h("th", { scope: "col" }, drawing("tapa-churro", "0 0 100 100", t("tapeo.churros"), "tapa")),
        ),
      ),
      h(
        "tbody",
        {},
        seats.map((seat) =>
          h(
            "tr",
            { class: seat === 0 ? "me" : null },
            h("th", { scope: "row" }, who(seat)),
            h("td", {}, t.number(view.scores[seat])),
            h("td", {}, t.number(view.churros[seat])),
          ),
        ),
      ),
    ),
  );
}

/** The others, from the left neighbour on. */
function guests(scene) {
  const others = [...scene.table.seats.keys()].slice(1);
  return h(
    "ol",
    { class: "guests" },
    others.map((seat) => guest(scene, seat)),
  );
}

function guest(scene, seat) {
  const { table, t, who } = scene;
  const { view } = table;
  const held = view.known[seat - 1] ? kindsOf(view.known_hands[seat - 1]) : []; // as far as one knows
  const hand = held.length ? t("tapeo.knows", { tapas: counted(view.known_hands[seat - 1], t) }) : null;
  return h(
    "li",
    { class: "guest", "data-key": `guest-${seat}` },
    h(
      "div",
      { class: "name" },
      avatar(scene, seat),
      h("span", { class: "who" }, h("b", {}, who(seat)), tally(view, seat, t)),
    ),
    plates(view.bars[seat], t("tapeo.bar", { who: who(seat), tapas: counted(view.bars[seat], t) })),
    reveal(scene, seat),
    h(
      "div",
      { class: "known", "aria-label": hand, role: hand ? "img" : null, title: hand },
      held.length > 0 && [
        icon("cards"),
        held.map(([kind, n]) =>
          h("span", { "data-key": kind }, drawing(`tapa-${kind}`, "0 0 100 100", null, "tapa"), n > 1 && `${n}`),
        ),
      ],
    ),
  );
}

function tally(view, seat, t) {
  const spoken = t("tapeo.score", { points: view.scores[seat], churros: view.churros[seat] });
  return h(
    "span",
    { class: "tally", role: "img", "aria-label": spoken },
    h("b", {}, t.number(view.scores[seat])),
    drawing("tapa-churro", "0 0 100 100", null, "tapa"),
    t.number(view.churros[seat]),
  );
}

function counter(scene) {
  const { table, t } = scene;
  const bar = table.view.bars[0];
  return h(
    "section",
    { class: "counter" },
    h(
      "div",
      { class: "name" },
      avatar(scene, 0),
      h("span", { class: "who" }, h("b", {}, t("tapeo.bar.title")), tally(table.view, 0, t)),
    ),
    plates(bar, t("tapeo.bar.yours", { tapas: counted(bar, t) })),
    reveal(scene, 0),
  );
}

/** What lies on a bar: a plate for each kind. */
function plates(bar, label) {
  const kinds = kindsOf(bar);
  return h(
    "div",
    { class: "plates", role: "img", "aria-label": label, style: `--across:${Math.ceil(kinds.length / 2)}` },
    kinds.map(([kind, n]) =>
      h(
        "span",
        { class: "plate", "data-key": `plate-${kind}` },
        drawing(`tapa-${kind}`, "0 0 100 100", null, "tapa"),
        n > 1 && h("b", { "data-key": n }, h("i", {}, "×"), `${n}`),
      ),
    ),
  );
}

/** The tapa that a seat turned over last; what a freeloader took with it hangs on. */
function reveal({ table, t }, seat) {
  const { reveals, round, picks } = table.view;
  const tapa = reveals[seat];
  if (!tapa) return h("div", { class: "reveal" });
  const taken = stolen(reveals, seat);
  return h(
    "div",
    { class: `reveal${stolen(reveals, (seat - 1 + reveals.length) % reveals.length) ? " lost" : ""}` },
    h(
      "div",
      { class: "turned", "data-key": `${round}-${picks}` },
      drawing(`card-${tapa}`, "0 0 100 150", t("tapeo.reveal", { tapa: t(`tapeo.${tapa}`) }), "card"),
      taken && drawing(`tapa-${taken}`, "0 0 100 100", t("tapeo.loot", { tapa: t(`tapeo.${taken}`) }), "loot"),
    ),
  );
}

function hand(scene) {
  const { table, t, who } = scene;
  const yours = table.chosen ? t("tapeo.chosen", { tapa: t(`tapeo.${table.chosen}`) }) : t("tapeo.prompt");
  return h(
    "section",
    { class: "hand", tabindex: "-1", "aria-label": t("tapeo.hand") },
    h(
      "div",
      { class: "line" },
      prompt(scene, yours),
      h("p", { class: "passes" }, table.status === "over" ? "" : t("tapeo.passes", { who: who(1) })),
    ),
    h(
      "div",
      { class: "cards", role: "group", "aria-label": t("tapeo.hand") },
      kindsOf(table.view.hand).map(([kind, n]) =>
        moveButton(
          scene,
          kind,
          times(kind, n, t),
          "card-move",
          drawing(`card-${kind}`, "0 0 100 150", null, "card"),
          n > 1 && h("span", { class: "count" }, `×${n}`),
          h("span", { class: "caption" }, t(`tapeo.short.${kind}`)),
        ),
      ),
    ),
  );
}

// --- what happens ----------------------------------------------------------------------------------------------

/** The tapa that a seat's freeloader takes from its left neighbour; null if none. */
export function stolen(reveals, seat) {
  const neighbour = reveals[(seat + 1) % reveals.length];
  return reveals[seat] === "freeloader" && neighbour !== "freeloader" ? neighbour : null;
}

/** What a screen reader tells after a pick. */
export function news({ table, before, t, who }) {
  const { reveals, hand: held, round, picks } = table.view;
  const same = before && before.view.round === round && before.view.picks === picks && before.status === table.status;
  if (same) return "";
  const told = reveals.map((tapa, seat) => {
    const taken = stolen(reveals, seat);
    const loser = (seat + 1) % reveals.length;
    const what = taken
      ? t("tapeo.steals", {
          tapa: t(`tapeo.${tapa}`),
          stolen: t(`tapeo.${taken}`),
          who: loser === 0 ? t("you.from") : who(loser),
        })
      : tapa && t(`tapeo.${tapa}`);
    return t("says", { who: who(seat), what });
  });
  const revealed = reveals[0] ? t("tapeo.revealed", { picks: told.join(". ") }) : "";
  return table.legal.length ? `${revealed} ${t("tapeo.your.hand", { tapas: counted(held, t) })}` : revealed;
}

/** What stands still at a round's end until one goes on: who gained what. */
export function interlude({ table, before, t, who }) {
  if (table.closing !== 1) return null;
  const { scores, churros, round } = table.view;
  const rows = [...scores.keys()].map((seat) => {
    const gain = scores[seat] - before.view.scores[seat];
    return { name: who(seat), cells: [signed(gain, t), t.number(scores[seat]), t.number(churros[seat])] };
  });
  const heads = ["tapeo.name", "tapeo.gained", "tapeo.total", "tapeo.churros"].map((key) => t(key));
  return { title: t("tapeo.round.done", { round }), body: figures(t("tapeo.board"), heads, rows) };
}

/** The result in figures. */
export function outcome({ table, t, who }) {
  const { scores, churros, winners, ranks } = table.result;
  const sources = Object.keys(SOURCES).map((name) => `${name}_points`);
  const heads = [
    t("over.player"),
    t("tapeo.total"),
    ...Object.entries(SOURCES).map(([name, kind]) =>
      drawing(`tapa-${kind}`, "0 0 100 100", t(`tapeo.from.${name}_points`), "tapa"),
    ),
  ];
  const rows = [...scores.keys()]
    .sort((a, b) => ranks[a] - ranks[b])
    .map((seat) => ({
      name: who(seat),
      best: winners.includes(seat),
      cells: [t.number(scores[seat]), ...sources.map((name) => t.number(table.result[name][seat]))],
    }));
  return [
    figures(t("over.figures"), heads, rows),
    h(
      "p",
      { class: "note" },
      `${t("tapeo.churros")}: ${t.list([...churros.keys()].map((seat) => `${who(seat)} ${churros[seat]}`))}`,
    ),
  ];
}

export function spoken(move, t) {
  return t(`tapeo.${move}`);
}

export function rules(t) {
  return [
    h("p", {}, t("tapeo.rules.1")),
    h("p", {}, t("tapeo.rules.2")),
    h(
      "dl",
      { class: "menu" },
      RULES.map((name) => {
        const kind = name === "ham" ? "ham2" : name;
        return h(
          "div",
          {},
          h("dt", {}, drawing(`tapa-${kind}`, "0 0 100 100", null, "tapa"), t(`tapeo.short.${kind}`)),
          h("dd", {}, t(`tapeo.rules.${name}`)),
        );
      }),
    ),
    h("p", {}, t("tapeo.rules.end")),
  ];
}

// --- words -----------------------------------------------------------------------------------------------------

function kindsOf(counts) {
  return Object.entries(counts).filter(([, n]) => n > 0);
}

function times(kind, n, t) {
  return n > 1 ? t("tapeo.times", { n, tapa: t(`tapeo.${kind}`) }) : t(`tapeo.${kind}`);
}

function counted(counts, t) {
  return t.list(kindsOf(counts).map(([kind, n]) => times(kind, n, t))) || t("tapeo.bar.empty");
}

function signed(value, t) {
  return value > 0 ? `+${t.number(value)}` : t.number(value);
}
