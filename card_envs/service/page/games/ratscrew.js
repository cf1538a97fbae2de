/** Egyptian ratscrew on the page: the pile to be slapped, and how many cards everybody has left. */

import { drawing, h } from "../dom.js";
import { sign } from "../lettering.js";
import { avatar, COMPANY, figures, LEVELS, moveButton, PACE, playersQuestion, question, seating } from "./parts.js";

const RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SUITS = ["spades", "hearts", "clubs", "diamonds"];
const DECK = 52;
const SLAPS = {
  classic: ["double", "sandwich", "top_bottom"],
  all: ["double", "sandwich", "top_bottom", "marriage", "tens"],
  double: ["double"],
};
const TICKS = 8; // of a window
const TICK_MS = { calm: 220, normal: 150, fast: 100 };
const RIVALS = {
  // how soon they see a card, how often they err
  easy: { reaction_ms: 900, bot: "expert:errors=0.03" },
  medium: { reaction_ms: 600, bot: "expert:errors=0.015" },
  hard: { reaction_ms: 400, bot: "expert:errors=0.005" },
};
const SHORT = 150; // cards of a short game

const ACROSS = [1, 2, 3, 2, 3, 3, 4]; // rivals in a line on a phone, by their number from one on

export const CARDS = ["spades-12", "hearts-12", "clubs-1"];

export const logo = () => sign("Ratscrew", ["shade", "edge", "face"]);

export function questions(offer) {
  return [
    playersQuestion(offer, 4),
    LEVELS,
    COMPANY,
    PACE,
    question(
      "slaps",
      "ratscrew.slaps",
      Object.keys(SLAPS).map((name) => [name, `ratscrew.slaps.${name}`]),
    ),
    question(
      "penalty",
      "ratscrew.penalty",
      [2, 1].map((n) => [n, "ratscrew.penalty.n", { n }]),
    ),
    question(
      "length",
      "ratscrew.length",
      ["all", "short"].map((name) => [name, `ratscrew.length.${name}`]),
    ),
  ];
}

export function order(offer, { players, level, company, pace, slaps, penalty, length }) {
  const { bot, reaction_ms } = RIVALS[level];
  const cut = length === "short" ? { max_flips: SHORT } : {};
  return {
    game: "ratscrew",
    options: { players: Number(players), ticks: TICKS, slaps: SLAPS[slaps], penalty: Number(penalty), ...cut },
    seats: seating(Number(players), bot, company === "friend" ? 1 : null),
    tick_ms: TICK_MS[pace],
    reaction_ms,
  };
}

/** The move that SPACE makes, and a finger as soon as it is down. */
export const reflex = "slap";

export const refusal = "ratscrew.late";

export function board(scene) {
  const {
    table: { view },
  } = scene;
  const others = [...view.stacks.keys()].slice(1);
  return h(
    "div",
    { class: "ratscrew", "data-key": "ratscrew" },
    h(
      "ol",
      { class: "rivals", style: `--rivals:${others.length}; --across:${ACROSS[others.length - 1]}` },
      others.map((seat) => life(scene, seat, "li")),
    ),
    arena(scene),
    h(
      "section",
      { class: "hand", tabindex: "-1", "aria-label": scene.t("ratscrew.pile") },
      challenge(scene),
      life(scene, 0, "div"),
    ),
  );
}

// --- the table -------------------------------------------------------------------------------------------------

/** A seat with the bar of its cards. */
function life(scene, seat, tag) {
  const {
    table: { view, status },
    t,
    who,
  } = scene;
  const cards = view.stacks[seat];
  const state = [
    !view.in[seat] && "out",
    status === "playing" && view.flipper === seat && "flips",
    view.challenger === seat && "challenger",
    hit(scene, seat),
  ];
  const flips = state.includes("flips");
  const count = view.in[seat]
    ? [
        h("span", { "aria-hidden": "true" }, t.number(cards)),
        h("span", { class: "unseen" }, t("ratscrew.cards", { n: cards })),
      ]
    : t("ratscrew.out");
  return h(
    tag,
    {
      class: `life ${state.filter(Boolean).join(" ")}`,
      "data-key": `life-${seat}`,
      title: flips ? t("ratscrew.flips") : null,
    },
    avatar(scene, seat),
    h("b", { class: "who" }, who(seat)),
    h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: `inline-size:${(100 * cards) / DECK}%` })),
    h("span", { class: "count" }, count),
  );
}

function arena(scene) {
  const { table, t, event } = scene;
  const { view } = table;
  const played = view.pile - view.burnt;
  const shown = view.top
    .map((rank, below) => ({ rank, place: played - 1 - below }))
    .filter(({ rank }) => rank)
    .reverse();
  const label = view.top[0]
    ? t("ratscrew.pile.is", {
        n: view.pile,
        cards: t.list(view.top.filter(Boolean).map((rank) => t(`ratscrew.rank.${rank}`))),
      })
    : t("ratscrew.pile.empty");
  const window = `--window:${view.ticks * (table.clock?.tick_ms ?? 0)}ms`;
  return h(
    "section",
    { class: `arena${event ? ` ${event.tone}` : ""}` },
    h("div", { class: "rays", "aria-hidden": "true" }),
    h(
      "div",
      { class: "first" },
      view.first &&
        played > view.top.length && [
          drawing(`card-rank-${number(view.first)}`, "0 0 100 150", null, "card"),
          h("small", {}, t("ratscrew.first")),
        ],
    ),
    moveButton(
      scene,
      "slap",
      `${t("ratscrew.slap.label")}. ${label}`,
      "slap",
      table.clock?.running && h("span", { class: "ring", "data-key": `ring-${played}`, style: window }),
      h(
        "span",
        { class: "pile" },
        shown.length ? shown.map(pileCard) : drawing("hand-slap", "0 0 100 100", null, "invitation"),
      ),
    ),
    h(
      "p",
      { class: "heap" },
      h("b", {}, t("ratscrew.pile.count", { n: view.pile })),
      view.burnt > 0 && h("small", {}, t("ratscrew.burnt", { n: view.burnt })),
    ),
    h("kbd", { class: "key", "aria-hidden": "true" }, t("ratscrew.slap.key")),
    event &&
      h(
        "div",
        { class: `burst ${event.tone}`, "data-key": event.key, "aria-hidden": "true" },
        h("b", {}, event.cry),
        h("span", {}, event.text),
      ),
  );
}

/** A card of the pile. Only ranks are seen: suits follow the place in the pile, so those that lie together differ. */
function pileCard({ rank, place }, at, shown) {
  const id = `card-${SUITS[place % SUITS.length]}-${number(rank)}`;
  const style = `--lean:${((place * 47) % 17) - 8}deg`;
  return h(
    "span",
    { class: `below-${shown.length - 1 - at}`, "data-key": `${id}-${place}`, style },
    drawing(id, "0 0 100 150", null, "card"),
  );
}

function number(rank) {
  return RANKS.indexOf(String(rank)) + 1;
}

function challenge({ table, t, who }) {
  const { view, status, clock } = table;
  if (status === "playing" && !view.in[0]) return h("p", { class: "prompt" }, t("ratscrew.you.out"));
  if (status === "playing" && clock && !clock.running) return h("p", { class: "prompt" }, t("ratscrew.standing"));
  if (view.challenger === null)
    return h("p", { class: `prompt${status === "playing" ? "" : " none"}` }, t("ratscrew.prompt"));
  return h("p", { class: "prompt duel" }, owes(view, t, who));
}

/** Who owes how many cards to whom. */
function owes({ challenger, flipper, owed }, t, who) {
  const key = !owed ? "ratscrew.owes.nothing" : flipper === 0 ? "ratscrew.owes.you" : "ratscrew.owes";
  return t(key, { who: who(challenger), payer: who(flipper), owed });
}

// --- what happens ----------------------------------------------------------------------------------------------

/**
 * What happened between two looks at the table: null, or `{key, tone, cry, text, seats}`.
 *
 * Who slapped is told; whether it was good shows in the stacks: only a pile won makes one grow.
 */
export function eventOf({ table, before, t, who }) {
  if (!before || !table.last || table.last.point === before.last?.point) return null;
  const slappers = table.last.moves.filter(({ move }) => move === "slap").map(({ seat }) => seat);
  const gains = table.view.stacks.map((cards, seat) => cards - before.view.stacks[seat]);
  const winner = gains.findIndex((gain) => gain > 0);
  const key = `event-${table.last.point}`;
  if (winner >= 0) {
    const flipped = table.view.pile > 0 && table.view.last_flipper === winner;
    const text = t("ratscrew.wins", { who: who(winner), n: gains[winner] + flipped });
    const cry = t(slappers.includes(winner) ? "ratscrew.good" : "ratscrew.paid");
    return { key, text, seats: [winner], cry, tone: winner === 0 ? "good" : "theirs" };
  }
  if (!slappers.length) return null;
  const burns = (seat) => Math.max(0, -gains[seat]);
  const told = slappers.map((seat) =>
    t(burns(seat) ? "ratscrew.burns" : "ratscrew.burns.none", { who: who(seat), n: burns(seat) }),
  );
  return {
    key,
    text: told.join(" · "),
    seats: slappers,
    cry: t("ratscrew.bad"),
    tone: slappers.includes(0) ? "bad" : "theirs",
  };
}

function hit({ event }, seat) {
  return event?.seats.includes(seat) && `hit ${event.tone}`;
}

/** What a screen reader tells: what was flipped, who slapped, what is owed. */
export function news({ table, before, event, t, who }) {
  if (before && table.last?.point === before.last?.point && table.status === before.status) return "";
  const { view } = table;
  const told = event ? [event.text] : [];
  if (view.top[0]) told.push(t(`ratscrew.rank.${view.top[0]}`));
  if (view.challenger !== null && view.challenger !== before?.view.challenger) {
    told.push(owes(view, t, who));
  }
  return told.join(". ");
}

export function outcome({ table, t, who }) {
  const { result, view } = table;
  const heads = [
    "over.player",
    "ratscrew.figure.cards",
    "ratscrew.figure.won_slaps",
    "ratscrew.figure.wrong_slaps",
  ].map((key) => t(key));
  const seats = [...view.stacks.keys()].sort((a, b) => result.ranks[a] - result.ranks[b]);
  return figures(
    t("over.figures"),
    heads,
    seats.map((seat) => ({
      name: who(seat),
      best: result.winners.includes(seat),
      cells: [view.stacks[seat], result.won_slaps[seat], result.wrong_slaps[seat]].map(t.number),
    })),
  );
}

export function spoken(move, t) {
  return t(move === "slap" ? "ratscrew.slap" : "ratscrew.hold");
}

export function rules(t) {
  return [
    ...[1, 2, 3].map((n) => h("p", {}, t(`ratscrew.rules.${n}`))),
    h(
      "dl",
      { class: "menu" },
      SLAPS.all.map((name) =>
        h("div", {}, h("dt", {}, t(`ratscrew.slap.${name}`)), h("dd", {}, t(`ratscrew.rules.${name}`))),
      ),
    ),
    h("p", {}, t("ratscrew.rules.4")),
  ];
}
