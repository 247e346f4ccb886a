/** One measured figure of the report. */
export interface Figure {
  name: string;
  value: number;
  /** Unit: `ratio`, `ms`, `MB`, `MB/s`, `jobs/s`, `s`, `req/s`, `bytes each`, or `each` for a number of things. */
  unit: string;
  target?: { atLeast: number } | { below: number };
  /** Explanation of the figure or of its parts. */
  note?: string;
}

/** Part of the bench that this machine could not run. It counts as a miss under `--strict`. */
export interface LeftOut {
  name: string;
  reason: string;
}

export const isMiss = ({ value, target }: Figure): boolean =>
  target !== undefined && !("atLeast" in target ? value >= target.atLeast : value < target.below);

const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

function targetOf({ target, unit }: Figure): string {
  if (target === undefined) return "";
  const suffix = unit === "ratio" ? "" : ` ${unit}`;
  return "atLeast" in target ? `at least ${target.atLeast}${suffix}` : `under ${target.below}${suffix}`;
}

/** Returns the report as a Markdown table whose columns are aligned. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.unit === "ratio" ? digits(figure.value) : `${digits(figure.value)} ${figure.unit}`,
    targetOf(figure),
    figure.target === undefined ? "" : isMiss(figure) ? "MISS" : "ok",
    figure.note ?? "",
  ]);
  const head = ["Figure", "Value", "Target", "", "Note"];
  const widths = head.map((title, at) =>
    Math.max(3, title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
