import { readFileSync } from "node:fs";
import test from "ava";
import { checkComposeSchema, checkComposeVariables } from "../../../checks/compose.js";

const schema = JSON.parse(readFileSync("checks/schema/compose-spec.json", "utf8")) as object;

test("a file that the Compose Specification refuses is found", (t) => {
  t.deepEqual(checkComposeSchema("services:\n  app:\n    image: x\n", schema), []);
  t.true(checkComposeSchema("services:\n  app:\n    imagee: x\n", schema).length > 0);
  t.true(checkComposeSchema("services:\n  app:\n    image: 3\n", schema).length > 0);
  t.true(checkComposeSchema("services: [\n", schema).length > 0);
});

test("anchors and merges are understood", (t) => {
  const text = "x-app: &app\n  image: x\nservices:\n  app:\n    <<: *app\n    restart: always\n";
  t.deepEqual(checkComposeSchema(text, schema), []);
});

test("our services set, and the file uses, known variables only", (t) => {
  const known = new Set(["PORT", "SECRET_KEY"]);
  const judge = (lines: string) =>
    checkComposeVariables(`services:\n  app:\n    build: .\n    environment:\n${lines}`, known).length;
  t.is(judge("      PORT: 3000\n      SECRET_KEY: ${SECRET_KEY:?set it}\n"), 0);
  t.is(judge("      PROT: 3000\n"), 1);
  t.is(judge("      - PROT=3000\n"), 1);
  t.is(judge("      PORT: ${PROT}\n"), 1);
  t.is(judge("      PORT: $$PROT\n"), 0, "an escaped dollar is no variable");
});

test("variables of other images are their own", (t) => {
  const text = "services:\n  db:\n    image: mariadb\n    environment:\n      MARIADB_USER: kiln\n";
  t.deepEqual(checkComposeVariables(text, new Set()), []);
});
