import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { proposedForOpenTasks } from '#approval/wire/absence.ts'
import { instantOf, isDateTime, nowOf } from '#kernel/values/dates.ts'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { Clock } from '#server/host.ts'
import { versionInput } from '#server/http/version-input.ts'
import { delegations, type NewDelegation } from '../personal/delegations.ts'

const path = '/system/delegation'
const moment = z.string().refine(isDateTime, 'error.field.format')
const body = {
  delegateId: z.string().min(1).max(32),
  startTime: moment,
  endTime: moment,
  businessTypes: z.array(z.string().min(1).max(64)).max(200).default([]),
  openTasks: z.enum(['handOver', 'keep']).optional(),
  enable: z.boolean().default(true),
}
const byId = z.strictObject({ id: z.string().min(1).max(32) })

/** Calls for the caller's own substitutes. */
export function registerDelegations(app: FastifyInstance, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'delegation' } as const

  routes.get(`${path}/list`, { config }, async ({ caller }) => {
    const rows = await delegations(db, caller.id, clock.now()).list()
    return rows.map((row) => ({
      id: row.id,
      delegate: { id: row.delegate_id, name: row.name },
      startTime: nowOf(row.start_time),
      endTime: nowOf(row.end_time),
      businessTypes: row.business_types,
      openTasks: row.open_tasks,
      enable: row.enable,
      version: row.version,
    }))
  })

  routes.post(path, { config: { ...config, repeats: 'once' }, schema: { body: z.strictObject(body) } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        const id = await delegations(tx, request.caller.id, at).add(delegationOf(request.body, at))
        request.audited = { id, after: request.body }
        return { id }
      }))

  routes.put(path, { config: { ...config, repeats: 'once' },
    schema: { body: z.strictObject({ ...body, id: byId.shape.id, version: versionInput }) } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        const { id, version, ...entered } = request.body
        await delegations(tx, request.caller.id, at).change(id, version, delegationOf(entered, at))
        request.audited = { id, after: entered }
        return true
      }))

  routes.delete(`${path}/:id`, { config: { ...config, repeats: 'once' }, schema: { params: byId } },
    (request) =>
      unitOfWork({ db, clock }, request, async ({ db: tx, at }) => {
        request.audited = { id: request.params.id }
        await delegations(tx, request.caller.id, at).remove(request.params.id)
        return true
      }))
}

/**
 * Without a choice, open tasks are handed over for absences of a working day or more.
 *
 * @throws Refused at `endTime` when it ends before it begins, or is over
 */
function delegationOf({ startTime, endTime, openTasks, ...rest }: z.output<z.ZodObject<typeof body>>, now: Date): NewDelegation {
  const [start, end] = [instantOf(startTime) ?? now, instantOf(endTime) ?? now]
  if (end <= start) refuseEnd('identity.delegateEnd')
  if (end <= now && rest.enable) refuseEnd('identity.delegateOver')
  return { ...rest, openTasks: openTasks ?? proposedForOpenTasks(start, end), startTime: start, endTime: end }
}

function refuseEnd(code: string): never {
  throw new Refused(code, {}, [{ field: 'endTime', code }])
}
