import test from "ava";
import { type Person, signUp } from "../../helpers/client.js";
import { mockRequest } from "../../helpers/mock-request.js";
import { OF_JOBS } from "../../helpers/open-cluster.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { TcpProxy } from "../../helpers/tcp-proxy.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

let site: Site;
let proxy: TcpProxy;
let kiln: KilnProcess;
let person: Person;
test.before(async () => {
  site = await openSite({ SERVICES: OF_JOBS });
  proxy = new TcpProxy(site.env.DATABASE_URL ?? "");
  await proxy.open();
  kiln = await site.start({ DATABASE_URL: proxy.url });
  person = await signUp(kiln.url);
});
test.after.always(async () => {
  await site?.close();
  await proxy?.cut();
});

const statusOf = async (path: string) => (await fetch(`${kiln.url}${path}`)).status;

const ways: [string, () => void | Promise<void>, () => void | Promise<void>][] = [
  ["refuses connections", () => proxy.cut(), () => proxy.open()],
  ["does not answer", () => proxy.block(), () => proxy.unblock()],
];
for (const [title, leave, comeBack] of ways) {
  test.serial(
    `a database that ${title}: 503 unavailable within 20 s, /readyz red, /livez green, and work goes on afterwards (rules/edge 34 and 37)`,
    async (t) => {
      const { body } = await person.api.post("/v1/generations", mockRequest("[slow=2]"));
      await leave();
      const late = AbortSignal.timeout(20_000);
      const answer = await fetch(`${kiln.url}/v1/generations`, {
        headers: { authorization: `Bearer ${person.key}` },
        signal: late,
      });
      t.is(answer.status, 503);
      t.regex(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      t.is(((await answer.json()) as { error: { code: string } }).error.code, "unavailable");
      t.is(await statusOf("/readyz"), 503);
      t.is(await statusOf("/livez"), 200);

      await comeBack();
      await waitUntil(async () => (await statusOf("/readyz")) === 200, { what: () => kiln.output });
      await waitUntil(async () => (await person.api.get("/v1/account")).status === 200);
      t.is((await waitForJob(person.api, body.job.id)).status, "succeeded");
      t.deepEqual((await site.verifyLedger()).mismatches, []);
    },
  );
}
