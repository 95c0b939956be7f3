import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord } from '#server/host.ts'
import type { ReadDocument } from '../read-document.ts'
import type { DocumentHost } from '../host.ts'
import { withheldOf } from './disclosed-values.ts'
import { readableAmong } from '../visibility/readable-among.ts'
import type { TimelineRecord } from '../timeline/record.ts'

interface LabelReader {
  readonly host: Pick<DocumentHost, 'departments' | 'references'>
  readonly db: Db
  readonly caller: Caller
}

/** Records by kind and id. */
type Labels = Partial<Record<RecordKind, Record<string, ReferenceRecord>>>

/**
 * Labels of everything that a document names in its value. Of linked documents that the reader may not read, the number is all there is.
 */
export async function labelsOf({ host, db, caller }: LabelReader,
  { id, evaluation, shown, form, access }: Pick<ReadDocument, 'id' | 'evaluation' | 'shown' | 'form' | 'access'>,
  lines: readonly TimelineRecord[]): Promise<Labels> {
  const isRestricted = seesLess(caller, { form, access })
  const said = isRestricted ? JSON.stringify([shown, lines]) : ''
  // A record that the reader is not shown is not called by its name either.
  const named = (id: string) => !isRestricted || said.includes(JSON.stringify(id))
  const all: Labels = Object.fromEntries(
    await Promise.all([...evaluation.records].map(async ([kind, records]) => {
      const known = [...records].filter(([id]) => named(id))
      return [kind, await toldTo({ host, db, caller }, { kind, records: new Map(known), document: id })] as const
    })),
  )
  // they were read for the document, which is nobody in particular
  const labels: Labels = { ...all, attachment: Object.fromEntries(
    Object.values(all.attachment ?? {}).map((file) => [file.id, { ...file, own: file.createBy === caller.id }]),
  ) }
  const linked = Object.values(labels.documentLink ?? {})
  if (linked.length === 0) return labels
  const known = await readableAmong({ host, db, caller }, linked.map(({ id }) => id))
  const own = isRestricted
    ? await host.references.source('documentLink')?.find(db, [...known], { caller, departments: host.departments }, id)
    : undefined
  const whole = new Map(own?.map((record) => [record.id, record]))
  return { ...labels, documentLink: Object.fromEntries(
    linked.map((record) => [record.id, known.has(record.id) ? (whole.get(record.id) ?? record) : numberOnly(record)]),
  ) }
}

interface NamedRecords {
  readonly kind: RecordKind
  readonly records: ReadonlyMap<string, ReferenceRecord>
  readonly document: string
}

/** Records as far as the caller is told of them; of those that are not for them, what they are called. */
async function toldTo({ host, db, caller }: LabelReader,
  { kind, records, document }: NamedRecords): Promise<Record<string, ReferenceRecord>> {
  const source = host.references.source(kind)
  if (records.size === 0 || !source?.isLimited?.(caller)) return Object.fromEntries(records)
  const told = await source.find(db, [...records.keys()], { caller, departments: host.departments }, document)
  const known = new Map(told.map((record) => [record.id, record]))
  return Object.fromEntries([...records].map(([id, record]) => [id, known.get(id) ?? labelOnly(record)]))
}

const labelOnly = ({ id, name, code, enabled }: ReferenceRecord): ReferenceRecord => ({ id, name, enabled,
  ...(code !== undefined && { code }), readable: false })

/** Returns whether columns of the document may be kept from them. */
const seesLess = (caller: Caller, document: Pick<ReadDocument, 'form' | 'access'>): boolean =>
  Object.keys(caller.columns).length > 0 || withheldOf(document).length > 0

/** The part of another document that one which names it shows anyway. */
const numberOnly = ({ id, enabled, businessNo }: ReferenceRecord): ReferenceRecord => ({ id, name: String(businessNo ?? id), enabled,
  businessNo, readable: false })
