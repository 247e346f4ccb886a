/** Tables of migrations and tables of services that plugins bring are made alike. */
export { makeTable } from "../runtime/make-table.js";
