import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { credits, wholeNumber } from "../../words.js";
import { nameOfDay, shortDay } from "./days.js";
import type { Part } from "./sum-up.js";

const HEIGHT = 240;

interface Given {
  days: readonly string[];
  parts: readonly Part[];
  nameOf: (id: string) => string;
}

interface Row {
  day: string;
  /** The credits that each part cost that day. */
  spent: readonly number[];
}

/** Draws the credits of each day as stacked bars; the table beside the chart has the same figures. */
export function Chart({ days, parts, nameOf }: Given) {
  const rows: Row[] = days.map((day) => ({
    day,
    // A refund on a later day makes no bar below the axis.
    spent: parts.map((part) => Math.max(0, part.days.get(day) ?? 0)),
  }));
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <BarChart
        data={rows}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        maxBarSize={32}
        title="Credits spent by day"
        accessibilityLayer
      >
        <CartesianGrid vertical={false} className="chart-grid" />
        <XAxis dataKey="day" tickFormatter={shortDay} tickLine={false} minTickGap={24} />
        <YAxis
          tickFormatter={wholeNumber}
          axisLine={false}
          tickLine={false}
          width={52}
          allowDecimals={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ className: "chart-cursor" }}
          content={({ active, payload }) => {
            const row = payload?.[0]?.payload as Row | undefined;
            return active && row ? <Day row={row} parts={parts} nameOf={nameOf} /> : null;
          }}
        />
        {parts.map(({ id }, at) => (
          <Bar
            key={id}
            name={nameOf(id)}
            dataKey={({ spent }: Row) => spent[at] ?? 0}
            stackId="spent"
            className={`chart-part chart-part-${at + 1}`}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function Day({ row, parts, nameOf }: { row: Row } & Omit<Given, "days">) {
  const sum = row.spent.reduce((all, spent) => all + spent, 0);
  return (
    <div className="chart-tip">
      <strong>{nameOfDay(row.day)}</strong>
      <ul>
        {parts.map(({ id }, at) =>
          (row.spent[at] ?? 0) === 0 ? null : (
            <li key={id}>
              <span className={`chart-key chart-key-${at + 1}`} aria-hidden />
              <span>{nameOf(id)}</span>
              <span className="number">{wholeNumber(row.spent[at] ?? 0)}</span>
            </li>
          ),
        )}
      </ul>
      <span className="number">{sum === 0 ? "Nothing was spent" : credits(sum)}</span>
    </div>
  );
}
