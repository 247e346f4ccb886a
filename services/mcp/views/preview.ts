/**
 * Script of the view that shows a document as it would read: its fields in the order of its type, in one of
 * its locales. It inserts no value as markup.
 */
export const PREVIEW = `
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const textOf = (blocks) => blocks.map((block) => {
  const line = (block.children || []).map(({ text }) => text || "").join("");
  const style = /^h[1-6]$/.test(block.style) ? block.style : "p";
  return make(style === "h1" ? "h3" : style === "h2" ? "h4" : style === "p" ? "p" : "h5", line);
});
function valueOf(value, field, locale) {
  if (value === undefined || value === null || value === "") return [make("p", "empty", "empty")];
  const { type } = field;
  if (field.localized && isObject(value) && !value.storageId) {
    const code = locale in value ? locale : Object.keys(value)[0];
    return valueOf(value[code], { ...field, localized: false }, locale);
  }
  if (type === "portableText" && Array.isArray(value)) return textOf(value);
  if (type === "text" || type === "string") return String(value).split("\\n").map((line) => make("p", line));
  if (type === "media") return [make("p", "a file: " + value.storageId, "thing")];
  if (type === "reference") return [make("p", "the document " + value.documentId, "thing")];
  if (type === "object" && isObject(value)) return [list(field.fields || [], value, locale)];
  if (type === "array" && Array.isArray(value)) {
    const items = make("ul");
    items.append(...value.map((item) => { const entry = make("li"); entry.append(...valueOf(item, { ...(field.of || {}), localized: false }, locale)); return entry; }));
    return [items];
  }
  return [make("p", typeof value === "object" ? JSON.stringify(value) : value)];
}
function list(fields, values, locale) {
  const names = make("dl");
  for (const field of fields) {
    const value = make("dd");
    value.append(...valueOf(values[field.name], field, locale));
    names.append(make("dt", field.title || field.name), value);
  }
  return names;
}
function localesOf(fields, draft) {
  const codes = new Set();
  for (const { name, localized } of fields)
    if (localized && isObject(draft[name])) for (const code of Object.keys(draft[name])) codes.add(code);
  return [...codes];
}
function show(given) {
  const { document: found, schema, issues = [] } = given;
  if (!found) return fill(make("p", "There is nothing to show."));
  const draft = found.draft || {};
  const fields = (schema && schema.fields) || Object.keys(draft).map((name) => ({ name, type: "other", localized: isObject(draft[name]) }));
  const codes = localesOf(fields, draft);
  const paint = (locale) => {
    const choice = make("select");
    choice.append(...codes.map((code) => { const option = make("option", code); option.value = code; option.selected = code === locale; return option; }));
    choice.setAttribute("aria-label", "Locale");
    choice.addEventListener("change", () => paint(choice.value));
    const problems = make("ul", undefined, "problem");
    problems.append(...issues.map(({ message }) => make("li", message)));
    fill(make("h2", found.title || found.type), make("p", found.type + ", " + found.status + ", version " + found.draftVersion, "about"),
      codes.length > 1 ? choice : null, issues.length > 0 ? problems : null, list(fields, draft, locale));
  };
  paint(codes[0]);
}
fill(make("p", "The document is on its way."));
`;
