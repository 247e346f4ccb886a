export { applicationsEdge } from "./serve-thumb.js";
