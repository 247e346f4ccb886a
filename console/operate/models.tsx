import { useState } from "react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { modelsAdminUpdate } from "../../sdk/generated/operations.js";
import type { AdminModel, ModelsAdminUpdateParams } from "../../sdk/generated/types.js";
import { call } from "../kiln.js";
import { aboutModel, shortName } from "../parts/model-name.js";
import { ShowMore } from "../parts/show-more.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { KIND_NAMES } from "../queries.js";
import { Frame } from "./frame.js";
import { pricesOf, PriceDialog } from "./prices.js";
import { models } from "./queries.js";

/** Shows the models with their prices, and whether they are on and for paid plans only. */
export function Models() {
  return (
    <Frame title="Models">
      <Listed />
    </Frame>
  );
}

function Listed() {
  const client = useQueryClient();
  const list = useInfiniteQuery(models);
  const [text, setText] = useState("");
  const [priced, setPriced] = useState<string | null>(null);
  const [changing, setChanging] = useState<ModelsAdminUpdateParams | null>(null);
  const update = useMutation({
    mutationFn: (change: ModelsAdminUpdateParams) => call(modelsAdminUpdate, change),
    onSettled: () =>
      Promise.all(
        [["operate", "models"], ["models"]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  const { data, error, refetch } = list;
  const all = data?.pages.flatMap((page) => page.models) ?? [];
  const wanted = text.trim().toLowerCase();
  const shown = all.filter(({ id, displayName, provider }) =>
    [id, displayName, provider].some((one) => one.toLowerCase().includes(wanted)),
  );
  const open = all.find(({ id }) => id === priced);
  return (
    <>
      <div className="searches">
        <input
          className="input"
          type="search"
          aria-label="Search models"
          placeholder="Search models and providers"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {update.error !== null && <Failed error={update.error} />}
      {data === undefined && error === null && (
        <div className="card" aria-busy>
          <Skeletons count={6} className="line" />
        </div>
      )}
      {data !== undefined && shown.length === 0 && (
        <div className="card">
          <Empty icon={Boxes} title="No model has this name" />
        </div>
      )}
      {shown.length > 0 && (
        <Rows
          models={shown}
          changing={changing}
          change={(change) => {
            setChanging(change);
            update.mutate(change, { onSettled: () => setChanging(null) });
          }}
          open={setPriced}
        />
      )}
      <ShowMore list={list} shown={all.length} total={data?.pages[0]?.total ?? 0} />
      {open !== undefined && <PriceDialog model={open} onClose={() => setPriced(null)} />}
    </>
  );
}

interface Given {
  models: readonly AdminModel[];
  /** The change without an answer, which the table shows as done. */
  changing: ModelsAdminUpdateParams | null;
  change: (change: ModelsAdminUpdateParams) => void;
  open: (id: string) => void;
}

function Rows({ models: all, changing, change, open }: Given) {
  return (
    <div className="card flush">
      <table className="table">
        <caption className="unseen">Models</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="less">
              Provider
            </th>
            <th scope="col">Price in credits</th>
            <th scope="col">On</th>
            <th scope="col">Paid only</th>
          </tr>
        </thead>
        <tbody>
          {all.map((model) => {
            const { id, displayName, kind, provider, overrides } = model;
            const given = changing?.id === id ? changing : undefined;
            const isOn = given?.enabled ?? model.enabled;
            const isPaid = given?.paidOnly ?? model.paidOnly;
            return (
              <tr key={id}>
                <td>
                  <span className="row-text">
                    <span>{shortName(displayName)}</span>
                    <span className="soft small" title={aboutModel(displayName)}>
                      {KIND_NAMES[kind]}
                      {aboutModel(displayName) !== "" && (
                        <span className="wide-only">: {aboutModel(displayName)}</span>
                      )}
                    </span>
                  </span>
                </td>
                <td className="less soft">{provider}</td>
                <td>
                  <button type="button" className="as-link" onClick={() => open(id)}>
                    {pricesOf(model.pricing)}
                    <span className="unseen"> is the price of {displayName}: change it</span>
                  </button>{" "}
                  {overrides.pricing !== null && <span className="badge">Own price</span>}
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${displayName} is on`}
                    checked={isOn}
                    onChange={() => change({ id, enabled: !isOn })}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${displayName} for paid accounts only`}
                    checked={isPaid}
                    onChange={() => change({ id, paidOnly: !isPaid })}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
