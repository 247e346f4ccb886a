import { randomUUID } from "node:crypto";
import { ServiceError } from "../../../contracts/errors.js";
import type { ActionDeps } from "../../../runtime/actions/action.js";
import type { CallMeta } from "../../../runtime/actions/context.js";
import { ContractList } from "../../../runtime/actions/contract-list.js";
import { CallSlots } from "../../../runtime/plugins/services/call-slots.js";
import type { PreparedService } from "../../../runtime/plugins/services/prepare-service.js";
import type { Working } from "../../../runtime/plugins/services/run-handler.js";
import { serviceActions } from "../../../runtime/plugins/services/service-actions.js";
import { reader } from "../../../runtime/database/transaction.js";

/** The actions of a service, which one account calls through Kiln's gates. */
export interface Rehearsal {
  /**
   * Calls an action. Throws the caller's error, or for a fault of the service the sentence that the operator
   * would read.
   */
  call(name: string, params: object, idempotencyKey: string | null): Promise<unknown>;
  /** Returns true if the last call has found the record of its `Idempotency-Key`. */
  isRecorded(): boolean;
}

export function rehearse(
  prepared: PreparedService,
  env: Readonly<Record<string, string | undefined>>,
): Rehearsal {
  let fault: string | null = null;
  let isRecorded = false;
  const away = () =>
    Promise.reject(new ServiceError("not_found", "Kiln's own contracts are not there in a rehearsal."));
  const working = {
    host: {
      call: away,
      edgeCall: away,
      contracts: new ContractList([]),
      hosted: new Set<string>(),
      config: { env },
      log: { info() {}, warn() {} },
      baseUrl: "http://localhost:3000",
      plugins: { inName: (_driver: object, work: () => Promise<unknown>) => work() },
    },
    service: prepared.name,
    database: prepared.database,
    driver: prepared,
    slots: new CallSlots(prepared.name),
    fault: (sentence: string) => (fault = sentence),
  } as unknown as Working;
  const actions = serviceActions(working, prepared);
  const read = reader(prepared.database.database);
  const seen: ActionDeps["read"] = Object.create(read, {
    findOne: {
      value: async (...given: Parameters<typeof read.findOne>) => {
        const found = await read.findOne(...given);
        isRecorded ||= found !== null;
        return found;
      },
    },
  }) as ActionDeps["read"];
  const deps = { call: away, read: seen, signals: {}, requireEmailVerification: false, checkResults: true };
  return {
    async call(name, params, key) {
      fault = null;
      isRecorded = false;
      const action = actions.get(name);
      if (action === undefined) throw new Error(`there is no action ${name}`);
      try {
        return await action.handle(
          { ...params },
          metaOf(action.contract.audience, key),
          deps as unknown as ActionDeps,
        );
      } catch (error) {
        throw fault === null ? error : new Error(fault, { cause: error });
      }
    },
    isRecorded: () => isRecorded,
  };
}

const ACCOUNT = randomUUID();

const metaOf = (audience: string, key: string | null): CallMeta => ({
  auth:
    audience === "public"
      ? null
      : {
          accountId: ACCOUNT,
          email: "somebody@example.com",
          scopes: null,
          kind: "session",
          credentialId: ACCOUNT,
          isOperator: audience === "operator",
          isSuspended: false,
          isEmailVerified: true,
          features: { generation: true, transcription: true },
        },
  requestId: randomUUID(),
  client: "127.0.0.1",
  idempotency: key === null ? null : { key, route: "POST /" },
});
