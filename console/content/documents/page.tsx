import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { wholeNumber } from "../../words.js";
import { Frame } from "../frame.js";
import { contentTypes, documentsAt, settings } from "../queries.js";
import { useContentProject } from "../use-content-project.js";
import { Filters } from "./filters.js";
import { NewDocument } from "./new-document.js";
import { Rows } from "./rows.js";

const route = getRouteApi("/app/content");

/** Shows the documents of the project. */
export function Documents() {
  const filter = route.useSearch();
  const project = useContentProject();
  const types = useQuery({ ...contentTypes(project?.id ?? ""), enabled: project !== null });
  const locales = useQuery({ ...settings(project?.id ?? ""), enabled: project !== null });
  const first = useQuery({
    ...documentsAt(project?.id ?? "", filter, 0),
    enabled: project !== null,
    placeholderData: (before) => before,
  });
  const error = types.error ?? locales.error ?? first.error;
  const type = types.data?.find(({ name }) => name === filter.type);
  // A filter by a type without documents hides no documents.
  const isFiltered = Object.keys(filter).some(
    (key) => key !== "sort" && !(key === "type" && type?.documentCount === 0),
  );
  const noun = type?.title.toLowerCase() ?? "document";
  const hasTypes = types.data !== undefined && types.data.length > 0;
  return (
    <Frame
      title="Content"
      act={
        project !== null &&
        hasTypes && <NewDocument projectId={project.id} types={types.data} chosen={filter.type} />
      }
    >
      {error !== null && (
        <Failed
          error={error}
          again={() => Promise.all([types.refetch(), locales.refetch(), first.refetch()])}
        />
      )}
      {types.data?.length === 0 && (
        <div className="card">
          <Empty icon={FileText} title="No type of content yet">
            <p>A type says which fields its documents have: an article has a title, a text, a picture.</p>
            <Link to="/app/content/types/$id" params={{ id: "new" }} className="button main">
              Make the first type
            </Link>
          </Empty>
        </div>
      )}
      {hasTypes && <Filters filter={filter} types={types.data} locales={locales.data?.locales ?? []} />}
      {first.data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={6} className="row" />
        </div>
      )}
      {hasTypes && first.data?.total === 0 && (
        <div className="card">
          <Empty icon={FileText} title={isFiltered ? "No document fits" : `No ${noun} yet`}>
            {isFiltered ? (
              <Link to="/app/content" className="button">
                Show all
              </Link>
            ) : (
              <p>Documents are written here, alone or together, and published when they are ready.</p>
            )}
          </Empty>
        </div>
      )}
      {project !== null && hasTypes && first.data !== undefined && first.data.total > 0 && (
        <>
          <p className="soft small number documents-count" role="status">
            {wholeNumber(first.data.total)} {first.data.total === 1 ? "document" : "documents"}
          </p>
          <Rows projectId={project.id} filter={filter} total={first.data.total} types={types.data} />
        </>
      )}
    </Frame>
  );
}
