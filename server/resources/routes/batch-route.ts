import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { BatchAnswer } from '#kernel/batch-answer.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { versionInput } from '#server/http/version-input.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import { failureOf } from '#server/http/answers/errors.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { serverMessages } from '#server/server-messages.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { mayEnter } from '../confidential.ts'
import { checkFacts } from '../facts.ts'
import { changeSchema } from '../input.ts'
import type { StoredRecord } from '../records.ts'
import { type ResourceRouteContext, recordId } from './routes.ts'

/** Most records of one call: more than a page of a list shows. */
const mostRecords = 200

interface BatchInput {
  readonly field: string
  readonly value?: unknown
  readonly records: readonly { readonly id: string; readonly version: number }[]
}

/** Sets one field of many records, each as if it was changed alone: one that is refused keeps no other from being changed. */
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
  // a wrong value is refused at its field, once
  const sample: FormValue = first ? { [field]: changeOf(first)[field] } : {}
  mayEnter(resource, request.caller, sample)
  const sentenceOf = (error: MeaningfulError) =>
    failureOf(error, serverMessages(host.plugins), { language: request.language, traceId: request.id, file: false }).envelope
  return unitOfWork(host, request, async ({ db, caller }): Promise<BatchAnswer> => {
    // a value of one record may be new to the others
    await checkFacts(db, { resource, value: sample, host, caller, stored: async () => ({}) })
    const seen = await scope(caller, db)
    const before: StoredRecord[] = []
    const failed: BatchAnswer['failed'][number][] = []
    // in one order, so that no two calls wait for each other
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

/** Does a part of a transaction in a savepoint; a refusal is its result, and nothing of the part stays. */
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

/** The sentence at the field, where there is one, else that of the refusal. */
function reasonIn({ msg, data }: { readonly msg: string; readonly data?: unknown }): string {
  const fields = (data as { readonly fields?: readonly { readonly message: string }[] } | undefined)?.fields ?? []
  return fields.length > 0 ? fields.map(({ message }) => message).join(' ') : msg
}
