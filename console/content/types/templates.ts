import { type EditedField, newField } from "./field.js";

/** Prepared types that a person can start from. */
export const TEMPLATES: readonly {
  title: string;
  name: string;
  says: string;
  fields: () => EditedField[];
}[] = [
  {
    title: "Article",
    name: "article",
    says: "Title, teaser, text and picture, by language",
    fields: () => [
      newField({ name: "title", title: "Title", required: true, localized: true, maxLength: 120 }),
      newField({ name: "teaser", title: "Teaser", type: "text", localized: true, maxLength: 300 }),
      newField({ name: "body", title: "Body", type: "portableText", localized: true }),
      newField({ name: "picture", title: "Picture", type: "media", accept: ["image"] }),
    ],
  },
  {
    title: "Person",
    name: "person",
    says: "Name, role and portrait",
    fields: () => [
      newField({ name: "name", title: "Name", required: true, maxLength: 120 }),
      newField({ name: "role", title: "Role", localized: true }),
      newField({ name: "portrait", title: "Portrait", type: "media", accept: ["image"] }),
    ],
  },
  {
    title: "Product",
    name: "product",
    says: "Name, description, price and pictures",
    fields: () => [
      newField({ name: "name", title: "Name", required: true, localized: true, maxLength: 120 }),
      newField({ name: "description", title: "Description", type: "text", localized: true }),
      newField({ name: "price", title: "Price", type: "number", min: 0 }),
      newField({
        name: "pictures",
        title: "Pictures",
        type: "array",
        of: newField({ type: "media", accept: ["image"] }),
      }),
    ],
  },
];
