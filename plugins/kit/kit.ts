import {
  Between,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  Like,
  MoreThan,
  MoreThanOrEqual,
  Not,
} from "typeorm";
import { z } from "zod";
import { ServiceError } from "../../contracts/errors.js";
import { uuid } from "../../contracts/ids.js";
import { page, total } from "../../contracts/pagination.js";
import { isUniqueViolation } from "../../runtime/database/unique-violation.js";
import { definePlugin, defineService, type PluginDefinition } from "./plugin-definition.js";
import { MailError } from "./mailer.js";
import { PaymentError } from "./payment-gateway.js";
import { ProviderError } from "./provider-error.js";
import { defineAction } from "./service.js";
import { defineEntity } from "./service-data.js";
import { EncodedUpload, TooManyBytes } from "./storage-driver.js";
import { translateByPrompt } from "./translate-by-prompt.js";
import { defineNode } from "./workflow-node.js";

/** A plugin file exports by default a definition, or a function of the kit that returns one. */
export type PluginExport = PluginDefinition | ((kit: Kit) => PluginDefinition);

/** The argument of a plugin's default export that is a function: such a plugin needs no import. */
export const kit = {
  definePlugin,
  defineNode,
  ProviderError,
  TooManyBytes,
  EncodedUpload,
  PaymentError,
  MailError,
  translateByPrompt,
  defineService,
  defineAction,
  defineEntity,
  ServiceError,
  isTaken: isUniqueViolation,
  /** TypeORM's operators for a `where`. */
  where: { Between, In, IsNull, LessThan, LessThanOrEqual, Like, MoreThan, MoreThanOrEqual, Not },
  /** The schema library of the contracts (Zod), and schemas that Kiln's own contracts use. */
  z,
  shapes: { uuid, page, total },
};
export type Kit = typeof kit;
