import { useId, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { type ContentType, titlesOf } from "../content/queries.js";
import { DocumentStatus } from "../content/status.js";
import { Labelled } from "../parts/labelled.js";
import { Failed, Skeletons } from "../parts/states.js";
import { useSettled } from "../parts/use-settled.js";
import { ago } from "../words.js";
import { Pick, type Row } from "./target.js";

interface Given {
  /** The project's id, also of the person's own space. */
  home: string;
  type: ContentType;
  /** Null is a new one. */
  chosen: Row | null;
  choose: (row: Row | null) => void;
}

/** The documents of a type, those changed last or that a title finds, and a new one. */
export function Documents({ home, type, chosen, choose }: Given) {
  const id = useId();
  const [text, setText] = useState("");
  const { data, error, refetch } = useQuery({
    ...titlesOf(home, type.name, useSettled(text.trim())),
    placeholderData: (before) => before,
  });
  const rows = (data?.documents ?? []).map(({ id, title, status, updatedAt }) => ({
    id,
    title: title?.trim() ? title : "Without a title",
    more: (
      <>
        <DocumentStatus status={status} /> {ago(updatedAt)}
      </>
    ),
  }));
  return (
    <>
      {(text !== "" || (data?.total ?? 0) > FEW) && (
        <Labelled label="Find by title" id={id}>
          <input
            id={id}
            type="search"
            className="input"
            maxLength={500}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Labelled>
      )}
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={4} className="line" />
        </div>
      )}
      {data !== undefined && (
        <Pick
          label={type.title}
          name="send-document"
          isNew={`New ${type.title.toLowerCase()}`}
          rows={rows}
          chosen={chosen}
          choose={choose}
        />
      )}
      {data !== undefined && data.total > rows.length && (
        <p className="small soft">These were changed last. Others are found by their title.</p>
      )}
    </>
  );
}

/** So many are seen at a glance. */
const FEW = 5;
