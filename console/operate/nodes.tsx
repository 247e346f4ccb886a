import { useMutation, useQuery } from "@tanstack/react-query";
import { operationsReloadService } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";
import { Failed, Skeletons } from "../parts/states.js";
import { useSay } from "../shell/toasts.js";
import { bytes } from "../words.js";
import { Frame } from "./frame.js";
import { nodes, services } from "./queries.js";
import { uptime } from "./uptime.js";

/** Shows the processes of the deployment and their services. */
export function Nodes() {
  return (
    <Frame title="Nodes">
      <Processes />
      <Services />
    </Frame>
  );
}

function Processes() {
  const { data, error, refetch } = useQuery(nodes);
  return (
    <>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={2} className="row" />
        </div>
      )}
      {data !== undefined && data.silent.length > 0 && (
        <p className="card told bad" role="status">
          Silent: {data.silent.join(", ")}. What they had begun is taken over by others once its lease ends.
        </p>
      )}
      {data !== undefined && (
        <div className="card flush">
          <table className="table">
            <caption className="unseen">Processes</caption>
            <thead>
              <tr>
                <th scope="col">Process</th>
                <th scope="col" className="less">
                  Runs for
                </th>
                <th scope="col" className="figure">
                  Memory
                </th>
                <th scope="col" className="figure">
                  Services
                </th>
                <th scope="col" className="figure less">
                  Plugins
                </th>
              </tr>
            </thead>
            <tbody>
              {data.nodes.map((node) => (
                <tr key={node.id}>
                  <td>
                    <span className="row-text">
                      <span>{node.id}</span>
                      <span className="soft small">
                        {node.hostname}, process {node.pid}
                      </span>
                    </span>
                  </td>
                  <td className="less soft">{uptime(node.uptimeSeconds)}</td>
                  <td className="figure">{bytes(node.memoryBytes)}</td>
                  <td className="figure" title={node.services.join(", ")}>
                    {node.services.length}
                  </td>
                  <td className="figure less" title={node.plugins.join(", ")}>
                    {node.plugins.length}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Services() {
  const { data, error, refetch } = useQuery(services);
  // With a single process, its name adds nothing to the table above.
  const isOne = (useQuery(nodes).data?.nodes.length ?? 1) === 1;
  const say = useSay();
  const reload = useMutation({
    mutationFn: (name: string) => call(operationsReloadService, { name }),
    onSuccess: (_answer, name) => say(`${name} is loaded again in every process that has it.`),
  });
  return (
    <section className="card under" aria-labelledby="services">
      <h2 id="services">Services</h2>
      {error !== null && <Failed error={error} again={refetch} />}
      {reload.error !== null && <Failed error={reload.error} />}
      {data === undefined && error === null && <Skeletons count={4} className="line" />}
      <ul className="rows services">
        {data?.services.map(({ name, nodes: at }) => (
          <li key={name}>
            <span className="row-text">
              <span>{name}</span>
              {(at.length === 0 || !isOne) && (
                <span className="soft small">{at.length === 0 ? "runs nowhere" : at.join(", ")}</span>
              )}
            </span>
            <button
              type="button"
              className="button small plain"
              aria-label={`Reload ${name}`}
              aria-disabled={reload.isPending}
              onClick={() => !reload.isPending && reload.mutate(name)}
            >
              Reload
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
