// The page: a position of each game, and the bot's move in it. All that it loads lies beside it (`npm run page`).

import { loadBot } from "./bot.js";

const at = (id) => document.getElementById(id);
const bots = new Map(); // by game, promises

const runtime = import("./vendor/ort.wasm.min.mjs").then((ort) => {
  ort.env.wasm.numThreads = 1; // more would need headers that a plain server does not send
  return ort;
});

async function load(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} is missing: run npm ci --ignore-scripts and npm run page`);
  return response;
}

async function shippedBot(game) {
  const [model, metadata] = await Promise.all([load(`policies/${game}.onnx`), load(`policies/${game}.json`)]);
  return loadBot(await runtime, new Uint8Array(await model.arrayBuffer()), await metadata.json());
}

function botOf(game) {
  if (!bots.has(game)) bots.set(game, shippedBot(game));
  return bots.get(game);
}

async function ask() {
  const text = at("position").value;
  const position = JSON.parse(text);
  const bot = await botOf(position.game);
  const answer = await bot(position);
  if (at("position").value === text) show(answer); // else something else has been asked since
}

async function choose(game) {
  const text = await (await load(`positions/${game}.json`)).text();
  at("position").value = text;
  at("table").replaceChildren(...JSON.parse(text).table.map((line) => element("li", line)));
  await ask();
}

async function useFiles(files) {
  const named = (ending) => files.find((file) => file.name.endsWith(ending));
  const [model, json] = [named(".onnx"), named(".json")];
  if (!model || !json) throw new Error("choose both files of an export: the .onnx and the .json beside it");
  const metadata = JSON.parse(await json.text());
  if (!metadata.layout) throw new Error(`${json.name} does not tell of an exported policy`);
  bots.set(metadata.game, loadBot(await runtime, new Uint8Array(await model.arrayBuffer()), metadata));
  at("games").elements.game.value = metadata.game;
  await choose(metadata.game);
}

function show({ move, probabilities, value }) {
  const bars = Object.entries(probabilities).map(([name, share]) => bar(name, share));
  say(move, bars, `The reward it expects is ${value.toFixed(2)}: 1 is a win, 0 an even chance.`);
}

function bar(name, share) {
  const item = element("li", "");
  item.style.setProperty("--share", share);
  item.append(element("span", name), element("span", `${(100 * share).toFixed(1)}%`));
  return item;
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function say(move, bars = [], value = "") {
  at("move").textContent = move;
  at("shares").replaceChildren(...bars);
  at("value").textContent = value;
}

/** Do it; if something goes wrong, say what. */
async function attempt(action) {
  at("answer").classList.remove("wrong");
  say("…");
  try {
    await action();
  } catch (error) {
    at("answer").classList.add("wrong");
    say(error.message);
  }
}

at("games").addEventListener("change", (event) => attempt(() => choose(event.target.value)));
at("files").addEventListener("change", (event) => attempt(() => useFiles([...event.target.files])));
at("question").addEventListener("submit", (event) => {
  event.preventDefault();
  at("answer").scrollIntoView({ block: "nearest" });
  attempt(ask);
});
attempt(() => choose(at("games").elements.game.value));
