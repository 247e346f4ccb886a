import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { getAccount, getUsage } from "../contracts/billing.js";
import type { listModels } from "../contracts/catalog.js";
import type { createEstimate, listGenerations } from "../contracts/generation.js";
import type { getSession } from "../contracts/identity.js";
import type { Kind } from "../contracts/models.js";
import type { listProjects } from "../contracts/projects.js";
import type { listStorage } from "../contracts/storage.js";
import { type Answer, read, send } from "./api.js";
import { isLive } from "./live.js";

export type Jobs = Answer<typeof listGenerations>;
export type Job = Jobs["jobs"][number];
export type CatalogModel = Answer<typeof listModels>["models"][number];
export type Media = Answer<typeof listStorage>["objects"][number];
export type MediaKind = "image" | "video" | "audio";

/** A query of an address, without what is not set. */
export function query(given: Readonly<Record<string, string | number | null | undefined>>): string {
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return set.length === 0
    ? ""
    : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString()}`;
}

export const session = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => read<Answer<typeof getSession>>("/v1/auth/session", signal),
  staleTime: 60_000,
});
export const account = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => read<Answer<typeof getAccount>>("/v1/account", signal),
});
export const projects = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => read<Answer<typeof listProjects>>("/v1/projects", signal),
});
export const models = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => read<Answer<typeof listModels>>("/v1/models?limit=500", signal),
  staleTime: 60_000,
});

export const isRunning = ({ status }: Pick<Job, "status">): boolean =>
  status === "queued" || status === "running";

/** The newest jobs; asked for again while some run and no events come. */
export const jobs = (projectId: string | null) =>
  queryOptions({
    queryKey: ["jobs", projectId],
    queryFn: ({ signal }) => read<Jobs>(`/v1/generations${query({ limit: 40, projectId })}`, signal),
    refetchInterval: ({ state }) => (!isLive() && state.data?.jobs.some(isRunning) ? 2_000 : false),
  });

/** What was spent lately. */
export const usage = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => read<Answer<typeof getUsage>>("/v1/usage?limit=500", signal),
});

/** How many files one answer has. */
export const MEDIA_AT_ONCE = 60;
export interface MediaFilter {
  projectId: string | null;
  kind: MediaKind | null;
  sort: "size" | null;
}
export interface MediaPage {
  objects: Media[];
  total: number;
  totalBytes?: number;
  includedBytes?: number;
}
const readMedia = ({ projectId, kind, sort }: MediaFilter, offset: number, signal: AbortSignal) => {
  const path = projectId === null ? "/v1/storage/usage" : `/v1/projects/${projectId}/storage`;
  return read<MediaPage>(path + query({ limit: MEDIA_AT_ONCE, offset, kind, sort }), signal);
};

/** One page of the library, by its number from 0. */
export const mediaAt = (filter: MediaFilter, page: number) =>
  queryOptions({
    queryKey: ["media", "at", filter.projectId, filter.kind, filter.sort, page],
    queryFn: ({ signal }) => readMedia(filter, page * MEDIA_AT_ONCE, signal),
  });

/** Page after page, for those who ask for more. */
export const media = ({ projectId, kind, sort }: MediaFilter) =>
  infiniteQueryOptions({
    queryKey: ["media", projectId, kind, sort],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => readMedia({ projectId, kind, sort }, pageParam, signal),
    getNextPageParam: (last, _pages, offset) =>
      last.objects.length > 0 && offset + last.objects.length < last.total
        ? offset + last.objects.length
        : null,
  });

/** What a generation would cost; its refusals are of the form, so nothing is tried again. */
export const estimate = (body: { model: string; params: object; projectId: string | null } | null) =>
  queryOptions({
    queryKey: ["estimate", body],
    enabled: body !== null,
    retry: false,
    queryFn: async () => send<Answer<typeof createEstimate>>("POST", "/v1/estimates", { body }),
  });

export const kindOf = (contentType: string): MediaKind | "other" =>
  (["image", "video", "audio"] as const).find((kind) => contentType.startsWith(`${kind}/`)) ?? "other";

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  image: "Picture",
  video: "Film",
  audio: "Sound",
  upscale: "Upscale",
};
