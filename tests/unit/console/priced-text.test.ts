import test from "ava";
import { pricedText } from "../../../console/generate/priced-text.js";

const ask = (params: object) => [
  { model: "m", params: { kind: "image", prompt: "A kiln", ...params }, projectId: null },
];
type Model = Parameters<typeof pricedText>[1];
const model = (kind: string, pricing: object): Model => ({ kind, pricing });

test("a price is of other words too, where it does not follow from them, and of nothing else", (t) => {
  const isSame = (one: object, by = model("image", { creditsPerImage: { base: 2 } })) =>
    pricedText(ask(one), by) === pricedText(ask({}), by);
  t.true(isSame({ prompt: "A kiln at dusk" }));
  t.false(isSame({ numImages: 4 }));
  t.false(isSame({ prompt: "A kiln at dusk" }, model("audio", {})));
  t.false(isSame({ prompt: "A kiln at dusk" }, model("image", { creditsPerThousandChars: 3 })));
  t.not(pricedText(null, model("image", {})), pricedText(ask({}), model("image", {})));
});
