// A policy exported by card_envs: named game quantities in, a move by name out.
// The same code runs on onnxruntime-node and on onnxruntime-web.

/**
 * Load a policy.
 *
 * @param ort the onnxruntime to run it with
 * @param model the exported `.onnx` file: its path in Node, its bytes in a page
 * @param metadata what the `.json` beside it says: game, layout, action names
 * @returns position → Promise of { move, probabilities, value }: the likeliest legal move by name; how likely each
 *     legal one is, best first; the reward that the policy expects. A position is { game, inputs, legal }: numbers
 *     by the name of each block of the layout, nested or flat, and the names of the legal moves. One that the policy
 *     cannot play throws an Error that says what was wrong and what is allowed.
 */
export async function loadBot(ort, model, metadata) {
  const { blocks, actions } = metadata.layout;
  const session = await ort.InferenceSession.create(model);
  return async (position) => {
    check(metadata, position);
    const { inputs, legal } = position;
    const feeds = { action_mask: new ort.Tensor("int8", mask(actions, legal), [1, actions.length]) };
    for (const block of blocks)
      feeds[block.name] = new ort.Tensor("float32", numbers(block, inputs[block.name]), [1, ...block.shape]);
    const { action, probabilities, value } = await session.run(feeds);
    const shares = legal.map((name) => [name, probabilities.data[actions.indexOf(name)]]);
    shares.sort((one, other) => other[1] - one[1]);
    return { move: actions[action.data[0]], probabilities: Object.fromEntries(shares), value: value.data[0] };
  };
}

function check({ game, layout }, position) {
  if (position?.game !== game) throw new Error(`this policy plays ${game}, not ${position?.game}`);
  if (!(position.inputs instanceof Object && Array.isArray(position.legal)))
    throw new Error("a position has inputs, numbers by name, and legal, a list of moves by name");
  const names = layout.blocks.map((block) => block.name);
  const unknown = Object.keys(position.inputs).filter((name) => !names.includes(name));
  if (unknown.length)
    throw new Error(`no input of ${game} is called ${unknown.join(", ")}; there are ${names.join(", ")}`);
}

/** The numbers of one block, in a row. */
function numbers({ name, shape, low, high }, given = []) {
  const flat = [given].flat(Infinity);
  if (flat.length !== shape.reduce((product, length) => product * length, 1))
    throw new Error(`${name} takes a list of shape [${shape}], not ${flat.length} numbers`);
  const wrong = flat.find((number) => !(typeof number === "number" && low <= number && number <= high));
  if (wrong !== undefined)
    throw new Error(`${name} takes numbers from ${low} to ${high}, not ${JSON.stringify(wrong)}`);
  return Float32Array.from(flat);
}

/** 1 for each legal move. */
function mask(actions, legal) {
  const unknown = legal.filter((name) => !actions.includes(name));
  if (unknown.length) throw new Error(`no move is called ${unknown.join(", ")}; there are ${actions.join(", ")}`);
  if (!legal.length) throw new Error("no move is legal; a policy is asked only where a seat acts");
  return Int8Array.from(actions, (name) => Number(legal.includes(name)));
}
