import fc from "fast-check";

const media = fc
  .uniqueArray(fc.constantFrom("storageId", "url", "type: contentType", "__typename"), { minLength: 1 })
  .map((fields) => `{ ${fields.join(" ")} }`);
const directive = fc.constantFrom("", "", "", " @include(if: $yes)", " @skip(if: $no)", " @skip(if: $yes)");
const system = fc.constantFrom(
  ..."__typename _id _type _status _createdAt _updatedAt _publishedAt _locale _fallbackFields".split(" "),
);
const locale = fc.constantFrom("", "DE", "PT_BR", "$code");

/** Makes a field with a directive. A field with arguments gets an alias that no other arguments use. */
const field = (name: string, below: fc.Arbitrary<string> = fc.constant("")) =>
  fc.tuple(directive, below).map(([when, selection]) => `${name}${when} ${selection}`);
const localized = (name: string, below: fc.Arbitrary<string> = fc.constant("")) =>
  fc.tuple(directive, below, locale).map(([when, selection, code]) => {
    const asked = code === "" ? name : `${name}_${code.replace("$", "v")}: ${name}(locale: ${code})`;
    return `${asked}${when} ${selection}`;
  });

const selectionOf = (fields: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(fields, { minLength: 1, maxLength: 6 }).map((each) => `{ _id ${each.join(" ")} }`);

const { article } = fc.letrec<{ article: string; author: string; either: string }>((tie) => {
  const author = fc.oneof(
    { depthSize: "small" },
    system,
    localized("name"),
    localized("boss", tie("author")),
  );
  const either = fc.oneof(
    fc.constant("__typename"),
    tie("article").map((selection) => `... on Article ${selection}`),
    tie("author").map((selection) => `... on Author ${selection}`),
    fc.constant("... on Document { _id own: _type }"),
  );
  const image = field("image", media).map((one) => `{ __typename ${one} }`);
  const seo = fc
    .array(fc.oneof(localized("label"), field("og", image)), { minLength: 1, maxLength: 3 })
    .map((fields) => `{ __typename ${fields.join(" ")} }`);
  return {
    author: selectionOf(author),
    either: fc.array(either, { minLength: 1, maxLength: 3 }).map((each) => `{ ${each.join(" ")} }`),
    article: selectionOf(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        system,
        fc.oneof(localized("title"), localized("story")),
        fc.constantFrom("body", "rank", "views", "isHot", "day", "tags", "links { href }", "...Named"),
        fc.oneof(field("hero", media), field("gallery", media), field("seo", seo)),
        localized("author", tie("author")),
        fc.oneof(localized("subject", tie("either")), localized("related", tie("either"))),
      ),
    ),
  };
});

/** Arbitrary selection of an article of `graphqlSite`. It uses `$yes`, `$no`, `$code` and the fragment `Named`. */
export const arbitrarySelection = article;
