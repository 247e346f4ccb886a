import test from "ava";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { localizedValues } from "../../../services/translation/localized-paths.js";

const schema: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "rank", title: "Rank", type: "number" },
    {
      name: "seo",
      title: "SEO",
      type: "object",
      fields: [
        { name: "description", title: "Description", type: "text", localized: true },
        { name: "slug", title: "Slug", type: "string" },
      ],
    },
    { name: "hero", title: "Hero", type: "media", localized: true },
  ],
};

test("localized fields are found inside objects, a bare value is the default locale's (rules/content 19)", (t) => {
  const draft = { title: "Kiln", seo: { description: { en: "Hot", de: "Heiß" } }, hero: { storageId: "x" } };
  t.deepEqual(
    localizedValues(schema, draft, "en").map(({ path, byLocale }) => [path, byLocale]),
    [
      ["title", { en: "Kiln" }],
      ["seo.description", { en: "Hot", de: "Heiß" }],
      ["hero", { en: { storageId: "x" } }],
    ],
  );
});
