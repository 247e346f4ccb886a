/** Style sheets, which are imported for their effect. */
declare module "*.css";
