import test from "ava";
import { MAX_TEXT_BYTES, type NodeContext, type WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { textJoin } from "../../../plugins/nodes/core/text-join.js";
import { textSplitter } from "../../../plugins/nodes/core/text-splitter.js";

/** Runs a pure node with texts in one port. */
const run = (node: WorkflowNode, port: string, texts: readonly string[], separator: string) =>
  node.run({
    inputs: { [port]: texts.map((text) => ({ type: "text" as const, text })) },
    settings: { separator },
  } as unknown as NodeContext);

test("a join whose separators would be longer than 1 MB is refused before they are put together (rules/workflows 47)", async (t) => {
  const texts = Array<string>(2900).fill("");
  // Joined, this would be longer than any string that the engine can make, and so a RangeError.
  const separator = "x".repeat(200_000);
  await t.throwsAsync(() => run(textJoin, "texts", texts, separator), {
    message: 'The output "text" is longer than 1 MB.',
  });
});

test("a join of 1 MB is made, and one of a character more is not (rules/workflows 47)", async (t) => {
  const half = "x".repeat(MAX_TEXT_BYTES / 2 - 1);
  const length = async (separator: string) => {
    const { text } = await run(textJoin, "texts", [half, half], separator);
    return text?.type === "text" ? text.text.length : null;
  };
  t.is(await length("--"), MAX_TEXT_BYTES);
  await t.throwsAsync(() => length("---"), { message: /longer than 1 MB/ });
});

test("a long separator is looked for by reading each character of the text once (rules/workflows 47)", async (t) => {
  // The engine's own search compares half of this separator at each place of the text, for 15 s of a processor.
  const half = "a".repeat(150_000);
  const separator = `${half}b${half}`;
  const given = await run(textSplitter, "text", [`${half}${separator}${half}c`], separator);
  const parts = Object.values(given).map((value) => (value?.type === "text" ? value.text : ""));
  t.true(parts.length === 2 && parts[0] === half && parts[1] === `${half}c`);
});
