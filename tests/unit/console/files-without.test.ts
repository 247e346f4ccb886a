import test from "ava";
import { filesWithout } from "../../../console/generate/files-without.js";

test("Undo of an input takes that file alone, and brings back what gave way to it", (t) => {
  const one = { storageId: "new", before: ["old"], most: 1 };
  t.deepEqual(filesWithout(["new"], one), ["old"]);
  t.deepEqual(filesWithout(["new"], { ...one, before: [] }), []);
  const four = { storageId: "new", before: ["a", "b", "c", "d"], most: 4 };
  t.deepEqual(filesWithout(["new", "a", "b", "c"], four), ["a", "b", "c", "d"]);
});

test("Undo of an input leaves what the person has put into the field meanwhile", (t) => {
  t.is(filesWithout(["hers"], { storageId: "new", before: ["old"], most: 1 }), undefined);
  t.deepEqual(filesWithout(["new", "a", "hers"], { storageId: "new", before: ["a"], most: 4 }), [
    "a",
    "hers",
  ]);
  const four = { storageId: "new", before: ["a", "b", "c", "d"], most: 4 };
  // The person removed "a" and added "hers": "d", which had given way, still finds room, and "a" stays away.
  t.deepEqual(filesWithout(["new", "b", "c", "hers"], four), ["b", "c", "hers", "d"]);
  // A file that the person has put back herself is not there twice.
  t.deepEqual(filesWithout(["new", "b", "c", "d"], four), ["b", "c", "d"]);
});
