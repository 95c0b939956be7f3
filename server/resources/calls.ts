import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden, Missing } from '../../src/kernel/errors.ts'
import type { Resource } from '../../src/kernel/resource.ts'
import type { Db } from '../database/tables.ts'
import type { Caller } from '../identity/caller.ts'
import type { Host } from '../plugin.ts'
import { records, type StoredRecord, type Writer } from './records.ts'
import type { RecordRules } from './rules.ts'
import { scopeConditions } from './scope.ts'
import type { Condition } from './statements.ts'

/** What the calls of one resource share. */
export interface Calls {
  readonly routes: ReturnType<typeof typed>
  readonly host: Host
  readonly resource: Resource
  /** `{base}/{name}` */
  readonly path: string
  readonly all: ReturnType<typeof records>
  scope(caller: Caller, db?: Db): Promise<readonly Condition[]>
  writer(caller: Caller): Writer
}

export function callsOf(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): Calls {
  return {
    routes: typed(app),
    host,
    resource,
    path: `${resource.base}/${resource.name}`,
    all: records(resource, rules),
    scope: (caller, db = host.db) => scopeConditions(host, db, caller, resource),
    writer: (caller) => ({ by: caller.id, at: host.clock.now() }),
  }
}

/**
 * The record as it was written.
 * @throws Forbidden, which undoes it, when it left the caller's own sight: it was not theirs to write.
 */
export async function readBack(db: Db, { all, id, seen }: { all: Calls['all']; id: string; seen: readonly Condition[] }): Promise<StoredRecord> {
  try {
    return await all.one(db, id, seen)
  } catch (error) {
    throw error instanceof Missing ? new Forbidden('error.forbidden') : error
  }
}

export const recordId = z.string().min(1).max(64)

export const byId = z.strictObject({ id: recordId })

/** The query of a call, beside the timestamp that our client appends to every address. */
export const queryOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, _t: z.unknown().optional() })

const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()
