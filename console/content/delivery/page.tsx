import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Failed } from "../../parts/states.js";
import { Frame } from "../frame.js";
import { contentTypes, settings } from "../queries.js";
import { useContentProject } from "../use-content-project.js";
import { Explorer } from "./explorer.js";
import { Tokens } from "./tokens.js";
import { Typed } from "./typed.js";
import "./delivery.css";

/** Shows the delivery tokens of a project, the command for its types, and the explorer. */
export function Delivery() {
  const project = useContentProject();
  const types = useQuery({ ...contentTypes(project?.id ?? ""), enabled: project !== null });
  const locales = useQuery({ ...settings(project?.id ?? ""), enabled: project !== null });
  const [secret, setSecret] = useState("");
  const error = types.error ?? locales.error;
  return (
    <Frame title="Delivery">
      {error !== null && (
        <Failed error={error} again={() => Promise.all([types.refetch(), locales.refetch()])} />
      )}
      {project === null || types.data === undefined || locales.data === undefined ? (
        error === null && <div className="skeleton document-wait" aria-busy />
      ) : (
        <div className="delivery">
          <div className="delivery-side">
            <Tokens project={project} use={setSecret} />
            <Typed projectId={project.id} />
          </div>
          <Explorer
            key={project.id}
            projectId={project.id}
            types={types.data}
            locales={locales.data.locales}
            secret={secret}
            setSecret={setSecret}
          />
        </div>
      )}
    </Frame>
  );
}
