import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveEdge } from "../../plugins/kit/conformance/serve-edge.js";
import type { PluginPoints } from "../../plugins/kit/define-plugin.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import diskPlugin from "../../plugins/storage/disk/index.js";

export interface OpenedDisk {
  driver: StorageDriver;
  baseUrl: string;
  /** Folder of the files. */
  root: string;
  close(): Promise<void>;
}

/** Opens the disk driver on a folder of its own, or on the folder of another driver, with its routes on a free port. */
export async function openDiskDriver(shared?: Pick<OpenedDisk, "root">): Promise<OpenedDisk> {
  const root = shared?.root ?? (await mkdtemp(join(tmpdir(), "kiln-disk-")));
  const server = await serveEdge();
  const point = diskPlugin.provides.storageDriver as PluginPoints["storageDriver"];
  const { driver, edge } = await point.open(new URL(`disk:${root}`), {
    env: {},
    baseUrl: server.baseUrl,
    dataDir: root,
    deriveKey: (purpose) => createHash("sha256").update(purpose).digest(),
    log: { info: () => {}, warn: () => {} },
  });
  server.mount(edge ?? []);
  return {
    driver,
    baseUrl: server.baseUrl,
    root,
    async close() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
