/**
 * Files of the http and service rings that the rings run on MariaDB only, by parts of their paths, where both engines run. Each proves a
 * rule above statements that are the same on both engines, and only on MariaDB can concurrent callers, locks and the clock of another
 * machine interfere. With `npm run test:long`, with `--database=sqlite` and on a machine without MariaDB these files run on SQLite, and
 * those of the service ring with `--whole` too: files of the http ring send their statements to SQLite in the rings.
 *
 * The rings still prove on SQLite what it does in another way. The first files of each area (generation/generations, billing/account,
 * content/types, storage/uploads, webhooks/webhooks, workflows/runs) run on both. Every tool of agents runs on SQLite (http/mcp/every-tool),
 * and so do a third of the mutations (http/graphql/every-mutation; a whole run has all), money, drafts and runtime of the service ring, the
 * hostile ring, kills (helpers/dealt.ts), order and comparison of texts (content/list-documents, identity/operators) and callers at once
 * (generation/races, projects/races, content/many-writers).
 */
export const ON_MARIADB_ONLY: readonly { part: string; proves: string }[] = [
  {
    part: "http/billing/budgets",
    proves:
      "limits of keys, projects and triggers, which hold and settle as all work does; cluster/processes/two-processes has callers at once",
  },
  { part: "http/billing/checkout", proves: "what is bought, and what is credited for it once" },
  {
    part: "http/billing/stripe",
    proves: "what a webhook of a payment changes, once; service/billing/payments proves that on both",
  },
  {
    part: "http/billing/subscription",
    proves: "plans that change; service/billing/rollover proves their periods on both",
  },
  { part: "http/content/create-documents", proves: "many documents of one request" },
  {
    part: "http/content/delete-type-crash",
    proves: "a deletion that goes on in the next process; content/document-crash kills among writers on both",
  },
  { part: "http/content/delete-type", proves: "which types may be deleted, and what goes with them" },
  { part: "http/content/draft-update", proves: "how a save is merged into a draft" },
  { part: "http/content/full-replace", proves: "how a draft is replaced" },
  {
    part: "http/content/presence",
    proves: "who is said to edit a document; http/console/presence shows it on SQLite",
  },
  { part: "http/content/references", proves: "which references keep what they point at" },
  { part: "http/content/refresh-documents", proves: "documents of an earlier schema" },
  { part: "http/content/revisions", proves: "the history of a document" },
  { part: "http/content/settings", proves: "locales of a project, and what changes with them" },
  {
    part: "http/crashes/conflicts",
    proves: "transactions that lose to other writers, which a stand-in for the database makes",
  },
  { part: "http/crashes/drain", proves: "SIGTERM in the middle of jobs and requests" },
  {
    part: "http/crashes/killer-jobs",
    proves: "a job that kills its processes; crashes/fault-points kills at steps on both",
  },
  {
    part: "http/crashes/upload",
    proves: "an upload whose process dies; http/storage/crash kills around uploads on SQLite",
  },
  {
    part: "http/delivery/documents",
    proves: "what readers are given of documents; delivery/under-change is about freshness on both",
  },
  {
    part: "http/delivery/tokens",
    proves: "tokens of readers; service/delivery/authenticate-token is on both",
  },
  {
    part: "http/events/events",
    proves:
      "events of an account, in their order; cluster/nats/dead-nodes and cluster/processes/two-processes have them over processes",
  },
  { part: "http/gateway/closing", proves: "requests of a process that closes" },
  { part: "http/generation/lost-rows", proves: "rows that were lost to a restored backup" },
  { part: "http/generation/waiting", proves: "how long a caller waits for a job" },
  { part: "http/generation/ways", proves: "jobs at once and by handle" },
  { part: "http/identity/api-keys", proves: "keys, what they may, and their end" },
  { part: "http/identity/first-operator", proves: "who is the operator of a new deployment" },
  { part: "http/identity/floods", proves: "limits of sign-up and mails; identity/throttle counts on both" },
  { part: "http/identity/mail-tokens", proves: "links of mails, each good once" },
  { part: "http/identity/sign-up", proves: "accounts; identity/audit makes some on both" },
  { part: "http/mcp/restarts", proves: "handles and clients of agents behind a restart" },
  { part: "http/oauth/client-life", proves: "clients of OAuth, and what they may keep" },
  { part: "http/oauth/flow", proves: "the flow of OAuth, each code and token good once" },
  {
    part: "http/plugin-services/links",
    proves: "a service of a plugin with rows of its own; service/runtime has what carries it on both",
  },
  { part: "http/projects/cascade", proves: "what goes with a project" },
  { part: "http/projects/media", proves: "media of a project" },
  {
    part: "http/projects/projects",
    proves: "projects, members and invitations; projects/races has callers at once on both",
  },
  { part: "http/storage/objects", proves: "what is stored, and what a ticket is refused for" },
  { part: "http/storage/tickets", proves: "what tickets reserve of a quota" },
  {
    part: "http/transcriptions/transcriptions",
    proves: "transcriptions and their charge; crashes/transcriptions kills on both",
  },
  { part: "http/translation/document", proves: "a translation of one document" },
  {
    part: "http/translation/lock-order",
    proves:
      "that callers lock in one order: only MariaDB has locks of rows, and ends one of two that wait for each other",
  },
  { part: "http/translation/meanwhile", proves: "what is written while a translation runs" },
  { part: "http/translation/model-answers", proves: "answers of models, and what is charged for them" },
  { part: "http/translation/parallel-starts", proves: "one run of a project at a time" },
  { part: "http/translation/project", proves: "a translation of a project" },
  {
    part: "http/translation/resume",
    proves: "a translation that goes on; crashes/translation kills on both",
  },
  { part: "http/upstream/cancel", proves: "what vendors hear of jobs that are canceled" },
  { part: "http/workflows/content.test", proves: "nodes that read and write content" },
  { part: "http/workflows/late-acts", proves: "acts of a run that come late" },
  { part: "http/workflows/resume", proves: "runs that are resumed; workflows/kills kills on both" },
  { part: "http/workflows/reuse", proves: "what a run takes over of the one before" },
  { part: "http/workflows/stored-files", proves: "files of a run" },
  { part: "http/workflows/transcribe", proves: "a node that transcribes" },
  {
    part: "http/workflows/triggers",
    proves: "triggers, their schedules and limits; service/workflows has days and schedules on both",
  },
  {
    part: "service/content/grown-documents",
    proves:
      "which documents share a transaction, by their sizes in memory; http/content/list-documents publishes on both",
  },
  {
    part: "service/content/heard-publishes",
    proves:
      "that publishes of one batch are told in their order; http/webhooks/events and http/crashes/webhooks hear of them on SQLite",
  },
  {
    part: "service/delivery/media-statements",
    proves:
      "how many statements media takes, and that what a project loses is lost at once; http/delivery/linked-media reads it on SQLite",
  },
  {
    part: "service/delivery/query-as-member",
    proves: "what a node is given of documents, as http/workflows/content-kills is on SQLite",
  },
  {
    part: "service/delivery/response-cache",
    proves:
      "that kept answers are those that would be made anew; http/delivery/same-url and under-change ask for some on SQLite",
  },
  {
    part: "service/delivery/statements",
    proves:
      "how many statements a list takes, the same on both; http/delivery/expand-edges sends them on SQLite",
  },
  {
    part: "service/identity/authenticator",
    proves:
      "who is told apart by a credential; http/identity/sign-in and permissions of projects are on SQLite",
  },
  {
    part: "service/webhooks/deliveries",
    proves:
      "what is delivered, in which order and how often; http/webhooks/events and http/crashes/webhooks deliver on SQLite",
  },
  {
    part: "service/webhooks/media",
    proves: "what a webhook says of media; http/webhooks/events is on SQLite",
  },
  {
    part: "service/webhooks/owners",
    proves:
      "how many attempts an owner has in hand in a process; service/webhooks/isolation and hostile/webhooks/receivers do the same on SQLite",
  },
  {
    part: "service/webhooks/retry-states",
    proves: "which deliveries may be sent anew; http/webhooks/webhooks does so on SQLite",
  },
  {
    part: "service/webhooks/sweep",
    proves:
      "what the log of deliveries forgets, by statements without a dialect; service/webhooks/emit writes such rows on both",
  },
  {
    part: "service/workflows/run-room",
    proves:
      "what runs may store, by sums of lengths; http/workflows/runs and counted-runs count each run on SQLite",
  },
  {
    part: "service/workflows/waiting-agents",
    proves: "what is read for an agent that waits; http/mcp/waits is on SQLite",
  },
  {
    part: "service/workflows/waiting-fires",
    proves: "how many fires may wait; service/workflows/trigger-log and schedules-behind write fires on both",
  },
];
