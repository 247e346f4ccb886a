import { resolve } from "node:path";
import type { Billing } from "../../contracts/can-buy.js";
import type { Reserved } from "../database/server/connection-kinds.js";
import { isSupervised } from "./is-supervised.js";
import { VARIABLES, type VariableName } from "./register.js";

/**
 * The error of a wrong configuration: one sentence that names the variable and the values that it accepts.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** The configuration of the process, read once at its start. Durations are milliseconds. */
export interface Config {
  port: number;
  host: string;
  /** The public URL; null until the port is known. */
  baseUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** The URL of a replica for reads that may be stale. */
  databaseReadUrl: string | null;
  /** The greatest number of connections to a database server. */
  databasePool: number;
  /** The connections of the pool that are reserved for each kind of work. */
  databaseReserved: Reserved;
  natsUrl: string | null;
  natsCaFile: string | null;
  /** The number of processes that share the port of this machine. */
  processes: number;
  /** The services to host; null means all. */
  services: readonly string[] | null;
  namespace: string;
  /** The served actions of third parties, as `service.action` or `service.*`. */
  externalServices: readonly string[];
  taskLeaseMs: number;
  storageUrl: string;
  secretKey: string | null;
  operator: { email: string; password: string } | null;
  signup: "open" | "invite" | "closed";
  /** The sign-ups of one client that are allowed in an hour. */
  signupLimit: number;
  signupCredits: number;
  /** True if the welcome credits wait until the address is verified. */
  signupCreditsNeedEmail: boolean;
  requireEmailVerification: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  billing: Billing;
  /** The most bytes that an account's runs store beyond what was paid for; 0 for no bound. */
  workflowRunsBytes: number;
  /** The most bytes that the content of all projects of an account stores; 0 for no bound. */
  contentBytes: number;
  /** The shortest time between two ticks of a schedule. */
  triggerMinMs: number;
  upstreamRetryMs: number;
  upstreamTimeoutMs: number;
  resultStallMs: number;
  providerGoneMs: number;
  drainMs: number;
  /** The time between SIGTERM and the closing of the port. */
  lameDuckMs: number;
  compactIdleMs: number;
  allowPrivateNetwork: boolean;
  /** The pauses before each further attempt of a webhook's delivery. */
  webhookRetrySeconds: readonly number[];
  /** The number of aliases that one GraphQL query may have. */
  graphqlMaxAliases: number;
  graphqlMaxCost: number;
  /** The memory for delivery's document indexes in this process. */
  deliveryMemoryBytes: number;
  /** The number of processes that keep the document indexes of a project. */
  deliveryReplicas: number;
  /** The greatest age of an answer to a reader while the database is unreachable; 0 allows none. */
  staleMs: number;
  pluginsDir: string;
  modelsDir: string | null;
  trustProxy: string | null;
  metricsPort: number | null;
  metricsToken: string | null;
  /**
   * The collector of the traces, and the service's name and sampling ratio in them; null if nothing is
   * traced.
   */
  traces: { endpoint: string; serviceName: string; ratio: number } | null;
  logLevel: string;
  logFormat: "pretty" | "json";
  isTest: boolean;
  fault: string | null;
  /** The raw variables for plugins. */
  env: Readonly<Record<string, string | undefined>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the end of the error's sentence, which quotes the refused text. Secrets stay out of logs: values of
 * keys and credentials in URLs are left out.
 */
function refused(name: VariableName, text: string): string {
  if (/(KEY|TOKEN|SECRET|PASSWORD)$/.test(name)) return "";
  return `, not "${text.replace(/\/\/.*@/, "//…@")}"`;
}

function read<T>(env: Env, name: VariableName): T | null {
  const variable = VARIABLES[name];
  const text = env[name] === undefined || env[name] === "" ? variable.default : env[name];
  if (text === null || text === undefined) return null;
  const value = variable.read(text);
  if (value === null) throw new ConfigError(`${name} must be ${variable.accepted}${refused(name, text)}.`);
  return value as T;
}

function required<T>(env: Env, name: VariableName): T {
  const value = read<T>(env, name);
  if (value === null) throw new ConfigError(`${name} must be ${VARIABLES[name].accepted}.`);
  return value;
}

/** Returns whether other processes take over the work of this one once they know that it leaves. */
const hasSiblings = (env: Env): boolean => Boolean(env.NATS_URL) || isSupervised(env);

/** Reads and checks the environment (rules/running 1). Throws ConfigError with one sentence. */
export function loadConfig(env: Env): Config {
  const ms = (name: VariableName) => Math.round(required<number>(env, name) * 1000);
  const dataDir = resolve(required<string>(env, "DATA_DIR"));
  const operatorEmail = read<string>(env, "OPERATOR_EMAIL");
  const operatorPassword = read<string>(env, "OPERATOR_PASSWORD");
  if ((operatorEmail === null) !== (operatorPassword === null)) {
    throw new ConfigError("OPERATOR_EMAIL and OPERATOR_PASSWORD must be set together or not at all.");
  }
  const smtpUrl = read<string>(env, "SMTP_URL");
  const hasStripe = Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET);
  const billing = read<Config["billing"]>(env, "BILLING") ?? (hasStripe ? "stripe" : "manual");
  if (billing === "stripe" && !hasStripe) {
    throw new ConfigError("BILLING=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.");
  }
  for (const name of Object.keys(VARIABLES) as VariableName[]) read(env, name);

  const config: Config = {
    port: required(env, "PORT"),
    host: required(env, "HOST"),
    baseUrl: read<string>(env, "BASE_URL")?.replace(/\/+$/, "") ?? null,
    dataDir,
    databaseUrl: read(env, "DATABASE_URL"),
    databaseReadUrl: read(env, "DATABASE_READ_URL"),
    databasePool: required(env, "DATABASE_POOL"),
    databaseReserved: reservedOf(env),
    natsUrl: read(env, "NATS_URL"),
    natsCaFile: read(env, "NATS_CA_FILE"),
    processes: required(env, "PROCESSES"),
    services: read(env, "SERVICES"),
    namespace: required(env, "NAMESPACE"),
    externalServices: read(env, "EXTERNAL_SERVICES") ?? [],
    taskLeaseMs: ms("TASK_LEASE_SECONDS"),
    storageUrl: read<string>(env, "STORAGE_URL") ?? `disk:${dataDir}/media`,
    secretKey: read(env, "SECRET_KEY"),
    operator: operatorEmail && operatorPassword ? { email: operatorEmail, password: operatorPassword } : null,
    signup: required(env, "SIGNUP"),
    signupLimit: required(env, "SIGNUP_LIMIT"),
    signupCredits: required(env, "SIGNUP_CREDITS"),
    signupCreditsNeedEmail: read<boolean>(env, "SIGNUP_CREDITS_NEED_EMAIL") ?? smtpUrl !== null,
    requireEmailVerification: read<boolean>(env, "REQUIRE_EMAIL_VERIFICATION") ?? smtpUrl !== null,
    smtpUrl,
    mailFrom: required(env, "MAIL_FROM"),
    billing,
    workflowRunsBytes: 2 ** 20 * required<number>(env, "WORKFLOW_RUNS_MB"),
    contentBytes: 2 ** 20 * required<number>(env, "CONTENT_MB"),
    triggerMinMs: ms("TRIGGER_MIN_SECONDS"),
    upstreamRetryMs: ms("UPSTREAM_RETRY_SECONDS"),
    upstreamTimeoutMs: ms("UPSTREAM_TIMEOUT_SECONDS"),
    resultStallMs: ms("RESULT_STALL_SECONDS"),
    providerGoneMs: ms("PROVIDER_GONE_SECONDS"),
    drainMs: ms("DRAIN_SECONDS"),
    lameDuckMs: 1000 * (read<number>(env, "LAME_DUCK_SECONDS") ?? (hasSiblings(env) ? 5 : 0)),
    compactIdleMs: ms("COMPACT_IDLE_SECONDS"),
    allowPrivateNetwork: required(env, "ALLOW_PRIVATE_NETWORK"),
    webhookRetrySeconds: required<number[]>(env, "WEBHOOK_RETRY_SECONDS"),
    graphqlMaxAliases: required(env, "GRAPHQL_MAX_ALIASES"),
    graphqlMaxCost: required(env, "GRAPHQL_MAX_COST"),
    deliveryReplicas: required(env, "DELIVERY_REPLICAS"),
    deliveryMemoryBytes: 2 ** 20 * required<number>(env, "DELIVERY_MEMORY_MB"),
    staleMs: ms("STALE_SECONDS"),
    pluginsDir: resolve(required<string>(env, "PLUGINS_DIR")),
    modelsDir: resolved(read<string>(env, "MODELS_DIR")),
    trustProxy: read(env, "TRUST_PROXY"),
    metricsPort: read(env, "METRICS_PORT"),
    metricsToken: read(env, "METRICS_TOKEN"),
    traces: tracesOf(env),
    logLevel: required(env, "LOG_LEVEL"),
    logFormat: read<Config["logFormat"]>(env, "LOG_FORMAT") ?? (process.stdout.isTTY ? "pretty" : "json"),
    isTest: env.NODE_ENV === "test",
    fault: read(env, "KILN_FAULT"),
    env,
  };
  checkCombinations(config, env);
  return config;
}

/**
 * Returns the reserved connections. Small pools reserve none by default: one for each kind of work would
 * leave none for everybody.
 */
function reservedOf(env: Env): Reserved {
  const size = required<number>(env, "DATABASE_POOL");
  const part = (name: VariableName, tenths: number) =>
    read<number>(env, name) ?? Math.floor((size * tenths) / 10);
  const reserved = {
    requests: part("DATABASE_POOL_REQUESTS", 3),
    background: part("DATABASE_POOL_BACKGROUND", 3),
    longReads: part("DATABASE_POOL_LONG_READS", 1),
  };
  // A kind without reserved connections needs one to spare.
  const all = Object.values(reserved).reduce((sum, each) => sum + Math.max(1, each), 0);
  const isAsked = RESERVED_VARIABLES.some((name) => read(env, name) !== null);
  if (isAsked && all > size)
    throw new ConfigError(
      `DATABASE_POOL=${size} is less than what is reserved of it: ${RESERVED_VARIABLES.join(", ")} must be together at most that, where one that is 0 counts as 1.`,
    );
  return reserved;
}

const RESERVED_VARIABLES = [
  "DATABASE_POOL_REQUESTS",
  "DATABASE_POOL_BACKGROUND",
  "DATABASE_POOL_LONG_READS",
] as const satisfies VariableName[];

function tracesOf(env: Env): Config["traces"] {
  const endpoint = read<string>(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (endpoint === null) return null;
  return {
    endpoint,
    serviceName: required(env, "OTEL_SERVICE_NAME"),
    ratio: required(env, "OTEL_TRACES_SAMPLER_ARG"),
  };
}

const resolved = (folder: string | null): string | null => (folder === null ? null : resolve(folder));

function checkCombinations(config: Config, env: Env): void {
  if (config.fault !== null && !config.isTest)
    throw new ConfigError("KILN_FAULT is refused unless NODE_ENV=test.");
  if (config.databaseReadUrl !== null && config.databaseUrl === null)
    throw new ConfigError("DATABASE_READ_URL needs DATABASE_URL, whose replica it names: set both.");
  if (isSupervised(env) && config.databaseUrl === null)
    throw new ConfigError(
      `PROCESSES=${env.PROCESSES} needs DATABASE_URL=mysql://…, because one process alone opens the embedded database: set it, or leave PROCESSES at 1.`,
    );
  if (config.metricsPort === config.port)
    throw new ConfigError(`METRICS_PORT must be another port than PORT, not "${config.port}".`);
  if (config.externalServices.length > 0 && config.natsUrl === null)
    throw new ConfigError("EXTERNAL_SERVICES needs NATS_URL, over which services of others are reached.");
  if (config.natsUrl === null) return;
  const missing = ["DATABASE_URL", "SECRET_KEY", "STORAGE_URL"].filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new ConfigError(
      `NATS_URL joins a cluster, which also needs ${missing.join(" and ")}: set ${missing.length > 1 ? "them" : "it"}.`,
    );
  }
}
