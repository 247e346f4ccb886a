/**
 * Files of the service, http and hostile rings that run on SQLite only, by parts of their paths: their proofs do not depend on the
 * database, so a run on the other engine would show the same. Files that write rows of money, jobs, content or access, and files that kill
 * a process, run on MariaDB, and on both engines where the engine matters (on-mariadb-only.ts). With --long all files run on both.
 */
export const ABOVE_THE_DATABASE: readonly { part: string; proves: string }[] = [
  {
    part: "hostile/delivery/large-documents",
    proves:
      "what readers' answers about the largest documents retain; service/delivery/large-documents reads such rows on both",
  },
  {
    part: "hostile/events/streams",
    proves:
      "what a thousand open streams do to a process; that events are written and read is proved elsewhere",
  },
  {
    part: "hostile/gateway/bodies",
    proves: "what half-sent and huge bodies do to a process, before any row is read",
  },
  {
    part: "hostile/gateway/graphql",
    proves:
      "what long answers of GraphQL do to a process; the rows that they are made of are read as REST reads them",
  },
  {
    part: "hostile/gateway/subscriptions",
    proves:
      "what open and unread subscriptions do to a process; that events are written and read is proved elsewhere",
  },
  {
    part: "hostile/media/",
    proves: "that decoders of hostile media are bounded; what a failed job does to rows is proved elsewhere",
  },
  {
    part: "hostile/providers/exits",
    proves:
      "that a plugin which ends the process does so twice only; http/crashes/killer-jobs kills on MariaDB",
  },
  {
    part: "hostile/workflows/graphs",
    proves:
      "what large graphs do to the loop and the memory of a process; hostile/workflows/many-nodes writes their rows on both",
  },
  {
    part: "http/applications/",
    proves:
      "what an Application makes of its inputs; the job of it, and its money, are those of http/generation on MariaDB",
  },
  {
    part: "http/billing/embedded-periods",
    proves:
      "periods that end while the embedded database is closed, whatever the run is for; the calendar is proved by service/billing on both",
  },
  { part: "http/cli/backup-busy", proves: "how the file of an embedded database is copied" },
  {
    part: "http/cli/listings",
    proves: "what commands print of a process; http/cli/commands reaches a server's database on both",
  },
  { part: "http/cli/mistakes", proves: "the sentences of a command that is called wrongly" },
  {
    part: "http/cli/oauth",
    proves: "the words of a command, over rows whose life http/oauth/client-life proves on MariaDB",
  },
  { part: "http/cli/plugin-commands", proves: "the files of a new plugin, and how they are tested" },
  { part: "http/cli/types", proves: "the file that `kiln types` writes from what REST answers" },
  { part: "http/content/schema-refusals", proves: "which schemas are refused before anything is written" },
  { part: "http/crashes/start", proves: "what a process says that does not start" },
  {
    part: "http/delivery/answer-size",
    proves: "how large an answer may be, which is counted before it is made",
  },
  { part: "http/delivery/compression", proves: "codings of answers, and their ETags" },
  {
    part: "http/delivery/example-site",
    proves: "a program that asks by REST; http/delivery/under-change is about freshness on both",
  },
  {
    part: "http/delivery/graphql/agreement",
    proves: "that GraphQL answers what REST answers, of the same models in memory",
  },
  { part: "http/delivery/graphql/awkward-names", proves: "names of types in schemas and filters" },
  { part: "http/delivery/graphql/bounds", proves: "which queries are refused before anything is read" },
  { part: "http/delivery/graphql/empty-object", proves: "how an empty object reads" },
  {
    part: "http/delivery/graphql/clients",
    proves: "what clients of GraphQL send, and understand of answers",
  },
  {
    part: "http/delivery/graphql/execution",
    proves: "that rows once read are answered as graphql-js answers them, byte for byte",
  },
  {
    part: "http/delivery/graphql/large-project",
    proves: "the schema of a large project, and how it is asked for",
  },
  {
    part: "http/delivery/graphql/mapping",
    proves: "the kinds of fields in GraphQL, over content that REST delivers on MariaDB too",
  },
  { part: "http/delivery/graphql/persisted", proves: "hashes of queries, which are kept in memory" },
  { part: "http/delivery/graphql/plugins", proves: "hooks of plugins around a query" },
  { part: "http/delivery/graphql/protocol", proves: "GraphQL over HTTP, by its own audit" },
  { part: "http/delivery/literal-segments", proves: "which of two routes a path is" },
  { part: "http/delivery/integer-filters", proves: "which operands a filter takes, of documents in memory" },
  { part: "http/delivery/memory-budget", proves: "how the memory of a process is divided" },
  {
    part: "http/delivery/nested-locales",
    proves: "how locales fall back within documents that http/delivery/documents reads on MariaDB",
  },
  { part: "http/delivery/signing-window", proves: "signatures and ETags by the clock of the process" },
  { part: "http/delivery/unread-answers", proves: "answers whose client takes nothing from its connection" },
  {
    part: "http/delivery/answers",
    proves: "headers and refusals of answers, before and behind what was read",
  },
  { part: "http/gateway/answers", proves: "the shape of answers of the HTTP server" },
  { part: "http/gateway/behind-proxy", proves: "addresses behind nginx and Caddy" },
  { part: "http/gateway/bodies", proves: "how bodies of requests are read, and within which time" },
  { part: "http/gateway/compression", proves: "codings of answers of the HTTP server" },
  { part: "http/gateway/direct-routes", proves: "two ways of an answer through the HTTP server" },
  { part: "http/gateway/edges", proves: "HTTP: routes, headers, origins, malformed requests" },
  {
    part: "http/gateway/generated-",
    proves: "that clients compile which generators make of the document, and that they ask and understand",
  },
  { part: "http/gateway/health", proves: "which credentials the environment holds" },
  { part: "http/gateway/ids-and-times", proves: "how answers write ids and times" },
  { part: "http/gateway/without-gateway", proves: "which routes a process without a gateway has" },
  { part: "http/gateway/observability", proves: "metrics and logs of a process" },
  {
    part: "http/gateway/private-answers",
    proves: "status and headers of each private route for strangers, and clients that leave",
  },
  {
    part: "http/generation/lying-providers",
    proves: "which results are refused; that they cost nothing is proved by hostile/providers/lying on both",
  },
  { part: "http/generation/result-addresses", proves: "signatures of addresses by the clock of the process" },
  {
    part: "http/generation/no-ffmpeg",
    proves: "media that a process makes without any program of the machine",
  },
  { part: "http/generation/used-words", proves: "which words of a prompt a model names" },
  {
    part: "http/graphql/",
    proves: "that GraphQL of the platform gives what REST gives, by calls of the same actions",
  },
  {
    part: "http/identity/scopes",
    proves: "which scope each route asks for; http/identity/api-keys keeps and revokes keys on MariaDB",
  },
  { part: "http/identity/secure-cookie", proves: "attributes of a cookie" },
  { part: "http/identity/smtp", proves: "what is said to a mail server" },
  { part: "http/mcp/agent-work", proves: "what agents call one after the other, by the actions of REST" },
  { part: "http/mcp/approvals", proves: "what an agent asks its person, before anything is spent" },
  { part: "http/mcp/blocked", proves: "sentences of refusals, as agents read them" },
  { part: "http/mcp/checkouts", proves: "links of payment, as agents are offered them" },
  { part: "http/mcp/conformance", proves: "the protocol, by its own suite" },
  { part: "http/mcp/endpoint", proves: "the protocol up to 2025-11-25: methods, headers, batches, errors" },
  {
    part: "http/mcp/content-tools",
    proves: "what an agent does to content, by the actions of REST, whose own tests run on MariaDB",
  },
  {
    part: "http/mcp/every-tool",
    proves: "that a tool gives what REST gives, by calls of the same actions, whose own tests run on MariaDB",
  },
  { part: "http/mcp/long-answers", proves: "how long answers of agents are written, queued and given up" },
  { part: "http/mcp/resources", proves: "resources and prompts, made of what REST reads" },
  { part: "http/mcp/stateless", proves: "the protocol of 2026-07-28: envelopes, headers, refusals" },
  {
    part: "http/mcp/tasks",
    proves: "handles of jobs in the protocol; http/mcp/restarts kills behind them on MariaDB",
  },
  { part: "http/mcp/tools", proves: "shapes of tools, by calls of the same actions as REST" },
  { part: "http/mcp/waits", proves: "how long a tool waits for a job, and what it says of it then" },
  { part: "http/models/", proves: "the catalog, which is no table" },
  { part: "http/oauth/attacks", proves: "addresses, pages and headers that a foreign client sends" },
  { part: "http/oauth/clients", proves: "what clients of OAuth and MCP send and understand" },
  {
    part: "http/operations/example-folder",
    proves: "that a folder of a plugin is loaded anew between jobs, none of which is lost",
  },
  { part: "http/operations/odd-plugins", proves: "forms of plugin files, and which of two plugins serves" },
  {
    part: "http/operations/plugins",
    proves: "that plugins come, change and go in a process while requests are answered",
  },
  {
    part: "http/operations/services",
    proves: "that areas come and go in a process, and what is answered meanwhile",
  },
  { part: "http/pages/", proves: "pages and their forms, over what REST answers" },
  {
    part: "http/plugin-services/hot",
    proves:
      "that services of plugins come, change and go; http/plugin-services/links writes their rows on MariaDB",
  },
  { part: "http/sdk/client", proves: "the library, over what REST answers" },
  { part: "http/sdk/tarball", proves: "that the packed library installs and bundles" },
  { part: "http/storage/buckets", proves: "drivers of buckets" },
  { part: "http/storage/media-transfer", proves: "the process that carries bytes" },
  {
    part: "http/storage/crash",
    proves: "uploads and imports of processes on the embedded database, whatever the run is for",
  },
  {
    part: "http/storage/imports",
    proves: "how bytes of other hosts are fetched; http/storage/uploads commits objects on MariaDB",
  },
  { part: "http/storage/looks", proves: "how many decoders run at once, in all and for an account" },
  { part: "http/storage/measures", proves: "what decoders say of a file" },
  { part: "http/storage/store-away", proves: "a store that does not answer" },
  { part: "http/storage/unread-files", proves: "files whose client takes nothing, or takes them slowly" },
  { part: "http/storage/thumbnails", proves: "how media of each format are decoded and drawn" },
  { part: "http/transcriptions/no-transcriber", proves: "what is answered where nothing can transcribe" },
  {
    part: "http/upstream/comfy-results",
    proves: "which results of a graph are fetched, by the engine of jobs",
  },
  {
    part: "http/upstream/every-model",
    proves: "which parameters of each model are accepted, and what its provider is then sent",
  },
  { part: "http/upstream/strangers", proves: "what unknown vendors are refused for" },
  {
    part: "http/webhooks/events",
    proves:
      "what an event says, and its signature; that each is told once is proved by service/webhooks and http/crashes/webhooks on both",
  },
  { part: "http/webhooks/guard", proves: "addresses that no webhook reaches" },
  { part: "http/workflows/graphs", proves: "which graphs are refused before anything is written" },
  { part: "http/workflows/node-progress", proves: "when progress is shown" },
  { part: "http/workflows/templates", proves: "graphs that ship, on models that draw and speak here" },
  {
    part: "service/billing/ledger-folder",
    proves:
      "kiln ledger verify on a folder, the embedded database whatever the run is for; service/billing/ledger-command is on both",
  },
  {
    part: "service/delivery/content-cache",
    proves: "what a process keeps of types; which rows it reads for it: service/delivery/statements",
  },
  {
    part: "service/delivery/large-documents",
    proves: "how much a process reads at once, by statements that are the same on both",
  },
  {
    part: "service/delivery/retained-models",
    proves: "how much a process keeps of projects",
  },
  { part: "service/identity/client-documents", proves: "how documents of other hosts are fetched" },
  {
    part: "service/runtime/area-host",
    proves: "how a process takes new code of its areas",
  },
  { part: "service/webhooks/example", proves: "the receiver of the docs" },
  { part: "service/webhooks/guard", proves: "addresses that no webhook reaches" },
  {
    part: "service/webhooks/isolation",
    proves:
      "how receivers share the attempts of a process; service/webhooks/deliveries, owners and retry-states write the rows of it on both",
  },
];
