import { invalidParams } from "../../contracts/errors.js";

/**
 * Takes the version onto which a change is made from `If-Match` into the body: `"7"`, or `7`; `*` is any
 * version. Throws `invalid_params`.
 */
export function takeIfMatch(body: Record<string, unknown>, name: string, header: string | undefined): void {
  const given = header?.trim();
  if (given === undefined || given === "*") return;
  const version = /^(?:W\/)?(?:"(\d{1,15})"|(\d{1,15}))$/.exec(given);
  if (version === null) throw invalidParams(`If-Match must be one version, as in "7", or *.`);
  const wanted = Number(version[1] ?? version[2]);
  if (body[name] !== undefined && body[name] !== wanted)
    throw invalidParams(`If-Match and ${name} name different versions.`);
  body[name] = wanted;
}
