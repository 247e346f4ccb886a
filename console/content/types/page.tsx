import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Shapes } from "lucide-react";
import { Empty, Failed } from "../../parts/states.js";
import { type ContentType, contentTypes, settings } from "../queries.js";
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
  const key = `${project?.id} ${id}`;
  // The type that is edited stays open when somebody else deletes it.
  const opened = useRef<{ key: string; type: ContentType | null } | null>(null);
  // The same is true of a later read that fails (rules/console 5).
  if (error !== null && (types.data === undefined || locales.data === undefined))
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
  const type =
    types.data.find((one) => one.id === id) ??
    (opened.current?.key === key ? opened.current.type : undefined);
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
  opened.current = { key, type: type ?? null };
  return (
    <TypeEditor
      key={key}
      projectId={project.id}
      type={type ?? null}
      types={types.data}
      locales={locales.data.locales}
    />
  );
}
