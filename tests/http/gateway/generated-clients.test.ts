import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { compileClient, printTypes, runClient } from "../../helpers/generated-clients/typescript-client.js";
import { startKiln } from "../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** Program of a caller who has the document and nothing else. */
const USE = `
import createClient from "openapi-fetch";
import type { paths } from "./types.js";

export interface Told { id: string; images: number; code: string | undefined; status: number; capabilities: number }

export async function use(baseUrl: string, key: string): Promise<Told> {
  const kiln = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const params = { kind: "image", prompt: "A kiln at night", aspectRatio: "1:1", numImages: 1 } as const;
  const { data, error } = await kiln.POST("/v1/generations", { body: { model: "mock-image", params } });
  if (error !== undefined) throw new Error(error.error.message);
  const read = await kiln.GET("/v1/generations/{id}", { params: { path: { id: data.job.id } } });
  const job = read.data?.job;
  const catalog = await kiln.GET("/v1/models", { params: { query: { kind: "image" } } });
  const able = catalog.data?.models.find(({ id }) => id === "mock-image")?.capabilities;
  const refused = await kiln.POST("/v1/generations", { body: { model: "no-such-model", params } });
  return {
    id: job?.id ?? "",
    images: job?.params.kind === "image" ? job.params.numImages : 0,
    code: refused.error?.error.code,
    status: refused.response.status,
    capabilities: able?.kind === "image" ? able.maxImages : 0,
  };
}
`;

/** Each line has a mistake that the types reveal. */
const MISTAKES = `
import createClient from "openapi-fetch";
import type { components, paths } from "./types.js";

type Sent = paths["/v1/generations"]["post"]["requestBody"]["content"]["application/json"];

const kiln = createClient<paths>({ baseUrl: "" });
const image = { kind: "image", prompt: "a", aspectRatio: "1:1", numImages: 1 } as const;
// @ts-expect-error -- the field belongs to another kind
export const ofVideo: components["schemas"]["GenerationParams"] = { ...image, kind: "image", duration: 5 };
// @ts-expect-error -- a field that the kind requires is missing
export const without: components["schemas"]["GenerationParams"] = { kind: "upscale", durationSeconds: 1 };
// @ts-expect-error -- no such path
export const nowhere: unknown = kiln.GET("/v1/generation");
// @ts-expect-error -- no such error code
export const code: components["schemas"]["Error"]["error"]["code"] = "not_there";
// @ts-expect-error -- a misspelt field
export const misspelt: Sent = { model: "a", params: image, projectID: "b" };
`;

test("openapi-typescript makes a client that compiles, knows params by kind, and works (ADR-0086)", async (t) => {
  const { url } = t.context.kiln;
  const ann = await signUp(url);
  const types = await printTypes(await textOf(`${url}/v1/openapi.json`));
  t.is(await compileClient(types, USE, MISTAKES), "");
  // That the document in 3.0 says the same is proved by a client for Go as well (generated-go-client).
  t.is(await compileClient(await printTypes(await textOf(`${url}/v1/openapi-3.0.json`)), USE), "");
  const { use } = await runClient<{ use(url: string, key: string): Promise<{ id: string }> }>(USE);
  const { id, ...told } = await use(url, ann.key);
  t.is((await ann.api.get(`/v1/generations/${id}`)).status, 200);
  t.deepEqual(told as unknown, { images: 1, code: "not_found", status: 404, capabilities: 4 });
});
