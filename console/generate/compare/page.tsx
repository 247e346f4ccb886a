import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { Empty, Skeletons } from "../../parts/states.js";
import { models } from "../../queries.js";
import { choose, fromAddress, toAddress, useChosen } from "./choice.js";
import { type Item, useItems } from "./items.js";
import { Pictures } from "./pictures.js";
import { Sounds } from "./sounds.js";
import { useTogether } from "./use-together.js";
import { WhatDiffers } from "./what-differs.js";
import "./compare.css";

const route = getRouteApi("/app/generate/compare");

/** Results beside each other, at one size, and what makes the difference. */
export function ComparePage() {
  const { of = "", as } = route.useSearch();
  const navigate = useNavigate();
  const chosen = useChosen();
  const items = useItems(fromAddress(of));
  useEffect(() => {
    document.title = "Compare - Kiln";
  }, []);
  const remove = (storageId: string) => {
    choose(chosen.filter((one) => one.storageId !== storageId));
    const rest = items.filter((item) => item.storageId !== storageId);
    void navigate({ to: "/app/generate/compare", search: { of: toAddress(rest) }, replace: true });
  };
  return (
    <>
      <header className="page-head">
        <h1>Compare</h1>
        <Link to="/app/generate" className="button">
          Back to the results
        </Link>
      </header>
      {items.length < 2 ? (
        <div className="card">
          <Empty icon={Columns2} title="Two are needed">
            <p>Press Compare on two results or more, then look at them here side by side.</p>
            <Link to="/app/generate" className="button main">
              Choose results
            </Link>
          </Empty>
        </div>
      ) : (
        <Comparison key={of} items={items} as={as} of={of} remove={remove} />
      )}
    </>
  );
}

interface Given {
  items: readonly Item[];
  as: "slider" | undefined;
  of: string;
  remove: (storageId: string) => void;
}

function Comparison({ items, as, of, remove }: Given) {
  const navigate = useNavigate();
  const { data, error } = useQuery(models);
  const together = useTogether();
  const [heard, hear] = useState<number | null>(0);
  const isWaiting = items.some(({ isPending }) => isPending) || (data === undefined && error === null);
  const kind = items.find((item) => item.kind !== undefined)?.kind;
  const playing = { ...together, heard, hear };
  return (
    <div aria-busy={isWaiting}>
      {kind === "audio" ? (
        <Sounds items={items} models={data?.models ?? []} playing={playing} remove={remove} />
      ) : (
        <Pictures
          items={items}
          kind={kind}
          models={data?.models ?? []}
          playing={playing}
          isSlider={as === "slider" && items.length === 2}
          setSlider={(is) =>
            void navigate({
              to: "/app/generate/compare",
              search: { of, ...(is && { as: "slider" as const }) },
              replace: true,
            })
          }
          remove={remove}
        />
      )}
      {isWaiting ? (
        <Skeletons count={4} className="line" />
      ) : (
        <WhatDiffers items={items} models={data?.models ?? []} />
      )}
    </div>
  );
}
