import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { records, type StoredRecord, type Writer } from '../records.ts'
import type { RecordRules } from '../rules.ts'
import { scopeConditions, targetConditions } from '../scope.ts'
import type { Condition } from '../statements.ts'

/** The context shared by the calls of one resource. */
export interface ResourceRouteContext {
  readonly routes: ReturnType<typeof typed>
  readonly host: Host
  readonly resource: Resource
  /** Path of its calls. */
  readonly path: string
  readonly all: ReturnType<typeof records>
  readonly rules: RecordRules
  /** The conditions of the caller's row scope. */
  scope(caller: Caller, db?: Db): Promise<readonly Condition[]>
  /** Reads the written record. @throws Forbidden, which rolls the write back, where the caller may not leave it like this */
  readBack(db: Db, caller: Caller, written: { readonly id: string; readonly before?: StoredRecord }): Promise<StoredRecord>
  writer(caller: Caller): Writer
}

/** Returns the context shared by the routes of a resource. */
export function callsOf(app: FastifyInstance, host: Host, resource: Resource, rules: RecordRules): ResourceRouteContext {
  const all = records(resource, rules)
  return {
    routes: typed(app),
    host,
    resource,
    path: pathOfCalls(resource),
    all,
    rules,
    scope: (caller, db = host.db) => scopeConditions(host, db, caller, resource),
    async readBack(db, caller, { id, before }) {
      const target = await targetConditions(host, db, caller, { resource, before })
      return all.one(db, id, target).catch((error: unknown) => {
        throw error instanceof Missing ? new Forbidden('error.forbidden') : error
      })
    },
    writer: (caller) => ({ by: caller.id, at: host.clock.now() }),
  }
}

export const recordId = z.string().min(1).max(64)

export const byId = z.strictObject({ id: recordId })

/** The query of a call, plus the timestamp that our client appends to every URL. */
export const queryOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject({ ...shape, _t: z.unknown().optional() })

const typed = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()
