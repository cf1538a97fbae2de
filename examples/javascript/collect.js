// Copies what the page loads beside it: onnxruntime-web, and the policies that card_envs ships.

import { cpSync, readdirSync } from "node:fs";

const RUNTIME = ["ort.wasm.min.mjs", "ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"];
const TRAINED = "../../card_envs/policies/trained";

for (const file of RUNTIME) cpSync(`node_modules/onnxruntime-web/dist/${file}`, `vendor/${file}`);
for (const file of readdirSync(TRAINED).filter((name) => /\.(onnx|json)$/.test(name)))
  cpSync(`${TRAINED}/${file}`, `policies/${file}`);
