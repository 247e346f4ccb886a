import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import test from "ava";
import { buildSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import { CONTRACTS } from "../../../contracts/index.js";
import { wrongVariable } from "../../../runtime/http/wrong-variable.js";
import { PlatformGraphql } from "../../../services/gateway/graphql/graphql-route.js";

const LONG = "x".repeat(300_000);
/** Two hundred fields that the type does not have, beside a long one that it has: each of them is an error of its own. */
const PLACE = { path: LONG, ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, 1])) };
const QUERY =
  'mutation($p: AnnouncePresencePlaceInput) { announcePresence(id: "x", windowId: "y", place: $p) { __typename } }';
const STREAM = "subscription($b: Boolean!) { changes { id @include(if: $b) } }";

/** A query with a variable of the type `In`. */
function operationOf(): OperationDefinitionNode {
  const [operation] = parse("query($in: In) { a(in: $in) }").definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("There is no operation.");
  return operation;
}

/** Posts a request as clients do, and gives what is sent back as it is. */
async function post(request: object, accept: string) {
  const auth = { kind: "key", accountId: crypto.randomUUID(), scopes: null };
  const graphql = new PlatformGraphql({
    host: {
      contracts: { all: CONTRACTS },
      config: { graphqlMaxAliases: 20, graphqlMaxCost: 1000, drainMs: 1000 },
      log: { warn() {}, error() {} },
      draining: new AbortController().signal,
      database: {},
      baseUrl: "http://localhost",
    },
    authenticator: { authenticate: async () => auth, hasSlid: () => false, watch: () => () => {} },
    turns: { take() {} },
  } as never);
  const req = Object.assign(Readable.from([Buffer.from(JSON.stringify(request))]), {
    headers: { authorization: "Bearer k", "content-type": "application/json", accept },
    complete: true,
    socket: {},
    url: "/v1/graphql",
  });
  const answer = { status: 0, text: "" };
  const res = Object.assign(new EventEmitter(), {
    writeHead: (status: number) => (answer.status = status),
    setHeader() {},
    destroy() {},
    hasHeader: () => false,
    write: (bytes: Buffer | string) => (answer.text += String(bytes)) !== "",
    end: (bytes: Buffer | string = "") => void (answer.text += String(bytes)),
  });
  const [route] = graphql.routes;
  await route?.handle({ req, res, method: "POST", requestId: "1", client: "", called: "" } as never);
  await graphql.close();
  return answer;
}

test("variables that do not fit are refused by one error, which is cut however long they are (rules/edge 52)", async (t) => {
  const { status, text } = await post({ query: QUERY, variables: { p: PLACE } }, "application/json");
  t.is(status, 400);
  const { errors, data } = JSON.parse(text);
  t.is(data, undefined);
  t.is(errors.length, 1);
  t.true(errors[0].message.startsWith('Variable "$p" got invalid value { path: "xxx'));
  t.is(errors[0].message.length, 1000);
  t.like(errors[0], {
    locations: [{ line: 1, column: 10 }],
    extensions: { code: "invalid_params", requestId: "1" },
  });
});

test("so are those of a subscription", async (t) => {
  const { text } = await post({ query: STREAM, variables: { b: LONG } }, "text/event-stream");
  t.regex(text, /got invalid value \\"xxx/);
  t.regex(text, /invalid_params/);
  t.true(text.length < 2000);
});

test("a value is written into a message twice at most, however many of its fields are wrong (rules/edge 52)", (t) => {
  const schema = buildSchema("type Query { a(in: In): Int } input In { path: String }");
  let written = 0;
  const place = Object.defineProperty({ ...PLACE, path: "x" }, "toJSON", {
    value: () => (written++, "its text"),
  });
  const wrong = wrongVariable(schema, operationOf(), { in: place });
  t.regex(wrong?.message ?? "", /^Variable "\$in" got invalid value its text; Field "k0" is not defined/);
  t.is(written, 2);
  t.is(wrongVariable(schema, operationOf(), { in: { path: "x" } }), null);
});

test("long texts and names are neither written nor compared, and make nothing fit that does not (rules/edge 52)", (t) => {
  const schema = buildSchema(
    "type Query { a(in: In): Int } input In { path: String, of: Kind, n: Int } enum Kind { ONE }",
  );
  const wrong = (value: object) => wrongVariable(schema, operationOf(), { in: value })?.message ?? null;
  t.is(wrong({ path: LONG }), null);
  t.is(
    wrong({ [LONG]: 1 }),
    `Variable "$in" got invalid value { ${"x".repeat(99)}…: 1 }; Field "${"x".repeat(99)}…" is not defined by type "In".`,
  );
  t.regex(
    wrong({ of: LONG }) ?? "",
    /^Variable "\$in" got invalid value "x{99}…" at "in.of"; Value "x{99}…" does not exist in "Kind" enum/,
  );
  t.regex(
    wrong({ n: LONG }) ?? "",
    /^Variable "\$in" got invalid value "x{99}…" at "in.n"; Int cannot represent/,
  );
  const name = "v".repeat(300);
  const [named] = parse(`query($${name}: Int!, $t: String) { a }`).definitions;
  if (named?.kind !== Kind.OPERATION_DEFINITION) return t.fail();
  t.is(wrongVariable(schema, named, { [name]: 1, t: LONG }), null, "a long name of a variable fits");
  t.regex(wrong({ of: "OEN" }) ?? "", /Did you mean the enum value "ONE"\?$/);
});

test.serial(
  "the variables of a POST are not written into an address, which Apollo reads of a GET only",
  async (t) => {
    let characters = 0;
    const { toString } = URLSearchParams.prototype;
    URLSearchParams.prototype.toString = function (this: URLSearchParams) {
      const text = toString.call(this);
      characters += text.length;
      return text;
    };
    try {
      const { status } = await post({ query: "{ __typename }", variables: { a: LONG } }, "application/json");
      t.is(status, 200);
    } finally {
      URLSearchParams.prototype.toString = toString;
    }
    t.true(characters < 1000, `${characters}`);
  },
);
