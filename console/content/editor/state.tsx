import { Ago } from "../../parts/ago.js";
import { Copied } from "../../parts/copied.js";
import type { Document, Issue, Locale } from "../queries.js";
import type { DraftSession, Said } from "./session.js";
import { SincePublished } from "./since-published.js";
import { sentence } from "../../parts/states.js";

/** Shows the issues that prevent publishing and the addresses at which readers find the document. */
export function State({
  session,
  said: { issues, valid },
  document: { id, projectId, status, publishedAt, createdAt, updatedAt },
  locales,
  goTo,
}: {
  session: DraftSession;
  said: Said;
  document: Document;
  locales: readonly Locale[];
  goTo: (issue: Pick<Issue, "path" | "locale">) => void;
}) {
  return (
    <>
      <section>
        <h2>
          {!valid ? "Before it can be published" : status === "published" ? "Published" : "Ready to publish"}
        </h2>
        {issues.length === 0 && (
          <p className="soft">
            {status === "published"
              ? "Readers see it as it is here."
              : "Nothing is missing, nothing is wrong."}
          </p>
        )}
        <ul className="issues" aria-label="Issues">
          {issues.map((issue) => (
            <li key={`${issue.path} ${issue.locale ?? ""} ${issue.code}`}>
              <button type="button" onClick={() => goTo(issue)}>
                {sentence(byTitle(issue, locales))}
                {issue.code === "orphaned_value" && (
                  <span className="soft small"> (does not keep it back)</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <dl className="facts">
        <div>
          <dt className="soft">Published</dt>
          <dd>{publishedAt === null ? "Not published" : <Ago time={publishedAt} />}</dd>
        </div>
        <div>
          <dt className="soft">Changed</dt>
          <dd>
            <Ago time={updatedAt} />
          </dd>
        </div>
        <div>
          <dt className="soft">Made</dt>
          <dd>
            <Ago time={createdAt} />
          </dd>
        </div>
      </dl>
      {status === "changed" && <SincePublished session={session} />}
      {publishedAt !== null && (
        <div className="field">
          <span className="label">Address for readers</span>
          <Copied
            name="Address for readers"
            text={`${location.origin}/v1/content/${projectId}/documents/${id}`}
          />
        </div>
      )}
    </>
  );
}

/** Replaces the code of a language in a message of the service by the language's title. */
function byTitle({ message, locale }: Pick<Issue, "message" | "locale">, locales: readonly Locale[]): string {
  const title = locales.find(({ code }) => code === locale)?.title;
  return title === undefined ? message : message.replace(`(${locale})`, `(${title})`);
}
