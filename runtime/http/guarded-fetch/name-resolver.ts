import { getServers, lookup, NOTIMP, REFUSED, Resolver as Questions, SERVFAIL } from "node:dns/promises";
import { HostsFile } from "./hosts-file.js";
import { LookUpTurns } from "./look-up-turns.js";
import { isLocalName } from "./network-policy.js";

/** Returns every address of a name; a look-up that the signal aborts is given up. Tests pass a stand-in. */
export type Resolver = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The look-ups that a process makes at once, and of them those that take one of its threads. */
const AT_ONCE = 256;
const THREADS = 1;
/** The longest look-up, from its turn on. */
const DEADLINE_MS = 5000;
/** How long a name server is waited for at first; it is asked once more, for twice as long. */
const FIRST_TRY_MS = 1500;

export interface NameResolverOptions {
  /** The name servers, as `address:port`; those of the system by default. */
  servers?: readonly string[];
  hostsFile?: string;
  deadlineMs?: number;
}

/**
 * Makes the resolver of names that strangers give (rules/edge 56). It asks name servers without the threads by which all
 * connections to the database, NATS, stores and providers need for their own names: a look-up there cannot be given up, and two
 * silent name servers would be enough to keep everybody waiting. What the hosts file names needs no question. A
 * name that only the own network knows is left to the operating system, one at a time, as only a policy that allows
 * private addresses lets it come here. Throws GuardedFetchError or the name servers' error.
 */
export function nameResolver({
  servers,
  hostsFile,
  deadlineMs = DEADLINE_MS,
}: NameResolverOptions = {}): Resolver {
  const hosts = new HostsFile(hostsFile);
  const turns = new LookUpTurns(AT_ONCE);
  const threads = new LookUpTurns(THREADS);
  return async (hostname, signal) => {
    const named = await hosts.find(hostname);
    if (named.length > 0) return named;
    if (isLocalName(hostname)) return threads.run(signal, () => askSystem(hostname));
    return turns.run(signal, () => askServers(hostname, { servers, signal, deadlineMs }));
  };
}

const askSystem = async (hostname: string): Promise<readonly string[]> =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

interface Question {
  servers: readonly string[] | undefined;
  signal: AbortSignal;
  deadlineMs: number;
}

/**
 * Returns the addresses of both families, IPv4 first. One family without an answer leaves the other one's addresses. Where a name server
 * says that it cannot answer, the next one is asked.
 */
async function askServers(
  hostname: string,
  { servers, signal, deadlineMs }: Question,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const end = new AbortController();
  const cancel = (): void => end.abort();
  const late = setTimeout(cancel, deadlineMs);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let rest = servers; ;) {
      const { addresses, refusal } = await askThese(hostname, rest, end.signal);
      if (addresses.length > 0 || refusal === undefined) return addresses;
      rest = (rest ?? getServers()).slice(1);
      if (end.signal.aborted || rest.length === 0 || !CANNOT_ANSWER.has(refusal.code ?? "")) throw refusal;
    }
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", cancel);
  }
}

/** The refusals after which c-ares asks no other server. */
const CANNOT_ANSWER = new Set<string>([SERVFAIL, REFUSED, NOTIMP]);

interface Answer {
  addresses: readonly string[];
  refusal: NodeJS.ErrnoException | undefined;
}

async function askThese(
  hostname: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  // A resolver of its own: canceling ends all questions of a resolver, and its port is known to nobody else.
  const questions = new Questions({ timeout: FIRST_TRY_MS, tries: 2 });
  if (servers !== undefined) questions.setServers(servers);
  const cancel = (): void => questions.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const families = await Promise.allSettled([questions.resolve4(hostname), questions.resolve6(hostname)]);
  signal.removeEventListener("abort", cancel);
  const [refusal] = families.flatMap((family) =>
    family.status === "rejected" ? [family.reason as NodeJS.ErrnoException] : [],
  );
  return {
    addresses: families.flatMap((family) => (family.status === "fulfilled" ? family.value : [])),
    refusal,
  };
}
