import test from "ava";
import { eventWords } from "../../../console/content/webhooks/events.js";
import { aboutModel, shortName } from "../../../console/parts/model-name.js";
import { timeName } from "../../../console/workflows/times.js";

test("a model is called by its name, and what its provider says of it stands apart", (t) => {
  const canvas = "Local Canvas (procedural composition, not a neural model)";
  t.is(shortName(canvas), "Local Canvas");
  t.is(aboutModel(canvas), "procedural composition, not a neural model");
  // The maker is part of the name, because two models would otherwise have the same name.
  for (const name of [
    "FLUX.1 [dev] (fal)",
    "FLUX.1 [dev] (Replicate)",
    "Veo 3.1 Fast (Google)",
    "Mock image",
  ]) {
    t.is(shortName(name), name);
    t.is(aboutModel(name), "");
  }
});

test("what a webhook hears is one sentence", (t) => {
  t.is(eventWords(["document.publish"]), "is published");
  t.is(
    eventWords(["document.publish", "document.unpublish", "document.delete"]),
    "is published, unpublished, or deleted",
  );
});

test("a time that has a name is told by it", (t) => {
  t.is(timeName("0 9 * * 1", "Europe/Berlin"), "Mondays at 9, Europe/Berlin");
  t.is(timeName("5 4 * * *", "UTC"), "At 5 4 * * *, UTC");
});
