import { useState } from "react";
import type { ContentType } from "../content/queries.js";
import { DocumentStatus } from "../content/status.js";
import { useSettled } from "../parts/use-settled.js";
import { ago } from "../words.js";
import { PickFrom, type Row } from "./pick-from.js";
import { useTitles } from "./use-titles.js";

/** A document, and of which type it is. */
export interface DocumentRow extends Row {
  type: string;
}

interface Given {
  /** The project's id, also of the person's own space. */
  home: string;
  /** Those that take the file. */
  types: readonly ContentType[];
  /** Null is a new one. */
  chosen: DocumentRow | null;
  choose: (row: DocumentRow | null) => void;
}

/** The documents of all types that take the file, those changed last or that a title finds, and a new one. */
export function Documents({ home, types, chosen, choose }: Given) {
  const [text, setText] = useState("");
  const { data, error, again } = useTitles(home, types, useSettled(text.trim()));
  // Once there is a field to search by, it stays: it does not go while one clears it.
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

/** So many are seen at a glance. */
const FEW = 5;
