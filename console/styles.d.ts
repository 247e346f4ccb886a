/** Styles of an area, loaded with it. */
declare module "*.css";
