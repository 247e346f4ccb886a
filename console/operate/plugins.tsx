import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { operationsReloadPlugin } from "../../sdk/generated/operations.js";
import type { Plugin } from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { Failed, Skeletons } from "../parts/states.js";
import { useSay } from "../shell/toasts.js";
import { Frame } from "./frame.js";
import { plugins } from "./queries.js";

const STATES: Readonly<Record<Plugin["status"], readonly [string, string]>> = {
  loaded: ["Loaded", "good"],
  failed: ["Failed", "bad"],
  off: ["Off", ""],
};
const RANK = { failed: 0, loaded: 1, off: 2 } as const;

/** Shows the plugins of all processes by name, the failed ones first. */
export function Plugins() {
  const { data, error, refetch } = useQuery(plugins);
  const [text, setText] = useState("");
  const isOne = new Set(data?.plugins.map(({ node }) => node)).size < 2;
  const byName = Map.groupBy(data?.plugins ?? [], ({ name }) => name);
  const shown = [...byName]
    .filter(([name]) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .sort(([one, ones], [other, others]) => worst(ones) - worst(others) || one.localeCompare(other));
  return (
    <Frame title="Plugins">
      <div className="searches">
        <input
          className="input"
          type="search"
          aria-label="Search plugins"
          placeholder="Search plugins"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div aria-busy>
          <Skeletons count={4} className="row" />
        </div>
      )}
      {data !== undefined && shown.length === 0 && <p className="soft">No plugin has this name.</p>}
      {shown.length > 0 && (
        <ul className="card plugin-rows" aria-label="Plugins">
          {shown.map(([name, all]) => (
            <li key={name}>
              <PluginRow name={name} all={all} isOne={isOne} />
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

const worst = (all: readonly Plugin[]) => Math.min(...all.map(({ status }) => RANK[status]));

interface Given {
  name: string;
  all: readonly Plugin[];
  /** The deployment has a single process, whose name is not shown then. */
  isOne: boolean;
}

function PluginRow({ name, all, isOne }: Given) {
  const client = useQueryClient();
  const say = useSay();
  const reload = useMutation({
    mutationFn: () => call(operationsReloadPlugin, { name }),
    onSuccess: ({ plugins: after }) => {
      const failed = after.filter((plugin) => plugin.name === name && plugin.status === "failed");
      say(failed.length === 0 ? `${name} is loaded again.` : `${name} was not loaded: ${failed[0]?.error}`);
      void client.invalidateQueries({ queryKey: ["operate", "plugins"] });
    },
  });
  const states = [...new Set(all.map(({ status }) => status))];
  const versions = [...new Set(all.map(({ version }) => version).filter((version) => version !== ""))];
  const errors = [...new Set(all.flatMap(({ error }) => error ?? []))];
  return (
    <section className="plugin-row" aria-label={name}>
      <header>
        <span className="row-text">
          <strong>{name}</strong>
          <span className="soft small">
            {[
              versions.join(", "),
              isOne ? null : all.length === 1 ? all[0]?.node : `in ${all.length} processes`,
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        </span>
        <span className="acts-row">
          {states.map((state) => (
            <span key={state} className={`badge ${STATES[state][1]}`}>
              {STATES[state][0]}
            </span>
          ))}
          <button
            type="button"
            className="button small plain"
            aria-label={`Reload ${name}`}
            aria-disabled={reload.isPending}
            onClick={() => !reload.isPending && reload.mutate()}
          >
            Reload
          </button>
        </span>
      </header>
      {reload.error !== null && <Failed error={reload.error} />}
      {errors.map((error) => (
        <p key={error} className="wrong-text small">
          {error}
        </p>
      ))}
    </section>
  );
}
