import type { MediaTransfers } from "./media-transfer/media-transfers.js";
import type { Config } from "../config/load-config.js";
import type { Call, EdgeCall } from "../actions/context.js";
import type { ContractList } from "../actions/contract-list.js";
import type { Database } from "../database/database.js";
import type { Gauges } from "./gauges.js";
import type { Keys } from "../secrets/keys.js";
import type { Logger } from "./log.js";
import type { Nodes } from "../cluster/nodes.js";
import type { PluginRegistry } from "../plugins/registry.js";
import type { Siblings } from "./supervisor/siblings.js";
import type { Signals } from "../cluster/signals.js";
import type { TaskQueue } from "../../engines/durable-queue/task-queue.js";
import type { Reader, Tx } from "../database/transaction.js";
import type { WorkableProvider } from "../plugins/workable-providers.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";

/** What a process lends to the areas that it hosts. */
export interface Host {
  config: Config;
  /** Public origin without a trailing slash. */
  baseUrl: string;
  database: Database;
  /** Reads beside any transaction. */
  read: Reader;
  /** The same for lists and totals, whose cost grows with what is stored. */
  longRead: Reader;
  /**
   * The same for lists that may be behind: of a replica, where there is one. Never for what somebody reads to see what they
   * have just done, nor for what anything is decided by.
   */
  staleRead: Reader;
  /** The only way to write. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  keys: Keys;
  log: Logger;
  call: Call;
  /** Work that outlasts a call, in this process; only where a gateway is hosted. */
  edgeCall: EdgeCall;
  tasks: TaskQueue;
  signals: Signals;
  plugins: PluginRegistry;
  /** What can be called: ours, and what plugins bring, which comes and goes. */
  contracts: ContractList;
  /** The processes of the deployment. */
  nodes: Nodes;
  /** Where media bytes lie. */
  storage: StorageDriver;
  /** Brings media bytes there from addresses, and from there to local files. */
  mediaTransfers: MediaTransfers;
  /** What areas show at `/metrics`. */
  gauges: Gauges;
  /** The other processes of this machine; null where this one is alone (PROCESSES). */
  siblings: Siblings | null;
  /** Kills this process at a named step; null wherever no test has armed one. */
  fault: ((point: string) => void) | null;
  /** Aborted when the process drains: requests that wait answer with what they have. */
  draining: AbortSignal;
  /** Names of the areas and workers that this process hosts. */
  hosted: ReadonlySet<string>;
  /** Providers announced in the cluster, other processes' included: with the models that they make there. */
  announcements(): readonly WorkableProvider[];
  /** Where processes of the cluster listen that host delivery. */
  deliveryUrls(): readonly string[];
  /** Transcribers announced in the cluster, this process's included. */
  announcedTranscribers(): readonly TranscriberOffer[];
}
