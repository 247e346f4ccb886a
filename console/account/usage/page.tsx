import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { wholeNumber } from "../../words.js";
import { Frame } from "../frame.js";
import { lately, type Ledger } from "../queries.js";
import { Choices } from "../../parts/choices.js";
import { lastDays, type Span } from "./days.js";
import { Spendings } from "./spendings.js";
import { type By, sumUp } from "./sum-up.js";
import { Fresh } from "../../parts/fresh.js";
import "./usage.css";

const SPAN_NAMES = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
] as const;
const BY_NAMES: readonly (readonly [By, string])[] = [
  ["model", "Model"],
  ["person", "Person"],
  ["kind", "Kind of work"],
  ["project", "Project"],
];

/** Shows the spending by day, and by model, person, kind or project. */
export function Usage() {
  const { data, error, refetch, isFetching } = useQuery(lately);
  return (
    <Frame title="Usage" act={<Fresh isFetching={isFetching} again={refetch} />}>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={1} className="usage-wait" />
        </div>
      )}
      {data !== undefined && <Looked ledger={data} />}
    </Frame>
  );
}

function Looked({ ledger }: { ledger: Ledger }) {
  const [span, setSpan] = useState<`${Span}`>("30");
  const [by, setBy] = useState<By>("model");
  const days = lastDays(Number(span));
  const spending = sumUp(ledger.entries, { by, days, most: 5 });
  const [yesterday = "", today = ""] = lastDays(2);
  const isReadFrom = (day = "") =>
    ledger.since === null || Date.parse(ledger.since) <= Date.parse(`${day}T00:00:00`);
  const isShort = !isReadFrom(days[0]);
  const earlier = lastDays(2 * Number(span)).slice(0, Number(span));
  return (
    <>
      <dl className="figure-cards number">
        <Figure name="Today" value={spending.days.get(today) ?? 0} />
        <Figure name="Yesterday" value={spending.days.get(yesterday) ?? 0} />
        <Figure
          name={`In ${span} days`}
          value={spending.spent}
          note={
            isReadFrom(earlier[0])
              ? `${spentWords(sumUp(ledger.entries, { by, days: earlier, most: 0 }).spent)} in the ${span} days before`
              : undefined
          }
        />
      </dl>
      <div className="usage-choices">
        <Choices label="Time" name="usage-span" options={SPAN_NAMES} value={span} set={setSpan} />
        <Choices label="By" name="usage-by" options={BY_NAMES} value={by} set={setBy} />
      </div>
      {isShort && (
        <p className="soft small">
          Only the newest {wholeNumber(ledger.entries.length)} entries of the ledger are counted: this account
          has more than that.
        </p>
      )}
      {spending.spent === 0 && spending.parts.length === 0 ? (
        <div className="card">
          <Empty icon={ChartColumn} title="Nothing was spent in this time">
            <p>What you generate, transcribe or translate is counted here on its day.</p>
            <Link to="/app/generate" className="button">
              Generate something
            </Link>
          </Empty>
        </div>
      ) : (
        <Spendings spending={spending} days={days} by={by} />
      )}
    </>
  );
}

const spentWords = (spent: number): string => (spent === 0 ? "Nothing" : wholeNumber(spent));

function Figure({ name, value, note }: { name: string; value: number; note?: string | undefined }) {
  return (
    <div className="card">
      <dt className="soft small">{name}</dt>
      <dd>
        {wholeNumber(value)} <span className="soft small">{value === 1 ? "credit" : "credits"}</span>
        {note !== undefined && <span className="soft small figure-note">{note}</span>}
      </dd>
    </div>
  );
}
