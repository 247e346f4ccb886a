import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "@tanstack/react-router";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
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

/** The list, of which only what is in view is there; arrows go from row to row. */
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
    // The row that has the focus stays, so that the focus is not lost.
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
    DOCUMENTS_AT_ONCE,
    (page) => documentsAt(projectId, filter, page),
  );
  const focusOn = (index: number) => {
    if (index < 0 || index >= total) return;
    const focus = () => {
      const row = list.current?.querySelector<HTMLElement>(`[data-at="${index}"]`);
      row?.focus({ preventScroll: true });
      return row !== null && row !== undefined;
    };
    // At once where the row is there already, so that keys that follow fast go on from it.
    const isThere = focus();
    rows.scrollToIndex(index);
    if (isThere) return;
    setFocused(index);
    requestAnimationFrame(focus);
  };
  const names = new Map(types.map(({ name, title }) => [name, title]));
  return (
    <ul
      ref={list}
      className="documents"
      aria-label="Documents"
      style={{ height: rows.getTotalSize() }}
      onBlur={() => setFocused(null)}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        const at = (event.target as HTMLElement).dataset["at"];
        if (step === undefined || at === undefined) return;
        event.preventDefault();
        focusOn(Number(at) + step);
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
            {document === undefined ? (
              <span className="skeleton document-row" />
            ) : (
              <Row
                document={document}
                type={names.get(document.type) ?? document.type}
                at={index}
                onFocus={() => setFocused(index)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Row({
  document: { id, title, status, updatedAt, coverage },
  type,
  at,
  onFocus,
}: {
  document: Document;
  type: string;
  at: number;
  onFocus: () => void;
}) {
  return (
    <Link
      to="/app/content/documents/$id"
      params={{ id }}
      className="document-row"
      data-at={at}
      preload={false}
      onFocus={onFocus}
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
}
