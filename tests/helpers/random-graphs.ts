import fc from "fast-check";
import { type GraphNode, graphOf } from "./workflows.js";

/** Nodes whose results follow from their inputs: echoed texts, pictures named by their prompt. Some nodes fail. */
export const drawnNodes = fc.array(
  fc.record({
    type: fc.constantFrom(
      "prompt",
      "textJoin",
      "generateText",
      "generateImage",
      "generateImage",
      "transcribe",
    ),
    fails: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
    needs: fc.array(fc.nat(), { maxLength: 3 }),
  }),
  { minLength: 3, maxLength: 10 },
);

/** Placeholder ids for sounds of the person who runs the graph. */
const SOUND = "the sound";
const FAILING_SOUND = "the sound that cannot be transcribed";

export function graphFrom(
  drawn: readonly { type: string; fails: boolean; needs: readonly number[] }[],
): object {
  const made: GraphNode[] = [];
  const arrows: string[] = [];
  const texts: string[] = [];
  for (const [index, { type, fails, needs }] of drawn.entries()) {
    const id = `n${index}`;
    const word = `${fails ? "[fail] " : ""}word ${index}`;
    const from = [...new Set(needs.map((need) => texts[need % Math.max(1, texts.length)]))].flatMap(
      (at) => at ?? [],
    );
    if (type === "prompt" || (type === "textJoin" && from.length === 0))
      made.push({ id, type: "prompt", data: { text: `word ${index}` } });
    else if (type === "textJoin") made.push({ id, type });
    else if (type === "transcribe")
      made.push({
        id,
        type,
        data: { storageId: fails ? FAILING_SOUND : SOUND, durationSeconds: 40 + index },
      });
    else if (type === "generateText") made.push({ id, type, data: { instruction: word } });
    else made.push({ id, type, data: { model: "mock-image", prompt: word } });
    if (type === "textJoin" || type === "generateText") arrows.push(...from.map((at) => `${at}>${id}`));
    if (type === "generateImage" && from[0] !== undefined) arrows.push(`${from[0]}>${id}`);
    if (type !== "generateImage") texts.push(id);
  }
  return graphOf(made, arrows);
}

export const withSounds = (graph: object, [sound = "", failing = ""]: readonly string[]): object =>
  JSON.parse(
    JSON.stringify(graph)
      .replaceAll(JSON.stringify(SOUND), JSON.stringify(sound))
      .replaceAll(JSON.stringify(FAILING_SOUND), JSON.stringify(failing)),
  ) as object;

export interface NodeView {
  status: string;
  detail?: string;
  costCredits?: number;
  outputs?: Record<string, { type: string; value: string }>;
}

/** Returns the part of a run that is equal each time its graph runs. Media have new ids each time. */
export const essence = (run: { status: string; nodeResults: Record<string, NodeView> }) => ({
  status: run.status,
  nodes: Object.entries(run.nodeResults).map(([id, { status, detail, costCredits, outputs = {} }]) => ({
    id,
    status,
    detail,
    costCredits,
    outputs: Object.entries(outputs).map(([port, { type, value }]) => [
      port,
      type,
      type === "text" ? value : "",
    ]),
  })),
});
