import { ProviderCircuit } from "../../entities/provider-circuit.js";
import type { GaugeSource } from "../../runtime/gauges.js";
import type { Host } from "../../runtime/host.js";
import { FAILURES_TO_OPEN } from "./circuit.js";

/** The circuits of the deployment that are not closed, as far as they were ever used. */
export const circuitGauge = ({ staleRead }: Pick<Host, "staleRead">): GaugeSource => ({
  name: "kiln_provider_circuit",
  help: "Whether the circuit of a provider is closed (0), half open (1) or open (2). One that never failed is missing.",
  labels: ["provider"],
  async read() {
    const circuits = await staleRead.find(ProviderCircuit, {});
    const now = Date.now();
    return circuits.map(({ id, failures, openUntil }) => ({
      labels: { provider: id },
      value: failures < FAILURES_TO_OPEN ? 0 : openUntil > now ? 2 : 1,
    }));
  },
});
