import { randomUUID } from "node:crypto";
import test from "ava";
import { codeOf, rawRequest, type RawRequest } from "../../helpers/raw-request.js";
import { type ReadingSite, startReadingSite } from "../../helpers/reading-site.js";

let site: ReadingSite;
let id: string;
test.before(async () => {
  site = await startReadingSite([{ name: "title", title: "Title", type: "string" }]);
  id = await site.documents.makePublished({ title: "Kiln ⚱ Ofen für Töpfer" });
});
test.after.always(() => site?.kiln.stop());

/** Returns the same address in a spelling that only the framework's router reads. */
const respelt = (path: string): string => path.replace("/v1/content/", "/v1/%63ontent/");

async function seen(path: string, request: RawRequest) {
  const { status, headers, body } = await rawRequest(`${site.kiln.url}${path}`, request);
  // These headers differ from answer to answer.
  const { date: _date, "x-request-id": _requestId, ...rest } = headers;
  return { status, headers: rest, body: body.toString() };
}

test("a direct route answers what it answers by way of the framework: status, headers and body", async (t) => {
  const { reader, path, projectId } = site;
  const { authorization = "" } = reader.headers;
  const asJson = { "content-type": "application/json" };
  const etag = (await reader.get(`${path}/${id}`)).headers.get("etag") ?? "";
  const graphql = `/v1/content/${projectId}/graphql`;
  const query = JSON.stringify({ query: "{ allArticle { total items { _id title } } }" });
  for (const [method, url, headers = {}, body = ""] of [
    ["GET", `${path}/${id}`],
    ["GET", `${path}/${id.toUpperCase()}`],
    ["GET", `${path}/${id}?select=title&x=%zz`],
    ["GET", `${path}/${id}?`],
    ["HEAD", `${path}/${id}`],
    ["GET", `${path}/${id}`, { "if-none-match": etag }],
    ["GET", `${path}?type=article`],
    ["GET", `${path}?type=article&where=%7B%22title%22%3A%7B%22neq%22%3A%22%23?%22%7D%7D`],
    ["HEAD", `${path}?type=article`],
    ["GET", `/v1/content/${projectId}/types`],
    ["POST", graphql, asJson, query],
    ["POST", graphql, { "content-type": "Application/JSON; charset=UTF-8" }, query],
    ["POST", graphql, { "content-type": "application/json; charset=latin1" }, query],
    ["POST", graphql, { ...asJson, "content-length": String(query.length) }, query],
    ["POST", graphql, { ...asJson, accept: "application/json" }, query],
    ["POST", graphql, asJson, "{"],
    ["POST", graphql, asJson],
    ["POST", graphql, asJson, query.padEnd(60_000)],
    ["POST", graphql, { "content-type": "text/plain" }, query],
    ["POST", graphql],
    ["GET", path],
    ["GET", `${path}?type=article&perspective=drafts`],
    ["GET", `${path}/${randomUUID()}`],
    ["GET", `/v1/content/${randomUUID()}/types`],
    ["GET", `${path}/${id}`, { authorization: "" }],
    ["POST", graphql, { ...asJson, authorization: "" }, query],
    ["OPTIONS", `${path}/${id}`],
  ] as [string, string, Record<string, string>?, string?][]) {
    const request = (): RawRequest => ({
      method,
      headers: { authorization, ...headers },
      pieces: body === "" ? [] : [Buffer.from(body)],
    });
    t.deepEqual(await seen(url, request()), await seen(respelt(url), request()), `${method} ${url}`);
  }
});

test("a direct route takes a caller's request id, and replaces what does not look like one (rules/edge 6)", async (t) => {
  const { reader, path } = site;
  for (const url of [`${path}/${id}`, path, `${path}/${randomUUID()}`]) {
    const idFor = async (given: string) =>
      (await reader.get(url, { headers: { "x-request-id": given } })).headers.get("x-request-id");
    t.is(await idFor("mine-1"), "mine-1");
    t.regex((await idFor("not one")) ?? "", /^[0-9a-f-]{36}$/);
  }
});

test.serial(
  "every answer of a direct route is in the metrics, under its route, method and status",
  async (t) => {
    const { kiln, reader, path } = site;
    const count = async (method: string, status: number) => {
      const { body } = await reader.get("/metrics");
      const labels = `method="${method}",route="/v1/content/:projectId/documents/:id",status="${status}"`;
      const line = (body as string)
        .split("\n")
        .find((each) => each.startsWith(`kiln_http_request_seconds_count{${labels}}`));
      return Number(line?.split(" ").at(-1) ?? 0);
    };
    const requests = [
      ["GET", 200, id],
      ["HEAD", 200, id],
      ["GET", 404, randomUUID()],
    ] as const;
    for (const [method, status, of] of requests) {
      const before = await count(method, status);
      t.is((await reader.send(method, `${path}/${of}`)).status, status);
      t.is(await count(method, status), before + 1, `${method} ${status}`);
    }
    t.is(codeOf(await rawRequest(`${kiln.url}${path}/${id}`)), "unauthenticated");
    t.true((await count("GET", 401)) > 0);
  },
);

test.serial("a direct request is handled once, whoever else listens for requests", async (t) => {
  const { reader, path, kiln } = site;
  const count = async (): Promise<number> => {
    const text = await (await fetch(`${kiln.url}/metrics`)).text();
    const counted =
      /^kiln_http_request_seconds_count\{.*route="\/v1\/content\/:projectId\/documents\/:id".*\} (\d+)$/gm;
    return [...text.matchAll(counted)].reduce((sum, [, of]) => sum + Number(of), 0);
  };
  const before = await count();
  for (let n = 0; n < 3; n += 1) t.is((await reader.get(`${path}/${id}`)).status, 200);
  t.is((await count()) - before, 3);
});
