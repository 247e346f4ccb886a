import { request, type ClientRequest } from "node:http";
import type { Client } from "./client.js";

export interface BegunUpload {
  storageId: string;
  uploadUrl: string;
  request: ClientRequest;
}

/** Requests a ticket and begins its PUT, of which only half of the bytes are sent. Errors of that connection are expected. */
export async function beginUpload(api: Client, sizeBytes: number): Promise<BegunUpload> {
  const ticket = await api.post("/v1/uploads/ticket", { contentType: "image/png", sizeBytes });
  const { storageId, uploadUrl } = ticket.body as { storageId: string; uploadUrl: string };
  const put = request(uploadUrl, {
    method: "PUT",
    headers: { "content-type": "image/png", "content-length": sizeBytes },
  });
  put.on("error", () => {});
  await new Promise<void>((resolve) => put.write(Buffer.alloc(sizeBytes / 2, 1), () => resolve()));
  return { storageId, uploadUrl, request: put };
}
