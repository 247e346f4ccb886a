import type { Service } from "../../../plugins/kit/service.js";
import { type Action, action } from "../../actions/action.js";
import { readContract } from "./read-contract.js";
import { runHandler, type Working } from "./run-handler.js";

/**
 * Returns the actions of a service's version by their full names: Kiln's gates around the plugin's handlers.
 */
export const serviceActions = (working: Working, { name, actions }: Service): Map<string, Action> =>
  new Map(
    actions.map((each) => {
      const contract = readContract(name, each.contract);
      const { handler, replay } = each;
      const made = action(contract, {
        run: (context, params) =>
          runHandler(working, contract, { context, params }, (given) =>
            Reflect.apply(handler, each, [given, params as never]),
          ),
        ...(replay && {
          replay: (context, id: string, params) =>
            runHandler(working, contract, { context, params }, (given) =>
              Reflect.apply(replay, each, [given, id, params as never]),
            ),
        }),
      });
      return [contract.name, made];
    }),
  );
