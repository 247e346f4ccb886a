import { useQuery } from "@tanstack/react-query";
import { Failed, Skeletons } from "../parts/states.js";
import { templates } from "./queries.js";

/**
 * Shows the templates of Kiln. A template whose requirements this deployment lacks is marked and can still be
 * used.
 */
export function Templates({ use, isMaking }: { use: (id: string) => void; isMaking: boolean }) {
  const { data, error, refetch } = useQuery(templates);
  const sorted = data?.templates.toSorted((a, b) => Number(b.ready) - Number(a.ready));
  return (
    <section aria-labelledby="templates" className="templates">
      <h2 id="templates">Templates</h2>
      {error !== null && <Failed error={error} again={refetch} />}
      <ul>
        {data === undefined && error === null && <Skeletons count={4} className="place" />}
        {sorted?.map(({ id, name, description, ready, missing, nodeCount }) => (
          <li key={id} className="card">
            <h3>{name}</h3>
            <p className="soft small">{plain(description)}</p>
            <p className="template-foot">
              <span className={ready ? "soft small" : "wrong-text small"}>
                {ready ? `${nodeCount} nodes` : `Missing here: ${missing.join(", ")}`}
              </span>
              <button
                type="button"
                className="button small"
                aria-label={`Use ${name}`}
                aria-disabled={isMaking}
                onClick={() => use(id)}
              >
                Use
              </button>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Removes the backticks from a description. */
export const plain = (text: string): string => text.replaceAll("`", "");
