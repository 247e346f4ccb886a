import { randomUUID } from "node:crypto";
import test from "ava";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { ContentType } from "../../../entities/content-type.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { transactWithFacts } from "../../../services/content/types/schema-facts.js";
import { findTypeVersions } from "../../../services/content/types/type.repository.js";
import { insertType } from "../../helpers/insert-type.js";
import { startKiln } from "../../helpers/start-kiln.js";

const field = (name: string): FieldDefinition => ({ name, title: name, type: "string" });
const schemaOf = (name: string, fields: string[]): ContentSchema => ({
  name,
  title: name,
  fields: fields.map(field),
});

test("schemas are read beside the transaction, each version once, and it counts what they are when it commits (rules/content 4)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const projectId = randomUUID();
  const changed = await insertType(kiln.host, projectId, schemaOf("changed", ["one"]));
  await insertType(kiln.host, projectId, schemaOf("other", ["only"]));
  let attempts = 0;
  const host = {
    longRead: kiln.host.longRead,
    async transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      attempts += 1;
      // The facts that were read are out of date by then.
      if (attempts === 2)
        await kiln.host.transact((tx) =>
          tx.update(ContentType, { id: changed }, { latestVersion: 2, schema: schemaOf("changed", ["two"]) }),
        );
      return kiln.host.transact(work);
    },
  };
  const read: string[] = [];
  const names = await transactWithFacts<string, string[]>(host, async (tx, facts) =>
    facts.of(await findTypeVersions(tx, projectId), ({ name, fields }) => {
      const fact = `${name} ${fields.map((each) => each.name).join()}`;
      read.push(fact);
      return fact;
    }),
  );
  // The order of facts that are read together is open.
  t.deepEqual(names.toSorted(), ["changed two", "other only"]);
  t.deepEqual(read.slice(0, 2).toSorted(), ["changed one", "other only"]);
  t.deepEqual(read.slice(2), ["changed two"]);
  t.is(attempts, 3, "two were rolled back: before anything was read, and when one had changed");
});
