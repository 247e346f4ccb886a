import { useEffect, useState } from "react";
import { type QueryKey, useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { pagesNear } from "./pages-near.js";
import { whenRested } from "./when-rested.js";

/** A page of the list is asked for once nobody scrolls for 80 ms, or once it has been near for 300 ms. */
const WHEN = { rest: 80, stay: 300 };
/**
 * Of places. At 2,000 pixels a second rows of 56 pixels come into view half a second after their page is near, so that it has been asked for
 * and has come. More would make two pages near for most of the way, which a list that is scrolled fast would ask for both.
 */
const AHEAD = 12;

/** How a list is read: how many places there are in all, how many one page has, and how one is asked for. */
interface Paged<Answer, Key extends QueryKey> {
  total: number;
  size: number;
  pageAt: (page: number) => UseQueryOptions<Answer, Error, Answer, Key>;
}

/** The pages of a long list that the places `shown` lie in or are near to, by page; one that is not read yet is undefined. */
export function usePages<Answer, Key extends QueryKey>(
  shown: readonly number[],
  { total, size, pageAt }: Paged<Answer, Key>,
): ReadonlyMap<number, Answer | undefined> {
  const pages = pagesNear(shown, { size, ahead: AHEAD, end: total });
  const wanted = pages.join();
  const [settled, settle] = useState(wanted);
  useEffect(() => whenRested(window, WHEN, () => settle(wanted)), [wanted]);
  const read = useQueries({
    queries: pages.map((page) => ({ ...pageAt(page), enabled: settled === wanted || page === 0 })),
  });
  return new Map(pages.map((page, at) => [page, read[at]?.data]));
}
