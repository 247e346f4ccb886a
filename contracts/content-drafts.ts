import { z } from "zod";
import { contentIssue } from "./content-schema.js";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** Bytes of an editor's update, and of the state vector beside it (rules/content 17). */
export const MAX_UPDATE_BYTES = 1024 * 1024;

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** Returns the number of bytes that a base64 text encodes. */
function byteLength(text: string): number {
  const padding = ["==", "="].find((end) => text.endsWith(end)) ?? "";
  return (text.length / 4) * 3 - padding.length;
}

/** Gives the sentence for a value of another type; a missing value gets the usual "is required". */
const unlessMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : sentence),
});

const bytes = z
  .string(unlessMissing("must be base64"))
  .refine((text) => text.length <= 2 * MAX_UPDATE_BYTES && byteLength(text) <= MAX_UPDATE_BYTES, {
    error: `must have at most ${MAX_UPDATE_BYTES} bytes`,
    abort: true,
  })
  .refine(isBase64, "must be base64")
  .meta({ contentEncoding: "base64" });

const answered = z.string().meta({ contentEncoding: "base64" });

export const updateDraft = contract({
  name: "content.updateDraft",
  description:
    "Merges a Yjs update of an editor into the draft and answers with the update that the editor lacks. A repeated update changes nothing.",
  params: z.object({
    id: uuid(),
    epoch: z
      .int(unlessMissing("must be the epoch that came with the draft's state"))
      .describe(
        "Epoch that came with the draft's state; another one is a conflict, and the editor has to open the draft anew.",
      ),
    update: bytes.describe("A Yjs update (version 1 encoding)."),
    stateVector: bytes.describe(
      "State vector of the editor; one zero byte for an editor that holds nothing.",
    ),
  }),
  result: z.strictObject({
    version: z.int().describe("The document's draftVersion."),
    valid: z.boolean().describe("True when publishing would accept the draft."),
    issues: z.array(contentIssue),
    update: answered.describe("Yjs update with what the editor lacks."),
    stateVector: answered.describe(
      "State vector of the service; the editor sends again what it holds beyond it.",
    ),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/draft-update" },
  area: "content",
});
