import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { type ContentType, contentTypes, document as documentOf, settings } from "../content/queries.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { NOUNS, projects } from "../queries.js";
import { putIntoDocument, putIntoNewDocument } from "./into-document.js";
import { fileAt, type MediaPlace, placesIn, valueAt } from "./media-places.js";
import { Documents } from "./documents.js";
import { SendForm } from "./send-form.js";
import { Among, type Row, type Target } from "./target.js";

/** Picks a field that takes the file, of a document that there is or a new one. */
export function ToDocument(target: Target) {
  const { kind, projectId } = target;
  const own = useQuery(projects);
  const home = projectId ?? own.data?.defaultProjectId;
  const types = useQuery({ ...contentTypes(home ?? ""), enabled: home !== undefined });
  const locales = useQuery({ ...settings(home ?? ""), enabled: home !== undefined });
  const error = own.error ?? types.error ?? locales.error;
  const fitting = types.data?.filter(({ schema }) => placesIn(schema, kind).length > 0);
  return (
    <>
      {error !== null && (
        <Failed
          error={error}
          again={() => Promise.all([own.refetch(), types.refetch(), locales.refetch()])}
        />
      )}
      {error === null && (fitting === undefined || locales.data === undefined) && (
        <div aria-busy>
          <Skeletons count={4} className="line" />
        </div>
      )}
      {fitting?.length === 0 && (
        <Empty icon={FileText} title={`No document here has a field for a ${NOUNS[kind]}`}>
          <p>A type says which fields its documents have.</p>
          <Link to="/app/content/types" className="button">
            See the types
          </Link>
        </Empty>
      )}
      {home !== undefined && fitting?.[0] !== undefined && locales.data !== undefined && (
        <Picking
          {...target}
          home={home}
          types={fitting}
          first={fitting[0]}
          locales={locales.data.locales}
          defaultLocale={locales.data.defaultLocale}
        />
      )}
    </>
  );
}

interface Given extends Target {
  home: string;
  types: readonly ContentType[];
  first: ContentType;
  locales: readonly { code: string; title: string }[];
  defaultLocale: string;
}

const keyOf = ({ path }: MediaPlace): string => path.join(".");

function Picking({ storageId, kind, projectId, sending, home, types, first, locales, defaultLocale }: Given) {
  const [typeName, setType] = useState(first.name);
  const type = types.find(({ name }) => name === typeName) ?? first;
  const places = placesIn(type.schema, kind);
  const [placeKey, setPlace] = useState("");
  const place = places.find((one) => keyOf(one) === placeKey) ?? places[0];
  const [locale, setLocale] = useState(defaultLocale);
  const [chosen, choose] = useState<Row | null>(null);
  // No type without a place is offered.
  if (place === undefined) return null;
  const into = { storageId, projectId, place, locale };
  return (
    <SendForm
      sending={sending}
      put={() =>
        chosen === null ? putIntoNewDocument(type, { ...into, home }) : putIntoDocument(chosen.id, into)
      }
      note={chosen !== null && <WhatIsThere id={chosen.id} place={place} locale={locale} />}
    >
      <Among
        label="Type"
        options={types.map(({ name, title }) => ({ id: name, title }))}
        value={type.name}
        set={(name) => {
          setType(name);
          choose(null);
        }}
      />
      <Among
        label="Field"
        options={places.map((one) => ({ id: keyOf(one), title: one.title }))}
        value={keyOf(place)}
        set={setPlace}
      />
      {place.isLocalized && (
        <Among
          label="Language"
          options={locales.map(({ code, title }) => ({ id: code, title }))}
          value={locale}
          set={setLocale}
        />
      )}
      <Documents key={type.name} home={home} type={type} chosen={chosen} choose={choose} />
    </SendForm>
  );
}

/** What the file would take the place of. */
function WhatIsThere({ id, place, locale }: { id: string; place: MediaPlace; locale: string }) {
  const { data } = useQuery(documentOf(id));
  if (data === undefined) return null;
  const value = valueAt(data.document.draft, place, locale);
  if (place.isList) return `Goes to the end of ${place.title}.`;
  return fileAt(value) === null
    ? `${place.title} is empty there.`
    : `Replaces what ${place.title} has there.`;
}
