import { queryOptions } from "@tanstack/react-query";
import { storageGet } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";

/** One file. */
export const object = (storageId: string) =>
  queryOptions({
    queryKey: ["object", storageId],
    queryFn: ({ signal }) => call(storageGet, { storageId }, { signal }),
  });
