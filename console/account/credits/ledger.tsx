import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Bot, Coins, FileText, type LucideIcon, ReceiptText, Sparkles } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { entryWords } from "../../parts/entry-name.js";
import { shortName } from "../../parts/model-name.js";
import { ShowMore } from "../../parts/show-more.js";
import { models, projects } from "../../queries.js";
import { dayAndTime, signed } from "../../words.js";
import { type Entry, ledger } from "../queries.js";

/** Shows all entries of the ledger, the newest first. */
export function Ledger() {
  const list = useInfiniteQuery(ledger);
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-labelledby="ledger" className="ledger">
      <h2 id="ledger">Ledger</h2>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="card" aria-busy>
          <Skeletons count={6} className="line" />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <div className="card">
          <Empty icon={ReceiptText} title="Nothing has come or gone yet">
            <p>Each generation, top-up and monthly grant is a line here.</p>
          </Empty>
        </div>
      )}
      {entries.length > 0 && <Entries entries={entries} />}
      <ShowMore list={list} shown={entries.length} total={data?.pages[0]?.total ?? 0} />
    </section>
  );
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const shared = useQuery(projects).data;
  const nameOf = (id: string | null) =>
    id === null || id === shared?.defaultProjectId
      ? null
      : (shared?.projects.find((project) => project.id === id)?.name ?? "a deleted project");
  return (
    <div className="card flush">
      <table className="table">
        <caption className="unseen">Entries of the ledger, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="less">
              Who and where
            </th>
            <th scope="col" className="less">
              When
            </th>
            <th scope="col" className="figure">
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <span className="ledger-what">
                  <Sign entry={entry} />
                  <span className="row-text">
                    <What entry={entry} />
                  </span>
                </span>
              </td>
              <td className="less soft">
                {[entry.deltaCredits < 0 ? (entry.actorEmail ?? "You") : null, nameOf(entry.projectId)]
                  .filter((one) => one !== null)
                  .join(", in ")}
              </td>
              <td className="less soft when">{dayAndTime(entry.createdAt)}</td>
              <td className="figure">{signed(entry.deltaCredits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SIGNS: Readonly<Partial<Record<Entry["kind"], LucideIcon>>> = {
  generation: Sparkles,
  transcription: FileText,
  agent_usage: Bot,
};

/**
 * Shows the preview of the entry's result, or the icon of its kind in the same place, so that all texts
 * align.
 */
function Sign({ entry: { previewUrl, kind } }: { entry: Entry }) {
  const Icon = SIGNS[kind] ?? Coins;
  return previewUrl !== null ? (
    <img src={previewUrl} alt="" loading="lazy" />
  ) : (
    <span className="ledger-sign">
      <Icon aria-hidden size={18} />
    </span>
  );
}

function What({ entry }: { entry: Entry }) {
  const { name, more } = entryWords(entry);
  const model = useQuery(models).data?.models.find(({ id }) => id === more);
  return (
    <>
      <span>{name}</span>
      <span className="soft small">{model === undefined ? more : shortName(model.displayName)}</span>
    </>
  );
}
