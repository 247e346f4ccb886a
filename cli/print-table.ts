/** Rows as text in columns; numbers stand to the right. Ends with a line break. */
export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), head.length),
  );
  const isNumber = heads.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^-?\d+$/.test(row[column] ?? "")),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [heads, ...rows].map((cells) => `${line(cells)}\n`).join("");
}
