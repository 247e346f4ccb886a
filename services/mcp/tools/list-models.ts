import { listModels as contract } from "../../../contracts/catalog.js";
import { defineTool, LOOKS } from "../tool.js";

export const listModels = defineTool({
  name: "list_models",
  title: "List models",
  description:
    "The whole catalog of models that can be generated with, or one kind of it. `capabilities` says which params a model takes and their allowed values, `pricing` what it costs in credits, `paidOnly` that it is not open to every account. There is no default model, and the order is not a ranking. Use a model's id and capabilities to call generate.",
  contract,
  input: contract.params.pick({ kind: true }).extend({
    kind: contract.params.shape.kind.describe("Only models that make this kind of media; left out: all."),
  }),
  buying: { says: "A paidOnly model opens with any purchase of the payer." },
  list: { rows: "models" },
  annotations: LOOKS,
  run: (call, { kind }) => call.call(contract, { kind }),
});
