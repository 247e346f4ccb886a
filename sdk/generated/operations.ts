// Written by `npm run generate` from the contracts.
import type { NoParams, Operation } from "../operation.js";
import type * as Types from "./types.js";

/** Curated Applications whose model is in the catalog, and the shelves that they stand on. */
export const applicationsList: Operation<Types.ApplicationsListParams, Types.ApplicationsListResult, Types.ApplicationsListResult["applications"][number]> = { method: "GET", path: "/v1/applications", items: "applications" };

/** Runs an Application: a generation job with the composed prompt. */
export const applicationsRun: Operation<Types.ApplicationsRunParams, Types.ApplicationsRunResult> = { method: "POST", path: "/v1/applications/{id}/run", isIdempotent: true };

/** The caller's profile, plan and balance. */
export const billingAccount: Operation<NoParams, Types.BillingAccountResult> = { method: "GET", path: "/v1/account" };

/** Cancels the plan: it ends with what is paid and does not renew. */
export const billingCancelSubscription: Operation<NoParams, Types.BillingCancelSubscriptionResult> = { method: "POST", path: "/v1/billing/subscription/cancel" };

/** Makes a payment link for a top-up or a subscription; it moves no money. */
export const billingCheckout: Operation<Types.BillingCheckoutParams, Types.BillingCheckoutResult> = { method: "POST", path: "/v1/billing/checkout", isIdempotent: true };

/** The plans that can be bought, cheapest first. */
export const billingPlans: Operation<NoParams, Types.BillingPlansResult> = { method: "GET", path: "/v1/plans" };

/** Takes the cancellation of the plan back, while it has not ended. */
export const billingResumeSubscription: Operation<NoParams, Types.BillingResumeSubscriptionResult> = { method: "POST", path: "/v1/billing/subscription/resume" };

/** The credit ledger, newest first. */
export const billingUsage: Operation<Types.BillingUsageParams, Types.BillingUsageResult, Types.BillingUsageResult["entries"][number]> = { method: "GET", path: "/v1/usage", items: "entries" };

/** Says that a window has a document open, and where in it its person is; answers the other windows that have it open. To be repeated every few seconds: a window that said nothing for 10 s is gone. Nothing of it is kept. */
export const contentAnnouncePresence: Operation<Types.ContentAnnouncePresenceParams, Types.ContentAnnouncePresenceResult> = { method: "POST", path: "/v1/content/documents/{id}/presence" };

/** Makes a document, unpublished. A draft that is not valid is saved too, and says why. */
export const contentCreateDocument: Operation<Types.ContentCreateDocumentParams, Types.ContentCreateDocumentResult> = { method: "POST", path: "/v1/projects/{projectId}/content/documents" };

/** Makes a content type from its schema, at version 1. References may name the type itself and types that exist. */
export const contentCreateType: Operation<Types.ContentCreateTypeParams, Types.ContentCreateTypeResult> = { method: "POST", path: "/v1/projects/{projectId}/content/types" };

/** Deletes a document with its history. */
export const contentDeleteDocument: Operation<Types.ContentDeleteDocumentParams, Types.ContentDeleteDocumentResult> = { method: "DELETE", path: "/v1/content/documents/{id}", query: ["force"] };

/** Deletes a content type. With documents only if forced: they go too, with their history, each with its document.delete. Never while another type refers to it. */
export const contentDeleteType: Operation<Types.ContentDeleteTypeParams, Types.ContentDeleteTypeResult> = { method: "DELETE", path: "/v1/content/types/{id}", query: ["force"] };

/** A document with its schema, what keeps it from being published, and its collaborative state. */
export const contentGetDocument: Operation<Types.ContentGetDocumentParams, Types.ContentGetDocumentResult> = { method: "GET", path: "/v1/content/documents/{id}" };

/** One revision with the draft as it was. */
export const contentGetRevision: Operation<Types.ContentGetRevisionParams, Types.ContentGetRevisionResult> = { method: "GET", path: "/v1/content/documents/{id}/revisions/{revisionId}" };

/** The locales of a project and how it translates. */
export const contentGetSettings: Operation<Types.ContentGetSettingsParams, Types.ContentGetSettingsResult> = { method: "GET", path: "/v1/projects/{projectId}/content/settings" };

/** A content type with its latest schema, or with the one of an earlier version. */
export const contentGetType: Operation<Types.ContentGetTypeParams, Types.ContentGetTypeResult> = { method: "GET", path: "/v1/content/types/{id}" };

/** The documents of a project, newest first. */
export const contentListDocuments: Operation<Types.ContentListDocumentsParams, Types.ContentListDocumentsResult, Types.ContentListDocumentsResult["documents"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/documents", items: "documents" };

/** The history of a document, newest first, without payloads. */
export const contentListRevisions: Operation<Types.ContentListRevisionsParams, Types.ContentListRevisionsResult, Types.ContentListRevisionsResult["revisions"][number]> = { method: "GET", path: "/v1/content/documents/{id}/revisions", items: "revisions" };

/** The documents of a project as a list shows them: without drafts and published content. */
export const contentListTitles: Operation<Types.ContentListTitlesParams, Types.ContentListTitlesResult, Types.ContentListTitlesResult["documents"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/titles", items: "documents" };

/** Every schema that a content type has had, newest first. */
export const contentListTypeVersions: Operation<Types.ContentListTypeVersionsParams, Types.ContentListTypeVersionsResult, Types.ContentListTypeVersionsResult["versions"][number]> = { method: "GET", path: "/v1/content/types/{id}/versions", items: "versions" };

/** The content types of a project with their schemas, newest first. */
export const contentListTypes: Operation<Types.ContentListTypesParams, Types.ContentListTypesResult, Types.ContentListTypesResult["contentTypes"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/types", items: "contentTypes" };

/** Changes the fields of the draft that are given, also within objects; null clears one, a map by locale changes its own locales. */
export const contentPatchDraft: Operation<Types.ContentPatchDraftParams, Types.ContentPatchDraftResult> = { method: "PATCH", path: "/v1/content/documents/{id}" };

/** Publishes the draft at baseVersion; a draft that is not valid is refused. */
export const contentPublishDocument: Operation<Types.ContentPublishDocumentParams, Types.ContentPublishDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/publish" };

/** Replaces the draft as a whole: fields that are left out are cleared. Merges field by field with live editors. */
export const contentReplaceDraft: Operation<Types.ContentReplaceDraftParams, Types.ContentReplaceDraftResult> = { method: "PUT", path: "/v1/content/documents/{id}" };

/** Makes the draft say what it said in a revision; live editors begin anew on it. */
export const contentRestoreRevision: Operation<Types.ContentRestoreRevisionParams, Types.ContentRestoreRevisionResult> = { method: "POST", path: "/v1/content/documents/{id}/revisions/{revisionId}/restore" };

/** Takes a document out of delivery; its draft stays. */
export const contentUnpublishDocument: Operation<Types.ContentUnpublishDocumentParams, Types.ContentUnpublishDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/unpublish" };

/** Merges a Yjs update of an editor into the draft and answers what the editor lacks. Sent again, it changes nothing. */
export const contentUpdateDraft: Operation<Types.ContentUpdateDraftParams, Types.ContentUpdateDraftResult> = { method: "POST", path: "/v1/content/documents/{id}/draft-update" };

/** Changes what is given. The list of locales is replaced as a whole; values in locales that go stay stored. */
export const contentUpdateSettings: Operation<Types.ContentUpdateSettingsParams, Types.ContentUpdateSettingsResult> = { method: "PUT", path: "/v1/projects/{projectId}/content/settings" };

/** Changes what is given. Other fields, or another titleField, make a new version of the schema; title and description alone do not. Documents keep what they hold. */
export const contentUpdateType: Operation<Types.ContentUpdateTypeParams, Types.ContentUpdateTypeResult> = { method: "PUT", path: "/v1/content/types/{id}" };

/** Makes a token that reads a project's content and nothing else; its secret is shown once. A preview token also reads drafts and belongs on a server. Owner only. */
export const deliveryCreateToken: Operation<Types.DeliveryCreateTokenParams, Types.DeliveryCreateTokenResult> = { method: "POST", path: "/v1/projects/{projectId}/content/tokens" };

/** Revokes a delivery token at once. Owner only. */
export const deliveryDeleteToken: Operation<Types.DeliveryDeleteTokenParams, Types.DeliveryDeleteTokenResult> = { method: "DELETE", path: "/v1/content/tokens/{id}" };

/** One published document. */
export const deliveryGetDocument: Operation<Types.DeliveryGetDocumentParams, Types.DeliveryGetDocumentResult> = { method: "GET", path: "/v1/content/{projectId}/documents/{id}" };

/** A GraphQL query over the content of a project; the schema is the project's own (docs/graphql.md). A malformed or unknown query is 400 with an errors array. A client may send the query's SHA-256 in `extensions` instead of the query, and both where the answer says PERSISTED_QUERY_NOT_FOUND. */
export const deliveryGraphql: Operation<Types.DeliveryGraphqlParams, Types.DeliveryGraphqlResult> = { method: "POST", path: "/v1/content/{projectId}/graphql", query: ["perspective"] };

/** Published documents of a type, filtered, sorted, in pages, with the exact total. */
export const deliveryListDocuments: Operation<Types.DeliveryListDocumentsParams, Types.DeliveryListDocumentsResult, Types.DeliveryListDocumentsResult["documents"][number]> = { method: "GET", path: "/v1/content/{projectId}/documents", items: "documents" };

/** The delivery tokens of a project, newest first, without secrets. Owner only. */
export const deliveryListTokens: Operation<Types.DeliveryListTokensParams, Types.DeliveryListTokensResult, Types.DeliveryListTokensResult["tokens"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/tokens", items: "tokens" };

/** The schemas of a project, and its locales. */
export const deliveryListTypes: Operation<Types.DeliveryListTypesParams, Types.DeliveryListTypesResult> = { method: "GET", path: "/v1/content/{projectId}/types" };

/** A persisted GraphQL query by its hash, for caches. One that is not known is 200 with the code PERSISTED_QUERY_NOT_FOUND and without an ETag; a request that carries a query is 404. */
export const deliveryPersistedGraphql: Operation<Types.DeliveryPersistedGraphqlParams, Types.DeliveryPersistedGraphqlResult> = { method: "GET", path: "/v1/content/{projectId}/graphql" };

/** Whether the service answers, and which upstream integrations have credentials here. */
export const gatewayHealth: Operation<NoParams, Types.GatewayHealthResult> = { method: "GET", path: "/v1/health" };

/** Cancels a queued or running job; a terminal one is returned as it is. */
export const generationCancel: Operation<Types.GenerationCancelParams, Types.GenerationCancelResult> = { method: "POST", path: "/v1/generations/{id}/cancel" };

/** Submits a generation job. */
export const generationCreate: Operation<Types.GenerationCreateParams, Types.GenerationCreateResult> = { method: "POST", path: "/v1/generations", isIdempotent: true };

/** Prices a generation, or a run of an Application, after the same checks as its submission; changes nothing. */
export const generationEstimate: Operation<Types.GenerationEstimateParams, Types.GenerationEstimateResult> = { method: "POST", path: "/v1/estimates" };

/** Reads a generation job. */
export const generationGet: Operation<Types.GenerationGetParams, Types.GenerationGetResult> = { method: "GET", path: "/v1/generations/{id}" };

/** Lists generation jobs, newest first. */
export const generationList: Operation<Types.GenerationListParams, Types.GenerationListResult, Types.GenerationListResult["jobs"][number]> = { method: "GET", path: "/v1/generations", items: "jobs" };

/** The same of a query; mutations are refused. */
export const graphqlGet: Operation<Types.GraphqlGetParams, Types.GraphqlGetResult> = { method: "GET", path: "/v1/graphql" };

/** One GraphQL operation over everything that these routes do (docs/graphql.md): fields are admitted and called as their routes are. A subscription with `Accept: text/event-stream` is answered as a stream. */
export const graphqlPost: Operation<Types.GraphqlPostParams, Types.GraphqlPostResult> = { method: "POST", path: "/v1/graphql", isIdempotent: true };

/** Ends an account's connected agent at once. */
export const identityAdminDeleteOauthGrant: Operation<Types.IdentityAdminDeleteOauthGrantParams, Types.IdentityAdminDeleteOauthGrantResult> = { method: "DELETE", path: "/v1/admin/accounts/{id}/grants/{grantId}" };

/** Grants or takes credits: a ledger adjustment. */
export const identityAdminGrantCredits: Operation<Types.IdentityAdminGrantCreditsParams, Types.IdentityAdminGrantCreditsResult> = { method: "POST", path: "/v1/admin/accounts/{id}/credits", isIdempotent: true };

/** Accounts, newest first; `q` searches address and name. */
export const identityAdminListAccounts: Operation<Types.IdentityAdminListAccountsParams, Types.IdentityAdminListAccountsResult, Types.IdentityAdminListAccountsResult["accounts"][number]> = { method: "GET", path: "/v1/admin/accounts", items: "accounts" };

/** Who changed what, newest first, for 90 days, over all accounts. `accountId` gives what that account did and what was done to its things; `q` searches actions, ids of what was changed, and addresses and names of accounts. */
export const identityAdminListAudit: Operation<Types.IdentityAdminListAuditParams, Types.IdentityAdminListAuditResult, Types.IdentityAdminListAuditResult["entries"][number]> = { method: "GET", path: "/v1/admin/audit", items: "entries" };

/** The agents that an account has connected, newest first. */
export const identityAdminListOauthGrants: Operation<Types.IdentityAdminListOauthGrantsParams, Types.IdentityAdminListOauthGrantsResult, Types.IdentityAdminListOauthGrantsResult["grants"][number]> = { method: "GET", path: "/v1/admin/accounts/{id}/grants", items: "grants" };

/** Suspends, verifies, promotes an account, or switches features off for it. */
export const identityAdminUpdateAccount: Operation<Types.IdentityAdminUpdateAccountParams, Types.IdentityAdminUpdateAccountResult> = { method: "PATCH", path: "/v1/admin/accounts/{id}" };

/** Sets a new password by the token of a mail; ends all sessions, and every API key and connected agent that was made while the address was unverified. */
export const identityConfirmPasswordReset: Operation<Types.IdentityConfirmPasswordResetParams, Types.IdentityConfirmPasswordResetResult> = { method: "POST", path: "/v1/auth/password-reset/confirm" };

/** Makes an API key; its secret is shown once. */
export const identityCreateApiKey: Operation<Types.IdentityCreateApiKeyParams, Types.IdentityCreateApiKeyResult> = { method: "POST", path: "/v1/api-keys" };

/** Revokes an API key at once. */
export const identityDeleteApiKey: Operation<Types.IdentityDeleteApiKeyParams, Types.IdentityDeleteApiKeyResult> = { method: "DELETE", path: "/v1/api-keys/{id}" };

/** Ends a connected agent's access at once, its tokens included. */
export const identityDeleteOauthGrant: Operation<Types.IdentityDeleteOauthGrantParams, Types.IdentityDeleteOauthGrantResult> = { method: "DELETE", path: "/v1/oauth/grants/{id}" };

/** The account's API keys, newest first, without secrets. */
export const identityListApiKeys: Operation<NoParams, Types.IdentityListApiKeysResult> = { method: "GET", path: "/v1/api-keys" };

/** Who changed what, newest first, for 90 days: what the account did and what others did to its things. With projectId what everybody did in that project, for its owner. */
export const identityListAudit: Operation<Types.IdentityListAuditParams, Types.IdentityListAuditResult, Types.IdentityListAuditResult["entries"][number]> = { method: "GET", path: "/v1/audit", items: "entries" };

/** The agents that the account has connected, newest first. */
export const identityListOauthGrants: Operation<Types.IdentityListOauthGrantsParams, Types.IdentityListOauthGrantsResult, Types.IdentityListOauthGrantsResult["grants"][number]> = { method: "GET", path: "/v1/oauth/grants", items: "grants" };

/** Sends a mail with a reset link, if the address is known; answers alike if not. */
export const identityRequestPasswordReset: Operation<Types.IdentityRequestPasswordResetParams, Types.IdentityRequestPasswordResetResult> = { method: "POST", path: "/v1/auth/password-reset" };

/** Sends the mail again that confirms the address. */
export const identityResendVerification: Operation<NoParams, Types.IdentityResendVerificationResult> = { method: "POST", path: "/v1/auth/verify-email/resend" };

/** Who is signed in. */
export const identitySession: Operation<NoParams, Types.IdentitySessionResult> = { method: "GET", path: "/v1/auth/session" };

/** Signs in; an unknown address and a wrong password are refused alike. */
export const identitySignIn: Operation<Types.IdentitySignInParams, Types.IdentitySignInResult> = { method: "POST", path: "/v1/auth/sign-in" };

/** Ends the session of the cookie. */
export const identitySignOut: Operation<NoParams, Types.IdentitySignOutResult> = { method: "POST", path: "/v1/auth/sign-out" };

/** Makes an account and signs it in. */
export const identitySignUp: Operation<Types.IdentitySignUpParams, Types.IdentitySignUpResult> = { method: "POST", path: "/v1/auth/sign-up" };

/** Sets what an API key may spend, or takes the limits away with null. A key that has a limit sets none. */
export const identityUpdateApiKey: Operation<Types.IdentityUpdateApiKeyParams, Types.IdentityUpdateApiKeyResult> = { method: "PATCH", path: "/v1/api-keys/{id}" };

/** Sets what a connected agent may spend, and above which credits it asks the person first, or takes the limits away with null. A key that has a limit sets none. */
export const identityUpdateOauthGrant: Operation<Types.IdentityUpdateOauthGrantParams, Types.IdentityUpdateOauthGrantResult> = { method: "PATCH", path: "/v1/oauth/grants/{id}" };

/** Confirms an e-mail address by the token of a mail. */
export const identityVerifyEmail: Operation<Types.IdentityVerifyEmailParams, Types.IdentityVerifyEmailResult> = { method: "POST", path: "/v1/auth/verify-email" };

/** Every model of the catalog, disabled ones included, with the operator's overrides. */
export const modelsAdminList: Operation<Types.ModelsAdminListParams, Types.ModelsAdminListResult, Types.ModelsAdminListResult["models"][number]> = { method: "GET", path: "/v1/admin/models", items: "models" };

/** Overrides a model's enabled, pricing (as a whole) or paidOnly; null returns to the plugin's own. */
export const modelsAdminUpdate: Operation<Types.ModelsAdminUpdateParams, Types.ModelsAdminUpdateResult> = { method: "PATCH", path: "/v1/admin/models/{id}" };

/** The catalog of enabled models. */
export const modelsList: Operation<Types.ModelsListParams, Types.ModelsListResult, Types.ModelsListResult["models"][number]> = { method: "GET", path: "/v1/models", items: "models" };

/** Loads an area at run time. */
export const operationsLoadService: Operation<Types.OperationsLoadServiceParams, Types.OperationsLoadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/load" };

/** The processes of the deployment that this one can see. */
export const operationsNodes: Operation<NoParams, Types.OperationsNodesResult> = { method: "GET", path: "/v1/admin/nodes" };

/** The plugins of every process, and why one is not loaded. */
export const operationsPlugins: Operation<NoParams, Types.OperationsPluginsResult> = { method: "GET", path: "/v1/admin/plugins" };

/** Loads a plugin again, in every process that has it. */
export const operationsReloadPlugin: Operation<Types.OperationsReloadPluginParams, Types.OperationsReloadPluginResult> = { method: "POST", path: "/v1/admin/plugins/{name}/reload" };

/** Reads an area's code anew, without a gap. */
export const operationsReloadService: Operation<Types.OperationsReloadServiceParams, Types.OperationsReloadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/reload" };

/** Every area and worker, and the processes that host it. */
export const operationsServices: Operation<NoParams, Types.OperationsServicesResult> = { method: "GET", path: "/v1/admin/services" };

/** Durable work by queue and state. */
export const operationsTasks: Operation<Types.OperationsTasksParams, Types.OperationsTasksResult, Types.OperationsTasksResult["tasks"][number]> = { method: "GET", path: "/v1/admin/tasks", items: "tasks" };

/** Unloads an area; its routes answer 503 until it is back. */
export const operationsUnloadService: Operation<Types.OperationsUnloadServiceParams, Types.OperationsUnloadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/unload" };

/** Joins the project of an invite to the caller's address as a contributor. */
export const projectsAcceptInvite: Operation<Types.ProjectsAcceptInviteParams, Types.ProjectsAcceptInviteResult> = { method: "POST", path: "/v1/project-invites/{inviteId}/accept" };

/** Makes a shared project under an id that the client chose. */
export const projectsCreate: Operation<Types.ProjectsCreateParams, Types.ProjectsCreateResult> = { method: "POST", path: "/v1/projects" };

/** Removes an invite to the caller's address. */
export const projectsDeclineInvite: Operation<Types.ProjectsDeclineInviteParams, Types.ProjectsDeclineInviteResult> = { method: "POST", path: "/v1/project-invites/{inviteId}/decline" };

/** Deletes a project: its jobs in flight are canceled, its media are unlinked and survive. Owner only; never the default project. */
export const projectsDelete: Operation<Types.ProjectsDeleteParams, Types.ProjectsDeleteResult> = { method: "DELETE", path: "/v1/projects/{id}" };

/** A project with its members; with its pending invites for the owner. */
export const projectsGet: Operation<Types.ProjectsGetParams, Types.ProjectsGetResult> = { method: "GET", path: "/v1/projects/{id}" };

/** Invites an e-mail address as a contributor. Owner only. */
export const projectsInvite: Operation<Types.ProjectsInviteParams, Types.ProjectsInviteResult> = { method: "POST", path: "/v1/projects/{id}/invites" };

/** The projects that the caller owns or contributes to, most recently updated first, and the invites that wait for them. */
export const projectsList: Operation<NoParams, Types.ProjectsListResult> = { method: "GET", path: "/v1/projects" };

/** The owner removes a contributor, or a contributor leaves. The owner cannot leave. */
export const projectsRemoveMember: Operation<Types.ProjectsRemoveMemberParams, Types.ProjectsRemoveMemberResult> = { method: "DELETE", path: "/v1/projects/{id}/members/{userId}" };

/** Takes a pending invite back. Owner only. */
export const projectsRevokeInvite: Operation<Types.ProjectsRevokeInviteParams, Types.ProjectsRevokeInviteResult> = { method: "DELETE", path: "/v1/projects/{id}/invites/{inviteId}" };

/** Changes what is given; null clears. Owner only. */
export const projectsUpdate: Operation<Types.ProjectsUpdateParams, Types.ProjectsUpdateResult> = { method: "PATCH", path: "/v1/projects/{id}" };

/** What the project cost, newest first: the owner sees all of it, a contributor their own; totals alike. */
export const projectsUsage: Operation<Types.ProjectsUsageParams, Types.ProjectsUsageResult, Types.ProjectsUsageResult["entries"][number]> = { method: "GET", path: "/v1/projects/{id}/usage", items: "entries" };

/** Confirms an upload; the size is re-read from storage. */
export const storageCommit: Operation<Types.StorageCommitParams, Types.StorageCommitResult> = { method: "POST", path: "/v1/uploads/{storageId}/commit" };

/** Deletes an object with its bytes, or an upload ticket of yours that waits, with what was uploaded to it; not reversible. */
export const storageDelete: Operation<Types.StorageDeleteParams, Types.StorageDeleteResult> = { method: "DELETE", path: "/v1/storage/{storageId}" };

/** One object; readable by its owner and members of a project it is linked to. */
export const storageGet: Operation<Types.StorageGetParams, Types.StorageGetResult> = { method: "GET", path: "/v1/storage/{storageId}" };

/** Fetches a public https address into storage, committed when it answers; images, video and audio of at most 1 GB. */
export const storageImport: Operation<Types.StorageImportParams, Types.StorageImportResult> = { method: "POST", path: "/v1/uploads/import" };

/** Links media to a project, so that its members can read them and readers of its content get their URLs: all or none. Each must be the caller's own or linked already. */
export const storageLink: Operation<Types.StorageLinkParams, Types.StorageLinkResult> = { method: "POST", path: "/v1/projects/{id}/storage" };

/** The media of a project, newest link first, or largest first. */
export const storageListLinked: Operation<Types.StorageListLinkedParams, Types.StorageListLinkedResult, Types.StorageListLinkedResult["objects"][number]> = { method: "GET", path: "/v1/projects/{id}/storage", items: "objects" };

/** Makes an object readable by everybody at a permanent address, or takes that back; its owner only, and repeatable. */
export const storagePublish: Operation<Types.StoragePublishParams, Types.StoragePublishResult> = { method: "POST", path: "/v1/storage/{storageId}/publish" };

/** Issues an upload ticket; the bytes are then PUT to `uploadUrl` and confirmed by commit. */
export const storageTicket: Operation<Types.StorageTicketParams, Types.StorageTicketResult> = { method: "POST", path: "/v1/uploads/ticket" };

/** The caller's own committed objects. */
export const storageUsage: Operation<Types.StorageUsageParams, Types.StorageUsageResult, Types.StorageUsageResult["objects"][number]> = { method: "GET", path: "/v1/storage/usage", items: "objects" };

/** Transcribes stored audio or video into words with times. Billed by the declared duration, which is also all that is processed. */
export const transcriptionsCreate: Operation<Types.TranscriptionsCreateParams, Types.TranscriptionsCreateResult> = { method: "POST", path: "/v1/transcriptions", isIdempotent: true };

/** Reads a transcription; only who submitted it can. */
export const transcriptionsGet: Operation<Types.TranscriptionsGetParams, Types.TranscriptionsGetResult> = { method: "GET", path: "/v1/transcriptions/{id}" };

/** The transcript of a transcription that succeeded, as data, subtitles or plain text. */
export const transcriptionsResult: Operation<Types.TranscriptionsResultParams, Types.TranscriptionsResultResult> = { method: "GET", path: "/v1/transcriptions/{id}/result" };

/** Ends a run after the document in flight. A run that is over is answered as it is. */
export const translationCancel: Operation<Types.TranslationCancelParams, Types.TranslationCancelResult> = { method: "POST", path: "/v1/content/translation-jobs/{id}/cancel" };

/** The run in progress, else the newest one: how far it is, or how it ended. */
export const translationLatest: Operation<Types.TranslationLatestParams, Types.TranslationLatestResult> = { method: "GET", path: "/v1/projects/{projectId}/content/translation-jobs/latest" };

/** What filling the missing translations of a project would take: documents, values, languages, and at most how many credits. Answers within seconds, also for a large project. */
export const translationPreview: Operation<Types.TranslationPreviewParams, Types.TranslationPreviewResult> = { method: "POST", path: "/v1/projects/{projectId}/content/translation-jobs/preview" };

/** Fills the missing translations of all documents of a project, into drafts. One run at a time; the owner pays. */
export const translationStart: Operation<Types.TranslationStartParams, Types.TranslationStartResult> = { method: "POST", path: "/v1/projects/{projectId}/content/translation-jobs", isIdempotent: true };

/** Translates localized fields of a document's draft, one model call a language; each language is saved and settled on its own. Answers after at most 300 s with what is done. */
export const translationTranslateDocument: Operation<Types.TranslationTranslateDocumentParams, Types.TranslationTranslateDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/translate", isIdempotent: true };

/** Sends a project's content events to an address. The secret is shown once. Owner only. */
export const webhooksCreate: Operation<Types.WebhooksCreateParams, Types.WebhooksCreateResult> = { method: "POST", path: "/v1/projects/{projectId}/content/webhooks" };

/** Deletes a webhook with its log; what waits is not delivered any more. Owner only. */
export const webhooksDelete: Operation<Types.WebhooksDeleteParams, Types.WebhooksDeleteResult> = { method: "DELETE", path: "/v1/content/webhooks/{id}" };

/** The webhooks of a project, newest first. Owner only. */
export const webhooksList: Operation<Types.WebhooksListParams, Types.WebhooksListResult, Types.WebhooksListResult["webhooks"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/webhooks", items: "webhooks" };

/** The log of a webhook: its deliveries with every attempt, newest first. Owner only. */
export const webhooksListDeliveries: Operation<Types.WebhooksListDeliveriesParams, Types.WebhooksListDeliveriesResult, Types.WebhooksListDeliveriesResult["deliveries"][number]> = { method: "GET", path: "/v1/content/webhooks/{id}/deliveries", items: "deliveries" };

/** Sends a delivery once more, at once and with a fresh ladder, under the same id and with the same body. Owner only. */
export const webhooksRetryDelivery: Operation<Types.WebhooksRetryDeliveryParams, Types.WebhooksRetryDeliveryResult> = { method: "POST", path: "/v1/content/webhooks/{id}/deliveries/{deliveryId}/retry" };

/** Changes what is given. Disabling ends what waits to be delivered as failed; `rotateSecret` gives a new secret, once. Owner only. */
export const webhooksUpdate: Operation<Types.WebhooksUpdateParams, Types.WebhooksUpdateResult> = { method: "PATCH", path: "/v1/content/webhooks/{id}" };

/** Saves a workflow. */
export const workflowsCreate: Operation<Types.WorkflowsCreateParams, Types.WorkflowsCreateResult> = { method: "POST", path: "/v1/workflows" };

/** Has runs of a workflow start by themselves: on a schedule, when a document is published, or when an address is called. Exactly one of schedule, event and inbound. The caller owns it. */
export const workflowsCreateTrigger: Operation<Types.WorkflowsCreateTriggerParams, Types.WorkflowsCreateTriggerResult> = { method: "POST", path: "/v1/workflows/{id}/triggers" };

/** Deletes a workflow and its runs; those in flight are stopped. Its creator or the project's owner. */
export const workflowsDelete: Operation<Types.WorkflowsDeleteParams, Types.WorkflowsDeleteResult> = { method: "DELETE", path: "/v1/workflows/{id}" };

/** Deletes a trigger with its log: its owner, or the project's. Runs that it started stay. */
export const workflowsDeleteTrigger: Operation<Types.WorkflowsDeleteTriggerParams, Types.WorkflowsDeleteTriggerResult> = { method: "DELETE", path: "/v1/workflows/{id}/triggers/{triggerId}" };

/** What a run would cost, node by node, after the same checks as its start; changes nothing. null: the node would fail. exact is false where the price hangs on what is not made yet, and where a node is unpriced. */
export const workflowsEstimate: Operation<Types.WorkflowsEstimateParams, Types.WorkflowsEstimateResult> = { method: "POST", path: "/v1/workflows/{id}/estimate" };

/** Starts a run. Each node that costs credits checks the balance before it begins. */
export const workflowsExecute: Operation<Types.WorkflowsExecuteParams, Types.WorkflowsExecuteResult> = { method: "POST", path: "/v1/workflows/{id}/execute", isIdempotent: true };

/** The address of an inbound trigger, which its signature opens. With eventId a repeat starts no second run. */
export const workflowsFireTrigger: Operation<Types.WorkflowsFireTriggerParams, Types.WorkflowsFireTriggerResult> = { method: "POST", path: "/v1/workflow-triggers/{triggerId}/fire" };

/** A workflow with its graph. */
export const workflowsGet: Operation<Types.WorkflowsGetParams, Types.WorkflowsGetResult> = { method: "GET", path: "/v1/workflows/{id}" };

/** A run with the results of its nodes as far as they are there; URLs are signed anew. */
export const workflowsGetRun: Operation<Types.WorkflowsGetRunParams, Types.WorkflowsGetRunResult> = { method: "GET", path: "/v1/workflows/{id}/runs/{runId}" };

/** A trigger of a workflow. */
export const workflowsGetTrigger: Operation<Types.WorkflowsGetTriggerParams, Types.WorkflowsGetTriggerResult> = { method: "GET", path: "/v1/workflows/{id}/triggers/{triggerId}" };

/** Makes a workflow from a graph of another program, as far as its nodes have a counterpart; `missing` lists what has none. */
export const workflowsImport: Operation<Types.WorkflowsImportParams, Types.WorkflowsImportResult> = { method: "POST", path: "/v1/workflows/import" };

/** The workflows of the caller's default project, or all members' workflows of a shared one, without their graphs. */
export const workflowsList: Operation<Types.WorkflowsListParams, Types.WorkflowsListResult, Types.WorkflowsListResult["workflows"][number]> = { method: "GET", path: "/v1/workflows", items: "workflows" };

/** The types of nodes that this deployment has, also those of plugins, with their ports and settings: what an editor of graphs needs. */
export const workflowsListNodeTypes: Operation<NoParams, Types.WorkflowsListNodeTypesResult> = { method: "GET", path: "/v1/workflow-node-types" };

/** The runs of a workflow, newest first: all members' in a project, the caller's own otherwise. */
export const workflowsListRuns: Operation<Types.WorkflowsListRunsParams, Types.WorkflowsListRunsResult, Types.WorkflowsListRunsResult["runs"][number]> = { method: "GET", path: "/v1/workflows/{id}/runs", items: "runs" };

/** Workflows that come with Kiln; POST /v1/workflows with templateId makes one the caller's own. */
export const workflowsListTemplates: Operation<NoParams, Types.WorkflowsListTemplatesResult> = { method: "GET", path: "/v1/workflow-templates" };

/** The triggers of a workflow, at most 20, oldest first. */
export const workflowsListTriggers: Operation<Types.WorkflowsListTriggersParams, Types.WorkflowsListTriggersResult> = { method: "GET", path: "/v1/workflows/{id}/triggers" };

/** Lets a run that failed or was stopped go on: complete nodes keep their results and are not charged again, all others begin anew. Only who started it. */
export const workflowsResumeRun: Operation<Types.WorkflowsResumeRunParams, Types.WorkflowsResumeRunResult> = { method: "POST", path: "/v1/workflows/{id}/runs/{runId}/resume", isIdempotent: true };

/** Stops a run; what is complete stays, and stays charged. Only who started it. One that has ended is answered as it is. */
export const workflowsStopRun: Operation<Types.WorkflowsStopRunParams, Types.WorkflowsStopRunResult> = { method: "POST", path: "/v1/workflows/{id}/runs/{runId}/stop" };

/** When a trigger fired in the last 30 days and what came of it, newest first. */
export const workflowsTriggerLog: Operation<Types.WorkflowsTriggerLogParams, Types.WorkflowsTriggerLogResult, Types.WorkflowsTriggerLogResult["fires"][number]> = { method: "GET", path: "/v1/workflows/{id}/triggers/{triggerId}/log", items: "fires" };

/** Replaces the whole graph, renames, or both. Runs that were started before keep their graph. */
export const workflowsUpdate: Operation<Types.WorkflowsUpdateParams, Types.WorkflowsUpdateResult> = { method: "PATCH", path: "/v1/workflows/{id}" };

/** Changes a trigger: its owner. From then on it acts by the credential that changed it. The project's owner, whose credits its runs take, may switch it off. Its kind stays. */
export const workflowsUpdateTrigger: Operation<Types.WorkflowsUpdateTriggerParams, Types.WorkflowsUpdateTriggerResult> = { method: "PATCH", path: "/v1/workflows/{id}/triggers/{triggerId}" };
