import { useState } from "react";
import type { ContentType } from "../content/queries.js";
import { DocumentStatus } from "../content/status.js";
import { useSettled } from "../parts/use-settled.js";
import { ago } from "../words.js";
import { PickFrom, type Row } from "./pick-from.js";
import { useTitles } from "./use-titles.js";

/** A document that can be chosen, with the name of its type. */
export interface DocumentRow extends Row {
  type: string;
}

interface Given {
  /** The id of the project; the person's own project has one too. */
  home: string;
  /** The types that take the file. */
  types: readonly ContentType[];
  /** The chosen document; null for a new one. */
  chosen: DocumentRow | null;
  choose: (row: DocumentRow | null) => void;
}

/**
 * Shows the documents that can take the file, the latest changes first or by a search in titles, and a new
 * one.
 */
export function Documents({ home, types, chosen, choose }: Given) {
  const [text, setText] = useState("");
  const { data, error, again } = useTitles(home, types, useSettled(text.trim()));
  // A search field that was shown once stays, so that it does not vanish while the person clears it.
  const [isMany, setMany] = useState(false);
  if (!isMany && (data?.total ?? 0) > FEW) setMany(true);
  const [only] = types.length === 1 ? types : [];
  const rows = data?.documents.map(({ id, type, title, status, updatedAt }) => ({
    id,
    type,
    title: title?.trim() ? title : "Untitled",
    more: (
      <>
        <DocumentStatus status={status} />{" "}
        {only === undefined && `${types.find(({ name }) => name === type)?.title ?? type} · `}
        {ago(updatedAt)}
      </>
    ),
  }));
  return (
    <>
      <PickFrom
        label={only?.title ?? "Document"}
        name="send-document"
        isNew={`New ${only?.title.toLowerCase() ?? "document"}`}
        search={isMany ? { label: "Search by title", text, set: setText } : null}
        rows={rows}
        error={error}
        again={again}
        chosen={chosen}
        choose={(row) => choose(row === null ? null : (rows?.find(({ id }) => id === row.id) ?? chosen))}
      />
      {data !== undefined && data.total > data.documents.length && (
        <p className="small soft">The latest changes are shown. Search to find others.</p>
      )}
    </>
  );
}

/** Number of documents up to which no search field is shown. */
const FEW = 5;
