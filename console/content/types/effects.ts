import type { ContentSchema, FieldDefinition, ItemDefinition } from "../../../contracts/content-schema.js";

/** One effect of saving a type; the tone `keeps` means that existing content is unaffected. */
export interface Effect {
  tone: "keeps" | "asks" | "hides";
  text: string;
}

type Definition = FieldDefinition | ItemDefinition;

/** The options of all kinds of definitions; each is read only for the kinds that have it. */
type Options = Partial<{
  localized: boolean;
  maxLength: number;
  enum: string[];
  integer: boolean;
  min: number;
  max: number;
  accept: string[];
  to: string[];
  fields: FieldDefinition[];
  of: ItemDefinition;
}>;

const KEPT = "What documents hold in it is kept, and comes back with a field of this name and kind.";
const AGAIN = "What is published stays; such a document can be published again only once that is mended.";

/**
 * Returns the effects of an edited type on existing documents by the rules of docs/content-types.md: no
 * document changes, delivery reads through the new schema at once, and a draft is checked against it at its
 * next save or publish.
 */
export function effectsOf(before: ContentSchema, after: ContentSchema): Effect[] {
  const effects = compareFields(before.fields, after.fields, "");
  if ((before.titleField ?? null) !== (after.titleField ?? null))
    effects.push({
      tone: "keeps",
      text:
        after.titleField === undefined
          ? "Documents have no title in lists and search any more."
          : `Lists and search name documents by "${after.titleField}" from now on.`,
    });
  return effects;
}

function compareFields(
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
  prefix: string,
) {
  const old = new Map(before.map((field) => [field.name, field]));
  const kept = new Set(after.map(({ name }) => name));
  const gone = before
    .filter(({ name }) => !kept.has(name))
    .map(({ title }): Effect => ({
      tone: "hides",
      text: `"${prefix}${title}" goes: it is no longer delivered. ${KEPT}`,
    }));
  const others = after.flatMap((field): Effect[] => {
    const title = prefix + field.title;
    const was = old.get(field.name);
    if (was !== undefined) return compare(was, field, title);
    return field.required === true
      ? [{ tone: "asks", text: `"${title}" is new and required: no document has it yet. ${AGAIN}` }]
      : [{ tone: "keeps", text: `"${title}" is new, and empty in every document.` }];
  });
  return [...gone, ...others];
}

function compare(was: Definition, is: Definition, title: string): Effect[] {
  if (was.type !== is.type)
    return [
      {
        tone: "hides",
        text: `"${title}" is of another kind: values of the old one are no longer delivered. ${KEPT}`,
      },
    ];
  const effects: Effect[] = [];
  const asks = (text: string) => effects.push({ tone: "asks", text: `"${title}" ${text} ${AGAIN}` });
  const [old, now] = [was as Options, is as Options];
  if (is.required === true && was.required !== true)
    asks(
      now.localized === true
        ? "is required, in the default language and in those that the project requires."
        : "is required: a document without it has an issue.",
    );
  if (is.required !== true && was.required === true)
    effects.push({ tone: "keeps", text: `"${title}" may be empty from now on.` });
  if (now.localized === true && old.localized !== true)
    effects.push({
      tone: "keeps",
      text: `"${title}" has a value for each language: what is there counts for the default one.`,
    });
  if (now.localized !== true && old.localized === true)
    effects.push({
      tone: "hides",
      text: `"${title}" has one value for all languages: what was written by language is no longer delivered. It is kept, and comes back when the field is in languages again.`,
    });
  if (now.integer === true && old.integer !== true)
    effects.push({
      tone: "hides",
      text: `"${title}" takes whole numbers only: one with a fraction is no longer delivered. It is kept.`,
    });
  for (const text of narrowed(old, now)) asks(text);
  if (was.type === "object" && is.type === "object")
    effects.push(...compareFields(was.fields, is.fields, `${title}, `));
  if (was.type === "array" && is.type === "array")
    effects.push(...compare(was.of, is.of, `Items of ${title}`));
  return effects;
}

/** Yields a sentence for each limit that is tighter than before. */
function* narrowed(old: Options, now: Options): Generator<string> {
  if (now.maxLength !== undefined && now.maxLength < (old.maxLength ?? Infinity))
    yield `takes ${now.maxLength} characters at most: a longer text has an issue.`;
  if (now.min !== undefined && now.min > (old.min ?? -Infinity))
    yield `takes ${now.min} and more: a smaller number has an issue.`;
  if (now.max !== undefined && now.max < (old.max ?? Infinity))
    yield `takes ${now.max} at most: a larger number has an issue.`;
  const fewer = (before: readonly string[] | undefined, after: readonly string[] | undefined) =>
    after !== undefined && (before === undefined || before.some((one) => !after.includes(one)));
  if (fewer(old.enum, now.enum)) yield "has fewer choices: another value has an issue.";
  if (fewer(old.accept, now.accept)) yield "takes fewer kinds of files: another file has an issue.";
  if (fewer(old.to, now.to)) yield "leads to fewer types: a reference to another has an issue.";
}
