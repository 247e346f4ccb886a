import type { PluginExport } from "./plugins/kit/define-plugin.js";
import local from "./plugins/providers/local/index.js";
import mock from "./plugins/providers/mock/index.js";
import disk from "./plugins/storage/disk/index.js";

/** The plugins that come with Kiln. */
export const BUILT_IN_PLUGINS: readonly PluginExport[] = [disk, local, mock];
