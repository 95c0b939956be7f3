import { disclosed } from '#kernel/fields/disclosure.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { permits, type Permission } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { needs, needsAny } from '#server/http/access.ts'
import { type AnswerWithText, withMessage } from '#server/http/answers/envelope.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import type { Caller } from '#server/identity/caller.ts'
import { versionInput } from '#server/http/version-input.ts'
import { byId, type ResourceRouteContext, queryOf } from './routes.ts'
import { mayEnter } from '../confidential.ts'
import { changeSchema, newRecordSchema, type RecordInput } from '../input.ts'
import type { StoredRecord } from '../records.ts'
import { checkFacts } from '../facts.ts'

/** New records and changes, by the names that the calls of old and new clients have. */
export function writingRoutes(calls: ResourceRouteContext): void {
  const { routes, resource, path } = calls
  const { add, edit } = resource.can
  if (add && edit) {
    const config = { access: needsAny(add, edit), resource: resource.name }
    const changed = changeSchema(resource)
    const fresh = newRecordSchema(resource)
    routes.post(`${path}/save`, { config: { ...config, repeats: 'once' }, schema: { body: z.looseObject({}) } }, (request) => {
      const { body, caller } = request
      demand(caller, isChange(body) ? edit : add)
      return save(calls, isChange(body) ? parseInput(changed, body) : parseInput(fresh, body), request)
    })
  }
  if (add) {
    const options = { config: { access: needs(add), resource: resource.name, repeats: 'once' as const },
      schema: { body: newRecordSchema(resource) } }
    for (const url of [path, `${path}/add`]) routes.post(url, options, (request) => save(calls, request.body, request))
  }
  if (edit) {
    const options = { config: { access: needs(edit), resource: resource.name, repeats: 'once' as const },
      schema: { body: changeSchema(resource) } }
    for (const url of [path, `${path}/update`]) routes.put(url, options, (request) => save(calls, request.body, request))
  }
}

/** Only where the declaration allows it: most masters are disabled instead, so that nothing points at a hole. */
export function deletingCall({ routes, host, resource, path, all, scope, writer }: ResourceRouteContext): void {
  const remove = resource.can.delete
  if (!remove) return
  const schema = { params: byId, querystring: queryOf({ version: z.coerce.number().pipe(versionInput).optional() }) }
  routes.delete(`${path}/:id`, { config: { access: needs(remove), resource: resource.name, repeats: 'once' }, schema },
    (request) =>
      unitOfWork(host, request, async ({ db, caller }) => {
        const { params: { id }, query: { version } } = request
        request.audited = { id, before: await all.remove(db, id, { ...writer(caller), version, scope: await scope(caller, db) }) }
        return true
      }))
}

async function save(calls: ResourceRouteContext, { confirmed, ...value }: RecordInput,
  request: FastifyRequest): Promise<StoredRecord | AnswerWithText> {
  const { host, resource, all, scope, writer, readBack, rules } = calls
  mayEnter(resource, request.caller, value)
  return unitOfWork(host, request, async ({ db, caller }) => {
    const by = { ...writer(caller), confirmed }
    const seen = await scope(caller, db)
    await checkFacts(db, { resource, value, host, caller, stored: async () => (isChange(value) ? all.one(db, value.id, seen) : {}) })
    const before = isChange(value) ? await all.update(db, value, by, seen) : undefined
    const id = before?.id ?? (await all.insert(db, value, by))
    const after = await readBack(db, caller, { id, before })
    request.audited = { id, before, after }
    const remark = await rules.remark?.({ ...by, db, id, value: after, before, confirmed: confirmed ?? [] })
    const answer = disclosed(resource, caller, after)
    return remark ? withMessage(answer, remark.code, remark.parameters) : answer
  })
}

/** A value with an id changes that record; the version is checked with the rest of the input. */
const isChange = (value: FormValue): value is FormValue & { readonly id: string; readonly version: number } =>
  typeof value['id'] === 'string'

function demand(caller: Caller, permission: Permission) {
  if (!permits(caller.permissions, permission)) throw new Forbidden('error.forbidden')
}
