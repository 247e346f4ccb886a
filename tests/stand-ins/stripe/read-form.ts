export type Form = { [key: string]: Form | string };

/** A body of Stripe's API: form-encoded, with brackets for what lies deeper; lists have numbers as keys. */
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

/** The text at a path of keys; null where there is none. */
export function textAt(form: Form, ...path: string[]): string | null {
  let at: Form | string | undefined = form;
  for (const key of path) at = typeof at === "object" ? at[key] : undefined;
  return typeof at === "string" ? at : null;
}

/** The flat object at a path of keys: metadata. */
export function textsAt(form: Form, key: string, ...path: string[]): Record<string, string> {
  let at: Form | string | undefined = form[key];
  for (const one of path) at = typeof at === "object" ? at[one] : undefined;
  if (typeof at !== "object") return {};
  return Object.fromEntries(
    Object.entries(at).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}
