import type { LedgerEntryView, LedgerKind } from "../../../contracts/billing.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import { moment, wholeNumber } from "../../../runtime/http/pages/words.js";

const LABELS: Readonly<Record<LedgerKind, string>> = {
  monthly_grant: "Monthly grant",
  topup: "Top-up",
  generation: "Generation",
  transcription: "Transcription",
  agent_usage: "Agent",
  storage: "Storage",
  plugin_purchase: "Plugin",
  plugin_payout: "Plugin payout",
  adjustment: "Adjustment",
};

export const ledgerTable = (entries: readonly LedgerEntryView[]): Html =>
  html`<div class="scroll">
    <table aria-labelledby="ledger">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" class="less">Who</th>
          <th scope="col" class="number">Credits</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(row)}
      </tbody>
    </table>
  </div>`;

function row({ kind, note, createdAt, actorEmail, deltaCredits }: LedgerEntryView): Html {
  return html`<tr>
    <th scope="row">
      ${LABELS[kind]}${note === null ? null : html` <span class="soft">${note}</span>`}<br />
      <small class="soft">${moment(createdAt)}</small>
    </th>
    <td class="less">${actorEmail ?? "you"}</td>
    <td class="number ${deltaCredits > 0 ? "plus" : ""}">${signed(deltaCredits)}</td>
  </tr>`;
}

const signed = (delta: number): string =>
  delta > 0 ? `+${wholeNumber(delta)}` : delta < 0 ? `\u2212${wholeNumber(-delta)}` : "0";
