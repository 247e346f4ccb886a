import { inspect } from "node:util";
import { ConfigError } from "./runtime/config/load-config.js";
import { traceOf } from "./runtime/errors/reason-of.js";
import { pluginOf } from "./runtime/plugins/plugin-context.js";
import { Siblings } from "./runtime/process/supervisor/siblings.js";
import { type Kiln, startKiln } from "./start.js";

const siblings = Siblings.here(process.env);
let kiln: Kiln | null = null;
let isStopping = false;

/** SIGTERM drains and exits 0 within DRAIN_SECONDS (rules/running 14); so does one whose place another process has taken. */
async function stop(isReplaced = false): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const seconds = kiln?.host.config.drainMs ?? 1000;
  setTimeout(() => process.exit(0), seconds).unref();
  await kiln?.stop({ isReplaced });
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// a terminal that closes tells all of its processes: the supervisor answers for them
if (siblings !== null) process.on("SIGHUP", () => {});
siblings?.onLeave(() => void stop(true));
// An error that a plugin left for nobody to catch is the plugin's, and ends neither the process nor others' work.
process.on("uncaughtException", (error) => {
  const plugin = pluginOf(error);
  if (plugin) return plugin.report(error);
  process.stderr.write(`${traceOf(error)}\n`);
  process.exit(1);
});
process.on("unhandledRejection", (reason) => {
  const plugin = pluginOf(reason);
  if (plugin) plugin.report(reason);
  else if (kiln) kiln.host.log.error({ err: reason }, "an unhandled rejection");
  else process.stderr.write(`An unhandled rejection: ${inspect(reason)}\n`);
});

try {
  kiln = await startKiln(process.env, { siblings });
  siblings?.ready(kiln.url);
  if (siblings === null || siblings.number === 1) await greet(kiln);
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Kiln could not start: ${traceOf(error)}\n`);
  process.exit(1);
}

/** Says where Kiln listens, and how the first account is made where there is none. */
async function greet({ url, host }: Kiln): Promise<void> {
  const { config, log, baseUrl, hosted } = host;
  log.info(`Kiln listens on ${url}${url === baseUrl ? "" : `, its public address is ${baseUrl}`}`);
  if (
    hosted.has("gateway") &&
    (await host.read.query<{ n: number }>("SELECT COUNT(*) AS n FROM accounts")).every(
      ({ n }) => Number(n) === 0,
    )
  ) {
    const signUp = `${baseUrl}/v1/auth/sign-up`;
    const body = '{"email":"you@example.com","password":"at least 8 characters"}';
    // A record for programs holds no text that it would have to escape.
    log.info(
      config.logFormat === "json"
        ? `There is no account yet. The first one to sign up is the operator: open ${baseUrl}/sign-up in a browser, or POST an email and a password of at least 8 characters, as JSON, to ${signUp}`
        : `There is no account yet. The first one to sign up is the operator: open ${baseUrl}/sign-up in a browser, or\n  curl -X POST ${signUp} -H 'content-type: application/json' -d '${body}'`,
    );
  }
}
