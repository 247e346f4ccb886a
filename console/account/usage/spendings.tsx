import { lazy, Suspense } from "react";
import { useQuery } from "@tanstack/react-query";
import { models, projects, session } from "../../queries.js";
import { Skeletons } from "../../parts/states.js";
import { credits, wholeNumber } from "../../words.js";
import { kindName } from "../../parts/entry-name.js";
import { shortName } from "../../parts/model-name.js";
import { nameOfDay } from "./days.js";
import { type By, REST, type Spending } from "./sum-up.js";

/** The chart is loaded lazily: its library is larger than the console's whole first load. */
const Chart = lazy(async () => ({ default: (await import("./chart.js")).Chart }));

interface Given {
  spending: Spending;
  days: readonly string[];
  by: By;
}

/** Shows the chart, the share of each part, and a table of the days. */
export function Spendings({ spending, days, by }: Given) {
  const nameOf = useNames(by);
  const { parts, spent } = spending;
  return (
    <div className="usage">
      <section className="card" aria-label="By day">
        <Suspense fallback={<Skeletons count={1} className="chart-wait" />}>
          <Chart days={days} parts={parts} nameOf={nameOf} />
        </Suspense>
        <Days spending={spending} days={days} />
      </section>
      <section className="card" aria-label="By part">
        <ul className="shares">
          {parts.map(({ id, spent: cost }, at) => (
            <li key={id}>
              <span className={`chart-key chart-key-${at + 1}`} aria-hidden />
              <span className="share-name">{nameOf(id)}</span>
              <span className="number">{wholeNumber(cost)}</span>
              <span className="soft small number">{share(cost, spent)}</span>
            </li>
          ))}
        </ul>
        <p className="share-sum number">
          <span>Total</span> <strong>{credits(spent)}</strong>
        </p>
      </section>
    </div>
  );
}

const share = (part: number, all: number): string =>
  all <= 0 ? "" : part * 100 < all && part > 0 ? "< 1 %" : `${Math.round((part / all) * 100)} %`;

function Days({ spending, days }: Omit<Given, "by">) {
  const spentOn = days.filter((day) => (spending.days.get(day) ?? 0) !== 0).reverse();
  return (
    <details className="days">
      <summary>Days in figures</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="figure">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {spentOn.map((day) => (
            <tr key={day}>
              <td>{nameOfDay(day)}</td>
              <td className="figure">{wholeNumber(spending.days.get(day) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Returns a function that maps the id of a part to its name. */
function useNames(by: By): (id: string) => string {
  const all = useQuery(models).data?.models;
  const shared = useQuery(projects).data;
  const own = useQuery(session).data?.user;
  return (id) => {
    if (id === REST) return "All others";
    switch (by) {
      case "model": {
        const model = all?.find((one) => one.id === id);
        return model === undefined ? (kindName(id) ?? id) : shortName(model.displayName);
      }
      case "kind":
        return kindName(id) ?? id;
      case "person":
        return id === "" ? (own?.name ?? own?.email ?? "You") : id;
      case "project":
        return id === "" || id === shared?.defaultProjectId
          ? "My space"
          : (shared?.projects.find((project) => project.id === id)?.name ?? "A deleted project");
    }
  };
}
