import assert from "node:assert/strict";
import test from "node:test";
import { makeSlug } from "./change-links.mjs";
import plugin from "./index.mjs";

/** Shapes are Kiln's to check (`kiln plugin test`), so here any will do. */
const any = new Proxy(() => any, { get: () => any });

class ServiceError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const as = (value) => value;
const kit = {
  z: any,
  shapes: any,
  ServiceError,
  defineEntity: as,
  defineAction: as,
  defineService: as,
  isTaken: () => false,
};

/** The service's tables, as far as it uses them. */
function memory() {
  let rows = [];
  const fits = (where) => (row) => Object.entries(where).every(([name, value]) => row[name] === value);
  const data = {
    find: async (_entity, where) => rows.filter(fits(where)),
    findOne: async (_entity, where) => rows.find(fits(where)) ?? null,
    count: async (_entity, where) => rows.filter(fits(where)).length,
    made: async () => {},
    insert: async (_entity, row) => void rows.push(row),
    increment: async (_entity, where, name, by) =>
      rows.filter(fits(where)).forEach((row) => (row[name] += by)),
    delete: async (_entity, where) => (rows = rows.filter((row) => !fits(where)(row))),
    transact: (work) => work(data),
  };
  return data;
}

const data = memory();
const { actions } = plugin(kit);
const call = (verb, params, accountId = "ann") =>
  actions
    .find(({ contract }) => contract.name === `links.${verb}`)
    .handler({ data, caller: { accountId }, baseUrl: "http://here" }, params);

test("a made slug has seven letters and digits", () => {
  for (let turn = 0; turn < 100; turn += 1) assert.match(makeSlug(), /^[a-zA-Z0-9]{7}$/);
});

test("a link leads where it was made for, and counts its visits", async () => {
  const { link } = await call("create", { url: "https://example.com", slug: "here" });
  assert.equal(link.shortUrl, "http://here/v1/p/links/to/here");
  assert.deepEqual(await call("follow", { slug: "here" }), { location: "https://example.com" });
  const { links, total } = await call("list", { limit: 50, offset: 0 });
  assert.deepEqual([total, links[0].clicks], [1, 1]);
});

test("a link of somebody else is not there", async () => {
  const { link } = await call("create", { url: "https://example.com" }, "bob");
  await assert.rejects(call("delete", { id: link.id }), { code: "not_found" });
  assert.deepEqual(await call("delete", { id: link.id }, "bob"), { ok: true });
});
