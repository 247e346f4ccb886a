export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** More references than this are refused. */
export const MAX_REFERENCES = 16;

/**
 * Where the reference `index` of `count` (0 is the first) lies in a picture of width x height pixels.
 * All references are panels of one grid in the middle. Up to four stand in one row, or in one
 * column when the picture is taller than wide; more stand in rows of ceil(sqrt(count)).
 * The grid fills 76 % of the width and 62 % of the height, gaps are 2 % of the short side, and a
 * panel is never wider than 4:3 of its height nor taller than 4:3 of its width. Pixels are whole.
 */
export function referenceRegion(width: number, height: number, count: number, index: number): Region {
  const columns = count > 4 ? Math.ceil(Math.sqrt(count)) : height > width ? 1 : count;
  const rows = Math.ceil(count / columns);
  const gap = Math.round(Math.min(width, height) * 0.02);
  const widest = (width * 0.76 - gap * (columns - 1)) / columns;
  const tallest = (height * 0.62 - gap * (rows - 1)) / rows;
  const panelWidth = Math.round(Math.min(widest, (tallest * 4) / 3));
  const panelHeight = Math.round(Math.min(tallest, (widest * 4) / 3));
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns;
  const left = (width - inRow * panelWidth - (inRow - 1) * gap) / 2;
  const top = (height - rows * panelHeight - (rows - 1) * gap) / 2;
  return {
    left: Math.round(left + column * (panelWidth + gap)),
    top: Math.round(top + row * (panelHeight + gap)),
    width: panelWidth,
    height: panelHeight,
  };
}
