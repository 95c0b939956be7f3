import type { FastifyInstance } from 'fastify'

/** Calls `wake` after each call that has changed something, so that what it left to do need not wait for the next poll. */
export function afterEachChange(app: FastifyInstance, wake: () => void): void {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { config } }) => {
    const changed = config?.changing === true || (method !== 'GET' && !config?.reads)
    if (changed && !is404) wake()
  })
}
