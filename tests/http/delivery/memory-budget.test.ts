import test, { type ExecutionContext } from "ava";
import { makeReadingSite } from "../../helpers/reading-site.js";
import { startKiln } from "../../helpers/start-kiln.js";

const MB = 2 ** 20;
const DOCUMENTS = 40;

/** Starts a process, reads some documents of 80 KB, and returns what /metrics says of a cache of delivery. */
async function readAll(t: ExecutionContext, env: Record<string, string>) {
  const kiln = await startKiln(env);
  t.teardown(() => kiln.stop());
  const site = await makeReadingSite(kiln, [{ name: "body", title: "Body", type: "text" }]);
  for (let n = 0; n < DOCUMENTS; n++) {
    const id = await site.documents.makePublished({ body: `${n} `.padEnd(80_000, "kiln ") });
    for (let again = 0; again < 2; again++)
      t.is((await site.reader.get(`${site.path}/${id}?again=${again}`)).status, 200);
  }
  t.is((await site.reader.get(`${site.path}?type=article&select=_id`)).body.total, DOCUMENTS);
  const text = await (await fetch(`${kiln.url}/metrics`)).text();
  return (cache: string) => ({
    bytes: Number(
      new RegExp(`^kiln_delivery_memory_bytes\\{cache="${cache}"\\} (\\S+)$`, "m").exec(text)?.[1],
    ),
    budget: Number(
      new RegExp(`^kiln_delivery_memory_budget_bytes\\{cache="${cache}"\\} (\\S+)$`, "m").exec(text)?.[1],
    ),
  });
}

test("DELIVERY_MEMORY_MB is the budget of document indexes, the other caches of delivery follow it, and /metrics tells (rules/delivery 11)", async (t) => {
  const small = await readAll(t, { DELIVERY_MEMORY_MB: "32" });
  t.is(small("models").budget, 32 * MB);
  t.true(small("models").bytes > 0);
  t.is(small("texts").budget, 2 * MB);
  t.true(small("texts").bytes > 0 && small("texts").bytes <= 2 * MB, String(small("texts").bytes));
  const usual = await readAll(t, {});
  t.is(usual("models").budget, 256 * MB);
  t.true(usual("texts").bytes > 2 * MB, String(usual("texts").bytes));
});
