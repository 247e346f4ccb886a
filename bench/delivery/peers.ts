/**
 * Best figure of Strapi 5, Directus 12 (as it comes, and tuned with its response cache on) and Payload 3 for each row, in
 * requests a second: 10,000 articles of about 2 KB, MariaDB (Payload: SQLite), 32 connections, the load from the same host of 2
 * cores. They were measured once, when delivery was planned, on another machine than that of a later run.
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

/** Requests a second of a bare node:http server that answered 4 KB on the machine of the peers. */
export const PEERS_CONSTANT = 33_834;

/** Pairs of create and publish a second of the best peer, with 8 writers. */
export const BEST_PEER_WRITES = 99;

/** Factor by which warm rows of Kiln have to be faster than the best of them, as counted on the machine of the run. */
export const TIMES_PEER = 5;
