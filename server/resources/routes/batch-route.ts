import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { BatchAnswer } from '#kernel/answers.ts'
import { Forbidden, MeaningfulError } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { accessTo, type Discloses } from '#kernel/fields/disclosure.ts'
import type { Resource } from '#kernel/resource.ts'
import { parseInput, versionInput } from '#server/http/requests/validation.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import { failureOf } from '#server/http/answers/errors.ts'
import { serverMessages } from '#server/server-messages.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { changeSchema, checkFacts } from '../input.ts'
import type { StoredRecord } from '../records.ts'
import { recordId, type ResourceRouteContext } from './routes.ts'

/** Maximum number of records per call: more than a page of a list. */
const mostRecords = 200

interface BatchInput {
  readonly field: string
  readonly value?: unknown
  readonly records: readonly { readonly id: string; readonly version: number }[]
}

/** Sets one field of many records, each independently: a refused one does not affect others. */
export function batchCall(calls: ResourceRouteContext): void {
  const { routes, resource, path } = calls
  const { batch = [], can } = resource
  if (batch.length === 0 || !can.edit) return
  const body = z.strictObject({ field: z.enum(batch), value: z.unknown(),
    records: z.array(z.strictObject({ id: recordId, version: versionInput })).min(1).max(mostRecords) })
  routes.put(`${path}/batch`, { config: { access: needs(can.edit), resource: resource.name, repeats: 'once' }, schema: { body } },
    (request) => setMany(calls, request, request.body))
}

async function setMany(calls: ResourceRouteContext, request: FastifyRequest, { field, value, records }: BatchInput) {
  const { host, resource, scope } = calls
  const schema = changeSchema(resource)
  const changeOf = (record: BatchInput['records'][number]) => parseInput(schema, { ...record, [field]: value ?? null })
  const [first] = records
  // an invalid value is refused once, at its field
  const sample: FormValue = first ? { [field]: changeOf(first)[field] } : {}
  mayEnter(resource, request.caller, sample)
  const sentenceOf = (error: MeaningfulError) =>
    failureOf(error, serverMessages(host.plugins), { language: request.language, traceId: request.id, file: false }).envelope
  return unitOfWork(host, request, async ({ db, caller }): Promise<BatchAnswer> => {
    // the value of one record may be new to the others
    await checkFacts(db, { resource, value: sample, host, caller, stored: async () => ({}) })
    const seen = await scope(caller, db)
    const before: StoredRecord[] = []
    const failed: BatchAnswer['failed'][number][] = []
    // updates in the order of ids, to avoid deadlocks between calls
    for (const record of records.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      const outcome = await attempt(db, async () => {
        const stood = await calls.all.update(db, changeOf(record), calls.writer(caller), seen)
        await calls.readBack(db, caller, { id: record.id, before: stood })
        return stood
      })
      if (outcome instanceof MeaningfulError) failed.push({ id: record.id, reason: reasonIn(sentenceOf(outcome)) })
      else before.push(outcome)
    }
    request.audited = { id: before.map(({ id }) => id).join(' ').slice(0, 64),
      before: before.map((record) => ({ id: record.id, [field]: record[field] })),
      after: { ...sample, changed: before.map(({ id }) => id), failed } }
    return { changed: before.length, failed }
  })
}

/** Runs part of a transaction in a savepoint; a refusal is returned, and the part is rolled back. */
async function attempt<Result>(db: Db, work: () => Promise<Result>): Promise<Result | MeaningfulError> {
  await sql`savepoint one_record`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint one_record`.execute(db)
    return result
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    await sql`rollback to savepoint one_record`.execute(db)
    return error
  }
}

/** The message at the field, else that of the refusal. */
function reasonIn({ msg, data }: { readonly msg: string; readonly data?: unknown }): string {
  const fields = (data as { readonly fields?: readonly { readonly message: string }[] } | undefined)?.fields ?? []
  return fields.length > 0 ? fields.map(({ message }) => message).join(' ') : msg
}

/** Demands that fields which are not fully visible, or read-only, are not entered. @throws Forbidden */
export function mayEnter(resource: Pick<Resource, 'name' | 'confidential'>, caller: Discloses, value: FormValue): void {
  if (Object.entries(value).some(([field, entered]) => entered !== undefined && accessTo(resource, caller, field) !== 'full'))
    throw new Forbidden('error.forbidden')
}
