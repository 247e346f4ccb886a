import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { type ContentType, contentTypes, document as documentOf, settings } from "../content/queries.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { NOUNS, projects } from "../queries.js";
import { type DocumentRow, Documents } from "./documents.js";
import { CHOOSE_AGAIN, type IntoDocument, putIntoDocument, putIntoNewDocument } from "./into-document.js";
import { fileAt, hasItems, holds, type MediaPlace, placesIn } from "./media-places.js";
import { spotNow } from "./out-of-document.js";
import { SendForm } from "./send-form.js";
import { type ChosenSpot, newSpot, type Spot, spotsIn, valueAt } from "./spots.js";
import { spotTitle } from "./spot-title.js";
import { Among, type Target } from "./target.js";

/** Chooses a document, or a new one, and the field that gets the file. */
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
          <p>Add a field for files to a type first.</p>
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

/** Returns the form value of a spot; empty without one. */
const spotKey = (spot: Spot | undefined): string => (spot === undefined ? "" : JSON.stringify(spot.items));
const keyOf = ({ steps }: MediaPlace): string => steps.map(({ name }) => name).join(".");
const named = ({ name, title }: ContentType) => ({ id: name, title });

function Picking({ storageId, kind, projectId, sending, home, types, first, locales, defaultLocale }: Given) {
  const [chosen, choose] = useState<DocumentRow | null>(null);
  const [typeName, setType] = useState(first.name);
  const type = types.find(({ name }) => name === (chosen?.type ?? typeName)) ?? first;
  const places = placesIn(type.schema, kind);
  const [placeKey, setPlace] = useState("");
  const place = places.find((one) => keyOf(one) === placeKey) ?? places[0];
  const [locale, setLocale] = useState(defaultLocale);
  const opened = useQuery({ ...documentOf(chosen?.id ?? ""), enabled: chosen !== null });
  const document = chosen === null ? undefined : opened.data?.document;
  const [picked, setPicked] = useState<ChosenSpot | null>(null);
  // The form offers only types with a place, so this branch is for the type checker.
  if (place === undefined) return null;
  const spots = document === undefined ? [] : spotsIn(document.draft, place);
  const into = { storageId, projectId, place, locale };
  // The draft may be read again meanwhile: the chosen item is followed and never replaced by another one.
  const spot = document === undefined || picked === null ? newSpot(place) : spotNow(document, picked, into);
  const here = spot &&
    document && { spot: picked?.spot ?? spot, version: picked?.version ?? document.draftVersion };
  return (
    <SendForm
      sending={sending}
      put={
        chosen === null
          ? () => putIntoNewDocument(type, { ...into, home })
          : here && (() => putIntoDocument(chosen.id, here, into))
      }
      note={
        document !== undefined &&
        (spot === undefined
          ? sending.error === null && CHOOSE_AGAIN
          : whatIsThere(into, valueAt(document.draft, place, locale, spot), spot))
      }
    >
      <Documents
        home={home}
        types={types}
        chosen={chosen}
        choose={(row) => {
          setPicked(null);
          choose(row);
        }}
      />
      {opened.error !== null && chosen !== null && <Failed error={opened.error} again={opened.refetch} />}
      {chosen === null && <Among label="Type" options={types.map(named)} value={type.name} set={setType} />}
      <Among
        label="Field"
        options={places.map((one) => ({ id: keyOf(one), title: one.title }))}
        value={keyOf(place)}
        set={(key) => {
          setPicked(null);
          setPlace(key);
        }}
      />
      {document !== undefined && hasItems(place) && (
        <Among
          label="Item"
          options={[
            ...(spot === undefined ? [{ id: "", title: "" }] : []),
            ...spots.map((one) => ({ id: spotKey(one), title: spotTitle(document.draft, place, one) })),
          ]}
          value={spotKey(spot)}
          set={(key) => {
            const one = spots.find((each) => spotKey(each) === key);
            setPicked(one === undefined ? null : { spot: one, version: document.draftVersion });
          }}
        />
      )}
      {place.isLocalized && (
        <Among
          label="Language"
          options={locales.map(({ code, title }) => ({ id: code, title }))}
          value={locale}
          set={setLocale}
        />
      )}
    </SendForm>
  );
}

type Into = Pick<IntoDocument, "place" | "storageId">;

/** Returns the sentence about the effect of sending on the present value. */
function whatIsThere({ place, storageId }: Into, value: unknown, { items }: Spot): string {
  if (items.includes(null)) return "Adds an item with the file.";
  if (holds(place, value, storageId)) return `${place.title} has this file already.`;
  if (place.isList) return `Added at the end of ${place.title}.`;
  return fileAt(value) === null ? `${place.title} is empty.` : `Replaces the file in ${place.title}.`;
}
