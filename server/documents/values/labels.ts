import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { ReadDocument } from '../lifecycle/engine-facts.ts'
import type { DocumentHost } from '../host.ts'
import { withheldOf } from './disclosed-values.ts'
import { recordsNamedIn } from './form-facts.ts'
import type { TimelineRecord } from '../timeline/record.ts'
import { readable, readerOf } from '../visibility/scope.ts'

interface LabelReader {
  readonly host: Pick<DocumentHost, 'departments' | 'references'>
  readonly db: Db
  readonly caller: Caller
}

/** Records by kind and id. */
type Labels = Partial<Record<RecordKind, Record<string, ReferenceRecord>>>

/** Labels of all records that a document's value names. Of linked documents that the reader may not see, only the number. */
export async function labelsOf({ host, db, caller }: LabelReader,
  { id, evaluation, shown, form, access }: Pick<ReadDocument, 'id' | 'evaluation' | 'shown' | 'form' | 'access'>,
  lines: readonly TimelineRecord[]): Promise<Labels> {
  const isRestricted = seesLess(caller, { form, access })
  // withheld records are not named either; a text that equals an id names none
  const inForm = recordsNamedIn(form.fields, shown)
  const inHistory = isRestricted ? JSON.stringify(lines.map((line) => ({ ...line, comment: null }))) : ''
  const isNamed = (kind: RecordKind, id: string) =>
    !isRestricted || inForm.get(kind)?.has(id) === true || inHistory.includes(JSON.stringify(id))
  const all: Labels = Object.fromEntries(
    await Promise.all([...evaluation.records].map(async ([kind, records]) => {
      const known = [...records].filter(([id]) => isNamed(kind, id))
      return [kind, await shownTo({ host, db, caller }, { kind, records: new Map(known), document: id })] as const
    })),
  )
  // they were read for the document, not for a specific person
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

/** Records as disclosed to the caller; of withheld ones only the label. */
async function shownTo({ host, db, caller }: LabelReader,
  { kind, records, document }: NamedRecords): Promise<Record<string, ReferenceRecord>> {
  const source = host.references.source(kind)
  if (records.size === 0 || !source?.isLimited?.(caller)) return Object.fromEntries(records)
  const seen = await source.find(db, [...records.keys()], { caller, departments: host.departments }, document)
  const known = new Map(seen.map((record) => [record.id, record]))
  return Object.fromEntries([...records].map(([id, record]) => [id, known.get(id) ?? labelOnly(record)]))
}

const labelOnly = ({ id, name, code, enabled }: ReferenceRecord): ReferenceRecord => ({ id, name, enabled,
  ...(code !== undefined && { code }), readable: false })

/** Returns whether some columns of the document may be withheld from the caller. */
const seesLess = (caller: Caller, document: Pick<ReadDocument, 'form' | 'access'>): boolean =>
  Object.keys(caller.columns).length > 0 || withheldOf(document).length > 0

/** The part of a linked document that is always visible. */
const numberOnly = ({ id, enabled, businessNo }: ReferenceRecord): ReferenceRecord => ({ id, name: String(businessNo ?? id), enabled,
  businessNo, readable: false })

interface ReadableQuery {
  readonly host: Pick<Host, 'departments'>
  readonly db: Db
  readonly caller: Caller
}

/** The ids among these that the caller may read. */
async function readableAmong({ host, db, caller }: ReadableQuery, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const reader = await readerOf(host, db, caller)
  const rows = await db.selectFrom('document').select('id').where('id', 'in', [...ids]).where(readable(reader)).execute()
  return new Set(rows.map(({ id }) => id))
}

/** The label ("中文/English") of a dictionary value; null for an unknown or disabled value. */
type DictionaryLabels = (key: string, value: string) => string | null

/** Labels of dictionaries, cached until these change. */
export function dictionaryLabels() {
  let known: { version: string; labels: Promise<DictionaryLabels> } | undefined

  return async (db: Db, knownVersion?: string): Promise<DictionaryLabels> => {
    const version = knownVersion ?? (await changeVersions(db)).dictionary
    if (known?.version === version) return known.labels.catch(() => load(db))
    const labels = load(db)
    known = { version, labels }
    return labels
  }
}

async function load(db: Db): Promise<DictionaryLabels> {
  const rows = await dictionaries(db).list()
  const labels = new Map(rows.map(({ type, value, label, localName }) => [`${type}\n${value}`, `${label}/${localName}`]))
  return (key, value) => labels.get(`${key}\n${value}`) ?? null
}
