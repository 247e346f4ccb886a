import test from "ava";
import type { ContentEvent } from "../../../contracts/content-events.js";
import { makePayload } from "../../../services/webhooks/make-payload.js";
import { isTooLarge } from "../../../services/webhooks/document-limit.js";
import { publishedContent, publishEvent } from "../../helpers/emit-event.js";

test("a publish carries the flat document with raw locale maps and the locales that changed (rules/webhooks 3)", (t) => {
  const event = publishEvent("p-1", { after: { title: "Hello", body: { en: "Text" }, gone: 1 } });
  const at = new Date(event.publishedAt ?? 0).toISOString();
  t.deepEqual(makePayload(event), {
    envelope: {
      event: "document.publish",
      projectId: "p-1",
      documentId: event.documentId,
      type: "post",
      publishedAt: at,
      document: {
        _id: event.documentId,
        _type: "post",
        _status: "published",
        _createdAt: "2023-11-14T22:13:20.000Z",
        _updatedAt: at,
        _publishedAt: at,
        _locale: null,
        _fallbackFields: [],
        title: "Hello",
        body: { en: "Text" },
      },
      locales: ["en"],
    },
    media: [],
  });
});

test("unpublish and delete carry neither document nor locales; a document that never was published has no time (rules/webhooks 3)", (t) => {
  for (const kind of ["document.unpublish", "document.delete"] as const) {
    const event: ContentEvent = { kind, projectId: "p", documentId: "d", type: "post", publishedAt: null };
    t.deepEqual(makePayload(event), {
      envelope: { event: kind, projectId: "p", documentId: "d", type: "post", publishedAt: null },
      media: [],
    });
  }
});

test("media are found wherever they stand, in objects, lists and locale maps (rules/delivery 13)", (t) => {
  const media = { type: "media" as const, title: "M" };
  const { schema } = publishedContent();
  const event = publishEvent("p", {
    schema: {
      ...schema,
      fields: [
        { ...media, name: "cover" },
        { ...media, name: "poster", localized: true },
        { name: "gallery", title: "G", type: "array", of: { type: "media" } },
        { name: "seo", title: "S", type: "object", fields: [{ ...media, name: "image" }] },
        {
          name: "plain",
          title: "P",
          type: "object",
          fields: [{ name: "storageId", title: "S", type: "string" }],
        },
      ],
    },
    after: {
      cover: { storageId: "a" },
      poster: { en: { storageId: "b" } },
      gallery: [{ storageId: "c" }, { storageId: "a" }],
      seo: { image: { storageId: "d" } },
      plain: { storageId: "a" },
    },
  });
  t.deepEqual(makePayload(event).media, [
    { storageId: "a", path: ["cover"] },
    { storageId: "b", path: ["poster", "en"] },
    { storageId: "c", path: ["gallery", 0] },
    { storageId: "a", path: ["gallery", 1] },
    { storageId: "d", path: ["seo", "image"] },
  ]);
});

test("a document over 256 KB of UTF-8 is left out, its locales stay (rules/webhooks 3)", (t) => {
  // The character has three bytes and one code unit.
  const { envelope, media } = makePayload(publishEvent("p", { after: { title: "本".repeat(88_000) } }));
  t.false("document" in envelope);
  t.deepEqual(envelope.locales, ["en"]);
  t.deepEqual(media, []);
  t.true("document" in makePayload(publishEvent("p", { after: { title: "a".repeat(200_000) } })).envelope);
  t.false(isTooLarge("本".repeat((256 * 1024 - 1) / 3)));
  t.false(isTooLarge("a".repeat(256 * 1024)));
  t.true(isTooLarge(`${"a".repeat(256 * 1024)}b`));
});
