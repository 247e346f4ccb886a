import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { CHANGED_LAST, changedLast, contentTypes, type Document } from "../content/queries.js";
import { DocumentStatus } from "../content/status.js";
import { useContentProject } from "../content/use-content-project.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { projects } from "../queries.js";
import { ago } from "../words.js";

/** Reads the data of the section. Without the projects nothing else can be requested. */
export function useChanged() {
  const all = useQuery(projects);
  const project = useContentProject();
  const given = { enabled: project !== null };
  const types = useQuery({ ...contentTypes(project?.id ?? ""), ...given });
  const documents = useQuery({ ...changedLast(project?.id ?? ""), ...given });
  return {
    project,
    types: types.data,
    documents: types.data && documents.data?.documents,
    error: all.error ?? types.error ?? documents.error,
    isAwaited: !all.isError && (types.isPending || documents.isPending),
    again: async () => {
      const failed = [all, types, documents].filter(({ isError }) => isError);
      await Promise.all(failed.map(async ({ refetch }) => refetch()));
    },
  };
}

/** Shows the documents that were changed last, or the next step if the project has no types or documents. */
export function Changed() {
  const { project, types, documents, error, again } = useChanged();
  const names = new Map(types?.map(({ name, title }) => [name, title]));
  return (
    <section aria-labelledby="changed">
      <header className="section-head">
        <h2 id="changed">Changed in content</h2>
        <Link to="/app/content" aria-label="See all documents">
          See all
        </Link>
      </header>
      {error !== null && <Failed error={error} again={again} />}
      {(documents !== undefined || error === null) && (
        <div className="card">
          {types?.length === 0 && <NoType project={project} />}
          {documents?.length === 0 && types?.length !== 0 && (
            <Empty icon={FileText} title="No document yet">
              <p>Articles, products or whatever your types describe.</p>
              <Link to="/app/content" className="button">
                Write the first
              </Link>
            </Empty>
          )}
          <ul className="rows changed" aria-busy={documents === undefined}>
            {documents === undefined && <Skeletons count={CHANGED_LAST} className="line" />}
            {documents?.map((document) => (
              <li key={document.id}>
                <Row document={document} type={names.get(document.type) ?? document.type} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function NoType({ project }: { project: { name: string; isOwner: boolean } | null }) {
  return (
    <Empty icon={FileText} title="Nothing is written here yet">
      {project?.isOwner === false ? (
        <p>The owner of {project.name} says first what is written: a type of content.</p>
      ) : (
        <>
          <p>Say first which fields a document has: an article has a title, a text, a picture.</p>
          <Link to="/app/content/types/$id" params={{ id: "new" }} className="button">
            Make the first type
          </Link>
        </>
      )}
    </Empty>
  );
}

function Row({ document: { id, title, status, updatedAt }, type }: { document: Document; type: string }) {
  return (
    <Link to="/app/content/documents/$id" params={{ id }} preload={false}>
      <span>
        <strong>{title?.trim() ? title : "Without a title"}</strong>
        <span className="soft small">{ago(updatedAt)}</span>
      </span>
      <span>
        <span className="soft small">{type}</span>
        <DocumentStatus status={status} />
      </span>
    </Link>
  );
}
