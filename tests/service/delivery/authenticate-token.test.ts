import test from "ava";
import type { Kiln } from "../../../start.js";
import {
  TokenAuthenticator,
  tokenAuthenticatorOf,
} from "../../../services/delivery/tokens/authenticate-token.js";
import { type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let owner: Person;
test.before(async () => {
  kiln = await startKiln();
  owner = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

interface Made {
  id: string;
  secret: string;
  projectId: string;
}

async function makeToken(mode = "published", projectId?: string): Promise<Made> {
  const project = projectId ?? (await makeProject(owner));
  const { body } = await owner.api.post(`/v1/projects/${project}/content/tokens`, { name: "x", mode });
  return { id: body.token.id, secret: body.secret, projectId: project };
}

const lastUsed = async ({ id, projectId }: Made): Promise<string | null> => {
  const { tokens } = (await owner.api.get(`/v1/projects/${projectId}/content/tokens`)).body;
  return tokens.find((token: { id: string }) => token.id === id).lastUsedAt;
};

test("a token opens its own project with its mode, and the content's revision as of the same read (rules/delivery 1 and 6)", async (t) => {
  const made = await makeToken("preview");
  const authenticator = tokenAuthenticatorOf(kiln.host);
  const seen = await authenticator.open(made.secret, made.projectId);
  t.deepEqual(seen, {
    tokenId: made.id,
    mode: "preview",
    project: { id: made.projectId, ownerId: owner.id, isDefault: false },
    revision: 0,
    publishedRevision: 0,
  });
  await kiln.host.transact((tx) =>
    tx.run("INSERT INTO content_heads (id, revision, publishedRevision) VALUES (?, 7, 5)", [made.projectId]),
  );
  t.like(await authenticator.open(made.secret, made.projectId), { revision: 7, publishedRevision: 5 });
});

test("an API key, a wrong token or nothing is unauthenticated; a token of another project finds nothing (rules/delivery 1)", async (t) => {
  const [made, other] = [await makeToken(), await makeToken()];
  const authenticator = tokenAuthenticatorOf(kiln.host);
  const refusal = async (bearer: string | null, projectId = made.projectId) =>
    (await t.throwsAsync<Error & { code: string }>(authenticator.open(bearer, projectId)))?.code;
  const wrong = `${made.secret.slice(0, -1)}${made.secret.endsWith("A") ? "B" : "A"}`;
  for (const bearer of [
    null,
    "",
    owner.key,
    wrong,
    `${made.secret}x`,
    made.secret.replace("svc_ct_", "svc_sk_"),
  ])
    t.is(await refusal(bearer), "unauthenticated", String(bearer));
  t.is(await refusal(other.secret), "not_found");
});

test("a revoked token, and one of a deleted project, opens nothing from then on (rules/delivery 1)", async (t) => {
  const [revoked, orphan] = [await makeToken(), await makeToken()];
  const authenticator = tokenAuthenticatorOf(kiln.host);
  t.truthy(await authenticator.authenticate(revoked.secret));
  await owner.api.delete(`/v1/content/tokens/${revoked.id}`);
  t.is(await authenticator.authenticate(revoked.secret), null);
  // Only the mark exists until the cascade comes.
  await kiln.host.transact((tx) =>
    tx.run("UPDATE projects SET deletedAt = 1 WHERE id = ?", [orphan.projectId]),
  );
  t.is(await authenticator.authenticate(orphan.secret), null);
});

test("requests that wait share one read, which started after each of them (rules/identity 24)", async (t) => {
  const tokens = [await makeToken(), await makeToken(), await makeToken()];
  let reads = 0;
  const read = Object.create(kiln.host.read) as typeof kiln.host.read;
  read.query = (sql, parameters) => {
    reads += 1;
    return kiln.host.read.query(sql, parameters);
  };
  const authenticator = new TokenAuthenticator({ ...kiln.host, read });
  const seen = await Promise.all(
    Array.from({ length: 300 }, (_, at) => authenticator.authenticate(tokens[at % 3]?.secret ?? "")),
  );
  t.true(reads <= 2, String(reads));
  t.true(seen.every((one, at) => one?.tokenId === tokens[at % 3]?.id));
});

test("lastUsedAt is known at once in the process, and written within a second or so (rules/identity 26)", async (t) => {
  const made = await makeToken();
  t.is(await lastUsed(made), null);
  const before = Date.now();
  await tokenAuthenticatorOf(kiln.host).authenticate(made.secret);
  t.true(Date.parse((await lastUsed(made)) ?? "") >= before);
  await until(async () => {
    const [row] = await kiln.host.read.query<{ lastUsedAt: number | null }>(
      "SELECT lastUsedAt FROM delivery_tokens WHERE id = ?",
      [made.id],
    );
    return Number(row?.lastUsedAt) >= before;
  });
});
