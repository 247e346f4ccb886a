import { useQuery } from "@tanstack/react-query";
import { Failed } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { settings } from "../queries.js";
import { useContentProject } from "../use-content-project.js";
import { LanguageForm } from "./form.js";
import "./languages.css";

/** The languages of the project, and how it translates. */
export function Languages() {
  const project = useContentProject();
  const { data, error, refetch } = useQuery({ ...settings(project?.id ?? ""), enabled: project !== null });
  return (
    <Frame title="Languages">
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && <div className="skeleton document-wait" aria-busy />}
      {data !== undefined && project !== null && (
        <LanguageForm key={project.id} projectId={project.id} settings={data} />
      )}
    </Frame>
  );
}
