import type { FastifyInstance } from 'fastify'

/** Calls `wake` after each changing call, so that pollers process its follow-up work immediately. */
export function afterEachChange(app: FastifyInstance, wake: () => void): void {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { config } }) => {
    const changed = config?.changing === true || (method !== 'GET' && !config?.reads)
    if (changed && !is404) wake()
  })
}
