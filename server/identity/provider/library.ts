/**
 * The parts of oidc-provider that run. They come from its modules: its entry does nothing more than export them, after a
 * line on every start that asks for Node 22. The sign-in suites run on each Node that `engines` names.
 */
export { Provider } from 'oidc-provider/lib/provider.js'
export * as errors from 'oidc-provider/lib/helpers/errors.js'
export * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'
