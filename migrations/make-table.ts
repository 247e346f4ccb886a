/** Tables of migrations and tables of services that plugins bring are made alike. */
export { addColumn, makeTable } from "../runtime/database/make-table.js";
