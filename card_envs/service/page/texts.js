/** What the page says, in every language. */

import { common } from "./texts/common.js";
import { envite } from "./texts/envite.js";
import { ratscrew } from "./texts/ratscrew.js";
import { tapeo } from "./texts/tapeo.js";

export const LANGUAGES = ["en", "es"];

/** By key, the text in each of the languages, in their order. */
export const TEXTS = { ...common, ...tapeo, ...envite, ...ratscrew };

const PLACE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

/**
 * The speaker of a language.
 *
 * `t("stones", { n: 3 })` fills the places of a text: `{n}` is the value, `{n:stone|stones}` the word for that many.
 * `t.list(words)` is "a, b and c", `t.number(−1.5)` is "−1.5" or "−1,5".
 */
export function speaker(language) {
  const column = LANGUAGES.indexOf(language);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const lists = new Intl.ListFormat(language, { type: "conjunction" });
  const number = (value) => numbers.format(value).replace("-", "−");
  const shown = (value) => (typeof value === "number" ? number(value) : String(value));

  function t(key, values = {}) {
    const text = TEXTS[key]?.[column];
    if (text === undefined) throw new Error(`there is no text ${key} in ${language}`);
    return text.replace(PLACE, (_, name, one, many) =>
      one === undefined ? shown(values[name]) : Math.abs(values[name]) === 1 ? one : many,
    );
  }
  return Object.assign(t, { language, number, list: (words) => lists.format(words) });
}

/** The language somebody reads: the one chosen before, else the browser's if it is among ours, else English. */
export function preferredLanguage(chosen) {
  const wanted = [chosen, ...navigator.languages].map((language) => language?.slice(0, 2));
  return wanted.find((language) => LANGUAGES.includes(language)) ?? "en";
}
