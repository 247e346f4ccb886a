import { lazy, type ReactNode, Suspense } from "react";
import {
  type Definition,
  issuesAt,
  type FieldLocation,
  useDraft,
  useValue,
  writeAt,
} from "./draft-context.js";
import { BooleanInput, ChoiceInput, DateInput, LineInput, NumberInput } from "./scalar-inputs.js";
import { MediaInput } from "./media-input.js";
import { Other, sayingWhat } from "./other.js";
import { OthersAt } from "./others.js";
import { ReferenceInput } from "./reference-input.js";
import { isForeign } from "./shared-values.js";
import { TextInput } from "./text-input.js";

const RichText = lazy(() => import("./rich-text/rich-text.js").then((file) => ({ default: file.RichText })));

interface Given {
  definition: Definition;
  place: FieldLocation;
  /** The label for screen readers, with the name of the field around the value. */
  label: string;
  /** A shorter visible label, such as the language below its field. */
  shownLabel?: string;
  isRequired: boolean;
}

/** The properties of every input; the issues are shown below it. */
export interface InputGiven {
  id: string;
  place: FieldLocation;
  definition: Definition;
  label: string;
  isWrong: boolean;
  describedBy: string;
}

export const idOf = ({ path, locale }: { path: string; locale?: string | undefined }): string =>
  `f-${path}${locale === undefined ? "" : `-${locale}`}`;

/** Shows one value with its label and its issues. */
export function ValueInput({ definition, place, label, shownLabel, isRequired }: Given) {
  const { session, issues, isStrict } = useDraft();
  const value = useValue(place);
  const id = idOf(place);
  const wrong = issuesAt(issues, place, definition.type === "portableText").filter(
    ({ code }) => isStrict || code !== "required",
  );
  const given: InputGiven = {
    id,
    place,
    definition,
    label,
    isWrong: wrong.length > 0,
    describedBy: `${id}-says`,
  };
  const hint = shownLabel === undefined ? definition.description : undefined;
  return (
    <div
      className="field"
      onFocus={() => session.presence.enter(place)}
      onBlur={() => session.presence.moveTo(null)}
    >
      <label htmlFor={id}>
        {shownLabel ?? label}
        {isRequired && shownLabel === undefined && <span className="soft"> required</span>}
      </label>
      <OthersAt presence={session.presence} place={place} />
      {isForeign(value, definition.type) ? (
        <Other
          says={sayingWhat(value)}
          act="Replace it"
          mend={() => session.edit(() => writeAt(place, undefined))}
        />
      ) : (
        inputOf(given)
      )}
      <span id={`${id}-says`} className={wrong.length > 0 ? "wrong" : "hint"}>
        {wrong.length > 0 ? wrong.map(({ message }) => sayingOnly(message)).join(" ") : hint}
      </span>
    </div>
  );
}

/** Removes the field name from a message of the service: "title (de) is required." becomes "Is required." */
export const sayingOnly = (message: string): string => {
  const rest = message.replace(/^\S+(?: \([^)]*\))? /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
};

function inputOf(given: InputGiven): ReactNode {
  const { definition } = given;
  switch (definition.type) {
    case "string":
      return definition.enum === undefined ? (
        <LineInput {...given} />
      ) : (
        <ChoiceInput {...given} choices={definition.enum} />
      );
    case "text":
      return <TextInput {...given} />;
    case "portableText":
      return (
        <Suspense fallback={<span className="skeleton rich-text-wait" />}>
          <RichText {...given} language={given.place.locale} />
        </Suspense>
      );
    case "number":
      return <NumberInput {...given} />;
    case "boolean":
      return <BooleanInput {...given} />;
    case "datetime":
      return <DateInput {...given} />;
    case "media":
      return <MediaInput {...given} kinds={definition.accept ?? []} />;
    case "reference":
      return <ReferenceInput {...given} to={definition.to} />;
    case "object":
    case "array":
      return null;
  }
}
