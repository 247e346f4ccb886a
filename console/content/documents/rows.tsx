import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "@tanstack/react-router";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useGoal } from "../../parts/use-goal.js";
import { usePages } from "../../parts/use-pages.js";
import { ago } from "../../words.js";
import { type ContentType, type Document, DOCUMENTS_AT_ONCE, documentsAt } from "../queries.js";
import { Coverage, DocumentStatus } from "../status.js";
import type { DocumentFilter } from "./filter.js";

const ROW_HEIGHT = 56;

interface Given {
  projectId: string;
  filter: DocumentFilter;
  total: number;
  types: readonly ContentType[];
}

/** Shows the list and renders only the rows in view (rules/console 7); the arrow keys move between rows. */
export function Rows({ projectId, filter, total, types }: Given) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: top,
    // The focused row stays rendered, so that the focus is not lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return focused === null || focused >= total || shown.includes(focused)
        ? shown
        : [...shown, focused].sort((a, b) => a - b);
    },
  });
  const items = rows.getVirtualItems();
  const pages = usePages(
    items.map(({ index }) => index),
    { total, size: DOCUMENTS_AT_ONCE, pageAt: (page) => documentsAt(projectId, filter, page) },
  );
  const goal = useGoal(list, (to) => rows.scrollToIndex(to));
  const names = useMemo(() => new Map(types.map(({ name, title }) => [name, title])), [types]);
  return (
    <ul
      ref={list}
      className="documents"
      aria-label="Documents"
      style={{ height: rows.getTotalSize() }}
      onBlur={() => {
        goal.leave();
        setFocused(null);
      }}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const at = (event.target as HTMLElement).dataset["at"];
        if (step === undefined || at === undefined) return;
        event.preventDefault();
        const to = (goal.at() ?? Number(at)) + step;
        if (to >= 0 && to < total) goal.go(to);
      }}
    >
      {items.map(({ index, start }) => {
        const document = pages.get(Math.floor(index / DOCUMENTS_AT_ONCE))?.documents[
          index % DOCUMENTS_AT_ONCE
        ];
        return (
          <li
            key={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <Row
              document={document}
              type={document && (names.get(document.type) ?? document.type)}
              at={index}
              onFocus={setFocused}
              reach={goal.reach}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface RowGiven {
  /** The document of the row; undefined until it is read. */
  document: Document | undefined;
  type: string | undefined;
  at: number;
  onFocus: (at: number) => void;
  reach: (element: HTMLElement | null) => void;
}

/** Shows one row, memoized so that scrolling does not render the same document again. */
const Row = memo(function Row({ document, type, at, onFocus, reach }: RowGiven) {
  if (document === undefined) return <span className="skeleton document-row" />;
  const { id, title, status, updatedAt, coverage } = document;
  return (
    <Link
      to="/app/content/documents/$id"
      params={{ id }}
      className="document-row"
      ref={reach}
      data-at={at}
      preload={false}
      onFocus={() => onFocus(at)}
    >
      <span className="row-text">
        <strong>{title?.trim() ? title : "Without a title"}</strong>
        <span className="soft small">
          {type}, {ago(updatedAt)}
        </span>
      </span>
      <Coverage coverage={coverage} />
      <DocumentStatus status={status} />
    </Link>
  );
});
