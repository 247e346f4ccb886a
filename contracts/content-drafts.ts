import { z } from "zod";
import { contentIssue } from "./content-schema.js";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** Of an editor's update, and of the state vector beside it (rules/content 17). */
export const MAX_UPDATE_BYTES = 1024 * 1024;

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** Bytes that base64 text stands for. */
const byteLength = (text: string): number => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0);

/** The sentence for a value of another type; one that is missing gets the usual "is required". */
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
    "Merges a Yjs update of an editor into the draft and answers what the editor lacks. Sent again, it changes nothing.",
  params: z.object({
    id: uuid(),
    epoch: z
      .int(unlessMissing("must be the epoch that came with the draft's state"))
      .describe(
        "That came with the draft's state; another one is a conflict, and the draft is to be opened anew.",
      ),
    update: bytes.describe("A Yjs update (version 1 encoding)."),
    stateVector: bytes.describe("What the editor holds; one zero byte: nothing."),
  }),
  result: z.strictObject({
    version: z.int().describe("The document's draftVersion."),
    valid: z.boolean().describe("Whether publishing would accept the draft."),
    issues: z.array(contentIssue),
    update: answered.describe("What the editor lacks, as a Yjs update."),
    stateVector: answered.describe(
      "What the service holds; what an editor has beyond it is to be sent again.",
    ),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/draft-update" },
  area: "content",
});
