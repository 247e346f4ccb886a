import { useEffect, useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import type { ContentGetDocumentResult } from "../../../sdk/generated/types.js";
import { isRefusal } from "../../kiln.js";
import { Empty, Failed } from "../../parts/states.js";
import { contentTypes, document as documentOf, settings } from "../queries.js";
import { DocumentEditor } from "./editor.js";
import { DraftSession } from "./session.js";
import { useProjectOf } from "./use-project-of.js";
import "../content.css";
import "./editor.css";

const route = getRouteApi("/app/content/documents/$id");

/** Shows the page of one document. */
export function DocumentPage() {
  const { id } = route.useParams();
  return <Opened key={id} id={id} />;
}

function Opened({ id }: { id: string }) {
  const { session, opened, error, again } = useSession(id);
  const projectId = opened?.document.projectId ?? "";
  const types = useQuery({ ...contentTypes(projectId), enabled: opened !== null });
  const locales = useQuery({ ...settings(projectId), enabled: opened !== null });
  useProjectOf(opened?.document.projectId);
  const isReady = session !== null && types.data !== undefined && locales.data !== undefined;
  const failure = error ?? types.error ?? locales.error;
  // An open editor stays when a later read fails, because it may have edits that are not sent (rules/console 5).
  if (failure !== null && !isReady)
    return (
      <>
        <h1 className="unseen">Document</h1>
        {isRefusal(failure, "not_found") || isRefusal(failure, "invalid_params") ? (
          <Empty icon={FileText} title="There is no such document">
            <p>It was deleted, or it belongs to a project that you are not in.</p>
            <Link to="/app/content" className="button">
              All documents
            </Link>
          </Empty>
        ) : (
          <Failed
            error={failure}
            again={() => (session === null ? again() : Promise.all([types.refetch(), locales.refetch()]))}
          />
        )}
      </>
    );
  if (!isReady)
    return (
      <>
        <h1 className="unseen">Document</h1>
        <div className="skeleton document-wait" aria-busy />
      </>
    );
  return <DocumentEditor session={session} types={types.data} settings={locales.data} />;
}

/** Opens the draft once and closes it when the person leaves the page. */
function useSession(id: string) {
  const client = useQueryClient();
  const [tries, setTries] = useState(0);
  const [session, setSession] = useState<DraftSession | null>(null);
  const [opened, setOpened] = useState<ContentGetDocumentResult | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isLeft = false;
    let made: DraftSession | null = null;
    setError(null);
    DraftSession.open(id).then(
      (found) => {
        made = found.session;
        if (isLeft) return made.close();
        client.setQueryData(documentOf(id).queryKey, found.opened);
        setOpened(found.opened);
        setSession(made);
      },
      (failed: unknown) => {
        if (!isLeft) setError(failed as Error);
      },
    );
    return () => {
      isLeft = true;
      made?.close();
      // Document lists show the new title after this.
      void client.invalidateQueries({ queryKey: ["documents"] });
    };
  }, [id, tries]);
  return { session, opened, error, again: () => setTries((count) => count + 1) };
}
