import { Link } from "@tanstack/react-router";
import { Check, EyeOff, TriangleAlert } from "lucide-react";
import { Failed } from "../../parts/states.js";
import { day, wholeNumber } from "../../words.js";
import { useNewDocument } from "../documents/use-new-document.js";
import type { ContentType } from "../queries.js";
import type { Effect } from "./effects.js";

const SIGNS = { keeps: Check, asks: TriangleAlert, hides: EyeOff };
const NAMES = { keeps: "No matter for what is there", asks: "Asks for work", hides: "No longer delivered" };

interface Given {
  projectId: string;
  effects: readonly Effect[];
  type: ContentType | null;
  isDirty: boolean;
  error: Error | null;
  isConflict: boolean;
  compareWithTheirs: () => unknown;
}

/** Shows the effects of a save on existing documents before the person saves. */
export function Consequences({
  projectId,
  effects,
  type,
  isDirty,
  error,
  isConflict,
  compareWithTheirs,
}: Given) {
  const count = type?.documentCount ?? 0;
  return (
    <aside className="card consequences" aria-label="What saving does" aria-live="polite">
      <h2>What saving does</h2>
      {error !== null && <Failed error={error} />}
      {isConflict && (
        <p>
          Somebody else saved the type meanwhile.{" "}
          <button type="button" className="button small" onClick={() => void compareWithTheirs()}>
            Show what mine does to theirs
          </button>
        </p>
      )}
      {type === null ? (
        <p className="soft">
          The type can be used at once, in the editor, by readers and in GraphQL. Fields can be added and
          changed later.
        </p>
      ) : (
        <>
          <p className={isDirty ? "" : "soft"}>
            {!isDirty
              ? "Nothing is changed yet."
              : count === 0
                ? "There is no document of this type yet: nothing that exists is touched."
                : `No document is changed. ${wholeNumber(count)} ${count === 1 ? "document is" : "documents are"} read through the new type at once, and checked when next saved or published.`}
          </p>
          <ul>
            {effects.map(({ tone, text }) => {
              const Sign = SIGNS[tone];
              return (
                <li key={text} className={`effect ${tone}`}>
                  <Sign aria-hidden size={18} />
                  <span>
                    <span className="unseen">{NAMES[tone]}: </span>
                    {text}
                  </span>
                </li>
              );
            })}
          </ul>
          <p className="soft small">
            Version {type.latestVersion} is from {day(type.updatedAt)}. Every version is kept.
          </p>
          {!isDirty && count === 0 && <WriteFirst projectId={projectId} type={type} />}
          {!isDirty && count > 0 && (
            <Link to="/app/content" search={{ type: type.name }} className="button">
              See its documents
            </Link>
          )}
        </>
      )}
    </aside>
  );
}

/** Offers to make the first document of a new type and opens it. */
function WriteFirst({ projectId, type: { name, title } }: { projectId: string; type: ContentType }) {
  const make = useNewDocument(projectId);
  return (
    <>
      {make.error !== null && <Failed error={make.error} />}
      <button
        type="button"
        className="button main"
        aria-disabled={make.isPending}
        onClick={() => !make.isPending && make.mutate(name)}
      >
        Write the first {title}
      </button>
    </>
  );
}
