/**
 * Returns a sentence for each node of a graph in which ComfyUI finds a fault. It tells them with a refusal, and also
 * with a success when it runs a part of the graph.
 */
export const nodeFaults = (nodes: unknown): string[] =>
  Object.entries((nodes ?? {}) as Readonly<Record<string, { errors?: unknown } | null>>).map(
    ([id, node]) => `node ${id}: ${detailsOf(node?.errors)}`,
  );

const detailsOf = (errors: unknown): string =>
  (Array.isArray(errors) ? errors : [])
    .map((each: { message?: unknown; details?: unknown } | null) =>
      [each?.message, each?.details].filter((text) => typeof text === "string" && text !== "").join(" "),
    )
    .join(", ");
