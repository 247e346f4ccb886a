import type { FieldDefinition } from "../../../../contracts/content-schema.js";

import { NodeFailure } from "../step-refusal.js";
import type { NodeValue } from "../../../../plugins/kit/node-value.js";

/** Returns the definition of the field at a path such as `seo.image`. Throws NodeFailure that lists the known names. */
export function fieldAt(
  fields: readonly FieldDefinition[],
  path: string,
  locale: string | undefined,
): FieldDefinition {
  let among = fields;
  let found: FieldDefinition | undefined;
  for (const name of path.split(".")) {
    found = among.find((each) => each.name === name);
    if (found === undefined)
      throw new NodeFailure(
        `data.field: there is no field ${path}; there are ${among.map((each) => each.name).join(", ")}.`,
      );
    among = found.type === "object" ? found.fields : [];
  }
  if (found === undefined) throw new NodeFailure("data.field must name a field.");
  if (locale !== undefined && found.localized !== true)
    throw new NodeFailure(`data.locale: the field ${path} is not localized.`);
  return found;
}

/** Converts a node's value to one of a field. Throws NodeFailure where the field does not take it. */
export function asFieldValue({ type }: FieldDefinition, path: string, value: NodeValue): unknown {
  if (type === "media") {
    if (value.type !== "text") return { storageId: value.storageId };
    throw new NodeFailure(`The field ${path} takes media, and text comes in.`);
  }
  if (value.type !== "text")
    throw new NodeFailure(`The field ${path} is of type ${type}, and ${value.type} comes in.`);
  const { text } = value;
  switch (type) {
    case "string":
    case "text":
    case "datetime":
      return text.trim();
    case "number": {
      const number = Number(text.trim());
      if (text.trim() !== "" && Number.isFinite(number)) return number;
      throw new NodeFailure(`The field ${path} takes a number, and the text is none.`);
    }
    case "boolean": {
      const word = text.trim().toLowerCase();
      if (word === "true" || word === "false") return word === "true";
      throw new NodeFailure(`The field ${path} takes true or false, and the text is neither.`);
    }
    case "portableText":
      return text
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim())
        .filter((paragraph) => paragraph !== "")
        .map((paragraph, index) => ({
          _type: "block",
          _key: `b${index}`,
          style: "normal",
          markDefs: [],
          children: [{ _type: "span", _key: `s${index}`, text: paragraph, marks: [] }],
        }));
    default:
      throw new NodeFailure(`The field ${path} is of type ${type}, which a node does not write.`);
  }
}
