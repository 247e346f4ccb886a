import { type ReactNode, useRef } from "react";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import * as Y from "yjs";
import type { FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";
import {
  issuesAt,
  type FieldLocation,
  sharedAt,
  useDraft,
  useItems,
  useValue,
  writeAt,
} from "./draft-context.js";
import { type Drag, Grip, useDrag } from "./list-drag.js";
import { useKeys } from "./list-keys.js";
import { copyOf, isForeign } from "./shared-values.js";
import { Other, sayingWhat } from "./other.js";
import { idOf, sayingOnly, ValueInput } from "./value-input.js";

/** Returns the rows of the fields of an object; `prefix` is the path of the object with a trailing dot. */
export type RowsOf = (
  fields: readonly FieldDefinition[],
  parent: Y.Map<unknown>,
  prefix: string,
) => ReactNode;

interface ListField {
  field: FieldDefinition & { type: "array" };
  place: FieldLocation;
  /** Passed in, because the row of a field may be a list again. */
  rowsOf: RowsOf;
}

/** Shows a list of values, whose order changes by dragging or by buttons. */
export function ListInput({ field, place, rowsOf }: ListField) {
  const { session, issues, isStrict } = useDraft();
  const value = useValue(place);
  const list = value instanceof Y.Array ? (value as Y.Array<unknown>) : null;
  const items = useItems(list);
  const keys = useKeys(list);
  const group = useRef<HTMLFieldSetElement>(null);
  const wrong = issuesAt(issues, place).filter(({ code }) => isStrict || code !== "required");
  /** Focuses the named button of the item at `at`, or the button that adds an item if there is none. */
  const focusOn = (at: number, name: string) =>
    requestAnimationFrame(() => {
      const found = group.current?.querySelectorAll<HTMLElement>(`:scope > ol > li`)[at];
      (
        found?.querySelector<HTMLElement>(name) ??
        group.current?.querySelector<HTMLElement>(":scope > button")
      )?.focus();
    });
  const move = (at: number, by: number) => {
    if (list === null) return;
    session.edit(() => {
      const moved = copyOf(list.get(at));
      list.delete(at);
      list.insert(at + by, [moved]);
    });
  };
  const given = {
    rowsOf,
    drag: useDrag(move),
    move: (at: number, by: number, focused: string) => {
      move(at, by);
      focusOn(at + by, focused);
    },
    remove: (at: number) => {
      session.edit(() => list?.delete(at));
      focusOn(Math.max(0, at - 1), "[data-remove]");
    },
  };
  return (
    <fieldset className="content-group" ref={group} id={idOf(place)} tabIndex={-1}>
      <legend>
        {field.title}
        {field.required === true && <span className="soft small"> required</span>}
      </legend>
      {field.description !== undefined && <p className="soft small">{field.description}</p>}
      {wrong.length > 0 && (
        <p className="wrong small">{wrong.map(({ message }) => sayingOnly(message)).join(" ")}</p>
      )}
      <ol className="list-items">
        {items.map((_item, at) => (
          <Entry
            key={keys[at]}
            field={field}
            list={list}
            at={at}
            path={place.path}
            count={items.length}
            {...given}
          />
        ))}
      </ol>
      {isForeign(value, "array") && (
        <Other
          says={sayingWhat(value)}
          act="Replace it"
          mend={() => session.edit(() => writeAt(place, new Y.Array()))}
        />
      )}
      <button
        type="button"
        className="button small"
        disabled={isForeign(value, "array")}
        onClick={() => {
          session.edit(() => sharedAt(place, Y.Array).push([emptyItem(field.of)]));
          focusOn(items.length, "input, textarea, select, button, [contenteditable]");
        }}
      >
        <Plus aria-hidden size={16} /> Add to {field.title}
      </button>
    </fieldset>
  );
}

interface EntryGiven {
  field: FieldDefinition & { type: "array" };
  list: Y.Array<unknown> | null;
  at: number;
  path: string;
  count: number;
  rowsOf: RowsOf;
  drag: Drag;
  /** Moves an item and then focuses its button that the selector `focused` names. */
  move: (at: number, by: number, focused: string) => void;
  remove: (at: number) => void;
}

/** Shows one item between its drag handle and its buttons. */
function Entry({ field, list, at, path, count, rowsOf, drag, move, remove }: EntryGiven) {
  return (
    <li className={drag.over === at ? "drop-here" : undefined} {...drag.target(at)}>
      <Grip at={at} count={count} drag={drag} move={(by) => move(at, by, "[data-grip]")} />
      <div className="list-item">
        <Item field={field} list={list as Y.Array<unknown>} at={at} path={path} rowsOf={rowsOf} />
      </div>
      <ItemActs
        at={at}
        count={count}
        move={(by) => move(at, by, by < 0 ? "[data-up]" : "[data-down]")}
        remove={() => remove(at)}
      />
    </li>
  );
}

function ItemActs({
  at,
  count,
  move,
  remove,
}: {
  at: number;
  count: number;
  move: (by: number) => void;
  remove: () => void;
}) {
  return (
    <span className="list-acts">
      <button
        type="button"
        data-up
        className="button plain icon"
        aria-label={`Move item ${at + 1} up`}
        disabled={at === 0}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden size={16} />
      </button>
      <button
        type="button"
        data-down
        className="button plain icon"
        aria-label={`Move item ${at + 1} down`}
        disabled={at === count - 1}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden size={16} />
      </button>
      <button
        type="button"
        data-remove
        className="button plain icon"
        aria-label={`Remove item ${at + 1}`}
        onClick={remove}
      >
        <Trash2 aria-hidden size={16} />
      </button>
    </span>
  );
}

function Item({
  field,
  list,
  at,
  path,
  rowsOf,
}: {
  field: FieldDefinition & { type: "array" };
  list: Y.Array<unknown>;
  at: number;
  path: string;
  rowsOf: RowsOf;
}) {
  const item = list.get(at);
  if (field.of.type === "object" && item instanceof Y.Map)
    return rowsOf(field.of.fields, item as Y.Map<unknown>, `${path}[${at}].`);
  return (
    <ValueInput
      definition={field.of}
      place={{ holder: list, at, path: `${path}[${at}]` }}
      label={`${field.title}, item ${at + 1}`}
      shownLabel={`${at + 1}`}
      isRequired={false}
    />
  );
}

/**
 * Returns a new item. Its shared values are there from the beginning, so that others can write in it at once.
 */
function emptyItem(of: ItemDefinition): unknown {
  switch (of.type) {
    case "object":
      return new Y.Map<unknown>(of.fields.flatMap((inner) => entryOf(inner)));
    case "portableText":
      return new Y.Array();
    case "string":
    case "text":
      return "";
    default:
      return null;
  }
}

function entryOf(field: FieldDefinition): [string, unknown][] {
  switch (field.type) {
    case "text":
      return [[field.name, new Y.Text()]];
    case "portableText":
    case "array":
      return [[field.name, new Y.Array()]];
    case "object":
      return [[field.name, new Y.Map<unknown>(field.fields.flatMap((inner) => entryOf(inner)))]];
    default:
      return [];
  }
}
