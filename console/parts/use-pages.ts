import { useEffect, useState } from "react";
import { type QueryKey, useQueries, type UseQueryOptions } from "@tanstack/react-query";

/** Pages that are only passed while scrolling are not asked for. */
const STAYS_MS = 80;

/**
 * The pages of a long list that the places `shown` lie in, by page; one that is not read yet is undefined. `size` is how many
 * one page has.
 */
export function usePages<Answer, Key extends QueryKey>(
  shown: readonly number[],
  size: number,
  pageAt: (page: number) => UseQueryOptions<Answer, Error, Answer, Key>,
): ReadonlyMap<number, Answer | undefined> {
  // A place that keeps the focus far away does not ask for all between.
  const pages = [...new Set(shown.map((index) => Math.floor(index / size)))];
  const wanted = pages.join();
  const [settled, settle] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => settle(wanted), STAYS_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const read = useQueries({
    queries: pages.map((page) => ({ ...pageAt(page), enabled: settled === wanted || page === 0 })),
  });
  return new Map(pages.map((page, at) => [page, read[at]?.data]));
}
