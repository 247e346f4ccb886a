/**
 * Files that the rings leave to `npm test -- --whole`, by parts of their paths, so that `npm test` ends within a quarter of an hour and
 * `.ci/run` within 20 minutes on a machine with two processors and no other load. `rings` names files of the rings that prove the rule
 * in one case, or parts of it; the file here proves it in more cases, for longer, over more processes or with more data. `npm run
 * test:long` runs these files too, and so does a run that is given paths or a database. Where both engines run, files that run on both
 * leave MariaDB's share of their cases to these runs too (plan.ts, helpers/dealt.ts).
 */
export const WHOLE_ONLY: readonly { part: string; proves: string; rings: readonly string[] }[] = [
  {
    part: "cluster/database/failover.galera",
    proves: "that acknowledged words outlive a node of Galera",
    rings: ["cluster/tasks/freeze"],
  },
  {
    part: "cluster/database/two-writers.galera",
    proves: "that two nodes of Galera may be written at once",
    rings: ["http/crashes/conflicts"],
  },
  {
    part: "cluster/delivery/database-away",
    proves: "what readers are given while the database is away",
    rings: ["http/delivery/stale-seconds"],
  },
  {
    part: "cluster/delivery/graphql",
    proves: "GraphQL of readers over processes",
    rings: ["cluster/delivery/elsewhere"],
  },
  {
    part: "cluster/external/nodes",
    proves: "nodes of others that come, change, go, die, say too much or nothing, and speak another language",
    rings: [
      "cluster/external/services",
      "unit/runtime/cluster/known-descriptions",
      "unit/runtime/cluster/offered-services",
    ],
  },
  {
    part: "cluster/external/permissions",
    proves: "nodes of others under the NATS permissions of the docs",
    rings: ["cluster/external/services"],
  },
  {
    part: "cluster/nats/away",
    proves: "areas that stop, freeze and come back under load",
    rings: ["cluster/nats/dead-nodes", "cluster/nats/errors"],
  },
  {
    part: "cluster/nats/payload",
    proves: "requests and answers over max_payload, between processes",
    rings: ["cluster/nats/errors"],
  },
  {
    part: "cluster/nats/plugin-services",
    proves: "services of plugins over processes",
    rings: ["http/plugin-services/links"],
  },
  {
    part: "cluster/nats/providers",
    proves: "models that come and go with their processes",
    rings: ["cluster/nats/dead-nodes"],
  },
  {
    part: "cluster/nats/reload",
    proves: "areas that are loaded anew while others call them",
    rings: ["http/operations/"],
  },
  {
    part: "cluster/nats/servers",
    proves: "a cluster of NATS servers of which each dies, and TLS",
    rings: ["cluster/nats/nats-restart"],
  },
  {
    part: "cluster/oauth/two-nodes",
    proves: "a flow of OAuth over two processes that are restarted in turn",
    rings: ["cluster/processes/two-processes", "http/oauth/flow"],
  },
  {
    part: "cluster/processes/faults",
    proves: "reloads among processes that freeze and die of their starts",
    rings: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/processes/starts",
    proves: "starts that fail or are interrupted",
    rings: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/soak/soak",
    proves: "all of it at once for a minute, with a kill, a freeze and a restart",
    rings: ["cluster/nats/dead-nodes", "cluster/nats/nats-restart", "cluster/tasks/freeze"],
  },
  {
    part: "cluster/tasks/four-starts",
    proves: "four processes that start at once on an empty database",
    rings: ["cluster/processes/supervisor"],
  },
  {
    part: "cluster/tasks/frozen-",
    proves: "processes frozen in a transaction of a payer or with the head of an account's events",
    rings: ["cluster/tasks/freeze", "cluster/tasks/locked-rows"],
  },
  {
    part: "cluster/upgrade/together",
    proves: "the previous release and this one beside each other",
    rings: ["cluster/upgrade/expand"],
  },
  {
    part: "cluster/webhooks/order",
    proves: "that a receiver reads what its event is about, from either process",
    rings: ["cluster/webhooks/takeover"],
  },
  {
    part: "cluster/workflows/schedule",
    proves: "ticks of schedules over three processes that die",
    rings: ["cluster/workflows/two-processes", "http/workflows/triggers"],
  },
  {
    part: "hostile/backlogs/",
    proves: "hundreds of jobs, deliveries and rows that wait",
    rings: ["hostile/webhooks/receivers"],
  },
  {
    part: "hostile/delivery/",
    proves: "reads of the largest documents by readers at once",
    rings: ["service/delivery/large-documents", "unit/delivery/response-rooms"],
  },
  {
    part: "hostile/events/streams",
    proves: "a thousand open streams",
    rings: ["http/events/"],
  },
  {
    part: "hostile/gateway/long-reads",
    proves: "reads of the longest documents at once",
    rings: ["hostile/gateway/graphql"],
  },
  {
    part: "hostile/gateway/subscriptions",
    proves: "hundreds of subscriptions that nobody reads",
    rings: ["http/graphql/subscriptions", "http/events/"],
  },
  {
    part: "hostile/providers/exits",
    proves: "that a job whose plugin ends the process is given up, in processes that follow each other",
    rings: ["http/crashes/killer-jobs"],
  },
  {
    part: "hostile/storage/whole-lists",
    proves: "lists of 100,000 rows",
    rings: ["http/storage/whole-lists"],
  },
  {
    part: "hostile/webhooks/owners",
    proves: "owners of many webhooks that hang",
    rings: ["hostile/webhooks/receivers", "service/webhooks/owners"],
  },
  {
    part: "hostile/workflows/",
    proves: "graphs of thousands of nodes, and their end",
    rings: ["http/workflows/runs"],
  },
  {
    part: "http/cli/listings",
    proves: "what commands print of models, plugins, services and tasks",
    rings: ["http/cli/commands"],
  },
  {
    part: "http/cli/oauth",
    proves: "a command that lists and ends connected agents",
    rings: ["http/cli/commands", "http/oauth/client-life"],
  },
  {
    part: "http/cli/types",
    proves: "types of clients for whole projects, compiled",
    rings: ["unit/cli-types/compile"],
  },
  {
    part: "http/console/fields-of-groups",
    proves: "that the fields of a group in a list are modeled in a page",
    rings: ["http/console/content"],
  },
  {
    part: "http/console/in-place",
    proves: "media and texts that are made where a document needs them",
    rings: ["http/console/content", "http/console/send.browser"],
  },
  {
    part: "http/console/library",
    proves: "that one goes from file to file in one window",
    rings: ["http/console/console", "http/console/story"],
  },
  {
    part: "http/console/long-lists",
    proves: "lists of 10,000 files and 100,000 documents in a page",
    rings: ["http/console/console"],
  },
  {
    part: "http/console/messages",
    proves: "Undo over windows, on phones too",
    rings: ["http/console/send.browser"],
  },
  {
    part: "http/console/presence",
    proves: "that two people in a document see each other's name and cursor",
    rings: ["http/console/content"],
  },
  {
    part: "http/console/restart",
    proves: "that a page survives a server that is killed",
    rings: ["http/console/content", "http/content/document-crash", "http/crashes/start"],
  },
  {
    part: "http/console/results",
    proves: "cards of results, by keyboard too",
    rings: ["http/console/console"],
  },
  {
    part: "http/console/sounds",
    proves: "waveforms, and sounds that are compared",
    rings: ["http/console/compare"],
  },
  {
    part: "http/console/send-",
    proves: "files that are sent into items and types, and their Undo",
    rings: ["http/console/send.browser"],
  },
  {
    part: "http/console/touch",
    proves: "two fingers on the canvas of a workflow",
    rings: ["http/console/workflows"],
  },
  {
    part: "http/console/unsaved",
    proves: "what was just typed when one leaves or a session ends",
    rings: ["http/console/console", "http/console/content"],
  },
  {
    part: "http/console/use-as-input",
    proves: "files that become inputs, and Undo",
    rings: ["http/console/send.browser"],
  },
  {
    part: "http/console/vary",
    proves: "a result that is made again with other seeds",
    rings: ["http/console/console"],
  },
  {
    part: "http/console/workflow-runs",
    proves: "runs as a page shows them",
    rings: ["http/console/workflows"],
  },
  {
    part: "http/crashes/upstream-results",
    proves: "deaths at steps of a vendor's order whose answer is stored",
    rings: ["http/crashes/careful-provider", "http/crashes/upstream.test"],
  },
  {
    part: "http/delivery/graphql/protocol",
    proves: "GraphQL over HTTP, by its own audit",
    rings: ["http/delivery/graphql/clients", "http/delivery/graphql/bounds"],
  },
  {
    part: "http/gateway/generated-go-client",
    proves: "a client that OpenAPI Generator makes for Go",
    rings: ["http/gateway/generated-clients"],
  },
  {
    part: "http/generation/no-ffmpeg",
    proves: "a process that finds no ffmpeg, which makes films by a slower one",
    rings: ["unit/kit/ffmpeg"],
  },
  {
    part: "http/mcp/conformance",
    proves: "the protocol, by its own suite",
    rings: ["http/mcp/endpoint", "http/mcp/stateless", "http/mcp/tasks"],
  },
  {
    part: "http/mcp/long-answers",
    proves: "long answers of agents that are queued, or that nobody reads",
    rings: ["http/delivery/unread-answers", "http/mcp/waits"],
  },
  {
    part: "http/operations/example-folder",
    proves: "that the example's folder is edited, removed and put back under load",
    rings: ["http/operations/plugins"],
  },
  {
    part: "http/sdk/tarball",
    proves: "that the packed library installs and bundles",
    rings: ["http/sdk/client"],
  },
  {
    part: "http/storage/media-transfer",
    proves: "transfers whose process dies",
    rings: ["unit/runtime/process/media-transfers"],
  },
  {
    part: "http/workflows/kills",
    proves: "deaths of runs of drawn graphs, and of their resumptions, at drawn steps",
    rings: ["cluster/workflows/two-processes", "http/workflows/content-kills", "http/workflows/counted-runs"],
  },
  {
    part: "unit/checks/walks-taken",
    proves:
      "that no request runs through more files than the table of ARCHITECTURE.md says, by taking each walk",
    rings: ["unit/checks/walk.test"],
  },
  {
    part: "unit/providers-local/conformance",
    proves: "that each local model passes the suite of the kit, which makes two or more files with each",
    rings: [
      "unit/kit/hello-provider",
      "unit/providers-local/canvas-output",
      "unit/providers-local/motion",
      "unit/providers-local/recordings",
      "unit/providers-local/sound",
      "unit/providers-local/upscale",
    ],
  },
];
