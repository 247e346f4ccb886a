import { storageLink } from "../../sdk/generated/operations.js";
import { call, store } from "../kiln.js";

/** Uploads a file with a ticket and returns its storage id; `tell` receives the sent part from 0 to 1. */
export async function sendFile(
  file: File,
  projectId: string | null,
  tell: (part: number) => void,
): Promise<string> {
  const storageId = await store(file, {
    contentType: file.type || "application/octet-stream",
    onProgress: ({ sentBytes, totalBytes }) => tell(totalBytes === 0 ? 1 : sentBytes / totalBytes),
  });
  await share(storageId, projectId);
  return storageId;
}

/** Links a file to the project if one is chosen. */
export async function share(storageId: string, projectId: string | null): Promise<void> {
  if (projectId !== null) await call(storageLink, { id: projectId, storageIds: [storageId] });
}
