import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'

/**
 * The way in which a changing call takes being repeated. `once`: it goes through `unitOfWork`, which does it once per Idempotency-Key.
 * The others do not, and say why they need not: `harmless`: it leaves what the first left, and answers alike. `parts`: it
 * works in several transactions, each of which finds what is done already. `secret`: it spends a secret, or tells one that
 * is kept nowhere.
 */
export type Repeats = 'once' | 'harmless' | 'parts' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a changing call; it is not registered without. */
    readonly repeats?: Repeats
  }
  interface FastifyRequest {
    /** Set by `unitOfWork`. */
    isUnitOfWork: boolean
  }
}

/**
 * Refuses to register a changing call that does not say how it may be repeated, and lets requests say that they went
 * through a unit of work.
 * @param isProven whether a call that promised a unit of work and went through none fails: in tests, so that none is released
 */
export function installRepeats(app: FastifyInstance, isProven: boolean): void {
  app.decorateRequest('isUnitOfWork', false)
  app.addHook('onRoute', (route) => {
    if (isChanging(route) && route.config?.repeats === undefined)
      throw new Error(
        `${
          [route.method].flat().join(', ')
        } ${route.url} changes something and does not say how it may be repeated (config.repeats: 'once' with unitOfWork)`,
      )
  })
  if (!isProven) return
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode === 200 && (reply.answerCode ?? 200) === 200 && lacksUnitOfWork(request))
      throw new Error(`${request.method} ${request.routeOptions.url} says config.repeats: 'once' and does not go through unitOfWork`)
    return payload
  })
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a call of a signed-in person may change something. */
function isChanging({ method, config = {} }: Pick<RouteOptions, 'method'> & { readonly config?: FastifyContextConfig }): boolean {
  if (config.access?.who === 'open') return false
  return config.changing === true || (config.reads !== true && [method].flat().some((each) => !readMethods.has(each)))
}

const lacksUnitOfWork = ({ isUnitOfWork, routeOptions: { config } }: FastifyRequest): boolean => config.repeats === 'once' && !isUnitOfWork
