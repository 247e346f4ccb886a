import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startKiln } from "../../start.js";
import type { Answer, Call, Deployment } from "./walks.js";

/**
 * Opens a whole deployment in this process, on an embedded database that is removed with it. It claims no durable work,
 * because the job of a request would sometimes run during the request and sometimes after it.
 */
export async function openDeployment(): Promise<Deployment & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "kiln-walk-"));
  const kiln = await startKiln(
    {
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "fatal",
      LOG_FORMAT: "json",
      DATA_DIR: dataDir,
      PLUGINS_DIR: join(dataDir, "plugins.d"),
      MOCK_PROVIDER: "1",
      SIGNUP_CREDITS: "1000000",
    },
    { doesWork: false },
  );
  const email = "walker@example.com";
  const signedUp = await fetch(`${kiln.url}/v1/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a password of this walk" }),
  });
  const session = caller(kiln.url, {
    cookie: (signedUp.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
  });
  const { secret } = await session("POST", "/v1/api-keys", { name: "walk", scopes: SCOPES });
  const owner = caller(kiln.url, { authorization: `Bearer ${secret}` });
  const projectId = randomUUID();
  await owner("POST", "/v1/projects", { id: projectId, name: "Walk" });
  const text = (name: string, type: string) => ({ name, title: name, type });
  await owner("POST", `/v1/projects/${projectId}/content/types`, {
    name: "article",
    title: "Article",
    fields: [text("title", "string"), text("body", "text")],
    titleField: "title",
  });
  for (let number = 0; number < 20; number += 1) {
    const draft = { title: `Article ${number}`, body: "Clay." };
    const path = `/v1/projects/${projectId}/content/documents`;
    const { document } = await owner("POST", path, { type: "article", draft });
    await owner("POST", `/v1/content/documents/${document?.id}/publish`, { baseVersion: 1 });
  }
  const token = await owner("POST", `/v1/projects/${projectId}/content/tokens`, { name: "walk" });
  return {
    projectId,
    owner,
    reader: caller(kiln.url, { authorization: `Bearer ${token.secret}` }),
    async close() {
      await kiln.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const SCOPES = ["generation:rw", "projects:rw", "content:rw"];

/** Makes a function that sends requests with these headers. It throws for any status except 200. */
function caller(url: string, headers: Record<string, string>): Call {
  return async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}
