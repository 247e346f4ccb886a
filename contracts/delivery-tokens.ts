import { z } from "zod";
import { isWithinCodePoints } from "./code-points.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { openPage, total } from "./pagination.js";

/** Tokens that a project may have (rules/delivery 3). */
export const MAX_TOKENS = 20;

/** Mode of a token; `preview` tokens also read drafts (rules/delivery 4). */
export const tokenMode = z.enum(["published", "preview"], 'must be "published" or "preview"');
export type TokenMode = z.infer<typeof tokenMode>;

/** A token's record, without its secret (rules/delivery 3). */
export const deliveryToken = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  mode: tokenMode,
  createdAt: timestamp(),
  lastUsedAt: timestamp().nullable(),
});
export type DeliveryTokenView = z.infer<typeof deliveryToken>;

const NAME = "must have 1 to 200 characters";

export const createDeliveryToken = contract({
  name: "delivery.createToken",
  description:
    "Makes a token that only reads a project's content; its secret is shown once. A preview token also reads drafts and belongs on a server. Only the project's owner may call this.",
  params: z.object({
    projectId: uuid(),
    name: z
      .string(NAME)
      .overwrite((text) => text.trim().toWellFormed())
      .refine((text) => text !== "" && isWithinCodePoints(text, 200), NAME)
      .meta({ minLength: 1, maxLength: 200 })
      .describe("Name of the token in lists."),
    mode: tokenMode.default("published").describe("A preview token also reads drafts."),
  }),
  result: z.strictObject({
    token: deliveryToken,
    secret: z.string().describe("`svc_ct_` and 43 characters; shown once."),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/tokens" },
  area: "content",
});

export const listDeliveryTokens = contract({
  name: "delivery.listTokens",
  description:
    "Lists the delivery tokens of a project, newest first, without secrets. Only the project's owner may call this.",
  params: z.object({ projectId: uuid(), ...openPage({ max: 500 }) }),
  result: z.strictObject({ tokens: z.array(deliveryToken), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/tokens" },
  area: "content",
});

export const deleteDeliveryToken = contract({
  name: "delivery.deleteToken",
  description: "Revokes a delivery token at once. Only the project's owner may call this.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/content/tokens/:id" },
  area: "content",
});
