import { randomUUID } from "node:crypto";
import test from "ava";
import {
  FETCHES,
  forClient,
  mayFetch,
  rememberFailure,
} from "../../../services/identity/oauth/document-fetches.js";
import type { Kiln } from "../../../start.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const document = () => `https://apps.example/${randomUUID()}`;
const mayFrom = (client: string, url = document()) => forClient(client, () => mayFetch(kiln.host, url));

test("fetches of clients' documents are limited by the network that asks; no stranger keeps a site from others (rules/identity 48)", async (t) => {
  const popular = document();
  for (let count = 0; count < FETCHES.limit; count += 1)
    if (!(await mayFrom("203.0.113.1", popular))) t.fail(`call ${count} was refused`);
  t.false(await mayFrom("203.0.113.1", popular));
  t.false(await mayFrom("203.0.113.1"), "whatever it asks for");
  t.true(await mayFrom("203.0.113.2", popular), "another caller of the same document");
  for (let count = 0; count < FETCHES.limit; count += 1) await mayFrom(`2001:db8:1:2::${count.toString(16)}`);
  t.false(await mayFrom("2001:db8:1:2:ffff::1"), "a /64 is one caller");
});

test("a document that cannot be had is not asked for again at once; others of its site are (rules/identity 48)", async (t) => {
  const [away, refused, fine] = [document(), document(), document()];
  await t.throwsAsync(rememberFailure(away, Promise.reject(new Error("away"))), { message: "away" });
  await rememberFailure(refused, Promise.resolve(new Response(null, { status: 502 })));
  await rememberFailure(fine, Promise.resolve(new Response("{}")));
  t.deepEqual(
    await Promise.all([away, refused, fine, document()].map((url) => mayFrom("203.0.113.3", url))),
    [false, false, true, true],
  );
});
