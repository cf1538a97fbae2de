/** Envite on the page: the cloth with its seats, the stones of both teams, what the captains said, one's three cards. */

import { drawing, h } from "../dom.js";
import { sign } from "../lettering.js";
import {
  avatar,
  botOf,
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

const TEAMS = ["own", "rivals"];
const CALLS = ["pass", "raise", "accept", "fold", "play_tumbo", "decline_tumbo"];
const FRIENDS = { none: null, partner: 2, rival: 1 };
const SIDES = { 4: [1, 1], 6: [2, 1], 8: [2, 3], 10: [3, 3], 12: [4, 3] }; // seats along each side, and along the top
const SUIT_BOXES = { oros: "0 0 40 40", copas: "0 0 40 40", espadas: "0 0 20 60", bastos: "0 0 20 60" };
const FIGURES = ["chicos", "stones", "rounds", "bets", "folds", "tumbos", "declines"];

export const CARDS = ["bastos-3", "oros-10", "espadas-1"];

export const logo = () => sign("Envite", ["gilt", "thread"]);

export function questions(offer) {
  const variants = ["general", "gran_canaria"].map((name) => [name, `envite.variant.${name}`]);
  const lengths = ["match", "chico"].map((name) => [name, `envite.length.${name}`]);
  const company = [
    ["none", "company.none"],
    ["partner", "envite.company.partner"],
    ["rival", "envite.company.rival"],
  ];
  return [
    playersQuestion(offer, 4),
    LEVELS,
    question("company", "start.company", company),
    PACE,
    question("variant", "envite.variant", variants),
    question("episode", "envite.length", lengths),
  ];
}

export function order(offer, { players, level, company, pace, variant, episode }) {
  return {
    game: "envite",
    options: { players: Number(players), variant, episode },
    seats: seating(Number(players), botOf(offer, level), FRIENDS[company]),
    pause_ms: PAUSE_MS[pace],
  };
}

export function board(scene) {
  return h("div", { class: "envite", "data-key": "envite" }, score(scene), cloth(scene), bids(scene), hand(scene));
}

// --- the table -------------------------------------------------------------------------------------------------

/** Both teams: chicos, and their stones in the hollows of a board. */
function score({ table, t }) {
  const { view } = table;
  return h(
    "section",
    { class: "score", "aria-label": t("envite.score") },
    TEAMS.map((team) => {
      const stones = view.stones[team];
      const spoken = [
        t("envite.stones", { n: stones, of: view.chico_stones }),
        t("envite.chicos", { n: view.chicos[team], of: view.chicos_to_win }),
      ];
      return h(
        "div",
        { class: `team ${team}${view.tumbo.includes(team) ? " tumbo" : ""}` },
        h("b", { class: "side" }, t(`envite.${team}`)),
        h(
          "span",
          { class: "chicos", role: "img", "aria-label": spoken[1], title: spoken[1] },
          Array.from({ length: view.chicos_to_win }, (_, n) => h("i", { class: n < view.chicos[team] ? "won" : null })),
        ),
        h(
          "span",
          { class: "stones", role: "img", "aria-label": spoken[0], title: spoken[0] },
          Array.from({ length: view.chico_stones }, (_, n) =>
            h("i", { class: n === view.tumbo_from - 1 ? "brink" : null }, n < stones && drawing("stone", "0 0 40 40")),
          ),
        ),
        h("span", { class: "count" }, view.tumbo.includes(team) ? t("envite.tumbo") : `${stones}`),
      );
    }),
  );
}

function cloth(scene) {
  const { table } = scene;
  const [side, top] = SIDES[table.view.present];
  const seats = [...table.seats.keys()];
  const row = (name, which) =>
    h(
      "ol",
      { class: `row ${name}` },
      which.map((seat) => place(scene, seat)),
    );
  return h(
    "section",
    { class: "cloth", style: `--rows:${Math.max(side, 3)}` },
    h(
      "div",
      { class: "felt" },
      row("right", seats.slice(1, 1 + side)),
      row("top", seats.slice(1 + side, 1 + side + top)),
      row("left", seats.slice(1 + side + top)),
      middle(scene),
      row("mine", [0]),
    ),
  );
}

/** A seat: who sits there, and their card of this trick. */
function place(scene, seat) {
  const { table, t, who } = scene;
  const { view } = table;
  const card = view.played[(view.trick ?? 1) - 1][seat];
  const bid = view.phase === "playing" ? null : lastBid(scene, seat);
  const winner = table.closing !== undefined && view.actor === seat;
  const voids = view.voids[seat];
  const classes = [
    "place",
    TEAMS[seat % 2],
    view.actor === seat && table.status !== "over" && "turn",
    winner && "winner",
  ];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), "data-key": `place-${seat}` },
    h(
      "div",
      { class: "played" },
      card && drawing(`card-${card}`, "0 0 100 150", t("says", { who: who(seat), what: cardName(card, t) }), "card"),
      bid && h("span", { class: "bubble", "data-key": `bid-${bid.point}` }, bid.words),
      voids.length > 0 &&
        h(
          "span",
          {
            class: "voids",
            role: "img",
            "aria-label": t("envite.void", { kinds: kinds(voids, t) }),
            title: t("envite.void", { kinds: kinds(voids, t) }),
          },
          voids.map((kind) =>
            SUIT_BOXES[kind] ? drawing(`suit-${kind}`, SUIT_BOXES[kind]) : h("b", {}, t("envite.void.trump")),
          ),
        ),
    ),
    h(
      "div",
      { class: "who" },
      avatar(scene, seat),
      h("b", {}, who(seat)),
      view.captains[seat] &&
        h(
          "span",
          { class: "captain", role: "img", "aria-label": t("envite.captain"), title: t("envite.captain") },
          "★",
        ),
    ),
  );
}

/** The vira, what is at stake, and tricks won. */
function middle({ table, t, event }) {
  const { view } = table;
  const suit = view.vira.split("-")[0];
  const spoken = t("envite.vira.is", { card: cardName(view.vira, t), suit });
  return h(
    "div",
    { class: "middle" },
    h(
      "div",
      { class: "vira", title: spoken },
      drawing("card-back-envite", "0 0 100 150", null, "card deck"),
      drawing(`card-${view.vira}`, "0 0 100 150", spoken, "card"),
    ),
    h(
      "dl",
      {},
      h(
        "div",
        {},
        h("dt", {}, t("envite.worth")),
        h("dd", {}, view.tumbo.length ? t("envite.worth.tumbo") : stake(view.stake.agreed, t)),
      ),
      view.proposed !== null &&
        h("div", { class: "asked" }, h("dt", {}, t("envite.asked")), h("dd", {}, stake(view.stake.proposed, t))),
      h(
        "div",
        { class: "tricks", role: "img", "aria-label": t("envite.tricks", view.tricks_won) },
        TEAMS.map((team) =>
          h(
            "span",
            { class: team },
            Array.from({ length: 2 }, (_, n) => h("i", { class: n < view.tricks_won[team] ? "won" : null })),
          ),
        ),
      ),
    ),
    event && h("p", { class: `event ${event.team}`, "data-key": event.key, "aria-hidden": "true" }, event.text),
  );
}

/** What the captains said this round, and the last trick. */
function bids({ table, t, who, moves }) {
  const { view } = table;
  const said = bidsOfRound(moves, view);
  const last = view.trick > 1 ? view.played[view.trick - 2] : null;
  const empty = view.tumbo.length ? t("envite.bids.tumbo") : t("envite.bids.none");
  return h(
    "section",
    { class: "bids" },
    h("h2", {}, t("envite.bids")),
    h(
      "ol",
      { tabindex: "0", "data-latest": true, "aria-label": t("envite.bids") },
      said.length
        ? said.map((bid) =>
            h(
              "li",
              { class: TEAMS[bid.seat % 2], "data-key": bid.point },
              t("says", { who: who(bid.seat), what: words(bid, view, t) }),
            ),
          )
        : h("li", { class: "none" }, empty),
    ),
    last &&
      h(
        "button",
        {
          type: "button",
          class: "last",
          "data-act": "closeup",
          "aria-label": t("envite.last"),
          style: `--cards:${last.filter(Boolean).length}`,
        },
        h("span", {}, t("envite.last")),
        h(
          "span",
          { class: "cards", "aria-hidden": "true" },
          last.map((card) => card && h("span", {}, drawing(`card-${card}`, "0 0 100 150", null, "card"))),
        ),
      ),
  );
}

/** The last trick, large: who played what; who took it leads now. */
export function closeup({ table: { view }, t, who }) {
  const last = view.trick > 1 ? view.played[view.trick - 2] : [];
  const cards = last.map(
    (card, seat) =>
      card &&
      h(
        "li",
        { class: `${TEAMS[seat % 2]}${view.leader === seat ? " took" : ""}` },
        drawing(`card-${card}`, "0 0 100 150", cardName(card, t), "card"),
        h("b", {}, who(seat)),
      ),
  );
  return [t("envite.last"), h("ol", { class: "trick" }, cards)];
}

function hand(scene) {
  const { table, t, who } = scene;
  const { view, legal } = table;
  const calls = CALLS.filter((call) => legal.includes(call));
  const captain = who(view.actor ?? 0);
  const yours = calls.includes("accept")
    ? t("envite.prompt.answer", { stake: stake(view.stake.proposed, t) })
    : calls.includes("play_tumbo")
      ? t("envite.prompt.tumbo")
      : calls.length
        ? t("envite.prompt.bet")
        : t(view.leader === 0 ? "envite.prompt.lead" : "envite.prompt.follow");
  const bidding = view.phase !== "playing" && !legal.length && table.status === "playing";
  return h(
    "section",
    { class: "hand", tabindex: "-1", "aria-label": t("envite.hand") },
    h(
      "div",
      { class: "line" },
      bidding ? h("p", { class: "prompt" }, t("envite.bidding", { who: captain })) : prompt(scene, yours),
    ),
    h(
      "div",
      { class: "calls", role: "group", "aria-label": t("envite.bids") },
      calls.map((call) => callButton(scene, call)),
    ),
    h(
      "div",
      { class: "cards", role: "group", "aria-label": t("envite.hand") },
      view.hand.map((card) =>
        moveButton(
          scene,
          card,
          cardName(card, t),
          `card-move${view.phase === "playing" ? "" : " resting"}`,
          drawing(`card-${card}`, "0 0 100 150", null, "card"),
        ),
      ),
    ),
  );
}

function callButton(scene, call) {
  const {
    table: { view },
    t,
  } = scene;
  const label = words(
    { move: call, level: (view.proposed ?? view.level) + 1, answers: view.proposed !== null },
    view,
    t,
  );
  const means = {
    accept: () => t("envite.means.accept", { stake: stake(view.stake.proposed, t) }),
    fold: () => t("envite.means.fold", { n: view.stake.agreed }),
    decline_tumbo: () => t("envite.means.fold", { n: view.decline_stones }),
  }[call]?.();
  return moveButton(
    scene,
    call,
    means ? `${label}, ${means}` : label,
    `call ${call}`,
    h("span", { class: "word" }, label),
    means && h("small", {}, means),
  );
}

// --- what is said ----------------------------------------------------------------------------------------------

/**
 * The bids of the round that is played, each with the level it names and whether it answers another.
 *
 * In all moves of the game they are those after the last card or the last end without cards, but for this round's own
 * cards, which come after them.
 */
export function bidsOfRound(moves, view) {
  let end = moves.length - view.played.flat().filter(Boolean).length;
  const round = [];
  while (end > 0 && CALLS.includes(moves[end - 1].move) && !["fold", "decline_tumbo"].includes(moves[end - 1].move)) {
    round.unshift(moves[--end]);
  }
  let level = 0;
  let open = false;
  return round.map((bid) => {
    const answers = open;
    if (bid.move === "raise") [level, open] = [level + 1, true];
    return { ...bid, level, answers };
  });
}

function lastBid({ table, t, moves }, seat) {
  const bid = bidsOfRound(moves, table.view).findLast((said) => said.seat === seat);
  return bid && { point: bid.point, words: words(bid, table.view, t) };
}

function words({ move, level, answers }, view, t) {
  if (move !== "raise") return t(`envite.move.${move}`);
  const ladder = view.rungs.filter(Boolean);
  return t(answers ? "envite.move.raise" : "envite.move.bet", {
    stake: ladder[level - 1] ? t.number(ladder[level - 1]) : t("envite.worth.fuera"),
  });
}

export function spoken(move, t) {
  return move === "raise"
    ? t("envite.said.raise")
    : CALLS.includes(move)
      ? t(`envite.move.${move}`)
      : cardName(move, t);
}

/** What a screen reader tells: who did what, whose the trick is, one's own turn. */
export function news(scene) {
  const { table, before, t, who } = scene;
  const { view } = table;
  if (table.closing !== undefined) return trickTaken(scene);
  const told = [];
  if (before && table.last && table.last.point !== before.last?.point) {
    told.push(...table.last.moves.map(({ seat, move }) => t("says", { who: who(seat), what: spoken(move, t) })));
  }
  if (before && gained(before.view, view)) told.push(roundDone(before.view, view, t));
  if (!before || before.view.vira !== view.vira)
    told.push(t("envite.vira.is", { card: cardName(view.vira, t), suit: view.vira.split("-")[0] }));
  if (table.legal.length && !before?.legal.length) {
    told.push(
      t("turn.yours"),
      t("says", { who: t("envite.hand"), what: t.list(view.hand.map((card) => cardName(card, t))) }),
    );
  }
  return told.join(". ");
}

/** What is shown for a moment: whose the trick is, what the round brought. */
export function eventOf(scene) {
  const { table, before, t } = scene;
  if (table.closing !== undefined)
    return { key: `trick-${table.last.point}`, text: trickTaken(scene), team: TEAMS[table.view.actor % 2] };
  const team = before && gained(before.view, table.view);
  return team ? { key: `round-${table.last.point}`, text: roundDone(before.view, table.view, t), team } : null;
}

function trickTaken({ table, t, who }) {
  const seat = table.view.actor;
  return seat === 0 ? t("envite.trick.yours") : t("envite.trick.taken", { who: who(seat) });
}

/** The team that gained stones or a chico between two looks at the table; undefined if none. */
function gained(before, after) {
  return (
    TEAMS.find((team) => after.chicos[team] > before.chicos[team]) ??
    (TEAMS.some((team) => after.chicos[team] !== before.chicos[team])
      ? undefined
      : TEAMS.find((team) => after.stones[team] > before.stones[team]))
  );
}

function roundDone(before, after, t) {
  const team = gained(before, after);
  const chico = after.chicos[team] > before.chicos[team];
  const gain = chico
    ? t("envite.gain.chico")
    : t("envite.gain.stones", { n: after.stones[team] - before.stones[team] });
  return t(`envite.round.${team}`, { gain });
}

/** Who has won: a team. */
export function verdict({ table, t }) {
  return table.result.winners.includes(0) ? t("over.team") : t("over.team.lost");
}

/** The result: both teams in figures. */
export function outcome({ table, t }) {
  const { result } = table;
  const heads = [t("envite.score"), ...TEAMS.map((team) => t(`over.team.${team}`))];
  return figures(
    t("over.figures"),
    heads,
    FIGURES.filter((name) => result[name]).map((name) => ({
      name: t(`envite.figure.${name}`),
      cells: [t.number(result[name][0]), t.number(result[name][1])],
    })),
  );
}

export function rules(t) {
  return Array.from({ length: 7 }, (_, n) => h("p", {}, t(`envite.rules.${n + 1}`)));
}

// --- words -----------------------------------------------------------------------------------------------------

function cardName(card, t) {
  const [suit, rank] = card.split("-");
  return t("envite.card", { rank: ["1", "10", "11", "12"].includes(rank) ? t(`envite.rank.${rank}`) : rank, suit });
}

function kinds(voids, t) {
  return t.list(voids.map((kind) => (kind === "trump" ? t("envite.trumps") : kind)));
}

function stake(stones, t) {
  return stones ? t("envite.worth.stones", { n: stones }) : t("envite.worth.fuera");
}
