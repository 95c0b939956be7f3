import type { FastifyInstance } from 'fastify'

/** Logs each answer in one line: the route's pattern instead of the URL, without query, body or names. */
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
