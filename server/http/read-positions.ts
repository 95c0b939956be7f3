import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Missing } from '#kernel/errors.ts'
import { isConnectionLost, sqlState } from '#server/database/errors.ts'
import { positionIn, positionText, type Replicas, type Standby } from '#server/database/replicas.ts'
import type { Db } from '#server/database/tables.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A list or a record that may be read from a standby, by `onStandby`. */
    standby?: true
  }
  interface FastifyRequest {
    /** The standby that has what the reader has seen; undefined: the primary is read. */
    standby: Standby | undefined
  }
}

/**
 * Header with a position of the log: in an answer, of what its reader has written or seen; in a request, of what its reader must find.
 * A request without it is answered by the primary.
 */
export const positionHeader = 'x-log-position'

/** Chooses a standby for each reading call that may use one, and tells callers the position of what they have written or seen. */
export function installReadPositions(app: FastifyInstance, replicas: Replicas | undefined): void {
  app.decorateRequest('standby', undefined)
  if (!replicas) return
  app.addHook('preHandler', async (request) => {
    const wanted = request.routeOptions.config.standby ? positionIn(request.headers[positionHeader]) : undefined
    if (wanted !== undefined) request.standby = await replicas.at(wanted)
  })
  app.addHook('onSend', async (request, reply) => {
    const { config } = request.routeOptions
    if (!config?.standby && !mayChange(request)) return
    reply.header(positionHeader, await positionAfter(request, replicas))
  })
}

const mayChange = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  method === 'GET' ? config?.changing === true : config?.reads !== true

/** The position of what a call has written or seen; `none` where it is not known, so that the caller forgets an earlier one. */
async function positionAfter({ standby, headers }: FastifyRequest, replicas: Replicas): Promise<string> {
  if (!standby) return replicas.position().then(positionText, () => 'none')
  const wanted = positionIn(headers[positionHeader]) ?? 0n
  return positionText(standby.replayed > wanted ? standby.replayed : wanted)
}

/**
 * Runs a read on the standby of the call, or else on the primary; on the primary once more where the standby goes away, cancels it for
 * what it has to replay, or lacks a record that the reader may know from others.
 */
export async function onStandby<Result>(request: FastifyRequest, primary: Db, read: (db: Db) => Promise<Result>): Promise<Result> {
  const { standby } = request
  if (!standby) return read(primary)
  try {
    return await read(standby.db)
  } catch (error) {
    if (!(error instanceof Missing) && !isConnectionLost(error) && sqlState(error) !== '40001') throw error
    request.standby = undefined
    return read(primary)
  }
}
