// Written by `npm run generate` from the contracts.
import type { NoParams, Operation } from "../operation.js";
import type * as Types from "./types.js";

/** Lists the curated Applications whose model is in the catalog, and the collections that group them. */
export const applicationsList: Operation<Types.ApplicationsListParams, Types.ApplicationsListResult, Types.ApplicationsListResult["applications"][number]> = { method: "GET", path: "/v1/applications", items: "applications" };

/** Runs an Application: submits a generation job with the composed prompt. */
export const applicationsRun: Operation<Types.ApplicationsRunParams, Types.ApplicationsRunResult> = { method: "POST", path: "/v1/applications/{id}/run", isIdempotent: true };

/** Reads the caller's profile, plan and balance. */
export const billingAccount: Operation<NoParams, Types.BillingAccountResult> = { method: "GET", path: "/v1/account" };

/** Cancels the plan, which ends with the paid time and does not renew. */
export const billingCancelSubscription: Operation<NoParams, Types.BillingCancelSubscriptionResult> = { method: "POST", path: "/v1/billing/subscription/cancel" };

/** Makes a payment link for a top-up or a subscription; it moves no money. */
export const billingCheckout: Operation<Types.BillingCheckoutParams, Types.BillingCheckoutResult> = { method: "POST", path: "/v1/billing/checkout", isIdempotent: true };

/** Lists the plans that can be bought, cheapest first. */
export const billingPlans: Operation<NoParams, Types.BillingPlansResult> = { method: "GET", path: "/v1/plans" };

/** Takes back the cancellation of a plan that has not ended yet. */
export const billingResumeSubscription: Operation<NoParams, Types.BillingResumeSubscriptionResult> = { method: "POST", path: "/v1/billing/subscription/resume" };

/** Lists the entries of the credit ledger, newest first. */
export const billingUsage: Operation<Types.BillingUsageParams, Types.BillingUsageResult, Types.BillingUsageResult["entries"][number]> = { method: "GET", path: "/v1/usage", items: "entries" };

/** Announces that a window has a document open, and its person's place in it; answers with the other windows that have it open. A window repeats this every few seconds: one that announced nothing for 10 s counts as closed. Nothing of it is stored. */
export const contentAnnouncePresence: Operation<Types.ContentAnnouncePresenceParams, Types.ContentAnnouncePresenceResult> = { method: "POST", path: "/v1/content/documents/{id}/presence" };

/** Makes an unpublished document. A draft that is not valid is saved too, and answered with its issues. */
export const contentCreateDocument: Operation<Types.ContentCreateDocumentParams, Types.ContentCreateDocumentResult> = { method: "POST", path: "/v1/projects/{projectId}/content/documents" };

/** Makes a content type from its schema, at version 1. References may name the type itself and types that exist. */
export const contentCreateType: Operation<Types.ContentCreateTypeParams, Types.ContentCreateTypeResult> = { method: "POST", path: "/v1/projects/{projectId}/content/types" };

/** Deletes a document with its history. */
export const contentDeleteDocument: Operation<Types.ContentDeleteDocumentParams, Types.ContentDeleteDocumentResult> = { method: "DELETE", path: "/v1/content/documents/{id}", query: ["force"] };

/** Deletes a content type. A type with documents is deleted only with force, and its documents go with their history, each with its document.delete event. A type that another type refers to is never deleted. */
export const contentDeleteType: Operation<Types.ContentDeleteTypeParams, Types.ContentDeleteTypeResult> = { method: "DELETE", path: "/v1/content/types/{id}", query: ["force"] };

/** Reads a document with its schema, the issues that keep it from being published, and its collaborative state. */
export const contentGetDocument: Operation<Types.ContentGetDocumentParams, Types.ContentGetDocumentResult> = { method: "GET", path: "/v1/content/documents/{id}" };

/** Reads one revision with its draft. */
export const contentGetRevision: Operation<Types.ContentGetRevisionParams, Types.ContentGetRevisionResult> = { method: "GET", path: "/v1/content/documents/{id}/revisions/{revisionId}" };

/** Reads the locales of a project and its settings for translation. */
export const contentGetSettings: Operation<Types.ContentGetSettingsParams, Types.ContentGetSettingsResult> = { method: "GET", path: "/v1/projects/{projectId}/content/settings" };

/** Reads a content type with its latest schema, or with the schema of an earlier version. */
export const contentGetType: Operation<Types.ContentGetTypeParams, Types.ContentGetTypeResult> = { method: "GET", path: "/v1/content/types/{id}" };

/** Lists the documents of a project, newest first. */
export const contentListDocuments: Operation<Types.ContentListDocumentsParams, Types.ContentListDocumentsResult, Types.ContentListDocumentsResult["documents"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/documents", items: "documents" };

/** Lists the revisions of a document, newest first, without payloads. */
export const contentListRevisions: Operation<Types.ContentListRevisionsParams, Types.ContentListRevisionsResult, Types.ContentListRevisionsResult["revisions"][number]> = { method: "GET", path: "/v1/content/documents/{id}/revisions", items: "revisions" };

/** Lists the documents of a project without their drafts and published content. */
export const contentListTitles: Operation<Types.ContentListTitlesParams, Types.ContentListTitlesResult, Types.ContentListTitlesResult["documents"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/titles", items: "documents" };

/** Lists every schema that a content type has had, newest first. */
export const contentListTypeVersions: Operation<Types.ContentListTypeVersionsParams, Types.ContentListTypeVersionsResult, Types.ContentListTypeVersionsResult["versions"][number]> = { method: "GET", path: "/v1/content/types/{id}/versions", items: "versions" };

/** Lists the content types of a project with their schemas, newest first. */
export const contentListTypes: Operation<Types.ContentListTypesParams, Types.ContentListTypesResult, Types.ContentListTypesResult["contentTypes"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/types", items: "contentTypes" };

/** Changes the given fields of the draft, also within objects. Null clears a field; a map by locale changes only the locales in it. */
export const contentPatchDraft: Operation<Types.ContentPatchDraftParams, Types.ContentPatchDraftResult> = { method: "PATCH", path: "/v1/content/documents/{id}" };

/** Publishes the draft at baseVersion; a draft that is not valid is refused. */
export const contentPublishDocument: Operation<Types.ContentPublishDocumentParams, Types.ContentPublishDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/publish" };

/** Replaces the draft as a whole: fields that are left out are cleared. The change merges field by field with live editors. */
export const contentReplaceDraft: Operation<Types.ContentReplaceDraftParams, Types.ContentReplaceDraftResult> = { method: "PUT", path: "/v1/content/documents/{id}" };

/** Restores the draft of a revision; live editors open the draft anew. */
export const contentRestoreRevision: Operation<Types.ContentRestoreRevisionParams, Types.ContentRestoreRevisionResult> = { method: "POST", path: "/v1/content/documents/{id}/revisions/{revisionId}/restore" };

/** Takes a document out of delivery; its draft stays. */
export const contentUnpublishDocument: Operation<Types.ContentUnpublishDocumentParams, Types.ContentUnpublishDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/unpublish" };

/** Merges a Yjs update of an editor into the draft and answers with the update that the editor lacks. A repeated update changes nothing. */
export const contentUpdateDraft: Operation<Types.ContentUpdateDraftParams, Types.ContentUpdateDraftResult> = { method: "POST", path: "/v1/content/documents/{id}/draft-update" };

/** Changes the given settings. The list of locales is replaced as a whole; values in removed locales stay stored. */
export const contentUpdateSettings: Operation<Types.ContentUpdateSettingsParams, Types.ContentUpdateSettingsResult> = { method: "PUT", path: "/v1/projects/{projectId}/content/settings" };

/** Changes the given parts of a type. Other fields, or another titleField, make a new version of the schema; title and description alone do not. Documents keep their values. */
export const contentUpdateType: Operation<Types.ContentUpdateTypeParams, Types.ContentUpdateTypeResult> = { method: "PUT", path: "/v1/content/types/{id}" };

/** Makes a token that only reads a project's content; its secret is shown once. A preview token also reads drafts and belongs on a server. Only the project's owner may call this. */
export const deliveryCreateToken: Operation<Types.DeliveryCreateTokenParams, Types.DeliveryCreateTokenResult> = { method: "POST", path: "/v1/projects/{projectId}/content/tokens" };

/** Revokes a delivery token at once. Only the project's owner may call this. */
export const deliveryDeleteToken: Operation<Types.DeliveryDeleteTokenParams, Types.DeliveryDeleteTokenResult> = { method: "DELETE", path: "/v1/content/tokens/{id}" };

/** Reads one published document. */
export const deliveryGetDocument: Operation<Types.DeliveryGetDocumentParams, Types.DeliveryGetDocumentResult> = { method: "GET", path: "/v1/content/{projectId}/documents/{id}" };

/** Runs a GraphQL query over the content of a project; the schema is the project's own (docs/graphql.md). A malformed or unknown query is answered with 400 and an errors array. A client may send the query's SHA-256 in `extensions` instead of the query, and sends both when the answer says PERSISTED_QUERY_NOT_FOUND. */
export const deliveryGraphql: Operation<Types.DeliveryGraphqlParams, Types.DeliveryGraphqlResult> = { method: "POST", path: "/v1/content/{projectId}/graphql", query: ["perspective"] };

/** Lists published documents of a type, filtered, sorted and in pages, with the exact total. */
export const deliveryListDocuments: Operation<Types.DeliveryListDocumentsParams, Types.DeliveryListDocumentsResult, Types.DeliveryListDocumentsResult["documents"][number]> = { method: "GET", path: "/v1/content/{projectId}/documents", items: "documents" };

/** Lists the delivery tokens of a project, newest first, without secrets. Only the project's owner may call this. */
export const deliveryListTokens: Operation<Types.DeliveryListTokensParams, Types.DeliveryListTokensResult, Types.DeliveryListTokensResult["tokens"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/tokens", items: "tokens" };

/** Lists the schemas of a project's content types, and its locales. */
export const deliveryListTypes: Operation<Types.DeliveryListTypesParams, Types.DeliveryListTypesResult> = { method: "GET", path: "/v1/content/{projectId}/types" };

/** Runs a persisted GraphQL query by its hash, in a form for caches. An unknown hash is answered with 200, the code PERSISTED_QUERY_NOT_FOUND and no ETag; a request that carries a query is answered with 404. */
export const deliveryPersistedGraphql: Operation<Types.DeliveryPersistedGraphqlParams, Types.DeliveryPersistedGraphqlResult> = { method: "GET", path: "/v1/content/{projectId}/graphql" };

/** Tells whether the service answers, and which upstream integrations have credentials here. */
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

/** Runs one GraphQL query over everything that these routes do; mutations are refused. */
export const graphqlGet: Operation<Types.GraphqlGetParams, Types.GraphqlGetResult> = { method: "GET", path: "/v1/graphql" };

/** Runs one GraphQL operation over everything that these routes do (docs/graphql.md): each field is admitted and called as its route is. A subscription with `Accept: text/event-stream` is answered as a stream. */
export const graphqlPost: Operation<Types.GraphqlPostParams, Types.GraphqlPostResult> = { method: "POST", path: "/v1/graphql", isIdempotent: true };

/** Ends the access of an account's connected agent at once. */
export const identityAdminDeleteOauthGrant: Operation<Types.IdentityAdminDeleteOauthGrantParams, Types.IdentityAdminDeleteOauthGrantResult> = { method: "DELETE", path: "/v1/admin/accounts/{id}/grants/{grantId}" };

/** Grants or takes credits by an adjustment of the ledger. */
export const identityAdminGrantCredits: Operation<Types.IdentityAdminGrantCreditsParams, Types.IdentityAdminGrantCreditsResult> = { method: "POST", path: "/v1/admin/accounts/{id}/credits", isIdempotent: true };

/** Lists accounts, newest first; `q` searches address and name. */
export const identityAdminListAccounts: Operation<Types.IdentityAdminListAccountsParams, Types.IdentityAdminListAccountsResult, Types.IdentityAdminListAccountsResult["accounts"][number]> = { method: "GET", path: "/v1/admin/accounts", items: "accounts" };

/** Lists the changes of the last 90 days with their actors, newest first, over all accounts. `accountId` selects what that account did and what was done to its things; `q` searches actions, ids of what was changed, and addresses and names of accounts. */
export const identityAdminListAudit: Operation<Types.IdentityAdminListAuditParams, Types.IdentityAdminListAuditResult, Types.IdentityAdminListAuditResult["entries"][number]> = { method: "GET", path: "/v1/admin/audit", items: "entries" };

/** Lists the agents that an account has connected, newest first. */
export const identityAdminListOauthGrants: Operation<Types.IdentityAdminListOauthGrantsParams, Types.IdentityAdminListOauthGrantsResult, Types.IdentityAdminListOauthGrantsResult["grants"][number]> = { method: "GET", path: "/v1/admin/accounts/{id}/grants", items: "grants" };

/** Suspends, verifies or promotes an account, or switches features off for it. */
export const identityAdminUpdateAccount: Operation<Types.IdentityAdminUpdateAccountParams, Types.IdentityAdminUpdateAccountResult> = { method: "PATCH", path: "/v1/admin/accounts/{id}" };

/** Sets a new password by the token of a mail. It ends all sessions, and every API key and connected agent that was made while the address was unverified. */
export const identityConfirmPasswordReset: Operation<Types.IdentityConfirmPasswordResetParams, Types.IdentityConfirmPasswordResetResult> = { method: "POST", path: "/v1/auth/password-reset/confirm" };

/** Makes an API key; its secret is shown once. */
export const identityCreateApiKey: Operation<Types.IdentityCreateApiKeyParams, Types.IdentityCreateApiKeyResult> = { method: "POST", path: "/v1/api-keys" };

/** Revokes an API key at once. */
export const identityDeleteApiKey: Operation<Types.IdentityDeleteApiKeyParams, Types.IdentityDeleteApiKeyResult> = { method: "DELETE", path: "/v1/api-keys/{id}" };

/** Ends a connected agent's access at once and revokes its tokens. */
export const identityDeleteOauthGrant: Operation<Types.IdentityDeleteOauthGrantParams, Types.IdentityDeleteOauthGrantResult> = { method: "DELETE", path: "/v1/oauth/grants/{id}" };

/** Lists the account's API keys, newest first, without secrets. */
export const identityListApiKeys: Operation<NoParams, Types.IdentityListApiKeysResult> = { method: "GET", path: "/v1/api-keys" };

/** Lists the changes of the last 90 days with their actors, newest first: what the account did, and what others did to its things. With projectId it lists what everybody did in that project, for the project's owner. */
export const identityListAudit: Operation<Types.IdentityListAuditParams, Types.IdentityListAuditResult, Types.IdentityListAuditResult["entries"][number]> = { method: "GET", path: "/v1/audit", items: "entries" };

/** Lists the agents that the account has connected, newest first. */
export const identityListOauthGrants: Operation<Types.IdentityListOauthGrantsParams, Types.IdentityListOauthGrantsResult, Types.IdentityListOauthGrantsResult["grants"][number]> = { method: "GET", path: "/v1/oauth/grants", items: "grants" };

/** Sends a mail with a reset link when the address is known; the answer is the same when it is not. */
export const identityRequestPasswordReset: Operation<Types.IdentityRequestPasswordResetParams, Types.IdentityRequestPasswordResetResult> = { method: "POST", path: "/v1/auth/password-reset" };

/** Sends the mail that confirms the address again. */
export const identityResendVerification: Operation<NoParams, Types.IdentityResendVerificationResult> = { method: "POST", path: "/v1/auth/verify-email/resend" };

/** Reads the signed-in account. */
export const identitySession: Operation<NoParams, Types.IdentitySessionResult> = { method: "GET", path: "/v1/auth/session" };

/** Signs in. An unknown address and a wrong password are refused with the same answer. */
export const identitySignIn: Operation<Types.IdentitySignInParams, Types.IdentitySignInResult> = { method: "POST", path: "/v1/auth/sign-in" };

/** Ends the session of the cookie. */
export const identitySignOut: Operation<NoParams, Types.IdentitySignOutResult> = { method: "POST", path: "/v1/auth/sign-out" };

/** Makes an account and signs it in. */
export const identitySignUp: Operation<Types.IdentitySignUpParams, Types.IdentitySignUpResult> = { method: "POST", path: "/v1/auth/sign-up" };

/** Sets the limits on an API key's spending, or removes them with null. A key that has a limit cannot set limits. */
export const identityUpdateApiKey: Operation<Types.IdentityUpdateApiKeyParams, Types.IdentityUpdateApiKeyResult> = { method: "PATCH", path: "/v1/api-keys/{id}" };

/** Sets the limits on a connected agent's spending and the cost above which it asks the person first, or removes them with null. A key that has a limit cannot set limits. */
export const identityUpdateOauthGrant: Operation<Types.IdentityUpdateOauthGrantParams, Types.IdentityUpdateOauthGrantResult> = { method: "PATCH", path: "/v1/oauth/grants/{id}" };

/** Confirms an e-mail address by the token of a mail. */
export const identityVerifyEmail: Operation<Types.IdentityVerifyEmailParams, Types.IdentityVerifyEmailResult> = { method: "POST", path: "/v1/auth/verify-email" };

/** Lists every model of the catalog, disabled ones included, with the operator's overrides. */
export const modelsAdminList: Operation<Types.ModelsAdminListParams, Types.ModelsAdminListResult, Types.ModelsAdminListResult["models"][number]> = { method: "GET", path: "/v1/admin/models", items: "models" };

/** Overrides a model's enabled, pricing (as a whole) or paidOnly; null returns to the plugin's own value. */
export const modelsAdminUpdate: Operation<Types.ModelsAdminUpdateParams, Types.ModelsAdminUpdateResult> = { method: "PATCH", path: "/v1/admin/models/{id}" };

/** Lists the enabled models of the catalog. */
export const modelsList: Operation<Types.ModelsListParams, Types.ModelsListResult, Types.ModelsListResult["models"][number]> = { method: "GET", path: "/v1/models", items: "models" };

/** Loads an area at run time. */
export const operationsLoadService: Operation<Types.OperationsLoadServiceParams, Types.OperationsLoadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/load" };

/** Lists the processes of the deployment that this process can see. */
export const operationsNodes: Operation<NoParams, Types.OperationsNodesResult> = { method: "GET", path: "/v1/admin/nodes" };

/** Lists the plugins of every process, and the reason why one is not loaded. */
export const operationsPlugins: Operation<NoParams, Types.OperationsPluginsResult> = { method: "GET", path: "/v1/admin/plugins" };

/** Loads a plugin again in every process that has it. */
export const operationsReloadPlugin: Operation<Types.OperationsReloadPluginParams, Types.OperationsReloadPluginResult> = { method: "POST", path: "/v1/admin/plugins/{name}/reload" };

/** Reads an area's code anew, without a gap. */
export const operationsReloadService: Operation<Types.OperationsReloadServiceParams, Types.OperationsReloadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/reload" };

/** Lists every area and worker with the processes that host it. */
export const operationsServices: Operation<NoParams, Types.OperationsServicesResult> = { method: "GET", path: "/v1/admin/services" };

/** Counts durable work by queue and state. */
export const operationsTasks: Operation<Types.OperationsTasksParams, Types.OperationsTasksResult, Types.OperationsTasksResult["tasks"][number]> = { method: "GET", path: "/v1/admin/tasks", items: "tasks" };

/** Unloads an area; its routes answer 503 until it is back. */
export const operationsUnloadService: Operation<Types.OperationsUnloadServiceParams, Types.OperationsUnloadServiceResult> = { method: "POST", path: "/v1/admin/services/{name}/unload" };

/** Accepts an invite to the caller's address and joins its project as a contributor. */
export const projectsAcceptInvite: Operation<Types.ProjectsAcceptInviteParams, Types.ProjectsAcceptInviteResult> = { method: "POST", path: "/v1/project-invites/{inviteId}/accept" };

/** Makes a shared project under an id that the client chooses. */
export const projectsCreate: Operation<Types.ProjectsCreateParams, Types.ProjectsCreateResult> = { method: "POST", path: "/v1/projects" };

/** Declines an invite to the caller's address and removes it. */
export const projectsDeclineInvite: Operation<Types.ProjectsDeclineInviteParams, Types.ProjectsDeclineInviteResult> = { method: "POST", path: "/v1/project-invites/{inviteId}/decline" };

/** Deletes a project: its jobs in flight are canceled, its media are unlinked and stay stored. Only the project's owner may call this; the default project cannot be deleted. */
export const projectsDelete: Operation<Types.ProjectsDeleteParams, Types.ProjectsDeleteResult> = { method: "DELETE", path: "/v1/projects/{id}" };

/** Reads a project with its members and, for the owner, its pending invites. */
export const projectsGet: Operation<Types.ProjectsGetParams, Types.ProjectsGetResult> = { method: "GET", path: "/v1/projects/{id}" };

/** Invites an e-mail address as a contributor. Only the project's owner may call this. */
export const projectsInvite: Operation<Types.ProjectsInviteParams, Types.ProjectsInviteResult> = { method: "POST", path: "/v1/projects/{id}/invites" };

/** Lists the projects that the caller owns or contributes to, most recently updated first, and the invites that wait for the caller. */
export const projectsList: Operation<NoParams, Types.ProjectsListResult> = { method: "GET", path: "/v1/projects" };

/** Removes a contributor, or lets a contributor leave. The owner cannot leave. */
export const projectsRemoveMember: Operation<Types.ProjectsRemoveMemberParams, Types.ProjectsRemoveMemberResult> = { method: "DELETE", path: "/v1/projects/{id}/members/{userId}" };

/** Takes a pending invite back. Only the project's owner may call this. */
export const projectsRevokeInvite: Operation<Types.ProjectsRevokeInviteParams, Types.ProjectsRevokeInviteResult> = { method: "DELETE", path: "/v1/projects/{id}/invites/{inviteId}" };

/** Changes the given settings of a project; null clears one. Only the project's owner may call this. */
export const projectsUpdate: Operation<Types.ProjectsUpdateParams, Types.ProjectsUpdateResult> = { method: "PATCH", path: "/v1/projects/{id}" };

/** Lists what the project cost, newest first: all entries for the owner, their own for a contributor; the totals count the same entries. */
export const projectsUsage: Operation<Types.ProjectsUsageParams, Types.ProjectsUsageResult, Types.ProjectsUsageResult["entries"][number]> = { method: "GET", path: "/v1/projects/{id}/usage", items: "entries" };

/** Confirms an upload; the size is read again from storage. */
export const storageCommit: Operation<Types.StorageCommitParams, Types.StorageCommitResult> = { method: "POST", path: "/v1/uploads/{storageId}/commit" };

/** Deletes an object with its bytes, or a waiting upload ticket of the caller with the bytes uploaded to it; not reversible. */
export const storageDelete: Operation<Types.StorageDeleteParams, Types.StorageDeleteResult> = { method: "DELETE", path: "/v1/storage/{storageId}" };

/** Reads one object, for its owner and for members of a project that it is linked to. */
export const storageGet: Operation<Types.StorageGetParams, Types.StorageGetResult> = { method: "GET", path: "/v1/storage/{storageId}" };

/** Fetches a file from a public https address into storage; it is committed when the answer comes. Images, video and audio of at most 1 GB are taken. */
export const storageImport: Operation<Types.StorageImportParams, Types.StorageImportResult> = { method: "POST", path: "/v1/uploads/import" };

/** Links media to a project, so that its members can read them and readers of its content get their URLs: all of them or none. Each must be the caller's own or linked already. */
export const storageLink: Operation<Types.StorageLinkParams, Types.StorageLinkResult> = { method: "POST", path: "/v1/projects/{id}/storage" };

/** Lists the media of a project, newest link first, or largest first. */
export const storageListLinked: Operation<Types.StorageListLinkedParams, Types.StorageListLinkedResult, Types.StorageListLinkedResult["objects"][number]> = { method: "GET", path: "/v1/projects/{id}/storage", items: "objects" };

/** Makes an object readable by everybody at a permanent address, or takes the address back. Only the object's owner may call this, and may repeat it. */
export const storagePublish: Operation<Types.StoragePublishParams, Types.StoragePublishResult> = { method: "POST", path: "/v1/storage/{storageId}/publish" };

/** Issues an upload ticket. The client then PUTs the bytes to `uploadUrl` and confirms them by commit. */
export const storageTicket: Operation<Types.StorageTicketParams, Types.StorageTicketResult> = { method: "POST", path: "/v1/uploads/ticket" };

/** Lists the caller's own committed objects. */
export const storageUsage: Operation<Types.StorageUsageParams, Types.StorageUsageResult, Types.StorageUsageResult["objects"][number]> = { method: "GET", path: "/v1/storage/usage", items: "objects" };

/** Transcribes stored audio or video into words with times. The declared duration is billed, and no more than it is processed. */
export const transcriptionsCreate: Operation<Types.TranscriptionsCreateParams, Types.TranscriptionsCreateResult> = { method: "POST", path: "/v1/transcriptions", isIdempotent: true };

/** Reads a transcription; only its submitter can. */
export const transcriptionsGet: Operation<Types.TranscriptionsGetParams, Types.TranscriptionsGetResult> = { method: "GET", path: "/v1/transcriptions/{id}" };

/** Reads the transcript of a transcription that succeeded, as data, subtitles or plain text. */
export const transcriptionsResult: Operation<Types.TranscriptionsResultParams, Types.TranscriptionsResultResult> = { method: "GET", path: "/v1/transcriptions/{id}/result" };

/** Ends a run after the document in flight. A run that is over is answered as it is. */
export const translationCancel: Operation<Types.TranslationCancelParams, Types.TranslationCancelResult> = { method: "POST", path: "/v1/content/translation-jobs/{id}/cancel" };

/** Reads the run in progress, or else the newest one, with its progress or its end. */
export const translationLatest: Operation<Types.TranslationLatestParams, Types.TranslationLatestResult> = { method: "GET", path: "/v1/projects/{projectId}/content/translation-jobs/latest" };

/** Estimates what filling the missing translations of a project takes: documents, values, languages, and the most credits. It answers within seconds, also for a large project. */
export const translationPreview: Operation<Types.TranslationPreviewParams, Types.TranslationPreviewResult> = { method: "POST", path: "/v1/projects/{projectId}/content/translation-jobs/preview" };

/** Starts a run that fills the missing translations of all documents of a project, into their drafts. A project has one run at a time; the owner pays. */
export const translationStart: Operation<Types.TranslationStartParams, Types.TranslationStartResult> = { method: "POST", path: "/v1/projects/{projectId}/content/translation-jobs", isIdempotent: true };

/** Translates localized fields of a document's draft with one model call for each language; each language is saved and settled on its own. It answers after at most 300 s with the languages that are done. */
export const translationTranslateDocument: Operation<Types.TranslationTranslateDocumentParams, Types.TranslationTranslateDocumentResult> = { method: "POST", path: "/v1/content/documents/{id}/translate", isIdempotent: true };

/** Makes a webhook, which sends a project's content events to an address. Its secret is shown once. Only the project's owner may call this. */
export const webhooksCreate: Operation<Types.WebhooksCreateParams, Types.WebhooksCreateResult> = { method: "POST", path: "/v1/projects/{projectId}/content/webhooks" };

/** Deletes a webhook with its log; waiting events are no longer delivered. Only the project's owner may call this. */
export const webhooksDelete: Operation<Types.WebhooksDeleteParams, Types.WebhooksDeleteResult> = { method: "DELETE", path: "/v1/content/webhooks/{id}" };

/** Lists the webhooks of a project, newest first. Only the project's owner may call this. */
export const webhooksList: Operation<Types.WebhooksListParams, Types.WebhooksListResult, Types.WebhooksListResult["webhooks"][number]> = { method: "GET", path: "/v1/projects/{projectId}/content/webhooks", items: "webhooks" };

/** Lists the deliveries of a webhook with every attempt, newest first. Only the project's owner may call this. */
export const webhooksListDeliveries: Operation<Types.WebhooksListDeliveriesParams, Types.WebhooksListDeliveriesResult, Types.WebhooksListDeliveriesResult["deliveries"][number]> = { method: "GET", path: "/v1/content/webhooks/{id}/deliveries", items: "deliveries" };

/** Sends a delivery again at once, under the same id and with the same body; its retries start over. Only the project's owner may call this. */
export const webhooksRetryDelivery: Operation<Types.WebhooksRetryDeliveryParams, Types.WebhooksRetryDeliveryResult> = { method: "POST", path: "/v1/content/webhooks/{id}/deliveries/{deliveryId}/retry" };

/** Changes the given settings of a webhook. Disabling it ends its waiting deliveries as failed; `rotateSecret` gives a new secret, once. Only the project's owner may call this. */
export const webhooksUpdate: Operation<Types.WebhooksUpdateParams, Types.WebhooksUpdateResult> = { method: "PATCH", path: "/v1/content/webhooks/{id}" };

/** Saves a workflow. */
export const workflowsCreate: Operation<Types.WorkflowsCreateParams, Types.WorkflowsCreateResult> = { method: "POST", path: "/v1/workflows" };

/** Makes a trigger that starts runs of a workflow on a schedule, when a document is published, or when an address is called. It takes exactly one of schedule, event and inbound. The caller owns the trigger. */
export const workflowsCreateTrigger: Operation<Types.WorkflowsCreateTriggerParams, Types.WorkflowsCreateTriggerResult> = { method: "POST", path: "/v1/workflows/{id}/triggers" };

/** Deletes a workflow and its runs, for its creator or the project's owner; runs in flight are stopped. */
export const workflowsDelete: Operation<Types.WorkflowsDeleteParams, Types.WorkflowsDeleteResult> = { method: "DELETE", path: "/v1/workflows/{id}" };

/** Deletes a trigger with its log, for its owner or the project's owner. Runs that it started stay. */
export const workflowsDeleteTrigger: Operation<Types.WorkflowsDeleteTriggerParams, Types.WorkflowsDeleteTriggerResult> = { method: "DELETE", path: "/v1/workflows/{id}/triggers/{triggerId}" };

/** Prices a run, node by node, after the same checks as its start; changes nothing. A node with null would fail. exact is false where the price depends on results that do not exist yet, and where a node is unpriced. */
export const workflowsEstimate: Operation<Types.WorkflowsEstimateParams, Types.WorkflowsEstimateResult> = { method: "POST", path: "/v1/workflows/{id}/estimate" };

/** Starts a run. Each node that costs credits checks the balance before it begins. 429 where 1,000 runs of the account go on, or what its runs store at no cost leaves no room for another one. */
export const workflowsExecute: Operation<Types.WorkflowsExecuteParams, Types.WorkflowsExecuteResult> = { method: "POST", path: "/v1/workflows/{id}/execute", isIdempotent: true };

/** Fires an inbound trigger at its address; the signature opens the address. With eventId a repeat starts no second run, as long as the log keeps the first call. */
export const workflowsFireTrigger: Operation<Types.WorkflowsFireTriggerParams, Types.WorkflowsFireTriggerResult> = { method: "POST", path: "/v1/workflow-triggers/{triggerId}/fire" };

/** Reads a workflow with its graph. */
export const workflowsGet: Operation<Types.WorkflowsGetParams, Types.WorkflowsGetResult> = { method: "GET", path: "/v1/workflows/{id}" };

/** Reads a run with the results of its nodes so far; URLs are signed anew. */
export const workflowsGetRun: Operation<Types.WorkflowsGetRunParams, Types.WorkflowsGetRunResult> = { method: "GET", path: "/v1/workflows/{id}/runs/{runId}" };

/** Reads a trigger of a workflow. */
export const workflowsGetTrigger: Operation<Types.WorkflowsGetTriggerParams, Types.WorkflowsGetTriggerResult> = { method: "GET", path: "/v1/workflows/{id}/triggers/{triggerId}" };

/** Makes a workflow from a graph of another program, as far as its nodes have a counterpart; `missing` lists the nodes without one. */
export const workflowsImport: Operation<Types.WorkflowsImportParams, Types.WorkflowsImportResult> = { method: "POST", path: "/v1/workflows/import" };

/** Lists the workflows of the caller's default project, or all members' workflows of a shared project, without their graphs. */
export const workflowsList: Operation<Types.WorkflowsListParams, Types.WorkflowsListResult, Types.WorkflowsListResult["workflows"][number]> = { method: "GET", path: "/v1/workflows", items: "workflows" };

/** Lists the types of nodes that this deployment has, including those of plugins, with the ports and settings that an editor of graphs needs. */
export const workflowsListNodeTypes: Operation<NoParams, Types.WorkflowsListNodeTypesResult> = { method: "GET", path: "/v1/workflow-node-types" };

/** Lists the runs of a workflow, newest first: all members' runs in a project, the caller's own otherwise. */
export const workflowsListRuns: Operation<Types.WorkflowsListRunsParams, Types.WorkflowsListRunsResult, Types.WorkflowsListRunsResult["runs"][number]> = { method: "GET", path: "/v1/workflows/{id}/runs", items: "runs" };

/** Lists the workflows that come with Kiln; POST /v1/workflows with templateId makes a copy of one that is the caller's own. */
export const workflowsListTemplates: Operation<NoParams, Types.WorkflowsListTemplatesResult> = { method: "GET", path: "/v1/workflow-templates" };

/** Lists the triggers of a workflow, at most 20, oldest first. */
export const workflowsListTriggers: Operation<Types.WorkflowsListTriggersParams, Types.WorkflowsListTriggersResult> = { method: "GET", path: "/v1/workflows/{id}/triggers" };

/** Continues a run that failed or was stopped: complete nodes keep their results and are not charged again, all others begin anew. Only the account that started the run can resume it. */
export const workflowsResumeRun: Operation<Types.WorkflowsResumeRunParams, Types.WorkflowsResumeRunResult> = { method: "POST", path: "/v1/workflows/{id}/runs/{runId}/resume", isIdempotent: true };

/** Stops a run; complete nodes stay, and stay charged. Only the account that started the run can stop it. A run that has ended is answered as it is. */
export const workflowsStopRun: Operation<Types.WorkflowsStopRunParams, Types.WorkflowsStopRunResult> = { method: "POST", path: "/v1/workflows/{id}/runs/{runId}/stop" };

/** Lists the times at which a trigger fired in the last 30 days and the outcomes, newest first: 100,000 at most, or the trigger's share of the 500,000 that an account's triggers keep. */
export const workflowsTriggerLog: Operation<Types.WorkflowsTriggerLogParams, Types.WorkflowsTriggerLogResult, Types.WorkflowsTriggerLogResult["fires"][number]> = { method: "GET", path: "/v1/workflows/{id}/triggers/{triggerId}/log", items: "fires" };

/** Replaces the whole graph, the name, or both. Runs that were started before keep their graph. */
export const workflowsUpdate: Operation<Types.WorkflowsUpdateParams, Types.WorkflowsUpdateResult> = { method: "PATCH", path: "/v1/workflows/{id}" };

/** Changes a trigger, for its owner. From then on it acts by the credential that changed it. The project's owner, whose credits its runs take, may switch it off. Its kind cannot change. */
export const workflowsUpdateTrigger: Operation<Types.WorkflowsUpdateTriggerParams, Types.WorkflowsUpdateTriggerResult> = { method: "PATCH", path: "/v1/workflows/{id}/triggers/{triggerId}" };
