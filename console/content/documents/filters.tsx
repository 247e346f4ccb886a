import { useEffect, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { ContentType, Locale } from "../queries.js";
import type { DocumentFilter } from "./filter.js";

/** Milliseconds between the last letter of a search and its request. */
const QUIET_MS = 250;

interface Given {
  filter: DocumentFilter;
  types: readonly ContentType[];
  locales: readonly Locale[];
}

/** Shows the filter of the document list; the address holds all of its values. */
export function Filters({ filter, types, locales }: Given) {
  const navigate = useNavigate();
  const go = (change: { [K in keyof DocumentFilter]?: DocumentFilter[K] | undefined }) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
    void navigate({ to: "/app/content", search: Object.fromEntries(next) as DocumentFilter, replace: true });
  };
  const chosen = types.find(({ name }) => name === filter.type);
  return (
    <div className="document-filters" role="search" aria-label="Documents">
      <select
        className="input"
        aria-label="Type"
        value={filter.type ?? ""}
        onChange={({ target }) => go({ type: target.value || undefined, q: undefined, missing: undefined })}
      >
        <option value="">All types</option>
        {types.map(({ id, name, title, documentCount }) => (
          <option key={id} value={name}>
            {title} ({documentCount})
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Status"
        value={filter.status ?? ""}
        onChange={({ target }) => go({ status: (target.value || undefined) as DocumentFilter["status"] })}
      >
        <option value="">Any status</option>
        <option value="draft">Draft</option>
        <option value="published">Published</option>
        <option value="changed">Changed since published</option>
      </select>
      {locales.length > 1 && (
        <select
          className="input"
          aria-label="Missing language"
          disabled={chosen === undefined}
          value={filter.missing ?? ""}
          onChange={({ target }) => go({ missing: target.value || undefined })}
        >
          <option value="">Any language</option>
          {locales.map(({ code, title }) => (
            <option key={code} value={code}>
              Not all in {title}
            </option>
          ))}
        </select>
      )}
      <select
        className="input"
        aria-label="Order"
        value={filter.sort ?? ""}
        onChange={({ target }) => go({ sort: (target.value || undefined) as DocumentFilter["sort"] })}
      >
        <option value="">Last changed first</option>
        <option value="createdAt">Newest first</option>
        <option value="title">By title</option>
      </select>
      <Search
        key={filter.type}
        text={filter.q ?? ""}
        typeTitle={chosen?.title}
        set={(q) => go({ q: q.trim() === "" ? undefined : q })}
      />
    </div>
  );
}

function Search({
  text,
  typeTitle,
  set,
}: {
  text: string;
  typeTitle: string | undefined;
  set: (text: string) => void;
}) {
  const [typed, type] = useState(text);
  useEffect(() => {
    if (typed.trim() === text) return;
    const timer = setTimeout(() => set(typed), QUIET_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      className="input"
      type="search"
      aria-label="Search titles"
      maxLength={500}
      disabled={typeTitle === undefined}
      placeholder={typeTitle === undefined ? "Choose a type to search" : `Search in ${typeTitle}`}
      value={typed}
      onChange={({ target }) => type(target.value)}
    />
  );
}
