import { onScreen } from '#kernel/fields/disclosure.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Resource } from '#kernel/resource.ts'
import { isMaskedText, maskedText } from '#kernel/values/masked-text.ts'
import { Forbidden, Refused } from '#kernel/errors.ts'
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

async function save(calls: ResourceRouteContext, { confirmed, ...sent }: RecordInput,
  request: FastifyRequest): Promise<StoredRecord | AnswerWithText> {
  const { host, resource, all, scope, writer, readBack, rules } = calls
  mayEnter(resource, request.caller, sent)
  return unitOfWork(host, request, async ({ db, caller }) => {
    const by = { ...writer(caller), confirmed }
    const seen = await scope(caller, db)
    const value = await withStoredNumbers(resource, sent, isChange(sent) ? () => all.one(db, sent.id, seen) : undefined)
    await checkFacts(db, { resource, value, host, caller, stored: async () => (isChange(value) ? all.one(db, value.id, seen) : {}) })
    const before = isChange(value) ? await all.update(db, value, by, seen) : undefined
    const id = before?.id ?? (await all.insert(db, value, by))
    const after = await readBack(db, caller, { id, before })
    request.audited = { id, before, after }
    const remark = await rules.remark?.({ ...by, db, id, value: after, before, confirmed: confirmed ?? [] })
    const answer = onScreen(resource, caller, after)
    return remark ? withMessage(answer, remark.code, remark.parameters) : answer
  })
}

/**
 * A value without the masked texts that came back as they were shown: they stay. @throws Refused at one of which only a part was entered
 */
async function withStoredNumbers(resource: Resource, sent: FormValue, stored: (() => Promise<FormValue>) | undefined): Promise<FormValue> {
  const partial = Object.keys(sent).filter((name) => resource.fields[name]?.masked && isMaskedText(sent[name]))
  if (partial.length === 0) return sent
  const before = await stored?.()
  for (const name of partial) {
    const number = before?.[name]
    if (typeof number !== 'string' || maskedText(number) !== sent[name])
      throw new Refused('documents.partialAccount', {}, [{ field: name, code: 'documents.partialAccount' }])
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !partial.includes(name)))
}

/** A value with an id changes that record; the version is checked with the rest of the input. */
const isChange = (value: FormValue): value is FormValue & { readonly id: string; readonly version: number } =>
  typeof value['id'] === 'string'

function demand(caller: Caller, permission: Permission) {
  if (!permits(caller.permissions, permission)) throw new Forbidden('error.forbidden')
}
