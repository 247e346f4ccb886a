import { useEffect } from "react";
import { Link } from "@tanstack/react-router";
import { ChevronLeft, Redo2, Undo2 } from "lucide-react";
import * as Y from "yjs";
import { Failed, sentence } from "../../parts/states.js";
import type { ContentType, Document } from "../queries.js";
import { DocumentStatus } from "../status.js";
import { More } from "./more.js";
import { Others } from "./others.js";
import type { DraftSession, Said } from "./session.js";
import { usePublishing } from "./use-publishing.js";

interface Given {
  session: DraftSession;
  said: Said;
  document: Document;
  type: ContentType | undefined;
  /** Shows the issues that prevent publishing. */
  reveal: () => void;
}

/** Shows the title of the document, its save state, and the buttons for undo, redo and publishing. */
export function Head({ session, said, document: shown, type, reveal }: Given) {
  const name = useTitle(session, type) ?? shown.title;
  const title = name?.trim() ? name : `Without a title`;
  useEffect(() => {
    document.title = `${title} - Kiln`;
  }, [title]);
  const publishing = usePublishing(session, reveal);
  const isNew = shown.status === "published" && said.version === shown.draftVersion;
  return (
    <>
      <header className="page-head document-head">
        <Link to="/app/content" className="button plain icon" aria-label="All documents">
          <ChevronLeft aria-hidden size={20} />
        </Link>
        <span className="grow">
          <h1>{title}</h1>
          <span className="document-state">
            <span className="soft small">{type?.title ?? shown.type}</span>
            <DocumentStatus status={shown.status} />
            <Saved said={said} />
          </span>
        </span>
        <Others presence={session.presence} />
        <span className="acts-row">
          <button
            type="button"
            className="button plain icon"
            aria-label="Undo"
            title="Undo (Ctrl Z)"
            aria-disabled={!said.canUndo}
            onClick={() => session.undo()}
          >
            <Undo2 aria-hidden size={18} />
          </button>
          <button
            type="button"
            className="button plain icon"
            aria-label="Redo"
            title="Redo (Ctrl Shift Z)"
            aria-disabled={!said.canRedo}
            onClick={() => session.redo()}
          >
            <Redo2 aria-hidden size={18} />
          </button>
          <More session={session} document={shown} />
          <button
            type="button"
            className="button main"
            aria-disabled={publishing.isPending || isNew}
            onClick={() => !publishing.isPending && !isNew && publishing.mutate()}
          >
            {publishing.isPending ? "Publishing …" : isNew ? "Published" : "Publish"}
          </button>
        </span>
      </header>
      {publishing.error !== null && <Failed error={publishing.error} />}
    </>
  );
}

/** Returns the title as it is typed; null if the type has no title field. */
function useTitle(session: DraftSession, type: ContentType | undefined): string | null {
  const field = type?.schema.titleField;
  if (field === undefined) return null;
  const found = session.fields.get(field);
  // Only the title field is read: a draft may be large, and this code runs after every letter.
  const value: unknown = found instanceof Y.AbstractType ? found.toJSON() : found;
  if (typeof value === "string") return value;
  const texts = Object.values((value ?? {}) as Record<string, unknown>);
  return (texts.find((text) => typeof text === "string" && text !== "") as string | undefined) ?? null;
}

function Saved({ said: { connection } }: { said: Said }) {
  const words = {
    saved: "Saved",
    waiting: "Not saved yet",
    saving: "Saving …",
    away: "The service is not reached. What you write is kept here and sent when it is back.",
    refused: "",
    "signed out": "Not saved. What you write is kept here and sent when you have signed in again.",
  };
  const isWrong = ["refused", "away", "signed out"].includes(connection.state);
  return (
    <span className={`small ${isWrong ? "wrong-text" : "soft"}`} role="status">
      {connection.state === "refused"
        ? `Not saved. ${sentence(connection.error.message)}`
        : words[connection.state]}
    </span>
  );
}
