import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import type { AdminAccount } from "../../sdk/generated/types.js";
import { ShowMore } from "../parts/show-more.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { useSettled } from "../parts/use-settled.js";
import { day, wholeNumber } from "../words.js";
import { AccountDialog } from "./account.js";
import { Frame } from "./frame.js";
import { accounts } from "./queries.js";

/** Shows the accounts of the deployment. */
export function Accounts() {
  return (
    <Frame title="Accounts">
      <Found />
    </Frame>
  );
}

function Found() {
  const [text, setText] = useState("");
  const [openId, setOpen] = useState<string | null>(null);
  const list = useInfiniteQuery(accounts(useSettled(text.trim())));
  const { data, error, refetch } = list;
  const all = data?.pages.flatMap((page) => page.accounts) ?? [];
  const open = all.find(({ id }) => id === openId);
  const total = data?.pages[0]?.total ?? 0;
  return (
    <>
      <div className="searches">
        <input
          className="input"
          type="search"
          aria-label="Search accounts"
          placeholder="A name or an e-mail address"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {data !== undefined && (
          <span className="soft small" aria-live="polite">
            {wholeNumber(total)} {total === 1 ? "account" : "accounts"}
          </span>
        )}
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="card" aria-busy>
          <Skeletons count={6} className="line" />
        </div>
      )}
      {data !== undefined && all.length === 0 && (
        <div className="card">
          <Empty icon={UserRound} title="Nobody has this name or address" />
        </div>
      )}
      {all.length > 0 && <Rows accounts={all} open={setOpen} />}
      <ShowMore list={list} shown={all.length} total={total} />
      {open !== undefined && <AccountDialog account={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Rows({ accounts: all, open }: { accounts: readonly AdminAccount[]; open: (id: string) => void }) {
  return (
    <div className="card flush">
      <table className="table">
        <caption className="unseen">Accounts</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="less">
              Since
            </th>
            <th scope="col" className="less">
              State
            </th>
            <th scope="col" className="figure">
              Credits left
            </th>
            <th scope="col" className="figure less">
              Spent this month
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((account) => (
            <tr key={account.id}>
              <td>
                <button type="button" className="as-link" onClick={() => open(account.id)}>
                  {account.email}
                </button>
                {account.name !== null && <span className="soft small block">{account.name}</span>}
                <States account={account} className="badges only-narrow" />
              </td>
              <td className="less soft when">{day(account.createdAt)}</td>
              <td className="less">
                <States account={account} className="badges" />
              </td>
              <td className="figure">{wholeNumber(account.remainingCredits)}</td>
              <td className="figure less">{wholeNumber(account.spentCreditsThisPeriod)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function States({ account, className }: { account: AdminAccount; className: string }) {
  return (
    <span className={className}>
      {account.suspended && <span className="badge bad">Suspended</span>}
      {account.operator && <span className="badge accent">Operator</span>}
      {!account.emailVerified && <span className="badge">Not confirmed</span>}
    </span>
  );
}
