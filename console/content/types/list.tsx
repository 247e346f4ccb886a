import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Shapes } from "lucide-react";
import { Empty, Failed, Skeletons } from "../../parts/states.js";
import { wholeNumber } from "../../words.js";
import { Frame } from "../frame.js";
import { contentTypes } from "../queries.js";
import { useContentProject } from "../use-content-project.js";

/** Shows the types of the project. */
export function Types() {
  const project = useContentProject();
  const { data, error, refetch } = useQuery({
    ...contentTypes(project?.id ?? ""),
    enabled: project !== null,
  });
  return (
    <Frame
      title="Types"
      act={
        <Link data-new to="/app/content/types/$id" params={{ id: "new" }} className="button main">
          <Plus aria-hidden size={18} /> New type
        </Link>
      }
    >
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={4} className="row" />
        </div>
      )}
      {data?.length === 0 && (
        <div className="card">
          <Empty icon={Shapes} title="No type yet">
            <p>A type says which fields its documents have: an article has a title, a text, a picture.</p>
          </Empty>
        </div>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="types" aria-label="Types">
          {data.map(({ id, title, name, documentCount, schema, description }) => (
            <li key={id}>
              <Link to="/app/content/types/$id" params={{ id }} className="document-row">
                <span className="row-text">
                  <strong>{title}</strong>
                  <span className="soft small">
                    {description ?? `${name}: ${schema.fields.map((field) => field.title).join(", ")}`}
                  </span>
                </span>
                <span className="soft small number">
                  {wholeNumber(documentCount)} {documentCount === 1 ? "document" : "documents"}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}
