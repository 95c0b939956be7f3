import type { FastifyContextConfig, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'

/**
 * The way in which a changing call may be repeated. `once`: it uses `unitOfWork`, which runs it once per Idempotency-Key. The others need
 * no key: `harmless`: repeating has the same effect and answer; `parts`: several transactions, each of which skips completed work;
 * `secret`: it consumes a secret, or reveals one that must not be stored with an answer.
 */
export type Repeats = 'once' | 'harmless' | 'parts' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for a changing call; registration fails without it. */
    readonly repeats?: Repeats
  }
  interface FastifyRequest {
    /** Set by `unitOfWork`. */
    isUnitOfWork: boolean
  }
}

/**
 * Refuses to register a changing call without `repeats`, and records whether a request used a unit of work.
 * @param isProven whether a `once` call without a unit of work fails; set in tests
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

/** Returns whether a call of a signed-in person may change data. */
function isChanging({ method, config = {} }: Pick<RouteOptions, 'method'> & { readonly config?: FastifyContextConfig }): boolean {
  if (config.access?.who === 'open') return false
  return config.changing === true || (config.reads !== true && [method].flat().some((each) => !readMethods.has(each)))
}

const lacksUnitOfWork = ({ isUnitOfWork, routeOptions: { config } }: FastifyRequest): boolean => config.repeats === 'once' && !isUnitOfWork
