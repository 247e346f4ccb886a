import { Client, type Person } from "./client.js";

/** Makes a client that reads the content of a project with a delivery token. */
export async function makeReader(
  owner: Person,
  projectId: string,
  mode: "published" | "preview" = "published",
): Promise<Client> {
  const made = await owner.api.post(`/v1/projects/${projectId}/content/tokens`, { name: mode, mode });
  if (made.status !== 200) throw new Error(`token: ${JSON.stringify(made.body)}`);
  return new Client(owner.api.base, { authorization: `Bearer ${made.body.secret}` });
}
