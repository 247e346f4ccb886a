import { GraphQLEnumType } from "graphql";
import type { Locales } from "../../../../contracts/content-locales.js";

/**
 * Makes the enum of the project's locales, in upper case and with `_` for `-` (rules/delivery 41). Its values
 * are the codes.
 */
export const localeEnum = ({ locales }: Locales): GraphQLEnumType =>
  new GraphQLEnumType({
    name: "Locale",
    values: Object.fromEntries(
      locales.map(({ code, title }) => [
        code.toUpperCase().replaceAll("-", "_"),
        { value: code, description: title },
      ]),
    ),
  });
