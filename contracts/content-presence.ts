import { z } from "zod";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** How long after its last word a window counts as open (rules/content 56). */
export const PRESENCE_MS = 10_000;
/** Windows of one document that are told of, and kept. */
export const MAX_WINDOWS = 50;

const position = z
  .string()
  .max(1000, "must have at most 1,000 characters")
  .describe("A Yjs relative position, base64; Kiln does not read it.");

/** Where somebody is in a document; only what is said of it, nothing that Kiln checks. */
export const placeInDocument = z.strictObject({
  path: z.string().max(300, "must have at most 300 characters").describe("Of the field, as issues name it."),
  locale: z.string().max(40, "must have at most 40 characters").optional(),
  anchor: position.optional(),
  head: position.optional(),
});

export const announcePresence = contract({
  name: "content.announcePresence",
  description:
    "Says that a window has a document open, and where in it its person is; answers the other windows that have it open. To be repeated every few seconds: a window that said nothing for 10 s is gone. Nothing of it is kept.",
  params: z.object({
    id: uuid(),
    windowId: uuid().describe("A new UUID, chosen by the window."),
    place: placeInDocument.nullable().optional().describe("Null, or nothing: nowhere in particular."),
    isLeaving: z.boolean().default(false).describe("The window is closed: the others hear of it at once."),
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
