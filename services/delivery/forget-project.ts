import { DeliveryToken } from "../../entities/delivery-token.js";
import { deleteBatch } from "../../runtime/delete-batch.js";
import type { Host } from "../../runtime/host.js";

/** One batch of what the area keeps of a deleted project, without events (decisions 9). May be repeated. */
export async function forgetProject(host: Host, projectId: string): Promise<{ isDone: boolean }> {
  return { isDone: await deleteBatch<DeliveryToken>(host, DeliveryToken, { projectId }) };
}
