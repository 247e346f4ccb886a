import { useRef } from "react";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ContentType, type Document, titlesOf } from "../content/queries.js";

/**
 * Number of types that are asked at the same time, so that other requests get through; a search works in one
 * type only (rules/content 41).
 */
const AT_ONCE = 4;
/** Number of types above which the latest changes are read from one list of all types. */
const FEW_TYPES = 4;
const SHOWN = 20;

type Asked = Pick<ContentType, "name" | "title" | "documentCount">;

export interface Titles {
  /** The documents, the latest changes first. */
  documents: readonly Document[];
  /** The number of documents, as far as it is known. */
  total: number;
}

/**
 * Reads documents of some types for a choice: the latest changes, or those whose title matches. Answers are
 * shown while other types are still asked. A failed type hides no other: the error names it, and `again`
 * repeats only its request.
 */
export function useTitles(
  projectId: string,
  types: readonly Asked[],
  q: string,
): { data: Titles | undefined; error: Error | null; again: () => unknown } {
  const client = useQueryClient();
  // A type without documents needs no request.
  const asked = types.filter(({ documentCount }) => documentCount > 0);
  const areMany = q === "" && asked.length > FEW_TYPES;
  const all = useQuery({ ...titlesOf(projectId, null, ""), enabled: areMany });
  const wanted = new Set(asked.map(({ name }) => name));
  const latest = all.data?.documents.filter(({ type }) => wanted.has(type)).slice(0, SHOWN);
  // The list of all types may contain too few documents of these types.
  const isShort =
    all.data !== undefined &&
    latest !== undefined &&
    latest.length < SHOWN &&
    all.data.total > all.data.documents.length;
  const isOneList = areMany && !isShort;
  const queries = asked.map(({ name }) => titlesOf(projectId, name, q));
  const isAnswered = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (client.getQueryState(queryKey)?.status ?? "pending") !== "pending";
  const turns = new Set(queries.filter((query) => !isAnswered(query)).slice(0, AT_ONCE));
  const each = useQueries({
    queries: queries.map((query) => ({
      ...query,
      enabled: !isOneList && (turns.has(query) || isAnswered(query)),
    })),
  });
  const before = useRef<Titles>(undefined);
  if (isOneList) {
    const total = asked.reduce((sum, { documentCount }) => sum + documentCount, 0);
    const data = latest && { documents: latest, total };
    if (data !== undefined) before.current = data;
    return { data, error: all.error, again: all.refetch };
  }
  const read = each.flatMap(({ data }) => data ?? []);
  const isBegun = read.length > 0 || asked.length === 0 || each.every(({ isPending }) => !isPending);
  const data = isBegun ? togetherOf(read) : before.current;
  before.current = data;
  const unread = asked.filter((_, at) => each[at]?.isError);
  const [error] = each.flatMap((one) => one.error ?? []);
  return {
    data,
    error: error === undefined ? null : namingTypes(error, unread),
    again: () => Promise.all(each.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

const togetherOf = (read: readonly Titles[]): Titles => ({
  documents: read
    .flatMap(({ documents }) => documents)
    .toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, SHOWN),
  total: read.reduce((sum, { total }) => sum + total, 0),
});

const namingTypes = ({ message }: Error, unread: readonly Asked[]): Error =>
  new Error(`Not read: ${unread.map(({ title }) => title).join(", ")}. ${message}`);
