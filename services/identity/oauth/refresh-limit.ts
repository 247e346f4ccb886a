import type { KoaContextWithOIDC } from "oidc-provider";
import { takeUses, type UseLimit } from "../../../runtime/actions/limited-uses.js";
import type { Host } from "../../../runtime/process/host.js";

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Refreshes that one connected agent may make, and all agents of one account together. Each refresh leaves two rows, one of
 * them for 30 days, and the rows of an agent are deleted in one transaction.
 */
export const REFRESHES = {
  ofGrant: [
    { limit: 60, windowMs: HOUR_MS },
    { limit: 200, windowMs: DAY_MS },
  ],
  ofAccount: { limit: 2000, windowMs: DAY_MS },
} as const;

/** Limits that a refresh counts against; that of the account is the last. */
export const refreshLimits = (grantId: string, accountId: string): UseLimit[] => [
  ...REFRESHES.ofGrant.map((each) => ({ name: `oauth refresh ${each.windowMs}\n${grantId}`, ...each })),
  { name: `oauth refreshes\n${accountId}`, ...REFRESHES.ofAccount },
];

/** Counts a refresh that is about to use the refresh token up. Returns the milliseconds until one is allowed, 0 when it is now. */
export async function countRefresh(
  host: Pick<Host, "transact">,
  { grantId, accountId }: { grantId: string; accountId: string },
): Promise<number> {
  return (await host.transact((tx) => takeUses(tx, refreshLimits(grantId, accountId)))).waitMs;
}

/**
 * Counts the refresh of a request, and returns true, which tells the server library to rotate the token. A refresh that is one
 * too many is refused with 429 and Retry-After, by an error of the library; the refresh token stays good (rules/identity 55).
 */
export async function limitRefreshes(
  host: Pick<Host, "transact">,
  ctx: KoaContextWithOIDC,
  Refusal: new (sentence: string) => Error,
): Promise<true> {
  const { RefreshToken: token } = ctx.oidc.entities;
  if (token?.grantId === undefined) return true;
  const waitMs = await countRefresh(host, { grantId: token.grantId, accountId: token.accountId });
  if (waitMs === 0) return true;
  const seconds = Math.ceil(waitMs / 1000);
  ctx.set("retry-after", String(seconds));
  const sentence = `The access of this agent was refreshed too often; it can be refreshed again in ${seconds} s.`;
  throw Object.assign(new Refusal(sentence), { status: 429, statusCode: 429 });
}
