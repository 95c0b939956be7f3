import { onScreen } from '#kernel/fields/disclosure.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { FormValue } from '#kernel/values/value.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { AnswerWithText } from '#server/http/answers/envelope.ts'
import { needs } from '#server/http/access.ts'
import { byId, type ResourceRouteContext, queryOf, recordId } from './routes.ts'
import { mayEnter } from '../confidential.ts'
import type { StoredRecord } from '../records.ts'
import { boundField, checkFacts } from '../facts.ts'

/** Enable and disable; without `enable` in the query, the other of the two. */
export function enablingCall(calls: ResourceRouteContext): void {
  const { can, enable, name } = calls.resource
  const permission = can.enable ?? can.edit
  if (!enable || !permission) return
  const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
  const schema = { params: byId, querystring: queryOf({ enable: flag.optional() }) }
  calls.routes.put(`${calls.path}/enable/:id`, { config: { access: needs(permission), resource: name, repeats: 'once' }, schema },
    (request) => set(calls, request, request.params.id, (record) => ({ [enable]: request.query.enable ?? record[enable] !== true })))
}

/** Sets the status field of a resource that has one. */
export function statusCall(calls: ResourceRouteContext): void {
  const { can, fields, name } = calls.resource
  const options = fields['status']?.options
  if (!options || !can.edit) return
  const schema = { params: byId, querystring: queryOf({ status: z.enum(options.map(({ value }) => value)) }) }
  calls.routes.put(`${calls.path}/changeStatus/:id`, { config: { access: needs(can.edit), resource: name, repeats: 'once' }, schema },
    (request) => set(calls, request, request.params.id, () => ({ status: request.query.status })))
}

/** Binds a record to departments; to none means to all. */
export function bindingCall(calls: ResourceRouteContext): void {
  const { resource, host, path, all, scope } = calls
  const field = boundField(resource)
  if (!field || !resource.can.edit) return
  const schema = { body: z.strictObject({ id: recordId, groupIds: z.array(recordId).max(500) }) }
  calls.routes.post(`${path}/bindGroups`, { config: { access: needs(resource.can.edit), resource: resource.name, repeats: 'once' },
    schema }, async (request) => {
    const { id, groupIds } = request.body
    const value = { [field]: groupIds }
    const { caller } = request
    await checkFacts(host.db, { resource, value, host, caller, stored: async () => all.one(host.db, id, await scope(caller, host.db)) })
    return set(calls, request, id, () => value)
  })
}

/** Changes one field of the version that is there now: a switch is not the edit of what one read before. */
async function set({ host, resource, all, scope, writer, readBack }: ResourceRouteContext, request: FastifyRequest, id: string,
  change: (record: StoredRecord) => FormValue): Promise<StoredRecord | AnswerWithText> {
  return unitOfWork(host, request, async ({ db, caller }) => {
    const seen = await scope(caller, db)
    const before = await all.locked(db, id, seen)
    const changes = change(before)
    mayEnter(resource, caller, changes)
    await all.update(db, { ...changes, id, version: before.version }, writer(caller), seen)
    const after = await readBack(db, caller, { id, before })
    request.audited = { id, before, after }
    return onScreen(resource, caller, after)
  })
}
