import { useState } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Acts } from "../account/activity/acts.js";
import { ShowMore } from "../parts/show-more.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { useSettled } from "../parts/use-settled.js";
import { Frame } from "./frame.js";
import { activity } from "./queries.js";

/** Shows the audit entries of all accounts. */
export function AllActivity() {
  return (
    <Frame title="Activity">
      <Found />
    </Frame>
  );
}

function Found() {
  const [text, setText] = useState("");
  const list = useInfiniteQuery(activity(useSettled(text.trim())));
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <div className="searches">
        <input
          className="input"
          type="search"
          aria-label="Search activity"
          placeholder="An action, an address or an id"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {error !== null && <Failed error={error} again={refetch} />}
      {data === undefined && error === null && (
        <div className="card" aria-busy>
          <Skeletons count={8} className="line" />
        </div>
      )}
      {data !== undefined && entries.length === 0 && (
        <div className="card">
          <Empty icon={ScrollText} title="Nothing was found" />
        </div>
      )}
      {entries.length > 0 && <Acts entries={entries} hasIds />}
      <ShowMore list={list} shown={entries.length} total={data?.pages[0]?.total ?? 0} />
    </>
  );
}
