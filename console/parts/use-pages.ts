import { useEffect, useState } from "react";
import { type QueryKey, useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { whenRested } from "./when-rested.js";

/** A page of the list is asked for once nobody scrolls for 80 ms, or once it has been in view for 300 ms. */
const WHEN = { rest: 80, stay: 300 };

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
  useEffect(() => whenRested(WHEN, () => settle(wanted)), [wanted]);
  const read = useQueries({
    queries: pages.map((page) => ({ ...pageAt(page), enabled: settled === wanted || page === 0 })),
  });
  return new Map(pages.map((page, at) => [page, read[at]?.data]));
}
