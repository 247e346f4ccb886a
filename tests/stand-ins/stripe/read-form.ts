export type Form = { [key: string]: Form | string };

/** Reads a body of Stripe's API: form-encoded, with brackets for nested values and numbers as keys of lists. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll("]", "").split("[");
    let at = form;
    for (const key of path.slice(0, -1)) {
      const next = at[key];
      at = typeof next === "object" ? next : (at[key] = {});
    }
    at[path.at(-1) ?? ""] = value;
  }
  return form;
}

/** Returns the text at a path of keys, or null. */
export function textAt(form: Form, ...path: string[]): string | null {
  let at: Form | string | undefined = form;
  for (const key of path) at = typeof at === "object" ? at[key] : undefined;
  return typeof at === "string" ? at : null;
}

/** Returns the flat object of texts at a path of keys, such as metadata. */
export function textsAt(form: Form, key: string, ...path: string[]): Record<string, string> {
  let at: Form | string | undefined = form[key];
  for (const one of path) at = typeof at === "object" ? at[one] : undefined;
  if (typeof at !== "object") return {};
  return Object.fromEntries(
    Object.entries(at).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
