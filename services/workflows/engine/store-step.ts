import { finished } from "node:stream/promises";
import { v5 } from "uuid";
import { linkToProject } from "../../../contracts/storage.js";
import type { MadeFile } from "../../../plugins/kit/workflow-node.js";
import { networkPolicy } from "../../../runtime/http/guarded-fetch/index.js";
import * as generation from "../../generation/index.js";
import * as storage from "../../storage/index.js";
import { requirePayer, requireStanding } from "../workflows.policy.js";
import { mediaType } from "./generation-step.js";
import { remember } from "./remember.js";
import type { RunScope } from "./run-scope.js";
import { actAsStarter } from "./starter.js";
import { NodeFailure } from "./step-refusal.js";
import type { NodeValue } from "../../../plugins/kit/node-value.js";

const MAX_BYTES = 64 * 2 ** 20;
const MAX_NAME = 255;

/**
 * Stores a file that a node made as an object of the run's starter and project, checked as a provider's result is. Its
 * id follows from the step's, so that a node that begins again after a crash writes the same file.
 */
export async function storeFile(
  scope: RunScope,
  at: { id: string; place: number },
  file: MadeFile,
): Promise<NodeValue> {
  const known = scope.steps.get(at.id);
  if (known) return known.result as NodeValue;
  const { host, run, signal } = scope;
  const { contentType, bytes } = await looked(scope, file);
  const context = await actAsStarter(host, run);
  requireStanding(host, context);
  await requirePayer(host, context, run.projectId);
  const { id } = await storage.keepFile(host, {
    id: v5(at.id, run.id),
    ownerId: run.starterId,
    filename: file.filename?.trim().toWellFormed().slice(0, MAX_NAME) || null,
    contentType,
    bytes,
    signal,
  });
  if (run.projectId !== null) await context.call(linkToProject, { id: run.projectId, storageIds: [id] });
  const value: NodeValue = { type: mediaType(contentType), storageId: id };
  host.fault?.("workflows.stored");
  await remember(scope, at, value);
  return value;
}

/** Returns the type and bytes of a node's file. Throws for a file that is not a whole image, video or audio. */
async function looked(
  { host, signal }: RunScope,
  { contentType, body }: MadeFile,
): Promise<{ contentType: string; bytes: Buffer }> {
  if (!(body instanceof Uint8Array) || typeof contentType !== "string")
    throw new NodeFailure("A file to store has a contentType and a body of bytes.");
  if (body.length > MAX_BYTES)
    throw new NodeFailure(`A node may store files of at most ${MAX_BYTES / 2 ** 20} MB.`);
  const bytes = Buffer.from(body);
  try {
    const reach = { policy: networkPolicy(host.config), own: [], stallMs: host.config.resultStallMs };
    const kinds = ["image", "video", "audio"];
    const opened = await generation.openResult({ contentType, body: bytes }, kinds, reach, signal);
    // The stream is read to its end, so that a file which breaks off is noticed.
    await finished(opened.body.resume());
    return { contentType: opened.contentType, bytes };
  } catch (error) {
    if (error instanceof generation.WrongResult || error instanceof generation.ResultBrokeOff)
      throw new NodeFailure(`The file cannot be stored: ${error.message}.`, { cause: error });
    throw error;
  }
}
