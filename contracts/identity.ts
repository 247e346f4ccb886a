import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { credentialBudgetView, credentialLimits } from "./budgets.js";
import { countCodePoints, cutCodePoints, atMostCodePoints } from "./code-points.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { quoted } from "./nearest-name.js";
import { page, total } from "./pagination.js";
import { isScope, SCOPES } from "./scopes.js";

export const TIERS = ["none", "standard", "pro", "max"] as const;
export const tier = z.enum(TIERS);
export type Tier = z.infer<typeof tier>;

/** Returns an address as it is compared: trimmed and in lower case (rules/identity 1). */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/**
 * Shape of an address. It refuses quoted local parts, address literals and control characters, since an
 * address goes into mail headers as it is.
 */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@.<>()[\]\\,;:"\p{C}]+(\.[^\s@.<>()[\]\\,;:"\p{C}]+)*$/u;

/** An e-mail address, trimmed and lowercased. */
export const emailAddress = z
  .string("must be an e-mail address")
  .overwrite(normalizeEmail)
  .max(191, "must be an e-mail address of at most 191 characters")
  .regex(ADDRESS, "must be an e-mail address");

const PASSWORD = "must have 8 to 200 characters";
const password = z
  .string("must be text")
  .refine((text) => countCodePoints(text.slice(0, 16)) >= 8, PASSWORD)
  .check(atMostCodePoints(200, PASSWORD))
  .meta({ minLength: 8, maxLength: 200 });
const personName = z
  .string()
  .overwrite((text) => text.trim().toWellFormed())
  .max(200);

/** An account as it sees itself. */
export const sessionUser = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  emailVerified: z.boolean(),
  operator: z.boolean(),
  tier,
});
export type SessionUser = z.infer<typeof sessionUser>;

/** Result of a sign-in. The edge turns the session into a cookie and takes it out of the answer. */
const withSession = z.strictObject({
  user: sessionUser,
  session: z.strictObject({ secret: z.string(), maxAgeSeconds: z.int() }).optional(),
});

export const signUp = contract({
  name: "identity.signUp",
  description: "Makes an account and signs it in.",
  params: z.object({
    email: emailAddress.describe("E-mail address to sign in with; a mail confirms it."),
    password: password.describe("Password of 8 to 200 characters."),
    name: personName.nullish().describe("Name that others read beside the address."),
  }),
  result: withSession,
  audience: "public",
  rest: { method: "POST", path: "/v1/auth/sign-up", costly: true },
  effect: "write",
});

export const signIn = contract({
  name: "identity.signIn",
  description: "Signs in. An unknown address and a wrong password are refused with the same answer.",
  params: z.object({
    email: z.string().max(1000).describe("E-mail address of the account."),
    password: z.string().max(1000).describe("Password of the account."),
  }),
  result: withSession,
  audience: "public",
  rest: { method: "POST", path: "/v1/auth/sign-in", costly: true },
  effect: "write",
});

export const signOut = contract({
  name: "identity.signOut",
  description: "Ends the session of the cookie.",
  params: z.object({}),
  result: ok,
  audience: "session",
  rest: { method: "POST", path: "/v1/auth/sign-out" },
  effect: "read",
});

export const getSession = contract({
  name: "identity.session",
  description: "Reads the signed-in account.",
  params: z.object({}),
  result: z.strictObject({ user: sessionUser }),
  audience: "session",
  rest: { method: "GET", path: "/v1/auth/session" },
});

export const verifyEmail = contract({
  name: "identity.verifyEmail",
  description: "Confirms an e-mail address by the token of a mail.",
  params: z.object({ token: z.string().min(1).max(200).describe("Token from the link in the mail.") }),
  result: ok,
  audience: "public",
  rest: { method: "POST", path: "/v1/auth/verify-email" },
  effect: "write",
});

export const resendVerification = contract({
  name: "identity.resendVerification",
  description: "Sends the mail that confirms the address again.",
  params: z.object({}),
  result: ok,
  audience: "session",
  rest: { method: "POST", path: "/v1/auth/verify-email/resend" },
});

export const requestPasswordReset = contract({
  name: "identity.requestPasswordReset",
  description:
    "Sends a mail with a reset link when the address is known; the answer is the same when it is not.",
  params: z.object({ email: z.string().max(1000).describe("E-mail address of the account.") }),
  result: ok,
  audience: "public",
  rest: { method: "POST", path: "/v1/auth/password-reset" },
  effect: "write",
});

export const confirmPasswordReset = contract({
  name: "identity.confirmPasswordReset",
  description:
    "Sets a new password by the token of a mail. It ends all sessions, and every API key and connected agent that was made while the address was unverified.",
  params: z.object({
    token: z.string().min(1).max(200).describe("Token from the link in the mail."),
    password: password.describe("New password of 8 to 200 characters."),
  }),
  result: ok,
  audience: "public",
  rest: { method: "POST", path: "/v1/auth/password-reset/confirm", costly: true },
  effect: "write",
});

/** A key without its secret (rules/identity 19). */
export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp(),
  lastUsedAt: timestamp().nullable(),
  scopes: z.array(z.string()).nullable(),
  budget: credentialBudgetView
    .nullable()
    .describe("Credits that the key may spend; null when the key has no limit."),
});
export type ApiKeyView = z.infer<typeof apiKey>;

/**
 * Name of a key, trimmed and cut to 100 code points; it is never refused for its length (rules/edge 21;
 * rules/identity 20).
 */
const keyName = z
  .string("is required")
  .overwrite((text) => cutCodePoints(text.toWellFormed().trim(), 100))
  .min(1, "must not be empty");

/** The scopes that a key may be given, repeated ones among them. */
const MAX_SCOPES = 100;

const keyScope = z
  .string()
  .refine(isScope, {
    error: ({ input }) =>
      `must be a scope, not ${quoted(String(input))}; the scopes are ${SCOPES.join(", ")}`,
  })
  .meta({ enum: [...SCOPES] });

export const createApiKey = contract({
  name: "identity.createApiKey",
  description: "Makes an API key; its secret is shown once.",
  params: z.object({
    name: keyName.describe("What the list of keys calls it."),
    scopes: boundedList(keyScope, MAX_SCOPES, {
      error: "is required: a list of at least one scope",
      tooLong: `must name at most ${MAX_SCOPES} scopes`,
    })
      .min(1, "must name at least one scope")
      .describe("Scopes of the key; `:rw` of an area includes its `:read`."),
    budget: credentialLimits
      .nullish()
      .describe(
        "Credits that the key may spend; null or left out: no limit. A key that has a limit cannot make keys.",
      ),
  }),
  result: z.strictObject({ apiKey, secret: z.string() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/api-keys" },
  area: "account",
});

export const listApiKeys = contract({
  name: "identity.listApiKeys",
  description: "Lists the account's API keys, newest first, without secrets.",
  params: z.object({}),
  result: z.strictObject({ apiKeys: z.array(apiKey) }),
  audience: "account",
  rest: { method: "GET", path: "/v1/api-keys" },
  area: "account",
});

export const updateApiKey = contract({
  name: "identity.updateApiKey",
  description:
    "Sets the limits on an API key's spending, or removes them with null. A key that has a limit cannot set limits.",
  params: z.object({
    id: uuid(),
    budget: credentialLimits.nullable().describe("Credits that the key may spend; null removes the limits."),
  }),
  result: z.strictObject({ apiKey }),
  audience: "account",
  rest: { method: "PATCH", path: "/v1/api-keys/:id" },
  area: "account",
});

export const deleteApiKey = contract({
  name: "identity.deleteApiKey",
  description: "Revokes an API key at once.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/api-keys/:id" },
  area: "account",
});

const features = z.strictObject({ generation: z.boolean(), transcription: z.boolean() });

/** Reads the accounts that a balance, a project or an invite is about. It is called between services. */
export const getProfiles = contract({
  name: "identity.profiles",
  description: "Reads names and addresses of accounts for presenting them; unknown accounts are left out.",
  params: z.object({ accountIds: z.array(z.string()) }),
  result: z.strictObject({
    profiles: z.array(
      z.strictObject({
        id: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        image: z.string().nullable(),
      }),
    ),
  }),
  audience: "internal",
});

/** Reads whether work may be billed to an account. It is called between services. */
export const getStanding = contract({
  name: "identity.standing",
  description:
    "Reads what an operator or a missing confirmation forbids an account, and whether a key or connected agent of the account still exists; not_found for an unknown account.",
  params: z.object({
    accountId: z.string(),
    delegate: z.object({ kind: z.enum(["key", "grant"]), id: z.string() }).nullish(),
  }),
  result: z.strictObject({
    isSuspended: z.boolean(),
    isEmailVerified: z.boolean(),
    features,
    delegateStands: z
      .boolean()
      .optional()
      .describe("True when the named key or agent still exists; only where the request names one."),
  }),
  audience: "internal",
});

/** An account as operators read it (rules/identity 50). */
export const adminAccount = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  emailVerified: z.boolean(),
  operator: z.boolean(),
  suspended: z.boolean(),
  features,
  tier,
  remainingCredits: z.int(),
  purchasedCredits: z.int(),
  spentCreditsThisPeriod: z.int(),
  createdAt: timestamp(),
});
export type AdminAccount = z.infer<typeof adminAccount>;

export const adminListAccounts = contract({
  name: "identity.adminListAccounts",
  description: "Lists accounts, newest first; `q` searches address and name.",
  params: z.object({ q: z.string().max(200).optional(), ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ accounts: z.array(adminAccount), total }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/accounts" },
});

export const adminUpdateAccount = contract({
  name: "identity.adminUpdateAccount",
  description: "Suspends, verifies or promotes an account, or switches features off for it.",
  params: z.strictObject({
    id: uuid(),
    suspended: z.boolean().optional().describe("True suspends the account, which can then only read."),
    emailVerified: z.boolean().optional().describe("True when the address counts as confirmed."),
    operator: z.boolean().optional().describe("True when the account operates this deployment."),
    features: features.partial().optional().describe("Features of the account; false switches one off."),
  }),
  result: z.strictObject({ account: adminAccount }),
  audience: "operator",
  rest: { method: "PATCH", path: "/v1/admin/accounts/:id" },
});

export const adminGrantCredits = contract({
  name: "identity.adminGrantCredits",
  description: "Grants or takes credits by an adjustment of the ledger.",
  params: z.strictObject({
    id: uuid(),
    deltaCredits: z
      .int("must be a whole number from -1,000,000,000 to 1,000,000,000")
      .min(-1e9)
      .max(1e9)
      .refine((value) => value !== 0, "must not be 0")
      .describe("Credits to grant; a negative number takes credits."),
    note: z.string().max(1000).nullish().describe("Reason that the account reads in its ledger."),
  }),
  result: z.strictObject({ account: adminAccount }),
  audience: "operator",
  rest: { method: "POST", path: "/v1/admin/accounts/:id/credits" },
  idempotent: true,
});
