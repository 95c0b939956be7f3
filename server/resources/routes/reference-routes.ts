import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { pageLimit } from '../query.ts'

const kind = z.strictObject({ kind: z.string().min(1).max(60) })

const idsInput = z.strictObject({ ids: z.array(z.string().min(1).max(64)).max(500) })

const query = z.strictObject({
  keyword: z.string().trim().max(100).nullish(),
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(pageLimit).default(20),
  /** The values around the field, for modules that narrow candidates by them; never used in the text of a statement. */
  context: z.record(z.string().max(60), z.unknown()).default({}),
  /** Key of the form that offers the records. */
  form: z.string().max(60).optional(),
})

/** Calls for reference fields of all forms: labels by id, and candidates. */
export function referenceRoutes(app: FastifyInstance, { db, references, dictionary, clock, departments }: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, reads: true, resource: 'reference' } as const

  /** Adds labels of dictionary items to records. */
  const labelled = async ({ dictionaries = {} }: ReferenceSource, records: readonly ReferenceRecord[]) => {
    const attributes = Object.entries(dictionaries)
    if (attributes.length === 0 || records.length === 0) return records
    const labelOf = await dictionary(db)
    const labels = (record: ReferenceRecord) =>
      attributes.flatMap(([attribute, dict]) => {
        const label = labelOf(dict, String(record[attribute]))
        return label === null ? [] : [[`${attribute}Name`, label] as const]
      })
    return records.map((record) => ({ ...record, ...Object.fromEntries(labels(record)) }))
  }

  routes.post('/system/reference/:kind/find', { config, schema: { params: kind, body: idsInput } }, async ({ params, body, caller }) => {
    const source = sourceOf(references.source(params.kind))
    return labelled(source, await source.find(db, [...new Set(body.ids)], { caller, departments }))
  })

  routes.post('/system/reference/:kind/page', { config, schema: { params: kind, body: query } }, async ({ params, body, caller }) => {
    const { current, size, context, form, keyword } = body
    const source = sourceOf(references.source(params.kind))
    const { records, total } = await source.candidates(db, { keyword: keyword || undefined, current, size, context, form,
      today: todayOf(clock.now()) }, { caller, departments })
    return { records: await labelled(source, records), total, keyLabel: source.keyLabel, current, size, pages: Math.ceil(total / size) }
  })
}

function sourceOf(source: ReferenceSource | undefined): ReferenceSource {
  if (!source) throw new Missing('error.missing')
  return source
}
