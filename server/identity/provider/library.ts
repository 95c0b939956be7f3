/**
 * The modules of oidc-provider that are used, instead of its entry point, which only re-exports them and logs on every start a request
 * for Node 22. The sign-in suites run on each Node version of `engines`.
 */
export { Provider } from 'oidc-provider/lib/provider.js'
export * as errors from 'oidc-provider/lib/helpers/errors.js'
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
