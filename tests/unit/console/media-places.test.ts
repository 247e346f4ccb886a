import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import {
  fileAt,
  type Json,
  type MediaPlace,
  placesIn,
  withFile,
} from "../../../console/send/media-places.js";
import { spotTitle } from "../../../console/send/spot-title.js";
import {
  changeAt,
  type ChosenSpot,
  foundAgain,
  newSpot,
  spotsIn,
  valueAt,
} from "../../../console/send/spots.js";

const named = (name: string, more: object): FieldDefinition =>
  ({ name, title: name.toUpperCase(), ...more }) as FieldDefinition;
const picture = (name: string) => named(name, { type: "media", accept: ["image"] });
const FIELDS = [
  named("title", { type: "string" }),
  named("cover", { type: "media", accept: ["image"], localized: true }),
  named("any", { type: "media" }),
  named("song", { type: "media", accept: ["audio"] }),
  named("gallery", { type: "array", of: { type: "media", accept: ["image", "video"] } }),
  named("tags", { type: "array", of: { type: "string" } }),
  named("body", { type: "portableText" }),
  named("seo", { type: "object", fields: [named("share", { type: "object", fields: [picture("card")] })] }),
  named("chapters", {
    type: "array",
    of: {
      type: "object",
      fields: [
        named("name", { type: "string" }),
        picture("image"),
        named("steps", { type: "array", of: { type: "object", fields: [picture("photo")] } }),
      ],
    },
  }),
];
const pathOf = ({ steps }: MediaPlace) =>
  steps.map(({ name, isItems }) => name + (isItems ? "[]" : "")).join(".");
const placeAt = (path: string): MediaPlace => {
  const found = placesIn({ fields: FIELDS }, "image").find((place) => pathOf(place) === path);
  if (found === undefined) throw new Error(path);
  return found;
};

test("a file is offered the fields that take its kind, also lists, within objects and within items of lists (rules/console 12)", (t) => {
  const paths = (kind: "image" | "video" | "audio") => placesIn({ fields: FIELDS }, kind).map(pathOf);
  t.deepEqual(paths("image"), [
    "cover",
    "any",
    "gallery",
    "seo.share.card",
    "chapters[].image",
    "chapters[].steps[].photo",
  ]);
  t.deepEqual(paths("video"), ["any", "gallery"]);
  t.deepEqual(paths("audio"), ["any", "song"]);
  t.is(placeAt("seo.share.card").title, "SEO, SHARE, CARD");
});

test("a change names its own field and language only, and a list keeps what it has", (t) => {
  const [cover, gallery, card] = [placeAt("cover"), placeAt("gallery"), placeAt("seo.share.card")];
  const draft = { cover: { en: { storageId: "a" } }, gallery: [{ storageId: "b" }], seo: { share: null } };
  const put = (place: MediaPlace, locale: string) => {
    const spot = newSpot(place);
    return changeAt(draft, place, {
      spot,
      locale,
      value: withFile(place, valueAt(draft, place, locale, spot), "c"),
    });
  };
  t.is(fileAt(valueAt(draft, cover, "en", newSpot(cover))), "a");
  t.is(valueAt(draft, cover, "de", newSpot(cover)), undefined);
  t.deepEqual(put(cover, "de"), { cover: { de: { storageId: "c" } } });
  t.deepEqual(put(card, "en"), { seo: { share: { card: { storageId: "c" } } } });
  t.deepEqual(put(gallery, "en"), { gallery: [{ storageId: "b" }, { storageId: "c" }] });
});

const DRAFT = {
  title: "Harbours",
  chapters: [
    { name: "North", image: { storageId: "a" }, steps: [{ photo: { storageId: "s" } }] },
    { name: "South" },
  ],
};

test("of a list of objects each item is a spot, and a new one behind them, at each level", (t) => {
  const [image, photo] = [placeAt("chapters[].image"), placeAt("chapters[].steps[].photo")];
  const titles = (place: MediaPlace) => spotsIn(DRAFT, place).map((spot) => spotTitle(DRAFT, place, spot));
  t.deepEqual(titles(image), ["1. North", "2. South", "New item"]);
  t.deepEqual(titles(photo), ["1. North › 1", "1. North › New item", "2. South › New item", "New item"]);
  t.deepEqual(
    spotsIn(DRAFT, image).map((spot) => fileAt(valueAt(DRAFT, image, "en", spot))),
    ["a", null, null],
  );
  const at = (place: MediaPlace, nth: number) =>
    changeAt(DRAFT, place, {
      spot: spotsIn(DRAFT, place)[nth] ?? newSpot(place),
      locale: "en",
      value: { storageId: "c" },
    });
  t.deepEqual(at(image, 1), {
    chapters: [DRAFT.chapters[0], { name: "South", image: { storageId: "c" } }],
  });
  t.deepEqual(at(image, 2), { chapters: [...DRAFT.chapters, { image: { storageId: "c" } }] });
  t.deepEqual(at(photo, 1), {
    chapters: [
      { ...DRAFT.chapters[0], steps: [{ photo: { storageId: "s" } }, { photo: { storageId: "c" } }] },
      DRAFT.chapters[1],
    ],
  });
  t.deepEqual(at(photo, 3), { chapters: [...DRAFT.chapters, { steps: [{ photo: { storageId: "c" } }] }] });
});

/** Returns the n-th spot of a place, as a person chooses it in the first version of a draft. */
function chosenOf(draft: Json, place: MediaPlace, nth: number): ChosenSpot {
  const spot = spotsIn(draft, place)[nth];
  if (spot === undefined) throw new Error("There is no such spot.");
  return { spot, version: 1 };
}

test("an item is known again by what it says, wherever it has moved; one that was changed is not", (t) => {
  const image = placeAt("chapters[].image");
  const chosen = chosenOf(DRAFT, image, 1);
  const again = (draft: Json, one = chosen) => foundAgain({ draft, draftVersion: 2 }, image, one)?.items;
  t.deepEqual(again({ chapters: [{ name: "First" }, ...DRAFT.chapters] }), [2]);
  // The order of keys does not matter.
  t.truthy(again({ chapters: [{ image: { storageId: "a" }, name: "x" }, { name: "South" }] }));
  t.is(again({ chapters: [{ name: "South of here" }] }), undefined);
  const twice = { chapters: [{ name: "South" }, { name: "x" }, { name: "South" }] };
  t.is(again(twice), undefined, "which of two alike is not known");
  t.is(
    again(twice, chosenOf(twice, image, 2)),
    undefined,
    "and not by its position in a draft that was changed",
  );
  t.deepEqual(again(twice, { ...chosenOf(twice, image, 2), version: 2 }), [2]);
  t.deepEqual(again({ chapters: [] }, chosenOf(DRAFT, image, 2)), [null]);
});

test("an item within an item is known by all items on the way, and is no item of another one (rules/console 12)", (t) => {
  const photo = placeAt("chapters[].steps[].photo");
  const [north, south, west] = ["North", "South", "West"].map((name) => ({ name, steps: [{}] }));
  const chosen = chosenOf({ chapters: [north, south] }, photo, 0);
  const again = (chapters: unknown[], one = chosen) =>
    foundAgain({ draft: { chapters }, draftVersion: 2 }, photo, one)?.items;
  t.deepEqual(chosen.spot.items, [0, 0]);
  t.deepEqual(again([west, north, south]), [1, 0]);
  t.is(again([west, south]), undefined);
  t.deepEqual(again([west, south, north], chosenOf({ chapters: [north, south] }, photo, 1)), [2, null]);
  // Steps with equal content are told apart by their position in their own chapter.
  const twice = { name: "North", steps: [{}, {}] };
  t.deepEqual(again([west, twice], chosenOf({ chapters: [twice] }, photo, 1)), [1, 1]);
});
