import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Why a changing call may be repeated without a unit of work.
 * `harmless`: it leaves what the first left, and answers alike. `parts`: it works in several transactions, each of which
 * finds what is done already. `secret`: it spends a secret, or tells one that is kept nowhere.
 */
export type Repeats = 'harmless' | 'parts' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a changing call that does not go through `unitOfWork`. */
    readonly repeats?: Repeats
  }
  interface FastifyRequest {
    /** Set by `unitOfWork`. */
    isUnitOfWork: boolean
  }
}

/**
 * Lets requests say that they went through a unit of work.
 * @param isDemanded whether a change without one fails: in tests, so that no such call is ever released
 */
export function installRepeats(app: FastifyInstance, isDemanded: boolean): void {
  app.decorateRequest('isUnitOfWork', false)
  if (!isDemanded) return
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode === 200 && (reply.answerCode ?? 200) === 200 && lacksUnitOfWork(request))
      throw new Error(`${request.method} ${request.routeOptions.url} changes something without unitOfWork and does not say why (config.repeats)`)
    return payload
  })
}

const asking: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a call changed something without a unit of work and without saying why it may be repeated. */
function lacksUnitOfWork({ method, isUnitOfWork, routeOptions: { config } }: FastifyRequest): boolean {
  const isChanging = config.changing === true || (!asking.has(method) && config.reads !== true)
  return isChanging && config.access?.who !== 'open' && !isUnitOfWork && config.repeats === undefined
}
