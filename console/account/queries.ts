import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  billingUsage,
  identityListApiKeys,
  identityListAudit,
  identityListOauthGrants,
  projectsGet,
} from "../../sdk/generated/operations.js";
import type * as Types from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { byOffset } from "../parts/by-offset.js";
import { DAY_MS, SPENDING_DAYS } from "./usage/days.js";

export type Entry = Types.LedgerEntry;
export type ApiKey = Types.ApiKey;
export type Grant = Types.OauthGrant;
export type AuditEntry = Types.AuditEntry;

/** Number of ledger entries in one answer, and in `LEDGER_MOST` the most that the chart reads. */
const LEDGER_AT_ONCE = 500;
const LEDGER_MOST = 5_000;

export interface Ledger {
  entries: Entry[];
  /** The time of the oldest entry that was read; null if the account has no older ones. */
  since: string | null;
}

/**
 * The query for the ledger entries of the longest span of the chart, or for the newest `LEDGER_MOST` of them.
 */
export const lately = queryOptions({
  queryKey: ["usage", "lately"],
  queryFn: async ({ signal }): Promise<Ledger> => {
    const from = Date.now() - SPENDING_DAYS * DAY_MS;
    const entries: Entry[] = [];
    for (;;) {
      const page = await call(billingUsage, { limit: LEDGER_AT_ONCE, offset: entries.length }, { signal });
      entries.push(...page.entries);
      const oldest = entries.at(-1)?.createdAt ?? null;
      if (page.entries.length === 0 || entries.length >= page.total) return { entries, since: null };
      if (oldest !== null && (Date.parse(oldest) < from || entries.length >= LEDGER_MOST))
        return { entries, since: oldest };
    }
  },
});

const PAGE = 50;

export const ledger = infiniteQueryOptions({
  queryKey: ["usage", "ledger"],
  queryFn: ({ pageParam, signal }) => call(billingUsage, { limit: PAGE, offset: pageParam }, { signal }),
  ...byOffset<Types.BillingUsageResult>(({ entries }) => entries.length),
});

export const apiKeys = queryOptions({
  queryKey: ["api-keys"],
  queryFn: ({ signal }) => call(identityListApiKeys, {}, { signal }),
});

export const grants = infiniteQueryOptions({
  queryKey: ["grants"],
  queryFn: ({ pageParam, signal }) =>
    call(identityListOauthGrants, { limit: PAGE, offset: pageParam }, { signal }),
  ...byOffset<Types.IdentityListOauthGrantsResult>(({ grants: page }) => page.length),
});

export const activity = (filter: Types.IdentityListAuditParams) =>
  infiniteQueryOptions({
    queryKey: ["activity", filter],
    queryFn: ({ pageParam, signal }) =>
      call(identityListAudit, { ...filter, limit: PAGE, offset: pageParam }, { signal }),
    ...byOffset<Types.IdentityListAuditResult>(({ entries }) => entries.length),
  });

export const project = (id: string) =>
  queryOptions({
    queryKey: ["project", id],
    queryFn: ({ signal }) => call(projectsGet, { id }, { signal }),
  });
