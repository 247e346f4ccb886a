import type { CatalogModel } from "../queries.js";
import { type Field, fieldsOf, type Values } from "./fields.js";

/**
 * Returns the value of a field as the form shows it: the entered value if the model takes it, else the
 * default.
 */
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

/** Returns the required fields that have no value. */
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

/** Returns the sentence about the first missing value; null if nothing is missing. */
export const askOf = (fields: readonly Field[], values: Values): string | null => {
  const [first] = missingOf(fields, values);
  return first === undefined ? null : (first.asks ?? `Choose: ${first.label}.`);
};

/**
 * Returns the parameters of the submission: only those of the model, and no empty ones. `seconds` is the
 * length of the source file.
 */
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

/**
 * Returns the values for another model. The files of a field are dropped if the other model's field takes
 * other kinds.
 */
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
