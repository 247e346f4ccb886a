import { randomUUID } from "node:crypto";

/** Account of a measured server, with an API key of every area. */
export interface Caller {
  url: string;
  key: string;
  headers: Readonly<Record<string, string>>;
}

const SCOPES = ["media:rw", "generation:rw", "account:rw", "projects:rw", "content:rw", "workflows:rw"];

async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method: "POST" | "PUT" = "POST",
): Promise<{ cookie: string; body: Record<string, unknown> }> {
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const parsed = (await answer.json()) as Record<string, unknown>;
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${JSON.stringify(parsed)}`);
  return { cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", body: parsed };
}

/** Signs an account up and makes its key. */
export async function makeCaller(url: string): Promise<Caller> {
  const email = `${randomUUID()}@example.com`;
  const { cookie } = await post(`${url}/v1/auth/sign-up`, { email, password: "correct horse battery" });
  const made = await post(`${url}/v1/api-keys`, { name: "bench", scopes: SCOPES }, { cookie });
  const key = String(made.body.secret);
  return { url, key, headers: { authorization: `Bearer ${key}` } };
}

/** Sends JSON as the caller. Returns the body of a 200. */
export const send = async (
  caller: Caller,
  path: string,
  body: unknown,
  method: "POST" | "PUT" = "POST",
): Promise<Record<string, unknown>> =>
  (await post(`${caller.url}${path}`, body, caller.headers, method)).body;
