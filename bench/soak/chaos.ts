import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { type Deployment, LEASE_SECONDS, type Member } from "./deployment.js";
import type { Journal } from "./journal.js";

/** Duration of a freeze, longer than the lease of a process's work and than the three beats after which others do without it. */
const FROZEN_MS = (LEASE_SECONDS + 3) * 1000;
const DOWN_MS = 1000;
const ACTIONS = ["kill", "freeze", "restart"] as const;
/** Restarts of servers in a whole run. */
export const SERVERS: Plan["servers"] = [
  { part: 0.2, server: "nats" },
  { part: 0.4, server: "mariadb" },
  { part: 0.6, server: "nats" },
  { part: 0.8, server: "mariadb" },
];

export interface Plan {
  durationMs: number;
  everyMs: number;
  seed: number;
  /** Servers that are restarted, with the part of the run at which they are. */
  servers: readonly { part: number; server: "nats" | "mariadb" }[];
  /** Least number of processes that are disturbed, however slow the machine is. None by default. */
  least?: number;
}

/**
 * Disturbs one thing at a time. The next disturbance begins `everyMs` after the last one began, or once that is over. The seed
 * decides the order and the machine decides the time.
 */
export async function disturb(deployment: Deployment, journal: Journal, plan: Plan): Promise<void> {
  const { members } = deployment;
  const ends = Date.now() + plan.durationMs;
  const drawn = fc.record({ member: fc.nat(members.length - 1), action: fc.constantFrom(...ACTIONS) });
  const draws = fc.sample(drawn, { seed: plan.seed, numRuns: Math.ceil(plan.durationMs / plan.everyMs) + 1 });
  const servers = plan.servers.map(({ part, server }) => ({
    at: ends - (1 - part) * plan.durationMs,
    server,
  }));
  let draw = 0;
  const disturbNext = async () => {
    const { member: index, action } = draws[draw++ % draws.length] ?? { member: 0, action: "kill" };
    const member = members[index];
    if (member !== undefined) await disturbMember(journal, member, action);
  };
  for (let next = Date.now() + plan.everyMs; next < ends; next = Math.max(next + plan.everyMs, Date.now())) {
    await sleep(Math.max(0, next - Date.now()));
    if ((servers[0]?.at ?? Infinity) <= Date.now()) {
      await restartServer(deployment, journal, servers.shift()?.server);
      continue;
    }
    await disturbNext();
  }
  // On a machine that was too slow for all of them, each server is still restarted as often as planned, and the least number of
  // processes disturbed.
  for (const { server } of servers) await restartServer(deployment, journal, server);
  while (draw < (plan.least ?? 0)) await disturbNext();
  await Promise.all(members.map((member) => member.ready()));
}

/** Stops and starts the processes of a role, at most `most` of them, one after the other, as an operator would. */
export const restartInTurn =
  (role: string, most = Infinity) =>
  async ({ members }: Deployment, journal: Journal): Promise<void> => {
    for (const member of members.filter(({ name }) => name.startsWith(role)).slice(0, most))
      await disturbMember(journal, member, "restart");
  };

async function disturbMember(
  journal: Journal,
  member: Member,
  action: (typeof ACTIONS)[number],
): Promise<void> {
  if (action === "freeze") {
    const over = journal.disturb("frozen", member.name);
    member.kiln.kill("SIGSTOP");
    await member.kiln.stopped();
    await sleep(FROZEN_MS);
    member.kiln.kill("SIGCONT");
    await member.ready();
    over();
    return;
  }
  const over = journal.disturb(action === "kill" ? "killed" : "restarted", member.name);
  await member
    .replace(action === "kill" ? "SIGKILL" : "SIGTERM")
    .catch((error: Error) => journal.violate(`A process did not come or go: ${error.message}`));
  over();
}

async function restartServer(
  { nats, mariadb, members }: Deployment,
  journal: Journal,
  server: "nats" | "mariadb" | undefined,
): Promise<void> {
  const isNats = server === "nats";
  const isFirst = !journal.disturbances.some(({ target }) => target === (isNats ? "NATS" : "MariaDB"));
  const over = journal.disturb("restarted", isNats ? "NATS" : "MariaDB");
  if (isNats) await nats.kill();
  // The first end is that of an operator, and the second one a crash.
  else await mariadb.end(isFirst ? "SIGTERM" : "SIGKILL");
  await sleep(DOWN_MS);
  await (isNats ? nats.start() : mariadb.start());
  await Promise.all(members.map((member) => member.ready()));
  over();
}
