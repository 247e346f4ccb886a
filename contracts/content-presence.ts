import { z } from "zod";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** Milliseconds after its last announcement for which a window counts as open (rules/content 56). */
export const PRESENCE_MS = 10_000;
/** Windows of one document that are kept and told of. */
export const MAX_WINDOWS = 50;

const position = z
  .string()
  .max(1000, "must have at most 1,000 characters")
  .describe("A Yjs relative position in base64; Kiln does not read it.");

/** A person's place in a document, as their window describes it; Kiln does not check it. */
export const placeInDocument = z.strictObject({
  path: z
    .string()
    .max(300, "must have at most 300 characters")
    .describe("Path of the field, as issues name it."),
  locale: z.string().max(40, "must have at most 40 characters").optional(),
  anchor: position.optional(),
  head: position.optional(),
});

export const announcePresence = contract({
  name: "content.announcePresence",
  description:
    "Announces that a window has a document open, and its person's place in it; answers with the other windows that have it open. A window repeats this every few seconds: one that announced nothing for 10 s counts as closed. Nothing of it is stored.",
  params: z.object({
    id: uuid(),
    windowId: uuid().describe("A new UUID that the window chooses."),
    place: placeInDocument
      .nullable()
      .optional()
      .describe("The person's place in the document; null or left out: no particular place."),
    isLeaving: z
      .boolean()
      .default(false)
      .describe("True when the window is closed: the others are told at once."),
  }),
  result: z.strictObject({
    windows: z.array(
      z.strictObject({
        windowId: z.string(),
        user: z.strictObject({ id: z.string(), email: z.string(), name: z.string().nullable() }),
        place: placeInDocument.nullable(),
      }),
    ),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/presence" },
  area: "content",
  effect: "read",
});
