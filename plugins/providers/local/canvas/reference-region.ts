export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** More references than this are refused. */
export const MAX_REFERENCES = 16;

/** Where the panels hang: in the left half, or in the upper part; things of the prompt take the rest. */
export type PanelPlace = "none" | "left" | "top";

/** One reference in a picture that is not taller than wide hangs left, all others hang on top. */
export function panelPlace(width: number, height: number, count: number): PanelPlace {
  if (count === 0) return "none";
  return count === 1 && width >= height ? "left" : "top";
}

/**
 * Where the reference `index` of `count` (0 is the first) lies in a picture of width x height pixels.
 * The panels share an area: 6-52 % of the width and 13-87 % of the height when it is on the left,
 * 6-94 % of the width and 6-60 % of the height when it is on top. In it they form a centred grid:
 * up to four in one row, more in equal rows of at most ceil(sqrt(2 count)); in a picture taller than
 * wide in equal rows of at most ceil(sqrt(count)). Gaps are 2 % of the short side; a panel is at most 4:3 wide and at most 3:4 tall.
 */
export function referenceRegion(width: number, height: number, count: number, index: number): Region {
  const isLeft = panelPlace(width, height, count) === "left";
  const area = isLeft
    ? { left: width * 0.06, top: height * 0.13, width: width * 0.46, height: height * 0.74 }
    : { left: width * 0.06, top: height * 0.06, width: width * 0.88, height: height * 0.54 };
  const columns = columnsOf(height > width, count);
  const rows = Math.ceil(count / columns);
  const gap = Math.round(Math.min(width, height) * 0.02);
  const widest = (area.width - gap * (columns - 1)) / columns;
  const tallest = (area.height - gap * (rows - 1)) / rows;
  const panel = {
    width: Math.floor(Math.min(widest, (tallest * 4) / 3)),
    height: Math.floor(Math.min(tallest, (widest * 4) / 3)),
  };
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
  const left = area.left + (area.width - inRow * panel.width - (inRow - 1) * gap) / 2;
  const top = area.top + (area.height - rows * panel.height - (rows - 1) * gap) / 2;
  return {
    left: Math.round(left + column * (panel.width + gap)),
    top: Math.round(top + row * (panel.height + gap)),
    ...panel,
  };
}

/** Panels a row: as few rows as the widest wished row allows, and these as equal as can be. */
function columnsOf(isTall: boolean, count: number): number {
  const widest = isTall
    ? Math.ceil(Math.sqrt(count))
    : Math.max(Math.min(count, 4), Math.ceil(Math.sqrt(count * 2)));
  return Math.ceil(count / Math.ceil(count / widest));
}
