import { Errors, type Middleware, type ServiceBroker } from "moleculer";
import { hostedServices, type KnownNode, knownNodes } from "../private-parts/moleculer.js";
import { askedNodes, disconnectNode, forgetCall, pendingCall } from "../private-parts/moleculer-calls.js";
import { hasTransporter, isConnected, transporterOf } from "../private-parts/moleculer-link.js";
import { elapsed } from "../process/clock.js";
import { HeardTransporter, type Unheard } from "./heard-transporter.js";

/** The metadata of a node that sends a heartbeat each second and can be probed. */
export const WATCHED = { kilnBeat: 1 };

const LOOK_MS = 500;
/**
 * The milliseconds after which a process counts as stopped: it has heard nobody meanwhile, so it judges
 * nobody until SILENCE_SECONDS have passed again.
 */
const STOPPED_MS = 2000;
/** The silence in seconds after which a node counts as dead: three missed heartbeats. */
const SILENCE_SECONDS = 3;
/**
 * The longer silence for a node that alone hosts an area: without it, calls of the area would be refused
 * instead of late.
 */
const LONE_SILENCE_SECONDS = 10;
/**
 * The longer silence for a node that alone announces a provider: otherwise a busy machine's models would be
 * unknown for a moment and jobs would be refused.
 */
const LONE_OFFER_SECONDS = 6;
/** The silence for nodes of others, because stock nodes send a heartbeat every 10 s. */
const OTHERS_SILENCE_SECONDS = 30;

/** The error of a call that reached nobody. Nothing of it was done, so another node may do it. */
class NotDeliveredError extends Errors.MoleculerRetryableError {
  constructor(action: string, nodeId: string) {
    super(`Node ${nodeId} was gone before the call of ${action} reached it.`, 503, "NOT_DELIVERED", {});
    this.name = "NotDeliveredError";
  }
}

/**
 * The option that `makeCall` sets for calls that another node may be asked again when this one falls silent.
 */
export interface RepeatableOptions {
  isRepeatable?: boolean;
}

/**
 * Returns the seconds for which one of Kiln's nodes may be silent: more if no other live node hosts one of
 * its services. A service without actions counts because of its metadata, such as the models of a provider.
 */
function patienceWith(of: ServiceBroker, node: KnownNode): number {
  const uptime = Math.round(process.uptime());
  const all = hostedServices(of);
  const isLive = (at: KnownNode) =>
    at.local || (at.available && uptime - at.lastHeartbeatTime <= SILENCE_SECONDS);
  const alone = all.filter(
    ({ name, node: host }) =>
      host.id === node.id &&
      !name.startsWith("$") &&
      !all.some((other) => other.name === name && other.node.id !== node.id && isLive(other.node)),
  );
  if (alone.some(({ actions }) => Object.keys(actions).length > 0)) return LONE_SILENCE_SECONDS;
  return alone.length > 0 ? LONE_OFFER_SECONDS : SILENCE_SECONDS;
}

/**
 * Removes dead nodes from the registry: at once if NATS reports that nobody receives what is sent to them,
 * and after three missed heartbeats if they are silent. Calls that nobody received, or whose node is gone,
 * fail then. Calls that a silent node may still answer go on waiting, unless another node can be asked the
 * same.
 */
export function watchNodes(): Middleware {
  let broker: ServiceBroker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastLook = elapsed();
  let believesSince = elapsed();

  const transporter = () => {
    const tx = broker && transporterOf(broker);
    return tx instanceof HeardTransporter ? tx : null;
  };

  function hear({ nodeId, callId }: Unheard): void {
    const call = broker && callId !== null ? pendingCall(broker, callId) : undefined;
    if (broker && call !== undefined) {
      forgetCall(broker, call.id);
      call.reject(new NotDeliveredError(call.action, nodeId));
    }
    forget(nodeId, { isGone: true });
  }

  function forget(nodeId: string, { isGone }: { isGone: boolean }): void {
    if (broker === undefined) return;
    transporter()?.forgetProbe(nodeId);
    // A silent node may still answer a call that no other node can be asked instead.
    disconnectNode(broker, nodeId, ({ options }) => !isGone && !(options as RepeatableOptions).isRepeatable);
  }

  function look(): void {
    const now = elapsed();
    if (now - lastLook > STOPPED_MS) believesSince = now + SILENCE_SECONDS * 1000;
    lastLook = now;
    if (broker === undefined || !isConnected(broker) || broker.stopping) return;
    const asked = askedNodes(broker);
    const uptime = Math.round(process.uptime());
    for (const node of knownNodes(broker)) {
      if (node.local || !node.available) continue;
      const isOurs = node.metadata?.kilnBeat === WATCHED.kilnBeat;
      if (isOurs && asked.has(node.id)) transporter()?.probe(node.id);
      node.lastHeartbeatTime ||= uptime;
      const silence = uptime - node.lastHeartbeatTime;
      if (now < believesSince || silence <= SILENCE_SECONDS) continue;
      const patience = isOurs ? patienceWith(broker, node) : OTHERS_SILENCE_SECONDS;
      if (silence > patience) forget(node.id, { isGone: false });
    }
  }

  return {
    name: "WatchNodes",
    created(created: ServiceBroker) {
      broker = created;
      const tx = transporter();
      if (tx !== null) tx.onUnheard = hear;
    },
    started() {
      // Heartbeats that have arrived are read from the sockets before any node is judged.
      if (broker && hasTransporter(broker)) timer = setInterval(() => setImmediate(look), LOOK_MS).unref();
    },
    stopping() {
      clearInterval(timer);
    },
  } as never;
}
