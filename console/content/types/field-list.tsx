import { useState } from "react";
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from "lucide-react";
import type { ContentType } from "../queries.js";
import { type EditedField, KINDS, nameOf, newField } from "./field.js";
import { FieldOptions } from "./field-options.js";
import { isRefused } from "./refusals.js";

interface Given {
  fields: readonly EditedField[];
  set: (fields: readonly EditedField[]) => void;
  types: readonly ContentType[];
  ownName: string;
  /** The path of the list in messages of the service: `fields`, `fields[1].fields`. */
  path: string;
  refusals: ReadonlyMap<string, string>;
  depth: number;
}

/** Edits the fields of a type or of a group, in their order. */
export function FieldList(given: Given) {
  const { fields, set, path, refusals } = given;
  const [open, setOpen] = useState<number | null>(null);
  const move = (at: number, by: number) => {
    const next = [...fields];
    next.splice(at + by, 0, ...next.splice(at, 1));
    set(next);
  };
  return (
    <section className="field-list" aria-label={given.depth === 0 ? "Fields" : "Fields of the group"}>
      {given.depth === 0 && <h2>Fields</h2>}
      {refusals.has(path) && <p className="wrong">{refusals.get(path)}</p>}
      <ol>
        {fields.map((field, at) => (
          <li key={field.uid} className="field-card">
            <Head
              field={field}
              isOpen={open === field.uid}
              isWrong={isRefused(refusals, `${path}[${at}]`)}
              toggle={() => setOpen(open === field.uid ? null : field.uid)}
              up={at > 0 ? () => move(at, -1) : null}
              down={at < fields.length - 1 ? () => move(at, 1) : null}
              remove={() => set(fields.filter((one) => one !== field))}
            />
            {(open === field.uid || isRefused(refusals, `${path}[${at}]`)) && (
              <FieldOptions
                {...given}
                field={field}
                path={`${path}[${at}]`}
                group={(of) => <FieldList {...given} {...of} depth={given.depth + 1} />}
                set={(change) =>
                  set(fields.map((one) => (one === field ? renamed({ ...one, ...change }, one) : one)))
                }
              />
            )}
          </li>
        ))}
      </ol>
      {fields.length === 0 && given.depth === 0 && (
        <p className="soft small">No field yet: a document has what its fields are.</p>
      )}
      <button
        type="button"
        className="button"
        onClick={() => {
          const made = newField();
          set([...fields, made]);
          setOpen(made.uid);
        }}
      >
        <Plus aria-hidden size={18} /> Add a field
      </button>
    </section>
  );
}

/**
 * Returns the changed field. The name of an unsaved field follows its title until the person edits the name.
 */
const renamed = (next: EditedField, before: EditedField): EditedField =>
  next.saved === null &&
  next.title !== before.title &&
  next.name === before.name &&
  (before.name === "" || before.name === nameOf(before.title))
    ? { ...next, name: nameOf(next.title) }
    : next;

function Head({
  field,
  isOpen,
  isWrong,
  toggle,
  up,
  down,
  remove,
}: {
  field: EditedField;
  isOpen: boolean;
  isWrong: boolean;
  toggle: () => void;
  up: (() => void) | null;
  down: (() => void) | null;
  remove: () => void;
}) {
  const title = field.title.trim() || "New field";
  return (
    <div className="field-head">
      <button type="button" className="field-open" aria-expanded={isOpen} onClick={toggle}>
        <ChevronDown aria-hidden size={18} />
        <strong>{title}</strong>
        <span className="soft small">{KINDS[field.type][0]}</span>
        {field.required && <span className="badge">required</span>}
        {field.localized && <span className="badge">by language</span>}
        {isWrong && <span className="badge bad">not right yet</span>}
      </button>
      <button
        type="button"
        className="button plain icon"
        aria-label={`Move ${title} up`}
        disabled={up === null}
        onClick={up ?? undefined}
      >
        <ArrowUp aria-hidden size={18} />
      </button>
      <button
        type="button"
        className="button plain icon"
        aria-label={`Move ${title} down`}
        disabled={down === null}
        onClick={down ?? undefined}
      >
        <ArrowDown aria-hidden size={18} />
      </button>
      <button type="button" className="button plain icon" aria-label={`Remove ${title}`} onClick={remove}>
        <Trash2 aria-hidden size={18} />
      </button>
    </div>
  );
}
