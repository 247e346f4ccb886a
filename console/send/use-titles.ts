import { useRef } from "react";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ContentType, type Document, titlesOf } from "../content/queries.js";

/** How many types are asked at the same time, so that other requests of the page get their turn: a search needs its type (rules/content 41). */
const AT_ONCE = 4;
/** Of more types than this the latest changes are read in one list of all types. */
const FEW_TYPES = 4;
const SHOWN = 20;

type Asked = Pick<ContentType, "name" | "title" | "documentCount">;

export interface Titles {
  /** The latest changes first. */
  documents: readonly Document[];
  /** How many there are, as far as is known. */
  total: number;
}

/**
 * Documents of some types to choose one from: those changed last, or that a title finds. What is read is shown while other types are
 * still asked, and a type that does not answer hides no other: the error names it, and `again` asks only for it.
 */
export function useTitles(
  projectId: string,
  types: readonly Asked[],
  q: string,
): { data: Titles | undefined; error: Error | null; again: () => unknown } {
  const client = useQueryClient();
  // Types without documents have nothing to find.
  const asked = types.filter(({ documentCount }) => documentCount > 0);
  const isOneList = q === "" && asked.length > FEW_TYPES;
  const all = useQuery({ ...titlesOf(projectId, null, ""), enabled: isOneList });
  const queries = asked.map(({ name }) => titlesOf(projectId, name, q));
  const isAnswered = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (client.getQueryState(queryKey)?.status ?? "pending") !== "pending";
  const turn = queries.filter(isAnswered).length + AT_ONCE;
  const each = useQueries({
    queries: queries.map((query, at) => ({ ...query, enabled: !isOneList && at < turn })),
  });
  const before = useRef<Titles>(undefined);
  if (isOneList) {
    const wanted = new Set(asked.map(({ name }) => name));
    const documents = all.data?.documents.filter(({ type }) => wanted.has(type)).slice(0, SHOWN);
    const total = asked.reduce((sum, { documentCount }) => sum + documentCount, 0);
    if (documents !== undefined) before.current = { documents, total };
    return { data: documents && { documents, total }, error: all.error, again: all.refetch };
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
