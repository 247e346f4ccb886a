import { definePlugin } from "../../kit/define-plugin.js";
import { ManualGateway } from "./manual-gateway.js";

/** Payment links to a page of this service that states that no real payment is made (`BILLING=manual`). */
export default definePlugin({
  name: "payments-manual",
  version: "1.0.0",
  provides: {
    // The origin is known only once the port is.
    paymentGateway: (host) => new ManualGateway(host.deriveKey("checkout"), () => host.baseUrl),
  },
});
