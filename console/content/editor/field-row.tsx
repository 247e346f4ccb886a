import * as Y from "yjs";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { type FieldLocation, useDraft, useValue, writeAt } from "./draft-context.js";
import { ListInput, type RowsOf } from "./list-input.js";
import { Other } from "./other.js";
import { putByLanguage } from "./shared-values.js";
import { ValueInput } from "./value-input.js";

interface Given {
  field: FieldDefinition;
  parent: Y.Map<unknown>;
  /** The path of the object around the field with a trailing dot; empty at the top level. */
  prefix: string;
}

/** Shows a field with its title; a localized field has one input for each shown language, side by side. */
export function FieldRow({ field, parent, prefix }: Given) {
  const place: FieldLocation = { holder: parent, at: field.name, path: prefix + field.name };
  if (field.type === "object") return <GroupRow field={field} place={place} />;
  if (field.type === "array") return <ListInput field={field} place={place} rowsOf={rowsOf} />;
  return "localized" in field && field.localized === true ? (
    <LocalizedRow field={field} parent={parent} place={place} />
  ) : (
    <div className="content-field">
      <ValueInput definition={field} place={place} label={field.title} isRequired={field.required === true} />
    </div>
  );
}

const rowsOf: RowsOf = (fields, parent, prefix) =>
  fields.map((field) => <FieldRow key={field.name} field={field} parent={parent} prefix={prefix} />);

function GroupRow({ field, place }: { field: FieldDefinition & { type: "object" }; place: FieldLocation }) {
  const { session } = useDraft();
  const value = useValue(place);
  return (
    <fieldset className="content-group">
      <legend>{field.title}</legend>
      {field.description !== undefined && <p className="soft small">{field.description}</p>}
      {value instanceof Y.Map ? (
        rowsOf(field.fields, value as Y.Map<unknown>, `${place.path}.`)
      ) : (
        <Other
          says="This group is not there yet, or holds something else."
          act="Begin it"
          mend={() => session.edit(() => writeAt(place, new Y.Map()))}
        />
      )}
    </fieldset>
  );
}

function LocalizedRow({
  field,
  parent,
  place,
}: {
  field: FieldDefinition;
  parent: Y.Map<unknown>;
  place: FieldLocation;
}) {
  const { session, locales, defaultLocale } = useDraft();
  const value = useValue(place);
  return (
    <fieldset className="content-field by-language">
      <legend>
        {field.title}
        {field.required === true && <span className="soft small"> required</span>}
      </legend>
      {field.description !== undefined && <p className="soft small">{field.description}</p>}
      {value instanceof Y.Map ? (
        <div className="languages">
          {locales.map(({ code, title, required }) => (
            <ValueInput
              key={code}
              definition={field}
              place={{ holder: value as Y.Map<unknown>, at: code, path: place.path, locale: code }}
              label={`${field.title}, ${title}`}
              shownLabel={title}
              isRequired={field.required === true && (required || code === defaultLocale)}
            />
          ))}
        </div>
      ) : (
        <Other
          says="This value is not by language yet."
          act="Make it the one of the default language"
          mend={() => session.edit(() => putByLanguage(parent, field.name, defaultLocale))}
        />
      )}
    </fieldset>
  );
}
