import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { entryWords } from "../parts/entry-name.js";
import { shortName } from "../parts/model-name.js";
import { Failed, Skeletons } from "../parts/states.js";
import { account, models, usage } from "../queries.js";
import { ago, credits, signed, wholeNumber } from "../words.js";

const DAY_MS = 86_400_000;

/** Shows the balance and the recent spending. */
export function Spent() {
  const ledger = useQuery(usage);
  const balance = useQuery(account);
  const error = ledger.error ?? balance.error;
  const entries = ledger.data?.entries;
  const catalog = useQuery(models).data?.models;
  const calledOf = (note: string | null) =>
    note && shortName(catalog?.find(({ id }) => id === note)?.displayName ?? note);
  return (
    <section aria-labelledby="spent">
      <header className="section-head">
        <h2 id="spent">Credits</h2>
        <Link to="/app/account">See what it went to</Link>
      </header>
      {error !== null && (
        <Failed error={error} again={() => void Promise.all([ledger.refetch(), balance.refetch()])} />
      )}
      <div className="card">
        <dl className="figures number">
          <div>
            <dt className="soft small">Left</dt>
            <dd>{balance.data === undefined ? "…" : wholeNumber(balance.data.remainingCredits)}</dd>
          </div>
          <div>
            <dt className="soft small">Spent in 24 hours</dt>
            <dd>{entries === undefined ? "…" : wholeNumber(spentSince(entries, Date.now() - DAY_MS))}</dd>
          </div>
        </dl>
        <ul className="rows" aria-busy={entries === undefined}>
          {entries === undefined && error === null && <Skeletons count={4} className="line" />}
          {entries?.slice(0, 4).map((entry) => (
            <li key={entry.id}>
              <span className="row-text">
                <span>{entryWords(entry).name}</span>
                <span className="soft small">
                  {[calledOf(entryWords(entry).more), ago(entry.createdAt)].filter(Boolean).join(", ")}
                </span>
              </span>
              <span className="number" title={credits(entry.deltaCredits)}>
                {signed(entry.deltaCredits)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Returns the spending since a time. Top-ups and grants do not count, and a refund lessens it. */
const spentSince = (
  entries: readonly { kind: string; deltaCredits: number; createdAt: string }[],
  since: number,
): number =>
  Math.max(
    0,
    -entries
      .filter(
        ({ kind, createdAt }) =>
          !["topup", "monthly_grant", "adjustment"].includes(kind) && Date.parse(createdAt) >= since,
      )
      .reduce((sum, { deltaCredits }) => sum + deltaCredits, 0),
  );
