import type { FastifyInstance } from 'fastify'

/** One line for each answer: the route's pattern instead of the address, no query, no body, nobody's name. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.is404 ? null : request.routeOptions.url,
        status: reply.statusCode,
        code: reply.answerCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
