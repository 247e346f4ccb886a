import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { changeAt, fileAt, placesIn, valueAt, withFile } from "../../../console/send/media-places.js";

const named = (name: string, more: object): FieldDefinition =>
  ({ name, title: name.toUpperCase(), ...more }) as FieldDefinition;
const FIELDS = [
  named("title", { type: "string" }),
  named("cover", { type: "media", accept: ["image"], localized: true }),
  named("any", { type: "media" }),
  named("song", { type: "media", accept: ["audio"] }),
  named("gallery", { type: "array", of: { type: "media", accept: ["image", "video"] } }),
  named("tags", { type: "array", of: { type: "string" } }),
  named("seo", { type: "object", fields: [named("card", { type: "media", accept: ["image"] })] }),
];

test("a file is offered the fields that take its kind, also lists and within objects (rules/console 12)", (t) => {
  const paths = (kind: "image" | "video" | "audio") =>
    placesIn({ fields: FIELDS }, kind).map(({ path }) => path.join("."));
  t.deepEqual(paths("image"), ["cover", "any", "gallery", "seo.card"]);
  t.deepEqual(paths("video"), ["any", "gallery"]);
  t.deepEqual(paths("audio"), ["any", "song"]);
  t.is(placesIn({ fields: FIELDS }, "image").at(-1)?.title, "SEO, CARD");
});

test("a change names its own field and language only, and a list keeps what it has", (t) => {
  const [cover, , gallery, card] = placesIn({ fields: FIELDS }, "image");
  if (!cover || !gallery || !card) throw new Error("There are four.");
  const draft = { cover: { en: { storageId: "a" } }, gallery: [{ storageId: "b" }], seo: { card: null } };
  t.is(fileAt(valueAt(draft, cover, "en")), "a");
  t.is(valueAt(draft, cover, "de"), undefined);
  t.deepEqual(changeAt(cover, "de", withFile(cover, undefined, "c")), { cover: { de: { storageId: "c" } } });
  t.deepEqual(changeAt(card, "en", withFile(card, null, "c")), { seo: { card: { storageId: "c" } } });
  const list = withFile(gallery, valueAt(draft, gallery, "en"), "c");
  t.deepEqual(changeAt(gallery, "en", list), { gallery: [{ storageId: "b" }, { storageId: "c" }] });
});
