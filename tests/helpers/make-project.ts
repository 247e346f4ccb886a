import { randomUUID } from "node:crypto";
import type { Person } from "./client.js";

/** Makes a shared project of the owner that the contributors join. Returns its id. */
export async function makeProject(
  owner: Person,
  contributors: readonly Person[] = [],
  name = "A project",
): Promise<string> {
  const id = randomUUID();
  const made = await owner.api.post("/v1/projects", { id, name });
  if (made.status !== 200) throw new Error(`project: ${JSON.stringify(made.body)}`);
  for (const person of contributors) await joinProject(owner, id, person);
  return id;
}

/** Invites a person and accepts the invite for them. */
export async function joinProject(owner: Person, id: string, person: Person): Promise<void> {
  const invited = await owner.api.post(`/v1/projects/${id}/invites`, { email: person.email });
  if (invited.status !== 200) throw new Error(`invite: ${JSON.stringify(invited.body)}`);
  const accepted = await person.api.post(`/v1/project-invites/${invited.body.invite.id}/accept`);
  if (accepted.status !== 200) throw new Error(`accept: ${JSON.stringify(accepted.body)}`);
}
