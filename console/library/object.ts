import { queryOptions } from "@tanstack/react-query";
import { storageGet } from "../../sdk/generated/operations.js";
import { call } from "../kiln.js";

/** The query for one file. */
export const object = (storageId: string) =>
  queryOptions({
    queryKey: ["object", storageId],
    queryFn: ({ signal }) => call(storageGet, { storageId }, { signal }),
  });
