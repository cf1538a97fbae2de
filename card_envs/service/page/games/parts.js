/** Pieces that the tables of all games are made of. */

import { h } from "../dom.js";
import { icon } from "../icons.js";

const NAMES = [
  "Lola",
  "Chano",
  "Nieves",
  "Paco",
  "Yaiza",
  "Fefo",
  "Carmela",
  "Manolo",
  "Pino",
  "Yeray",
  "Dácil",
  "Domingo",
];

/** What a seat is called: oneself "you", the others by a name that is the same for everybody at the table. */
export function nameOf(table, seat, t) {
  return seat === 0 ? t("you") : personalName(table.seats[seat].agent.split("_")[1]);
}

export function personalName(agent) {
  return NAMES[Number(agent) % NAMES.length];
}

/** A seat's round sign: its first letter, or a figure for a person; whether it is away, or has still to choose. */
export function avatar({ table, t, who }, seat) {
  const { bot, here } = table.seats[seat];
  const thinks = table.waiting.includes(seat) && table.status === "playing" && !table.clock;
  const state = !here ? "away" : thinks ? "thinking" : "";
  const kind = t(bot === null ? "seat.person" : "seat.bot");
  return h(
    "span",
    { class: `avatar ${state}`, title: state ? `${kind}, ${t(`seat.${state}`)}` : kind, "data-tint": seat },
    bot === null ? icon("person") : h("i", { "aria-hidden": "true" }, who(seat)[0]),
  );
}

/** A move to choose: a button that shows, once asked for, how likely a bot would choose it. */
export function moveButton({ table, hint, t, pending }, move, label, className, ...content) {
  const odds = hint?.probabilities[move];
  const percent = odds === undefined ? null : Math.round(100 * odds);
  const chosen = (pending ?? table.chosen) === move;
  return h(
    "button",
    {
      type: "button",
      class: `move ${className}${chosen ? " chosen" : ""}${odds !== undefined && move === hint.move ? " best" : ""}`,
      "data-key": `move-${move}`,
      "data-move": move,
      disabled: !table.legal.includes(move),
      "aria-label": percent === null ? label : t("says", { who: label, what: `${percent}%` }),
      "aria-pressed": chosen ? "true" : null,
    },
    ...content,
    h(
      "span",
      { class: "odds", hidden: percent === null },
      h("i", { style: `inline-size:${percent ?? 0}%` }),
      h("b", {}, `${percent ?? 0}%`),
    ),
  );
}

/** What oneself has to do, or whom the table waits for; always one line. */
export function prompt({ table, t, who }, yours) {
  const mine = table.legal.length > 0;
  const others = table.waiting.filter((seat) => seat !== 0);
  const waiting = others.length > 3 ? t.number(others.length) : t.list(others.map(who));
  const idle = table.status !== "playing" ? "\u00a0" : waiting ? t("turn.waiting", { who: waiting }) : t("turn.wait");
  return h("p", { class: `prompt${mine && table.chosen === null ? " yours" : ""}` }, mine ? yours : idle);
}

/** Figures as a table: `heads` over a row for each of `rows`, `{name, cells, best}`. */
export function figures(caption, heads, rows) {
  return h(
    "div",
    { class: "figures-box" },
    h(
      "table",
      { class: "figures" },
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ name, cells, best }) =>
          h(
            "tr",
            { class: best ? "best" : null },
            h("th", { scope: "row" }, name),
            cells.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

// --- before the game -------------------------------------------------------------------------------------------

/** A question of the start page: the name of its answer, its words, and the answers as `[value, key, values]`. */
export function question(name, key, answers, preset = answers[0][0]) {
  return { name, key, answers, preset: String(preset) };
}

export function playersQuestion(offer, preset) {
  return question(
    "players",
    "start.players",
    offer.players.map((n) => [n, "number", { n }]),
    preset,
  );
}

export const LEVELS = question(
  "level",
  "start.level",
  ["easy", "medium", "hard"].map((name) => [name, `level.${name}`]),
  "medium",
);

export const COMPANY = question("company", "start.company", [
  ["none", "company.none"],
  ["friend", "company.friend"],
]);

export const PACE = question(
  "pace",
  "start.pace",
  ["calm", "normal", "fast"].map((name) => [name, `pace.${name}`]),
  "normal",
);

/** The bot of a level. */
export function botOf(offer, level) {
  const trained = offer.bots.some(({ bot }) => bot === "trained");
  return trained ? `trained:${level}` : { easy: "random", medium: "greedy", hard: "expert" }[level];
}

/** Who sits where: oneself, bots, and a friend in the seat that is given. */
export function seating(players, bot, friend) {
  return Array.from({ length: players }, (_, seat) => (seat === 0 || seat === friend ? null : bot));
}

export const PAUSE_MS = { calm: 1400, normal: 700, fast: 150 };
