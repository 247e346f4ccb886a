import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Kind } from "../contracts/models.js";
import {
  billingAccount,
  billingUsage,
  generationEstimate,
  generationGet,
  generationList,
  identitySession,
  modelsList,
  projectsList,
  storageListLinked,
  storageUsage,
} from "../sdk/generated/operations.js";
import type * as Types from "../sdk/generated/types.js";
import { call } from "./kiln.js";
import { isLive, type Jobs } from "./live.js";

export type Job = Jobs["jobs"][number];
export type CatalogModel = Types.ModelsListResult["models"][number];
export type Media = Types.StorageUsageResult["objects"][number];
export type MediaKind = "image" | "video" | "audio";

export const session = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => call(identitySession, {}, { signal }),
  staleTime: 60_000,
});
export const account = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => call(billingAccount, {}, { signal }),
});
export const projects = queryOptions({
  queryKey: ["projects"],
  queryFn: ({ signal }) => call(projectsList, {}, { signal }),
});
export const models = queryOptions({
  queryKey: ["models"],
  queryFn: ({ signal }) => call(modelsList, { limit: 500 }, { signal }),
  staleTime: 60_000,
});

export const isRunning = ({ status }: Pick<Job, "status">): boolean =>
  status === "queued" || status === "running";

const POLL_MS = 2_000;
/** Milliseconds between two checks while events come, in case that one was lost. */
const CHECK_MS = 10_000;

/** The query for the newest jobs, which is polled while jobs run. */
export const jobs = (projectId: string | null) =>
  queryOptions({
    queryKey: ["jobs", projectId],
    queryFn: ({ signal }) =>
      call(generationList, { limit: 40, projectId: projectId ?? undefined }, { signal }),
    refetchInterval: ({ state }) =>
      !state.data?.jobs.some(isRunning) ? false : isLive() ? CHECK_MS : POLL_MS,
  });

/** The query for one job, whose parameters never change. */
export const job = (id: string) =>
  queryOptions({
    queryKey: ["job", id],
    queryFn: ({ signal }) => call(generationGet, { id }, { signal }),
    staleTime: 60_000,
  });

/** The query for the newest ledger entries. */
export const usage = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => call(billingUsage, { limit: 500 }, { signal }),
});

/** Number of files in one answer. */
export const MEDIA_AT_ONCE = 60;
export interface MediaFilter {
  projectId: string | null;
  kind: MediaKind | null;
  sort: "size" | null;
}
export type MediaPage = Pick<Types.StorageUsageResult, "objects" | "total"> &
  Partial<Types.StorageUsageResult>;
const readMedia = (
  { projectId, kind, sort }: MediaFilter,
  offset: number,
  signal: AbortSignal,
): Promise<MediaPage> => {
  const asked = { limit: MEDIA_AT_ONCE, offset, kind: kind ?? undefined, sort: sort ?? undefined };
  return projectId === null
    ? call(storageUsage, asked, { signal })
    : call(storageListLinked, { id: projectId, ...asked }, { signal });
};

/** The query for one page of the library, by its number from 0. */
export const mediaAt = (filter: MediaFilter, page: number) =>
  queryOptions({
    queryKey: ["media", "at", filter.projectId, filter.kind, filter.sort, page],
    queryFn: ({ signal }) => readMedia(filter, page * MEDIA_AT_ONCE, signal),
  });

/** The query for the library page after page. */
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

export interface Submission {
  model: string;
  /** The parameters of the form, whose fields come from the model's capabilities. */
  params: Record<string, unknown>;
  projectId: string | null;
}

/** Returns a submission in the type of the client library; the service checks the parameters. */
export const submitted = (submission: Submission): Types.GenerationCreateParams =>
  submission as unknown as Types.GenerationCreateParams;

/** The query for the price of a generation. A refusal is about the form, so it is not repeated. */
export const estimate = (submission: Submission | null) =>
  queryOptions({
    queryKey: ["estimate", submission],
    enabled: submission !== null,
    retry: false,
    queryFn: ({ signal }) =>
      call(generationEstimate, submission === null ? {} : submitted(submission), { signal }),
  });

export const kindOf = (contentType: string): MediaKind | "other" =>
  (["image", "video", "audio"] as const).find((kind) => contentType.startsWith(`${kind}/`)) ?? "other";

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  image: "Picture",
  video: "Film",
  audio: "Sound",
  upscale: "Upscale",
};

/** The names of kinds within a sentence. */
export const NOUNS: Readonly<Record<MediaKind | "other", string>> = {
  image: "picture",
  video: "film",
  audio: "sound",
  other: "file",
};
