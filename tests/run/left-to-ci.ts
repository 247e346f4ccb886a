/**
 * Files that `npm test` without a path leaves to CI, by parts of their paths, so that a run ends within a quarter of an hour on two
 * processors. `.ci/run`, `npm test -- --strict` and `npm test -- --whole` have all of them, and so has a run that is given paths
 * or a database. `short` names files of the short run that prove the rule at one point, or parts of it: what CI alone proves then is
 * that it holds in more ways, for longer, over more processes or with more data. Where it is empty, CI alone proves the rule. Where
 * both engines run, the files that run on both leave MariaDB's share of their cases to CI too (plan.ts, helpers/dealt.ts).
 */
export const LEFT_TO_CI: readonly { part: string; proves: string; short: readonly string[] }[] = [
  {
    part: "cluster/database/failover.galera",
    proves: "that acknowledged words outlive a node of Galera",
    short: ["cluster/tasks/freeze"],
  },
  {
    part: "cluster/database/two-writers.galera",
    proves: "that two nodes of Galera may be written at once",
    short: ["http/crashes/conflicts"],
  },
  {
    part: "cluster/database/replica",
    proves: "that readers' lists come from a replica, and what they do while it is behind or away",
    short: [],
  },
  {
    part: "cluster/delivery/database-away",
    proves: "what readers are given while the database is away",
    short: ["http/delivery/stale-seconds"],
  },
  {
    part: "cluster/delivery/graphql",
    proves: "GraphQL of readers over processes",
    short: ["cluster/delivery/elsewhere"],
  },
  {
    part: "cluster/external/nodes",
    proves: "nodes of workflows that a process of somebody else offers",
    short: [],
  },
  {
    part: "cluster/external/permissions",
    proves: "the permissions of NATS accounts that docs name",
    short: [],
  },
  {
    part: "cluster/nats/away",
    proves: "areas that stop, freeze and come back under load",
    short: ["cluster/nats/dead-nodes", "cluster/nats/errors"],
  },
  {
    part: "cluster/nats/payload",
    proves: "requests and answers over max_payload, between processes",
    short: ["cluster/nats/errors"],
  },
  {
    part: "cluster/nats/plugin-services",
    proves: "services of plugins over processes",
    short: ["http/plugin-services/links"],
  },
  {
    part: "cluster/nats/providers",
    proves: "models that come and go with their processes",
    short: ["cluster/nats/dead-nodes"],
  },
  {
    part: "cluster/nats/reload",
    proves: "areas that are loaded anew while others call them",
    short: ["http/operations/"],
  },
  {
    part: "cluster/nats/servers",
    proves: "a cluster of NATS servers of which each dies, and TLS",
    short: ["cluster/nats/nats-restart"],
  },
  {
    part: "cluster/processes/faults",
    proves: "reloads among processes that freeze and die of their starts",
    short: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/processes/starts",
    proves: "starts that fail or are interrupted",
    short: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/soak/soak",
    proves: "all of it at once for a minute, with a kill, a freeze and a restart",
    short: ["cluster/nats/dead-nodes", "cluster/nats/nats-restart", "cluster/tasks/freeze"],
  },
  {
    part: "cluster/tasks/database-away",
    proves: "a database that goes away, or takes connections and does not answer",
    short: [],
  },
  {
    part: "cluster/tasks/four-starts",
    proves: "four processes that start at once on an empty database",
    short: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/tasks/frozen-",
    proves: "processes frozen in a transaction of a payer or with the head of an account's events",
    short: ["cluster/tasks/freeze", "cluster/tasks/locked-rows"],
  },
  {
    part: "cluster/tasks/pool",
    proves: "the bound of a process's connections",
    short: [],
  },
  {
    part: "cluster/upgrade/together",
    proves: "the previous release and this one beside each other",
    short: ["cluster/upgrade/expand"],
  },
  {
    part: "cluster/webhooks/order",
    proves: "that a receiver reads what its event is about, from either process",
    short: ["cluster/webhooks/takeover"],
  },
  {
    part: "cluster/workflows/schedule",
    proves: "ticks of schedules over three processes that die",
    short: ["cluster/workflows/two-processes", "http/workflows/triggers"],
  },
  {
    part: "hostile/backlogs/",
    proves: "hundreds of jobs, deliveries and rows that wait",
    short: ["hostile/webhooks/receivers"],
  },
  {
    part: "hostile/content/",
    proves: "types, histories and projects as large as they may be",
    short: [],
  },
  {
    part: "hostile/events/streams",
    proves: "a thousand open streams",
    short: ["http/events/"],
  },
  {
    part: "hostile/gateway/long-reads",
    proves: "reads of the longest documents at once",
    short: ["hostile/gateway/graphql"],
  },
  {
    part: "hostile/gateway/subscriptions",
    proves: "hundreds of subscriptions that nobody reads",
    short: [],
  },
  {
    part: "hostile/media/films",
    proves: "hostile films and playlists",
    short: [],
  },
  {
    part: "hostile/storage/whole-lists",
    proves: "lists of 100,000 rows",
    short: ["http/storage/whole-lists"],
  },
  {
    part: "hostile/webhooks/owners",
    proves: "owners of many webhooks that hang",
    short: ["hostile/webhooks/receivers", "service/webhooks/owners"],
  },
  {
    part: "hostile/workflows/",
    proves: "graphs of thousands of nodes, and their end",
    short: ["http/workflows/runs"],
  },
  {
    part: "http/cli/types",
    proves: "types of clients for whole projects, compiled",
    short: ["unit/cli-types/compile"],
  },
  {
    part: "http/console/compare",
    proves: "results side by side",
    short: [],
  },
  {
    part: "http/console/in-place",
    proves: "media and texts that are made where a document needs them",
    short: ["http/console/content", "http/console/send.browser"],
  },
  {
    part: "http/console/long-lists",
    proves: "lists of 10,000 files and 100,000 documents in a page",
    short: ["http/console/library"],
  },
  {
    part: "http/console/looks",
    proves: "thumbnails and narrow rows",
    short: [],
  },
  {
    part: "http/console/messages",
    proves: "Undo over windows, on phones too",
    short: ["http/console/send.browser"],
  },
  {
    part: "http/console/restart",
    proves: "pages whose server is killed",
    short: [],
  },
  {
    part: "http/console/results",
    proves: "cards of results, by keyboard too",
    short: ["http/console/console"],
  },
  {
    part: "http/console/send-",
    proves: "files that are sent into items and types, and their Undo",
    short: ["http/console/send.browser"],
  },
  {
    part: "http/console/sounds",
    proves: "waveforms",
    short: [],
  },
  {
    part: "http/console/touch",
    proves: "two fingers on a canvas",
    short: [],
  },
  {
    part: "http/console/unsaved",
    proves: "what was just typed when one leaves or a session ends",
    short: ["http/console/console", "http/console/content"],
  },
  {
    part: "http/console/use-as-input",
    proves: "files that become inputs, and Undo",
    short: ["http/console/send.browser"],
  },
  {
    part: "http/console/vary",
    proves: "a result that is made again with other seeds",
    short: ["http/console/console"],
  },
  {
    part: "http/console/workflow-runs",
    proves: "runs as a page shows them",
    short: ["http/console/workflows"],
  },
  {
    part: "http/delivery/unread-answers",
    proves: "answers that nobody reads",
    short: [],
  },
  {
    part: "http/generation/no-ffmpeg",
    proves: "a process that finds no ffmpeg, which makes films by a slower one",
    short: ["unit/kit/ffmpeg"],
  },
  {
    part: "http/storage/media-transfer",
    proves: "transfers whose process dies",
    short: ["unit/runtime/process/media-transfers"],
  },
  {
    part: "http/workflows/templates",
    proves: "that each template runs",
    short: [],
  },
];
