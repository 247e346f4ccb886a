import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  gatewayHealth,
  identityAdminListAccounts,
  identityAdminListAudit,
  identityAdminListOauthGrants,
  modelsAdminList,
  operationsNodes,
  operationsPlugins,
  operationsServices,
  operationsTasks,
} from "../../sdk/generated/operations.js";
import type * as Types from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { byOffset } from "../parts/by-offset.js";

/** Milliseconds between two readings of the pages whose data changes by itself. */
const AGAIN_MS = 5_000;
const PAGE = 50;

export const health = queryOptions({
  queryKey: ["operate", "health"],
  queryFn: ({ signal }) => call(gatewayHealth, {}, { signal }),
  refetchInterval: AGAIN_MS,
});
export const nodes = queryOptions({
  queryKey: ["operate", "nodes"],
  queryFn: ({ signal }) => call(operationsNodes, {}, { signal }),
  refetchInterval: AGAIN_MS,
});
export const services = queryOptions({
  queryKey: ["operate", "services"],
  queryFn: ({ signal }) => call(operationsServices, {}, { signal }),
  refetchInterval: AGAIN_MS,
});
export const plugins = queryOptions({
  queryKey: ["operate", "plugins"],
  queryFn: ({ signal }) => call(operationsPlugins, {}, { signal }),
  refetchInterval: AGAIN_MS,
});
export const tasks = queryOptions({
  queryKey: ["operate", "tasks"],
  queryFn: ({ signal }) => call(operationsTasks, { limit: 200 }, { signal }),
  refetchInterval: AGAIN_MS,
});

export const accounts = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["operate", "accounts", q],
    queryFn: ({ pageParam, signal }) =>
      call(identityAdminListAccounts, { limit: PAGE, offset: pageParam, ...(q !== "" && { q }) }, { signal }),
    ...byOffset<Types.IdentityAdminListAccountsResult>((page) => page.accounts.length),
  });

export const grantsOf = (id: string) =>
  queryOptions({
    queryKey: ["operate", "grants", id],
    queryFn: ({ signal }) => call(identityAdminListOauthGrants, { id, limit: 100 }, { signal }),
  });

export const models = infiniteQueryOptions({
  queryKey: ["operate", "models"],
  queryFn: ({ pageParam, signal }) => call(modelsAdminList, { limit: 100, offset: pageParam }, { signal }),
  ...byOffset<Types.ModelsAdminListResult>((page) => page.models.length),
});

export const activity = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["operate", "activity", q],
    queryFn: ({ pageParam, signal }) =>
      call(identityAdminListAudit, { limit: PAGE, offset: pageParam, ...(q !== "" && { q }) }, { signal }),
    ...byOffset<Types.IdentityAdminListAuditResult>((page) => page.entries.length),
  });
