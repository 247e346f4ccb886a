import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { Area } from "../parts/area.js";
import { Empty, Skeletons } from "../parts/states.js";
import { session } from "../queries.js";
import { OPERATE_PLACES } from "../shell/places.js";
import "../account/account.css";
import "./operate.css";

interface Given {
  title: string;
  act?: ReactNode;
  children: ReactNode;
}

/**
 * Shows the frame around every page for operators. To others it says that the page is not for them, and
 * requests nothing.
 */
export function Frame({ title, act, children }: Given) {
  const { data } = useQuery(session);
  if (data?.user.operator === false)
    return (
      <>
        <h1 className="unseen">{title}</h1>
        <Empty icon={Lock} title="This page belongs to operators">
          <p>Operators of this deployment see accounts, models and nodes here. Your account is none.</p>
        </Empty>
      </>
    );
  return (
    <Area label="Operate" parts={OPERATE_PLACES} title={title} act={act}>
      {data === undefined ? (
        <div aria-busy>
          <Skeletons count={3} className="row" />
        </div>
      ) : (
        children
      )}
    </Area>
  );
}
