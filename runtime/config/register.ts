import { availableParallelism } from "node:os";
import { externalServices } from "../cluster/external-services.js";
import { natsUrls } from "../cluster/nats-options.js";
import {
  anyText,
  oneOf,
  readableFile,
  flag,
  number,
  url,
  databaseUrl,
  numberList,
  origin,
  proxies,
  names,
  secret,
  upstreamUrl,
  seconds,
  bool,
  type Variable,
} from "./kinds-of-variable.js";

/**
 * The register of every environment variable (rules/running 1), from which docs/configuration.md is
 * generated.
 */
export const VARIABLES = {
  PORT: {
    default: "3000",
    accepted: "a port number from 0 to 65535",
    description: "Where this process listens; 0 takes a free one.",
    read: number(0, 65535),
  },
  HOST: {
    default: "127.0.0.1",
    accepted: "a host name or address",
    description: "The address it binds.",
    read: anyText,
  },
  BASE_URL: {
    default: null,
    accepted: "an http or https origin, without a path",
    description: "Public origin, used in links and signed URLs. Default: http://localhost:$PORT.",
    read: origin,
  },
  DATA_DIR: {
    default: "./data",
    accepted: "a folder",
    description: "Embedded database, media files, generated secret key; made at first start.",
    read: anyText,
  },
  DATABASE_URL: {
    default: null,
    accepted: "mysql://user:password@host:port/database",
    description: "Puts everything in MySQL 8 or MariaDB 10.6+. Default: an embedded SQLite file in DATA_DIR.",
    read: databaseUrl,
  },
  DATABASE_READ_URL: {
    default: null,
    accepted: "mysql://user:password@host:port/database",
    description:
      "A replica of the database, for lists that may be some seconds behind (docs/operating.md). Default: none, everything is read from DATABASE_URL.",
    read: databaseUrl,
  },
  DATABASE_POOL: {
    default: "10",
    accepted: "a whole number from 2 to 1000",
    description:
      "Connections of a process to MySQL or MariaDB at most; the embedded database has one. The server's max_connections has to hold those of all processes.",
    read: number(2, 1000),
  },
  DATABASE_POOL_REQUESTS: {
    default: null,
    accepted: "a whole number from 0 to 1000",
    description:
      "Connections of DATABASE_POOL that are kept for requests (docs/operating.md). Default: three tenths of them.",
    read: number(0, 1000),
  },
  DATABASE_POOL_BACKGROUND: {
    default: null,
    accepted: "a whole number from 0 to 1000",
    description:
      "Connections of DATABASE_POOL that are kept for durable work and what a process does of its own accord (docs/operating.md). Default: three tenths of them.",
    read: number(0, 1000),
  },
  DATABASE_POOL_LONG_READS: {
    default: null,
    accepted: "a whole number from 0 to 1000",
    description:
      "Connections of DATABASE_POOL that are kept for lists and totals (docs/operating.md). Default: a tenth of them.",
    read: number(0, 1000),
  },
  NATS_URL: {
    default: null,
    accepted:
      "nats://host:port, or tls://…, with user:password@ where NATS asks for it; or a comma list of such",
    description: "Joins this process to a cluster. Default: all services in one process.",
    read: natsUrls,
  },
  NATS_CA_FILE: {
    default: null,
    accepted: "the path of a file that this process can read",
    description: "The certificate authority of NATS over tls://, in PEM. Default: those that Node.js trusts.",
    read: readableFile,
  },
  SERVICES: {
    default: null,
    accepted: "a comma list of service names, where * matches within a name",
    description: "What this process hosts. Default: everything.",
    read: names,
  },
  NAMESPACE: {
    default: "kiln",
    accepted: "letters, digits, - and _",
    description: "Keeps deployments on one NATS apart.",
    read: (text) => (/^[\w-]{1,64}$/.test(text) ? text : null),
  },
  EXTERNAL_SERVICES: {
    default: null,
    accepted: "a comma list of service.action or service.*, such as shortener.*, v2.orders.list",
    description:
      "Actions of other people's Moleculer services on NATS that are served under /v1/x (docs/external-services.md). Needs NATS_URL. Default: none.",
    read: externalServices,
  },
  TASK_LEASE_SECONDS: seconds("60", "After how long without a heartbeat another process takes a task over."),
  STORAGE_URL: {
    default: null,
    accepted: "disk:/path, gcs://bucket/prefix or s3://bucket/prefix",
    description: "Where media bytes are kept. Default: DATA_DIR/media.",
    read: (text) => (/^[a-z0-9]+:/.test(text) && URL.canParse(text) ? text : null),
  },
  S3_ENDPOINT: upstreamUrl("an S3-compatible store"),
  AWS_ACCESS_KEY_ID: secret("Key of S3. Default: as the AWS SDK finds one (profile, role of the machine)."),
  AWS_SECRET_ACCESS_KEY: secret("Its secret."),
  AWS_SESSION_TOKEN: secret("Its session, where it is a temporary one."),
  AWS_REGION: {
    default: null,
    accepted: "a region's name",
    description: "Region of the S3 bucket. Default: the SDK's, or us-east-1 with S3_ENDPOINT.",
    read: anyText,
  },
  GOOGLE_APPLICATION_CREDENTIALS: {
    default: null,
    accepted: "a file",
    description: "Key file of the service account for GCS. Default: the machine's service account.",
    read: anyText,
  },
  GCS_ENDPOINT: upstreamUrl("Google Cloud Storage"),
  SECRET_KEY: {
    default: null,
    accepted: "at least 32 characters",
    description: "Feeds one derived key per purpose. Default: generated into DATA_DIR.",
    read: (text) => (text.length >= 32 ? text : null),
  },
  OPERATOR_EMAIL: {
    default: null,
    accepted: "an e-mail address",
    description: "An operator account made at start if absent, with OPERATOR_PASSWORD.",
    read: (text) => (/^[^\s@]+@[^\s@]+$/.test(text) ? text : null),
  },
  OPERATOR_PASSWORD: {
    default: null,
    accepted: "8 to 200 characters",
    description: "Password of that account.",
    read: (text) => (text.length >= 8 && text.length <= 200 ? text : null),
  },
  SIGNUP_CREDITS: {
    default: "500",
    accepted: "a whole number from 0 to 1000000000",
    description: "Welcome credits, a ledger adjustment.",
    read: number(0, 1e9),
  },
  SIGNUP_CREDITS_NEED_EMAIL: {
    default: null,
    accepted: "0 or 1",
    description:
      "Welcome credits are granted when the address is verified. Default: on when SMTP_URL is set.",
    read: flag,
  },
  SIGNUP: {
    default: "open",
    accepted: "open, invite or closed",
    description:
      "Who may sign up: everybody, only addresses with a waiting invite to a project, or nobody. With closed the first account is the one of OPERATOR_EMAIL.",
    read: oneOf("open", "invite", "closed"),
  },
  SIGNUP_LIMIT: {
    default: "20",
    accepted: "a whole number from 1 to 1000000",
    description:
      "Sign-ups of one client (an IPv4 address or an IPv6 /64) in an hour; more are refused with Retry-After.",
    read: number(1, 1e6),
  },
  REQUIRE_EMAIL_VERIFICATION: {
    default: null,
    accepted: "0 or 1",
    description: "Spending by an unverified account is refused. Default: on when SMTP_URL is set.",
    read: flag,
  },
  SMTP_URL: {
    default: null,
    accepted: "smtp:// or smtps:// with host",
    description: "Where mail goes. Default: DATA_DIR/mail/*.eml, with its link in the log.",
    read: url("smtp:", "smtps:"),
  },
  MAIL_FROM: {
    default: "Kiln <kiln@localhost>",
    accepted: "a mail sender",
    description: "Sender of mails.",
    read: anyText,
  },
  BILLING: {
    default: null,
    accepted: "manual, stripe or off",
    description: "How credits are bought. Default: stripe with its keys, else manual.",
    read: oneOf("manual", "stripe", "off"),
  },
  STRIPE_SECRET_KEY: secret("Stripe's secret key."),
  STRIPE_WEBHOOK_SECRET: secret("Stripe's webhook signing secret."),
  STRIPE_API_BASE: upstreamUrl("Stripe's API"),
  MOCK_PROVIDER: bool("0", "1 registers the deterministic mock provider."),
  FAL_KEY: secret("Credentials of fal."),
  FAL_BASE_URL: upstreamUrl("fal"),
  REPLICATE_API_TOKEN: secret("Credentials of Replicate."),
  REPLICATE_BASE_URL: upstreamUrl("Replicate"),
  OPENAI_API_KEY: secret("Credentials of OpenAI."),
  OPENAI_BASE_URL: upstreamUrl("OpenAI"),
  ELEVENLABS_API_KEY: secret("Credentials of ElevenLabs."),
  ELEVENLABS_BASE_URL: upstreamUrl("ElevenLabs"),
  GEMINI_API_KEY: secret("Credentials of Google."),
  GEMINI_BASE_URL: upstreamUrl("Google"),
  OPENAI_COMPATIBLE_URL: {
    default: null,
    accepted: "an http or https URL, with its /v1",
    description:
      "A self-hosted engine that speaks OpenAI's API, such as vLLM or LocalAI; its models stand in MODELS_DIR.",
    read: url("http:", "https:"),
  },
  OPENAI_COMPATIBLE_KEY: secret("Its key, where it wants one."),
  COMFYUI_URL: {
    default: null,
    accepted: "an http or https URL",
    description: "A ComfyUI server; its graphs stand in MODELS_DIR.",
    read: url("http:", "https:"),
  },
  MODELS_DIR: {
    default: null,
    accepted: "a folder",
    description: "JSON or YAML files that add or override models of providers (docs/models.md).",
    read: anyText,
  },
  WORKFLOW_RUNS_MB: {
    default: "1000",
    accepted: "a whole number from 16 to 1000000, or 0 for no bound",
    description:
      "MB that the workflow runs of an account may store beyond 1 MB for each credit that a run has cost. Above nine tenths of it the oldest runs that cost nothing and ended over 24 hours ago are removed; where that leaves no room, new runs are refused (docs/workflows.md).",
    read: (text) => (text === "0" ? 0 : number(16, 1_000_000)(text)),
  },
  CONTENT_MB: {
    default: "5000",
    accepted: "a whole number from 16 to 1000000, or 0 for no bound",
    description:
      "MB that the drafts and revisions in all projects of an account may have together. Beyond it no document is created, and a save that stores more is refused; what is deleted makes room.",
    read: (text) => (text === "0" ? 0 : number(16, 1_000_000)(text)),
  },
  TRIGGER_MIN_SECONDS: seconds("60", "The least time between two ticks of a workflow's schedule."),
  UPSTREAM_RETRY_SECONDS: seconds("300", "How long a job retries a faulty upstream."),
  UPSTREAM_TIMEOUT_SECONDS: seconds("900", "How long a job waits for a hanging upstream."),
  RESULT_STALL_SECONDS: seconds("30", "How long a result may come at less than 8 KB a second."),
  PROVIDER_GONE_SECONDS: seconds("900", "How long a job waits for a provider that left."),
  DRAIN_SECONDS: seconds("30", "How long a stop may take."),
  PROCESSES: {
    default: "1",
    accepted: "auto or a whole number from 1 to 256",
    description:
      "Processes that share the port of this machine, each with what SERVICES names; auto is one for each processor. More than one needs DATABASE_URL.",
    read: (text) => (text === "auto" ? availableParallelism() : number(1, 256)(text)),
  },
  LAME_DUCK_SECONDS: {
    default: null,
    accepted: "a number of seconds from 0 to 600",
    description:
      "How long the port still accepts after SIGTERM while /readyz is 503. Default: 5 with NATS_URL or PROCESSES, else 0.",
    read: number(0, 600, false),
  },
  ALLOW_PRIVATE_NETWORK: bool(
    "0",
    "1 lets imports and webhooks use http and private addresses: development only.",
  ),
  WEBHOOK_RETRY_SECONDS: {
    default: "30,120,480,1920,1920",
    accepted: "a comma list of seconds",
    description: "The pauses before the retries of a webhook delivery.",
    read: numberList,
  },
  GRAPHQL_MAX_ALIASES: {
    default: "50",
    accepted: "a whole number from 1 to 1000",
    description: "Aliases of one GraphQL query.",
    read: number(1, 1000),
  },
  GRAPHQL_MAX_COST: {
    default: "100000",
    accepted: "a whole number from 100 to 10000000",
    description: "Values that one GraphQL query may ask for, lists counted by their length.",
    read: number(100, 10_000_000),
  },
  DELIVERY_REPLICAS: {
    default: "2",
    accepted: "a whole number from 1 to 100",
    description:
      "On how many of the processes that host delivery the document indexes of a project lie, as gateways without delivery ask them.",
    read: number(1, 100),
  },
  DELIVERY_MEMORY_MB: {
    default: "256",
    accepted: "a whole number from 32 to 65536",
    description:
      "Budget in MB of the document indexes that delivery keeps in a process. What it keeps beside them (texts, answers, files, registered queries) takes about a quarter of it more.",
    read: number(32, 65_536),
  },
  STALE_SECONDS: {
    default: "0",
    accepted: "a number of seconds from 0 to 86400",
    description:
      "While the database is away, delivery answers readers from memory with responses that were current at most this long ago, marked by Warning: 110. Default: 0, never; freshness is exact.",
    read: number(0, 86_400, false),
  },
  COMPACT_IDLE_SECONDS: seconds(
    "600",
    "How long no editor's update may have come before the state of a draft is rebuilt.",
  ),
  PLUGINS_DIR: {
    default: "./plugins.d",
    accepted: "a folder",
    description: "Extra plugin files and folders.",
    read: anyText,
  },
  TRUST_PROXY: {
    default: null,
    accepted: "true, a number of hops, or a comma list of addresses and ranges",
    description: "Which hops may name the client address, and the trace that a request belongs to.",
    read: proxies,
  },
  METRICS_PORT: {
    default: null,
    accepted: "a port number from 1 to 65535",
    description: "A port of its own for /metrics.",
    read: number(1, 65535),
  },
  METRICS_TOKEN: secret("Bearer token that opens /metrics to other hosts. Default: loopback only."),
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: null,
    accepted: "an http or https URL",
    description:
      "A collector that takes traces and metrics by OpenTelemetry's OTLP over HTTP, at /v1/traces and /v1/metrics below it. Default: nothing is traced, and nothing for it is loaded.",
    read: url("http:", "https:"),
  },
  OTEL_EXPORTER_OTLP_HEADERS: secret("Headers for the collector, name=value,…, where it wants a key."),
  OTEL_SERVICE_NAME: {
    default: "kiln",
    accepted: "text",
    description: "The name of the service in its traces.",
    read: anyText,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: "1",
    accepted: "a number from 0 to 1",
    description: "Which part of the requests is traced; one whose caller traces follows the caller.",
    read: number(0, 1, false),
  },
  LOG_LEVEL: {
    default: "info",
    accepted: "fatal, error, warn, info, debug, trace or silent",
    description: "What is logged.",
    read: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  },
  LOG_FORMAT: {
    default: null,
    accepted: "pretty or json",
    description: "How it is logged. Default: pretty on a terminal, else json.",
    read: oneOf("pretty", "json"),
  },
  NODE_ENV: {
    default: "production",
    accepted: "production, development or test",
    description: "Set by test runs.",
    read: oneOf("production", "development", "test"),
  },
  KILN_FAULT: {
    default: null,
    accepted: "point, point=kill or point=stop, with NODE_ENV=test",
    description: "Tests only: kills or stops this process when it reaches that point.",
    read: (text) => (/^[\w.-]+(=(kill|stop))?(@\d+)?$/.test(text) ? text : null),
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
