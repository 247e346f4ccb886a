/**
 * The best figure of Strapi 5, Directus 12 (as it comes, and tuned with its response cache on) and Payload 3 for each
 * row, in requests a second: 10,000 articles of about 2 KB, MariaDB (Payload: SQLite), 32 connections, the load from
 * the same host of 2 cores. Measured once, when delivery was planned, on another machine than that of a later run.
 */
export const BEST_PEER: Readonly<Record<string, number>> = {
  "by id": 1627,
  "newest 20, total": 854,
  "two conditions, sort, total": 829,
  "the same, two references expanded": 712,
  "contains in title, total": 755,
  "offset 5,000": 838,
  "GraphQL, two references, total": 1201,
};

/** What a bare node:http constant of 4 KB did on their machine, in requests a second. */
export const PEERS_CONSTANT = 33_834;

/** Create and publish, 8 writers: pairs a second. */
export const BEST_PEER_WRITES = 99;

/** How often as fast as the best of them Kiln has to be. */
export const TIMES_PEER = 5;
