import { type Meaning, type Refusal, sentenceOf } from "../../kit/upstream/upstream-client.js";

/** ComfyUI refuses a graph with what is wrong in general, and for each node. */
export function meaningOf({ status, body }: Refusal): Meaning | null {
  if (status !== 400 || typeof body !== "object" || body === null) return null;
  const { error, node_errors: nodes } = body as { error?: unknown; node_errors?: unknown };
  const found = Object.entries((nodes ?? {}) as Record<string, { errors?: unknown }>).map(
    ([id, { errors }]) => `node ${id}: ${detailsOf(errors)}`,
  );
  return {
    failure: "invalid_params",
    message: [sentenceOf(error), ...found].filter((text) => text !== "").join("; "),
  };
}

const detailsOf = (errors: unknown): string =>
  (Array.isArray(errors) ? errors : [])
    .map((each: { message?: unknown; details?: unknown } | null) =>
      [each?.message, each?.details].filter((text) => typeof text === "string" && text !== "").join(" "),
    )
    .join(", ");
