import type { Client } from "./client.js";

/** Makes a field as a body of a request has it, a string unless told otherwise. */
export const field = (name: string, more: object = {}) => ({ name, title: name, type: "string", ...more });

/** Makes a content type of these fields and returns its record. */
export async function postType(
  api: Client,
  projectId: string,
  name: string,
  fields: readonly object[] = [field("title")],
  more: object = {},
) {
  const made = await api.post(`/v1/projects/${projectId}/content/types`, {
    name,
    title: name,
    fields,
    ...more,
  });
  if (made.status !== 200) throw new Error(`content type: ${JSON.stringify(made.body)}`);
  return made.body.contentType as { id: string; latestVersion: number; name: string };
}
