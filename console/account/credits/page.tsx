import { useQuery } from "@tanstack/react-query";
import { canBuy } from "../../buying.js";
import { Failed, Skeletons } from "../../parts/states.js";
import { account } from "../../queries.js";
import { Frame } from "../frame.js";
import { Balance } from "./balance.js";
import { Ledger } from "./ledger.js";
import { Plans } from "./plans.js";
import { TopUp } from "./top-up.js";

/** Shows the balance, the plans, the top-up and the ledger. */
export function CreditsPage() {
  const { data, error, refetch } = useQuery(account);
  return (
    <Frame title="Credits">
      <Checkout />
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="credit-cards" aria-busy>
          <Skeletons count={2} className="credit-card" />
        </div>
      )}
      {data !== undefined && (
        <>
          <div className="credit-cards">
            <Balance account={data} />
            {canBuy() && <TopUp bonus={data.firstTopupBonusCredits} />}
          </div>
          {canBuy() && <Plans account={data} />}
        </>
      )}
      <Ledger />
    </Frame>
  );
}

/**
 * Says how a checkout ended when a payment provider sends a person back; the credits may arrive after the
 * person.
 */
function Checkout() {
  if (!canBuy()) return null;
  switch (new URLSearchParams(location.search).get("checkout")) {
    case "paid":
      return (
        <p className="card told good" role="status">
          Thank you. What you bought is here as soon as the payment is confirmed, mostly within a minute.
        </p>
      );
    case "canceled":
      return (
        <p className="card told" role="status">
          The payment was broken off. Nothing was bought.
        </p>
      );
    default:
      return null;
  }
}
