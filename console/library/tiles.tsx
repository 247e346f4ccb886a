import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useMakers } from "../parts/makers.js";
import { useGoal } from "../parts/use-goal.js";
import { usePages } from "../parts/use-pages.js";
import { MEDIA_AT_ONCE, mediaAt, type MediaFilter, type MediaPage } from "../queries.js";
import { useRemoved } from "./removal.js";
import { Tile } from "./tile.js";

/**
 * The smallest width of a tile, the gap between tiles, and the height of the text below the picture, in
 * pixels as in pages.css.
 */
const LEAST = 176;
const ROOM = { wide: 16, phone: 8 };
const TEXT = 68;
const PHONE = 760;

interface Given {
  filter: MediaFilter;
  total: number;
  open: (id: string) => void;
}

/** Shows the grid and renders only the rows in view (rules/console 7); the arrow keys move between tiles. */
export function Tiles({ filter, total, open }: Given) {
  const list = useRef<HTMLUListElement>(null);
  const { top, columns, room, height } = usePlaces(list);
  const [focused, setFocused] = useState<number | null>(null);
  const gone = useGone(filter);
  const count = total - gone.length;
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => height + room,
    overscan: 2,
    scrollMargin: top,
    // The row of the focused tile stays rendered, so that the focus is not lost.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      const row = focused === null ? -1 : Math.floor(focused / columns);
      return row < 0 || row >= range.count || shown.includes(row)
        ? shown
        : [...shown, row].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => rows.measure(), [rows, height, room]);
  const items = rows.getVirtualItems();
  const inRow = (row: number) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, at) => row * columns + at);
  const pages = usePages(
    items.flatMap(({ index }) => inRow(index).map((at) => placeOf(at, gone))),
    { total, size: MEDIA_AT_ONCE, pageAt: (page) => mediaAt(filter, page) },
  );
  const makers = useMakers();
  const fileAt = (place: number) =>
    pages.get(Math.floor(place / MEDIA_AT_ONCE))?.objects[place % MEDIA_AT_ONCE];
  const goal = useGoal(list, (to) => rows.scrollToIndex(Math.floor(to / columns)));
  return (
    <ul
      ref={list}
      className="files"
      aria-label="Files"
      style={{ height: Math.max(0, rows.getTotalSize() - room) }}
      onBlur={() => {
        goal.leave();
        setFocused(null);
      }}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
        const at = (event.target as HTMLElement).dataset["at"];
        if (at === undefined) return;
        const from = goal.at() ?? Number(at);
        const to = { Home: 0, End: count - 1 }[event.key] ?? (step === undefined ? null : from + step);
        if (to === null) return;
        event.preventDefault();
        if (to >= 0 && to < count) goal.go(to);
      }}
    >
      {items.flatMap(({ index: row, start }) =>
        inRow(row).map((index) => {
          const file = fileAt(placeOf(index, gone));
          return (
            <Tile
              key={index}
              file={file}
              maker={file && makers.get(file.storageId)}
              open={open}
              at={index}
              of={count}
              onFocus={setFocused}
              reach={goal.reach}
              style={placed(index % columns, start - top, { columns, room, height })}
            />
          );
        }),
      )}
    </ul>
  );
}

/** Returns the style that places a tile by its column and its distance from the top. */
const placed = (
  column: number,
  down: number,
  { columns, room, height }: { columns: number; room: number; height: number },
): CSSProperties => ({
  width: `calc((100% - ${(columns - 1) * room}px) / ${columns})`,
  height,
  insetInlineStart: `calc((100% + ${room}px) / ${columns} * ${column})`,
  transform: `translateY(${down}px)`,
});

/** Returns the columns of the grid and its distance from the top of the page. */
function usePlaces(list: React.RefObject<HTMLUListElement | null>) {
  const [{ top, width }, setBox] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      const box = { top: element.offsetTop, width: element.clientWidth };
      setBox((old) => (old.top === box.top && old.width === box.width ? old : box));
    };
    const observer = new ResizeObserver(measure);
    // Elements above the grid, such as uploads, move it.
    for (const each of [element, element.parentElement]) if (each !== null) observer.observe(each);
    measure();
    return () => observer.disconnect();
  }, [list]);
  const isPhone = window.innerWidth <= PHONE;
  const room = isPhone ? ROOM.phone : ROOM.wide;
  const columns = isPhone ? 2 : Math.max(1, Math.floor((width + room) / (LEAST + room)));
  const tile = Math.max(0, (width - (columns - 1) * room) / columns);
  return { top, columns, room, height: Math.round(tile * 0.75) + TEXT };
}

/** Returns the list indexes of files that are about to be deleted, as far as their pages are read. */
function useGone(filter: MediaFilter): readonly number[] {
  const client = useQueryClient();
  const removed = useRemoved();
  if (removed.length === 0) return [];
  const queryKey = mediaAt(filter, 0).queryKey.slice(0, -1);
  return client
    .getQueriesData<MediaPage>({ queryKey })
    .flatMap(([key, data]) =>
      (data?.objects ?? []).flatMap(({ storageId }, at) =>
        removed.includes(storageId) ? [Number(key.at(-1)) * MEDIA_AT_ONCE + at] : [],
      ),
    )
    .sort((a, b) => a - b);
}

/** Returns the index in the service's list of the file that is shown at `index`, given the hidden indexes. */
function placeOf(index: number, gone: readonly number[]): number {
  let place = index;
  for (const each of gone) if (each <= place) place += 1;
  return place;
}
