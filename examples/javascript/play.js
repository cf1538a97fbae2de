// Plays positions with an exported policy:
//
//     node play.js POLICY.onnx POSITIONS.json …
//
// Each file holds one position or a list of them; each position gets a line of JSON: move, probabilities, value.

import { readFile } from "node:fs/promises";
import ort from "onnxruntime-node";
import { loadBot } from "./bot.js";

const read = async (path) => JSON.parse(await readFile(path, "utf8"));

async function play(policy, files) {
  const bot = await loadBot(ort, policy, await read(policy.replace(/\.onnx$/, ".json")));
  for (const file of files)
    for (const position of [await read(file)].flat()) console.log(JSON.stringify(await bot(position)));
}

const [policy, ...files] = process.argv.slice(2);
if (files.length) {
  await play(policy, files).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
} else {
  console.error("usage: node play.js POLICY.onnx POSITIONS.json …");
  process.exitCode = 2;
}
