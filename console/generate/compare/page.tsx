import { useCallback, useEffect, useMemo, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { Empty, Skeletons } from "../../parts/states.js";
import { type CatalogModel, models } from "../../queries.js";
import { fromAddress, toAddress, unchoose } from "./choice.js";
import { type Item, useItems } from "./items.js";
import { Pictures } from "./pictures.js";
import { Sounds } from "./sounds.js";
import { useTogether } from "./use-together.js";
import { WhatDiffers } from "./what-differs.js";
import "./compare.css";

const route = getRouteApi("/app/generate/compare");

/** Shows results side by side at one size, and the differences in their parameters (rules/console 10). */
export function ComparePage() {
  const { of = "", as } = route.useSearch();
  const navigate = useNavigate();
  const items = useItems(fromAddress(of));
  useEffect(() => {
    document.title = "Compare - Kiln";
  }, []);
  const remove = useCallback(
    (storageId: string) => {
      unchoose(storageId);
      const rest = fromAddress(of).filter((one) => one.storageId !== storageId);
      void navigate({ to: "/app/generate/compare", search: { of: toAddress(rest) }, replace: true });
    },
    [of, navigate],
  );
  return (
    <>
      <header className="page-head">
        <h1>Compare</h1>
        <Link to="/app/generate" className="button">
          Back to results
        </Link>
      </header>
      {items.length < 2 ? (
        <div className="card">
          <Empty icon={Columns2} title="Choose at least two results">
            <p>Press Compare on two to four results to see them side by side here.</p>
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

const NONE: readonly CatalogModel[] = [];

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
  const known = data?.models ?? NONE;
  const isWaiting = items.some(({ isPending }) => isPending) || (data === undefined && error === null);
  const kind = items.find((item) => item.kind !== undefined)?.kind;
  const playing = useMemo(() => ({ together, heard, hear }), [together, heard]);
  return (
    <div aria-busy={isWaiting}>
      {kind === "audio" ? (
        <Sounds items={items} models={known} playing={playing} remove={remove} />
      ) : (
        <Pictures
          items={items}
          kind={kind}
          models={known}
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
      {isWaiting ? <Skeletons count={4} className="line" /> : <WhatDiffers items={items} models={known} />}
    </div>
  );
}
