import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Failed } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { settings } from "../queries.js";
import { useContentProject } from "../use-content-project.js";
import { LanguageForm } from "./form.js";
import { TranslateProject } from "./translate-project.js";
import "./languages.css";

const route = getRouteApi("/app/content/languages");

/** Shows the languages of the project and its settings for machine translation. */
export function Languages() {
  const project = useContentProject();
  const { document } = route.useSearch();
  const { data, error, refetch } = useQuery({ ...settings(project?.id ?? ""), enabled: project !== null });
  return (
    <Frame title="Languages">
      {document !== undefined && (
        <p className="back">
          <Link to="/app/content/documents/$id" params={{ id: document }}>
            Back to the document
          </Link>
        </p>
      )}
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && <div className="skeleton document-wait" aria-busy />}
      {data !== undefined && project !== null && (
        <div className="languages-form">
          <LanguageForm key={project.id} projectId={project.id} settings={data} />
          {data.locales.length > 1 && (
            <TranslateProject key={data.locales.map(({ code }) => code).join()} projectId={project.id} />
          )}
        </div>
      )}
    </Frame>
  );
}
