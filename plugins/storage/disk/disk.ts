import type { PluginHost } from "../../kit/define-plugin.js";
import type { DiskDriver } from "./disk-driver.js";
import type { Folder } from "./folder.js";
import type { NewestUploads } from "./newest-uploads.js";
import type { UrlSigner } from "./sign-url.js";

/** What the driver's routes work with. */
export interface Disk {
  driver: DiskDriver;
  folder: Folder;
  signer: UrlSigner;
  uploads: NewestUploads;
  log: PluginHost["log"];
}
