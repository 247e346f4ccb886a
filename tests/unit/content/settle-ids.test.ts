import test from "ava";
import { settleFields } from "../../../services/content/draft/settle-fields.js";

const LOWER = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d001";
const UPPER = LOWER.toUpperCase();

test("ids of references and media are kept in lower case (rules/edge 41)", (t) => {
  const shape = {
    defaultLocale: "en",
    locales: ["en"],
    schema: {
      name: "post",
      title: "Post",
      fields: [
        { name: "author", title: "A", type: "reference" as const, to: ["author"] },
        { name: "cover", title: "C", type: "media" as const, localized: true },
        {
          name: "related",
          title: "R",
          type: "array" as const,
          of: { type: "reference" as const, to: ["post"] },
        },
        { name: "text", title: "T", type: "string" as const },
      ],
    },
  };
  const sent = {
    author: { documentId: UPPER },
    cover: { de: { storageId: UPPER, alt: UPPER } },
    related: [{ documentId: UPPER }, { documentId: "No UUID" }, { storageId: UPPER }],
    text: UPPER,
  };
  const settled = settleFields(shape, sent);
  t.deepEqual(settled, {
    author: { documentId: LOWER },
    cover: { de: { storageId: LOWER, alt: UPPER } },
    related: [{ documentId: LOWER }, { documentId: "No UUID" }, { storageId: UPPER }],
    text: UPPER,
  });
  t.deepEqual(settleFields(shape, settled), settled);
});
