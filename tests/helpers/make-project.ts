import { randomUUID } from "node:crypto";
import type { Person } from "./client.js";

/** A shared project of the owner, joined by the contributors; gives its id. */
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

/** Invites a person and accepts for them. */
export async function joinProject(owner: Person, id: string, person: Person): Promise<void> {
  const invited = await owner.api.post(`/v1/projects/${id}/invites`, { email: person.email });
  if (invited.status !== 200) throw new Error(`invite: ${JSON.stringify(invited.body)}`);
  const accepted = await person.api.post(`/v1/project-invites/${invited.body.invite.id}/accept`);
  if (accepted.status !== 200) throw new Error(`accept: ${JSON.stringify(accepted.body)}`);
}
