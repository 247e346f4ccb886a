import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import { Empty, Failed } from "../../parts/states.js";
import { contentTypes, settings } from "../queries.js";
import { useContentProject } from "../use-content-project.js";
import { TypeEditor } from "./editor.js";
import "../content.css";
import "./types.css";

const route = getRouteApi("/app/content/types/$id");

/** Shows the page of one type or of a new one. */
export function TypePage() {
  const { id } = route.useParams();
  const project = useContentProject();
  const types = useQuery({ ...contentTypes(project?.id ?? ""), enabled: project !== null });
  const locales = useQuery({ ...settings(project?.id ?? ""), enabled: project !== null });
  const error = types.error ?? locales.error;
  if (error !== null)
    return (
      <>
        <h1 className="unseen">Type</h1>
        <Failed error={error} again={() => Promise.all([types.refetch(), locales.refetch()])} />
      </>
    );
  if (project === null || types.data === undefined || locales.data === undefined)
    return (
      <>
        <h1 className="unseen">Type</h1>
        <div className="skeleton document-wait" aria-busy />
      </>
    );
  const type = types.data.find((one) => one.id === id);
  if (type === undefined && id !== "new")
    return (
      <>
        <h1 className="unseen">Type</h1>
        <Empty icon={Shapes} title="There is no such type in this project">
          <p>It was deleted, or it belongs to another project: choose that one above.</p>
          <Link to="/app/content/types" className="button">
            All types
          </Link>
        </Empty>
      </>
    );
  return (
    <TypeEditor
      key={`${project.id} ${id}`}
      projectId={project.id}
      type={type ?? null}
      types={types.data}
      locales={locales.data.locales}
    />
  );
}
