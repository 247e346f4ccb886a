import { randomUUID } from "node:crypto";
import test from "ava";
import { checkService } from "../../../plugins/kit/conformance/service.js";
import { kit } from "../../../plugins/kit/kit.js";
import type { ServiceContext } from "../../../plugins/kit/service-context.js";
import type { Service, ServiceContract } from "../../../plugins/kit/service.js";

const { z } = kit;
type Change = Partial<Service> & {
  contract?: Partial<ServiceContract>;
  handler?: () => Promise<never>;
  example?: object;
};

const Note = kit.defineEntity<{ id: string; text: string }>({
  table: "x_notes_notes",
  columns: { id: "id", text: "text" },
});

/** Makes a service that conforms except for the change. */
function service({ contract, handler, example, ...more }: Change = {}): Service {
  const action = kit.defineAction({
    contract: {
      name: "notes.read",
      description: "Reads.",
      params: z.object({ id: kit.shapes.uuid() }),
      result: z.strictObject({ text: z.string() }),
      audience: "account",
      rest: { method: "GET", path: "/v1/p/notes/:id" },
      ...contract,
    } as ServiceContract,
    handler:
      handler ??
      (async ({ data }: ServiceContext, { id }: { id: string }) => {
        const found = await data.findOne(Note, { id });
        if (found === null) throw new kit.ServiceError("not_found");
        return { text: found.text };
      }),
    ...(example !== undefined && { example }),
  } as never);
  return {
    name: "notes",
    actions: [action],
    entities: [Note],
    migrations: [
      { name: "1", up: (schema) => schema.createTable("x_notes_notes", { id: "id", text: "text" }) },
    ],
    ...more,
  };
}

const wrongs = async (change: Change): Promise<string[]> =>
  (await checkService(service(change)))
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `${name}: ${detail}`);

test("a sound service passes (rules/models 36)", async (t) => {
  t.deepEqual(await wrongs({}), []);
});

const declared: Record<string, [Change, RegExp]> = {
  "a name of Kiln's own": [{ name: "content" }, /The name content is one of Kiln's own services/],
  "a name with a dash": [{ name: "my-notes" }, /must have lower-case letters and digits/],
  "an action of another service": [{ contract: { name: "other.read" } }, /must be named notes\.<verb>/],
  "a path outside": [
    { contract: { rest: { method: "GET", path: "/v1/models" } } },
    /must have a path of \/v1\/p\/notes/,
  ],
  "a path of a longer name": [
    { contract: { rest: { method: "GET", path: "/v1/p/notes2/x" } } },
    /must have a path of/,
  ],
  "a path that climbs": [
    { contract: { rest: { method: "GET", path: "/v1/p/notes/../models" } } },
    /must have a path of/,
  ],
  "an unknown path parameter": [
    { contract: { rest: { method: "GET", path: "/v1/p/notes/:it" } } },
    /names it, which is not among its params/,
  ],
  "a page": [
    { contract: { rest: { method: "GET", path: "/v1/p/notes/:id", respond: "html" as never } } },
    /rest\.respond must be/,
  ],
  "an audience between services": [{ contract: { audience: "internal" as never } }, /audience must be/],
  "an area that there is not": [{ contract: { area: "money" as never } }, /area must be/],
  "an area of a public one": [{ contract: { audience: "public", area: "media" } }, /has an area/],
  "a tool that is public": [{ contract: { audience: "public", tool: { title: "T" } } }, /cannot be a tool/],
  "a GET that writes": [{ contract: { effect: "write" } }, /is a GET, so its effect cannot be write/],
  "a GET that spends": [{ contract: { spends: true } }, /is a GET, so spends cannot be true/],
  "no replay": [{ contract: { idempotent: true } }, /is idempotent and has no replay/],
  "a schema that is none": [
    { contract: { params: { id: "string" } as never } },
    /params must be a z\.object\(\)/,
  ],
  "an entity without its prefix": [
    { entities: [kit.defineEntity({ table: "accounts", columns: { id: "id" } })] },
    /The table accounts must be called x_notes_<name>/,
  ],
  "the table of its migrations": [
    { entities: [kit.defineEntity({ table: "x_notes_migrations", columns: { id: "id" } })] },
    /is where it stands which migrations ran/,
  ],
  "an entity without id": [
    { entities: [{ table: "x_notes_a", columns: { text: "text" } }] },
    /must have a column id/,
  ],
  "entities without migrations": [{ migrations: [] }, /has entities and no migration/],
  "a migration that is there twice": [
    { migrations: [1, 2].map(() => ({ name: "1", up: async () => {} })) },
    /migration 1 .* is there twice/,
  ],
};
for (const [what, [change, reason]] of Object.entries(declared))
  test(`the suite names ${what} (rules/models 36)`, async (t) => {
    const [first = "", ...more] = await wrongs(change);
    t.regex(first, reason);
    t.deepEqual(more, [], "nothing else is looked at");
  });

const atWork: Record<string, [Change, RegExp]> = {
  "a text without a bound": [
    { contract: { params: z.object({ id: kit.shapes.uuid(), text: z.string().optional() }) } },
    /text has no maximal length/,
  ],
  "a migration that throws": [
    { migrations: [{ name: "1", up: () => Promise.reject(new Error("no such luck")) }] },
    /Its migration 1 failed: no such luck/,
  ],
  "a migration of somebody else's table": [
    { migrations: [{ name: "1", up: (schema) => schema.createTable("accounts2", { id: "id" }) }] },
    /The table accounts2 must be called/,
  ],
  "a migration that cannot be repeated": [
    {
      migrations: [
        {
          name: "1",
          up: async (schema) => {
            await schema.createTable("x_notes_notes", { id: "id", text: "text" });
            await schema.run("CREATE TABLE x_notes_more (id TEXT)");
          },
        },
      ],
    },
    /may run again from their beginning: Its migration 1 failed/,
  ],
  "a table without a column": [
    { migrations: [{ name: "1", up: (schema) => schema.createTable("x_notes_notes", { id: "id" }) }] },
    /x_notes_notes has no column text/,
  ],
  "a handler that breaks on strange ids": [
    { handler: () => Promise.reject(new TypeError("cannot read text of null")) },
    /takes ids that nobody has: .*cannot read text of null/,
  ],
  "a row whose value would be SQL": [
    {
      contract: { rest: { method: "POST", path: "/v1/p/notes/:id" } },
      handler: (async ({ data }: ServiceContext) => {
        await data.transact((tx) => tx.insert(Note, [{ id: "1", text: (() => "hex(2)") as never }]));
        return { text: "" };
      }) as never,
    },
    /The value of text in a row of x_notes_notes is a function/,
  ],
  "a result against its contract": [
    { handler: async () => ({ txt: 1 }) as never },
    /its result breaks its contract/,
  ],
};
for (const [what, [change, reason]] of Object.entries(atWork))
  test(`the suite finds ${what} (rules/models 36)`, async (t) => {
    t.regex((await wrongs(change)).join("\n"), reason);
  });

test("an idempotent action that records nothing is found behind one that does (rules/models 36)", async (t) => {
  const action = (name: string, isMade: boolean) =>
    kit.defineAction({
      contract: {
        name: `notes.${name}`,
        description: "Writes.",
        params: z.object({}),
        result: z.strictObject({}),
        audience: "account",
        idempotent: true,
        rest: { method: "POST", path: `/v1/p/notes/${name}` },
      },
      handler: async ({ data }: ServiceContext) => {
        await data.transact(async (tx) => {
          if (isMade) await tx.made(randomUUID());
        });
        return {};
      },
      replay: async () => ({}),
      example: {},
    });
  const found = await wrongs({ actions: [action("one", true), action("two", false)] });
  t.deepEqual(found, [
    "notes.two gives the same again for the same Idempotency-Key: its handler never called tx.made(id)",
  ]);
});

for (const [what, change] of [
  ["declaration", { name: "No name" }],
  ["migration", { migrations: [{ name: "1", up: () => Promise.reject(new Error("no")) }] }],
] satisfies [string, Change][])
  test(`a service whose ${what} fails is closed once (rules/models 36)`, async (t) => {
    let closed = 0;
    const close = async () => void (closed += 1);
    t.true((await wrongs({ ...change, close })).length > 0);
    t.is(closed, 1);
  });
