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
import type { TaskQueue } from "../../engines/durable-queue/index.js";
import type { Reader, Tx } from "../database/transaction.js";
import type { WorkableProvider } from "../plugins/workable-providers.js";
import type { TranscriberOffer } from "../../plugins/kit/transcriber.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";

/** The services that a process offers to the areas that it hosts. */
export interface Host {
  config: Config;
  /** The public origin without a trailing slash. */
  baseUrl: string;
  database: Database;
  /** The reader for queries outside of any transaction. */
  read: Reader;
  /** The reader for lists and totals, whose cost grows with the amount of stored data. */
  longRead: Reader;
  /**
   * The reader for lists that may be stale: it reads from a replica where there is one. It must not be used
   * to show callers what they have just done, nor to decide anything.
   */
  staleRead: Reader;
  /** Runs work in a transaction, which is the only way to write. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  keys: Keys;
  log: Logger;
  call: Call;
  /**
   * Calls an action whose work outlasts the call, in this process. It works only where a gateway is hosted.
   */
  edgeCall: EdgeCall;
  tasks: TaskQueue;
  signals: Signals;
  plugins: PluginRegistry;
  /** The contracts of all callable actions: the built-in ones and those of plugins, which come and go. */
  contracts: ContractList;
  /** The processes of the deployment. */
  nodes: Nodes;
  /** The store of the media bytes. */
  storage: StorageDriver;
  /** Copies media bytes from addresses into the store, and from the store to local files. */
  mediaTransfers: MediaTransfers;
  /** The metrics that areas show at `/metrics`. */
  gauges: Gauges;
  /** The other processes of this machine; null if this process is the only one (PROCESSES). */
  siblings: Siblings | null;
  /** Kills this process at a named step; null unless a test has armed a fault. */
  fault: ((point: string) => void) | null;
  /** The signal that is aborted when the process drains: waiting requests then answer with what they have. */
  draining: AbortSignal;
  /** The names of the areas and workers that this process hosts. */
  hosted: ReadonlySet<string>;
  /**
   * Returns the providers announced in the cluster by all processes, with the models that each process
   * offers.
   */
  announcements(): readonly WorkableProvider[];
  /** Returns the base URLs of the cluster's processes that host delivery. */
  deliveryUrls(): readonly string[];
  /** Returns the transcribers announced in the cluster, including those of this process. */
  announcedTranscribers(): readonly TranscriberOffer[];
}
