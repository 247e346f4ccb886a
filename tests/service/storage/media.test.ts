import { randomUUID } from "node:crypto";
import test from "ava";
import type { Auth } from "../../../contracts/auth.js";
import { resolveMedia, signMedia } from "../../../contracts/storage.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Kiln } from "../../../start.js";
import { insertObject } from "../../helpers/insert-object.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

const caller = (accountId: string): Auth => ({
  accountId,
  email: "a@example.com",
  scopes: null,
  kind: "session",
  credentialId: randomUUID(),
  isOperator: false,
  isSuspended: false,
  isEmailVerified: true,
  features: { generation: true, transcription: true },
});

test("inputs of work resolve to what the caller can read, in order; all else is left out (rules/models 21)", async (t) => {
  const owner = randomUUID();
  const first = await insertObject(kiln, owner, { contentType: "video/mp4", sizeBytes: 7 });
  const second = await insertObject(kiln, owner);
  const staged = await insertObject(kiln, owner, { state: "staged" });
  const foreign = await insertObject(kiln, randomUUID());
  const storageIds = [second, foreign, staged, randomUUID(), first, second.toUpperCase()];
  const { objects } = await kiln.host.call(resolveMedia, { storageIds }, systemMeta("test", caller(owner)));
  t.deepEqual(objects, [
    { storageId: second, contentType: "image/png", sizeBytes: 5 },
    { storageId: first, contentType: "video/mp4", sizeBytes: 7 },
  ]);
});

test("media is signed whoever owns it, what is gone is left out, an agent's links live 24 hours (rules/storage 17)", async (t) => {
  const first = await insertObject(kiln, randomUUID(), { thumb: "ready" });
  const second = await insertObject(kiln, randomUUID(), { thumb: "none" });
  const staged = await insertObject(kiln, randomUUID(), { state: "staged" });
  const storageIds = [second, staged, first, randomUUID()];
  const sign = async (options: object) =>
    (await kiln.host.call(signMedia, { storageIds, ...options }, systemMeta("test"))).objects;
  const plain = await sign({});
  t.deepEqual(
    plain.map(({ storageId, thumbUrl }) => [storageId, thumbUrl]),
    [
      [second, null],
      [first, null],
    ],
  );
  const [, withThumb] = await sign({ thumbs: true, longLived: true });
  t.regex(withThumb?.thumbUrl ?? "", new RegExp(`/files/${first}\\.thumb\\?`));
  const lifeOf = (url = "") => Number(new URL(url).searchParams.get("expires")) - Date.now();
  const HOUR_MS = 3600_000;
  t.true(lifeOf(plain[0]?.url) >= HOUR_MS && lifeOf(plain[0]?.url) < 2 * HOUR_MS);
  t.true(lifeOf(withThumb?.url) >= 24 * HOUR_MS && lifeOf(withThumb?.url) < 25 * HOUR_MS);
});
