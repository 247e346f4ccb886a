import { useEffect, useState } from "react";
import { type QueryKey, useQueries, type UseQueryOptions } from "@tanstack/react-query";
import { pagesNear } from "./pages-near.js";
import { whenRested } from "./when-rested.js";

/** A page is requested after 80 ms without scrolling, or after it has been near for 300 ms. */
const WHEN = { rest: 80, stay: 300 };
/**
 * Number of items that are read ahead. At 2,000 pixels a second, rows of 56 pixels come into view half a
 * second after their page is near, which is enough to read it. With more, two pages would be near most of the
 * time, and fast scrolling would request both.
 */
const AHEAD = 12;

/** The way to read a list: the number of items in all and in a page, and the query for a page. */
interface Paged<Answer, Key extends QueryKey> {
  total: number;
  size: number;
  pageAt: (page: number) => UseQueryOptions<Answer, Error, Answer, Key>;
}

/** Returns the pages near the items `shown` by page number; a page that is not read yet is undefined. */
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
