import type { commitUpload, createTicket } from "../../contracts/storage.js";
import { type Answer, ApiError, send } from "../api.js";

/** Uploads a file by a ticket. Gives its storage id; `tell` hears how much of it is sent, from 0 to 1. */
export async function sendFile(
  file: File,
  projectId: string | null,
  tell: (part: number) => void,
): Promise<string> {
  const contentType = file.type || "application/octet-stream";
  const ticket = await send<Answer<typeof createTicket>>("POST", "/v1/uploads/ticket", {
    body: { contentType, sizeBytes: file.size, filename: file.name },
  });
  await put(ticket.uploadUrl, file, contentType, tell);
  await send<Answer<typeof commitUpload>>("POST", `/v1/uploads/${ticket.storageId}/commit`, { body: {} });
  await share(ticket.storageId, projectId);
  return ticket.storageId;
}

/** Makes a file one of the project, where one is chosen. */
export async function share(storageId: string, projectId: string | null): Promise<void> {
  if (projectId !== null)
    await send("POST", `/v1/projects/${projectId}/storage`, { body: { storageIds: [storageId] } });
}

/** `fetch` does not tell how much it has sent. */
const put = (url: string, file: File, contentType: string, tell: (part: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("content-type", contentType);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      tell(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener("load", () =>
      request.status < 300 ? resolve() : reject(new ApiError("upload", refusalOf(request), request.status)),
    );
    request.addEventListener("error", () =>
      reject(new ApiError("offline", "The file was not sent. Check the connection and try again.", 0)),
    );
    request.send(file);
  });

function refusalOf({ responseText, status }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { error: { message: string } }).error.message;
  } catch {
    return `The store refused the file (${status}).`;
  }
}
