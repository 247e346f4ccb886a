import { definePlugin } from "../../kit/define-plugin.js";
import { localProvider } from "./local-provider.js";

/** Media made in this process, without credentials and without a network (decisions 6). */
export default definePlugin({
  name: "local",
  version: "1.0.0",
  provides: { modelProvider: localProvider },
});
