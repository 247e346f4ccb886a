import type { CatalogModel } from "../queries.js";
import { type Field, fieldsOf, type Values } from "./fields.js";

/** The value of a field as the form shows it: what was entered if the model takes it, else its own first one. */
export function valueOf(field: Field, values: Values): unknown {
  const given = values[field.name];
  switch (field.type) {
    case "choice":
      return field.options.some((option) => option === given) ? given : field.first;
    case "flag":
      return typeof given === "boolean" ? given : field.first;
    case "text":
      return typeof given === "string" ? given : "";
    case "number":
      return typeof given === "number" && given >= field.min && given <= field.max ? given : null;
    case "media":
      return Array.isArray(given) ? given.slice(0, field.most) : [];
  }
}

/** The fields that still want something. */
export const missingOf = (fields: readonly Field[], values: Values): readonly Field[] =>
  fields.filter((field) => {
    const value = valueOf(field, values);
    return (
      field.isRequired &&
      (value === null ||
        (typeof value === "string" && value.trim() === "") ||
        (Array.isArray(value) && value.length === 0))
    );
  });

/** The sentence about what is missing; null where nothing is. */
export const askOf = (fields: readonly Field[], values: Values): string | null => {
  const [first] = missingOf(fields, values);
  return first === undefined ? null : (first.asks ?? `Choose: ${first.label}.`);
};

/** What is submitted: only what the model takes, and nothing that is empty. `seconds` is the length of a chosen source. */
export function paramsOf(
  model: Pick<CatalogModel, "kind" | "capabilities">,
  values: Values,
  seconds: number | null,
): Record<string, unknown> {
  const params: Record<string, unknown> = { kind: model.kind };
  const fields = fieldsOf(model);
  for (const field of fields) {
    const value = valueOf(field, values);
    if (field.type === "media") {
      const ids = value as string[];
      if (ids.length > 0) params[field.name] = field.name.endsWith("Ids") ? ids : ids[0];
    } else if (field.type === "text" ? (value as string).trim() !== "" : value !== null)
      params[field.name] = value;
  }
  const { capabilities: able } = model;
  if (able.kind === "upscale") params.durationSeconds = seconds ?? 1;
  if (
    able.kind === "audio" &&
    (able.category === "cleanup" || able.category === "dubbing") &&
    seconds !== null
  )
    params.durationSeconds = seconds;
  return params;
}

/** What was entered for a model, for another one: files stay only where the field takes the same kinds. */
export function carriedTo(
  to: Pick<CatalogModel, "capabilities">,
  from: Pick<CatalogModel, "capabilities">,
  values: Values,
): Values {
  const kindsIn = (model: Pick<CatalogModel, "capabilities">, name: string) =>
    fieldsOf(model).flatMap((field) =>
      field.type === "media" && field.name === name ? [field.kinds.join()] : [],
    )[0];
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const before = kindsIn(from, name);
      return before === undefined || before === kindsIn(to, name);
    }),
  );
}
