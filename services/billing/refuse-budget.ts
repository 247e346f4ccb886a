import { ServiceError } from "../../contracts/errors.js";
import type { Budget } from "../../entities/budget.js";
import { DAY_MS, type passes } from "./budget.js";

type Passed = NonNullable<ReturnType<typeof passes>>;

const WHOSE: Readonly<Record<Budget["subject"], string>> = {
  key: "This API key",
  grant: "This connected agent",
  project: "This project",
};

/** The sentence that tells who may change the limit, by subject. */
const WHO: Readonly<Record<Budget["subject"], string>> = {
  key: "The account that made the key can raise it.",
  grant: "The account that connected the agent can raise it.",
  project: "The project's owner can raise it.",
};

const WHO_ELSE: Readonly<Record<Budget["subject"], string>> = {
  key: "The account that made the key can allow others.",
  grant: "The account that connected the agent can allow others.",
  project: "",
};

/**
 * Returns the refusal over a limit, which names the limit, what is used of it, when it renews and who can
 * raise it (rules/billing 39). The error is `forbidden`, because no purchase clears it, as a 402 would
 * suggest, and no backoff does, as `rate_limited` would suggest (ADR-0037).
 */
export function overLimit(
  subject: Budget["subject"],
  { limit, of, used }: Passed,
  { credits, day }: { credits: number; day: number },
): ServiceError {
  const renewsAt = (day + 1) * DAY_MS;
  const named =
    limit === "daily"
      ? `may spend ${of} credits a day and ${used} of today's are used or held; it renews at ${new Date(renewsAt).toISOString()}.`
      : `may spend ${of} credits in all and ${used} of them are used or held; this limit does not renew.`;
  return new ServiceError(
    "forbidden",
    `This costs ${credits} credits. ${WHOSE[subject]} ${named} ${WHO[subject]} Nothing was charged.`,
    {
      details: {
        estimatedCredits: credits,
        ...(limit === "daily" && {
          retryAfterSeconds: Math.max(1, Math.ceil((renewsAt - Date.now()) / 1000)),
        }),
      },
    },
  );
}

/**
 * Returns the refusal of work for another project than the one that a key or agent may spend on; it says what
 * to send instead.
 */
export function otherProject(
  { subject, projectId, isDefaultProject }: Pick<Budget, "subject" | "projectId" | "isDefaultProject">,
  credits: number,
): ServiceError {
  const where = isDefaultProject
    ? `may spend in the account's default project only: leave projectId out, or send ${projectId}.`
    : `may spend in the project ${projectId} only: send it as projectId.`;
  return new ServiceError(
    "forbidden",
    `This costs ${credits} credits. ${WHOSE[subject]} ${where} ${WHO_ELSE[subject]} Nothing was charged.`,
    { details: { estimatedCredits: credits } },
  );
}

/** Returns the refusal of work that was begun by a key or agent which was ended meanwhile. */
export const overEnded = (): ServiceError =>
  new ServiceError(
    "forbidden",
    "The key or agent that began this had a limit of credits and was ended. Nothing more is spent in its name, and nothing was charged.",
  );
