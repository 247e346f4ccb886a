import { memo } from "react";
import { useQueries } from "@tanstack/react-query";
import { differences } from "../../content/editor/differences.js";
import { object } from "../../library/object.js";
import { nameOf, Thumb } from "../../parts/thumb.js";
import type { CatalogModel } from "../../queries.js";
import { CAME_OF_IT, type Fact, type Row, rowsOf } from "./differing.js";
import type { Item } from "./items.js";

interface Given {
  items: readonly Item[];
  models: readonly CatalogModel[];
}

/**
 * Shows the differing parameters and data of the results. It is memoized, because the page around it renders
 * with each frame of a film.
 */
export const WhatDiffers = memo(function WhatDiffers({ items, models }: Given) {
  const rows = rowsOf(items, models);
  const differing = rows.filter(({ isSame }) => !isSame);
  const same = rows.filter(({ isSame }) => isSame);
  const isChance =
    items.every(({ job }) => job !== undefined) && differing.every(({ name }) => CAME_OF_IT.has(name));
  return (
    <section className="differs" aria-labelledby="differs">
      <h2 id="differs">Differences</h2>
      {isChance && <p className="soft">All have the same settings: they differ by chance.</p>}
      {differing.length > 0 && (
        <div className="table" role="region" aria-labelledby="differs" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                {items.map(({ storageId }, at) => (
                  <th key={storageId} scope="col">
                    {at + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {differing.map((row) => (
                <Differing key={row.name} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {same.length > 0 && (
        <details>
          <summary>Same in all: {same.map(({ name }) => name).join(", ")}</summary>
          <dl className="facts">
            {same.map(({ name, facts: [fact = null] }) => (
              <div key={name}>
                <dt className="soft">{name}</dt>
                <dd>
                  <Shown fact={fact} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
});

/** Shows a differing property; a written text is compared by words with the first result's text. */
function Differing({ row: { name, facts, isWritten } }: { row: Row }) {
  const [first = null] = facts;
  return (
    <tr>
      <th scope="row">{name}</th>
      {facts.map((fact, at) => (
        <td key={at}>
          {isWritten && at > 0 && fact && first && "text" in fact && "text" in first ? (
            <Words before={first.text} after={fact.text} />
          ) : (
            <Shown fact={fact} />
          )}
        </td>
      ))}
    </tr>
  );
}

function Shown({ fact }: { fact: Fact }) {
  if (fact === null)
    return (
      <span className="soft">
        <span aria-hidden>–</span>
        <span className="unseen">None or unknown</span>
      </span>
    );
  return "text" in fact ? <span className="words">{fact.text}</span> : <Files ids={fact.files} />;
}

function Files({ ids }: { ids: readonly string[] }) {
  const files = useQueries({ queries: ids.map((id) => object(id)) });
  return (
    <span className="fact-files">
      {files.map(({ data, error }, at) =>
        data === undefined ? (
          <span key={ids[at]} className={error === null ? "skeleton thumb" : "thumb"} />
        ) : (
          <span key={ids[at]} role="img" aria-label={nameOf(data.object)}>
            <Thumb file={data.object} />
          </span>
        ),
      )}
    </span>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  const [difference] = differences({ text: before }, { text: after });
  if (difference === undefined) return <span className="words">{after}</span>;
  return (
    <span className="words">
      {difference.parts.map(({ value, added, removed }, at) =>
        added ? <ins key={at}>{value}</ins> : removed ? <del key={at}>{value}</del> : value,
      )}
    </span>
  );
}
