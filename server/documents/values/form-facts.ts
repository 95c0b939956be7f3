import { memoize } from '#kernel/memoize.ts'
import type { Directory } from '#approval/directory.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { bearingDepartments, pathsAs } from '#kernel/fields/roles.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import { isReference, type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Flow } from '#kernel/flow.ts'
import type { WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Db } from '#server/database/tables.ts'
import { recordsIn } from '#server/identity/organisation/directory-references.ts'
import { type ChangeVersions, changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { ReferenceRecord } from '#server/host.ts'
import { ownersAsked } from '../definitions/flow-contents.ts'
import type { DocumentHost } from '../host.ts'

/** The facts for evaluating forms, and the referenced records; read once per action. */
export interface Evaluation extends FormFacts {
  readonly directory: Directory
  readonly calendar: WorkingCalendar
  /** The fact that modules declare under a name, which opinions may have to state. */
  opinionFact(name: string): OpinionFact | undefined
  /** Every record read so far, by kind and id, for labels. */
  readonly records: ReadonlyMap<RecordKind, ReadonlyMap<string, ReferenceRecord>>
  /** Reads the referenced records of a value that are not read yet. @returns whether there were any */
  know(fields: Fields, value: FormValue): Promise<boolean>
  knowIds(kind: RecordKind, ids: readonly string[]): Promise<boolean>
}

interface EvaluationInput {
  readonly at: Date
  readonly form: Form
  /** The flow to evaluate, if not the form's. */
  readonly flow?: Flow
  /** Id of the filed document. */
  readonly document?: string
  /** The change versions, if they were read already. */
  readonly versions?: ChangeVersions
}

type Sources = Pick<DocumentHost, 'directory' | 'dictionary' | 'calendar' | 'references' | 'plugins'>

/** Starts an evaluation of a form at an instant, inside the caller's transaction. */
export async function evaluationAt(host: Sources, db: Db,
  { at, form, flow, document, versions: knownVersions }: EvaluationInput): Promise<Evaluation> {
  const versions = knownVersions ?? (await changeVersions(db))
  const owners = [...new Set([form.flow, flow ?? form.flow].flatMap((each) => ownersAsked(form, each)))]
  const records = new Map<RecordKind, Map<string, ReferenceRecord>>()
  // values are immutable, so identity suffices
  const read = new WeakMap<FormValue, Fields>()
  const ofKind = (kind: RecordKind) => records.get(kind) ?? records.set(kind, new Map()).get(kind)!

  const evaluation: Evaluation = {
    today: todayOf(at),
    now: nowOf(at),
    directory: await host.directory(db, form.key, { versions, owners }),
    calendar: await host.calendar(db, versions.calendar),
    dict: await host.dictionary(db, versions.dictionary),
    records,
    opinionFact: (name) => host.plugins.flatMap(({ opinionFacts }) => opinionFacts).find(({ key }) => key === name),
    reference: (kind, id) => records.get(kind)?.get(id),
    async know(fields, value) {
      if (read.get(value) === fields) return false
      read.set(value, fields)
      const learnt = await Promise.all([...recordsNamedIn(fields, value)].map(([kind, ids]) => this.knowIds(kind, [...ids])))
      return learnt.includes(true)
    },
    async knowIds(kind, ids) {
      const known = ofKind(kind)
      const missing = ids.filter((id) => !known.has(id))
      if (kind === 'person' || kind === 'department') return keep(known, missing.flatMap((id) => recordsIn[kind](this.directory, id) ?? []))
      const source = missing.length > 0 ? host.references.source(kind) : undefined
      return source !== undefined && keep(known, await source.find(db, missing, undefined, document))
    },
  }
  return evaluation
}

function keep(known: Map<string, ReferenceRecord>, records: readonly ReferenceRecord[]): boolean {
  for (const record of records) known.set(record.id, record)
  return records.length > 0
}

/** The ids of the referenced records of a value, by kind. */
export function recordsNamedIn(fields: Fields, value: FormValue): ReadonlyMap<RecordKind, ReadonlySet<string>> {
  const named = new Map<RecordKind, Set<string>>()
  collect(fields, value, named)
  return named
}

function collect(fields: Fields, value: FormValue, wanted: Map<RecordKind, Set<string>>) {
  for (const { key, source, columns } of namingIn(fields)) {
    const inner = value[key]
    if (columns) collectRows(columns, inner, wanted)
    else want(wanted, source, inner)
  }
}

function collectRows(columns: Fields, rows: unknown, wanted: Map<RecordKind, Set<string>>) {
  if (!Array.isArray(rows)) return
  // also called for unvalidated input of clients
  for (const row of rows) if (isRow(row)) collect(columns, row, wanted)
}

/** A field with references, or a table with its columns. */
interface NamingField {
  readonly key: string
  readonly source: RecordKind
  readonly columns: Fields | undefined
}

const namingIn: (fields: Fields) => readonly NamingField[] = memoize((fields) =>
  Object.entries(fields).flatMap(([key, field]) => namingOf(key, field))
)

function namingOf(key: string, field: FieldDefinition): NamingField[] {
  if (field.kind !== 'table') return isReference(field) ? [{ key, source: sourceOf(field), columns: undefined }] : []
  return field.columns && namingIn(field.columns).length > 0 ? [{ key, source: '', columns: field.columns }] : []
}

function want(wanted: Map<RecordKind, Set<string>>, kind: RecordKind, value: unknown) {
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length === 0) return
  const set = wanted.get(kind) ?? new Set<string>()
  for (const id of ids) set.add(id)
  wanted.set(kind, set)
}

/** Ids at a field path of a form's value: `applicantDept`, `items.owner`, or every bearing department. */
export function idsAt(form: Form, value: FormValue, path: string): readonly string[] {
  if (path !== bearingDepartments) return idsIn(value, path.split('.'))
  return [...new Set(pathsAs(form.fields, 'bearingDepartment').flatMap((each) => idsIn(value, each.split('.'))))]
}

function idsIn(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((inner) => idsIn(inner, path))
  if (path.length === 0) return typeof value === 'string' && value !== '' ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return idsIn((value as FormValue)[path[0]!], path.slice(1))
}
