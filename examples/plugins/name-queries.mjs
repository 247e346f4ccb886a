// @ts-check
/**
 * Refuses GraphQL queries of delivery that have no name, and logs how long named ones take. One file in PLUGINS_DIR.
 * @type {import("../../plugins/kit/define-plugin.js").PluginExport}
 */
export default (kit) =>
  kit.definePlugin({
    name: "name-queries",
    version: "1.0.0",
    provides: {
      graphqlPlugin: (host) => ({
        id: "name-queries",
        async requestDidStart() {
          const began = performance.now();
          return {
            async didResolveOperation({ operationName }) {
              if (operationName === null)
                throw new kit.ServiceError(
                  "invalid_params",
                  "Give the query a name, as in: query Titles { … }",
                );
            },
            async willSendResponse({ operationName, errors }) {
              const took = Math.round(performance.now() - began);
              host.log.info(
                `${operationName ?? "a query without a name"}: ${took} ms, ${errors?.length ?? 0} errors`,
              );
            },
          };
        },
      }),
    },
  });
