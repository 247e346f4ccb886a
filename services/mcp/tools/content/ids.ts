import { uuid } from "../../../../contracts/ids.js";

/** What contracts call `id`, under a name that tells an agent which id it is. */
export const documentParam = uuid().describe("Id from list_content_documents.");
export const contentTypeParam = uuid().describe("Id from list_content_types.");
