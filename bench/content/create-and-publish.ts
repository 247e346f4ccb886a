import type { Connection } from "../load/connection.js";
import { article } from "./article.js";
import { perSecond, type Workshop } from "./workshop.js";

/** Returns a function that creates and publishes an article by two requests. */
export function pairsOf(workshop: Workshop): (connection: Connection) => Promise<void> {
  let number = 0;
  return async (connection) =>
    workshop.publish(connection, await workshop.create(connection, "article", article((number += 1))), 1);
}

/** Measures pairs a second, as the reference figures of other systems were taken: one account, 8 writers, articles of 2 KB. */
export async function createAndPublish(workshop: Workshop, ms: number): Promise<number> {
  const connections = await workshop.connect(8);
  const pair = pairsOf(workshop);
  await perSecond(connections, ms / 2, pair);
  const pairs = await perSecond(connections, ms, pair);
  for (const connection of connections) connection.close();
  return pairs;
}
