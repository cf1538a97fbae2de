/**
 * The games that the page can show. A module of `games/` has
 *
 * - `CARDS`, `logo()`: what shows the game on the start page;
 * - `questions(offer)`: what is asked before the game; `order(offer, answers)`: the table to be made;
 * - `board(scene)`: the table, drawn; `outcome(scene)`: its result in figures; `rules(t)`: the rules in short;
 * - `spoken(move, t)`: a move in words; `news(scene)`: what a screen reader tells of a change;
 *
 * and, where the game has such things,
 *
 * - `interlude(scene)`: `{title, body}` of a part that has closed, at which it waits until one goes on;
 * - `eventOf(scene)`: what has happened, which stands in the scene for a moment: null, or an object of the game's own;
 * - `closeup(scene)`: the title and the content of a dialog that the board opens by `data-act="closeup"`;
 * - `verdict(scene)`: who has won, where it is not the seats that `winners` names;
 * - `reflex`: the move of the space bar; `refusal`: the text for a move that came too late.
 *
 * A scene is `{table, before, t, who, hint, event, moves, pending}`: the table as the server told it, the one shown
 * before it, the speaker of the language, the name of each seat, the bot's odds, what has happened, all moves, and
 * one's move on its way.
 */

import * as envite from "./games/envite.js";
import * as ratscrew from "./games/ratscrew.js";
import * as tapeo from "./games/tapeo.js";

export const GAMES = { tapeo, envite, ratscrew };
