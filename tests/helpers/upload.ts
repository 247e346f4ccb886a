import type { Client } from "./client.js";

/** Uploads a file by ticket, PUT and commit. Returns its storageId. */
export async function upload(
  api: Client,
  contentType: string,
  bytes: Uint8Array,
  filename?: string,
): Promise<string> {
  const ticket = await api.post("/v1/uploads/ticket", { contentType, sizeBytes: bytes.length, filename });
  if (ticket.status !== 200) throw new Error(`ticket: ${JSON.stringify(ticket.body)}`);
  const { storageId, uploadUrl } = ticket.body as { storageId: string; uploadUrl: string };
  const put = await fetch(uploadUrl, {
    method: "PUT",
    headers: { "content-type": contentType },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  if (!put.ok) throw new Error(`PUT: ${put.status} ${await put.text()}`);
  const commit = await api.post(`/v1/uploads/${storageId}/commit`);
  if (commit.status !== 200) throw new Error(`commit: ${JSON.stringify(commit.body)}`);
  return storageId;
}
