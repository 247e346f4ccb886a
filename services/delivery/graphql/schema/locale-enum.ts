import { GraphQLEnumType } from "graphql";
import type { Locales } from "../../../../contracts/content-locales.js";

/** The project's locales, upper-cased and with `_` for `-` (rules/delivery 41). The values are the codes. */
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
