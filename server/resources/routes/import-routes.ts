import type { FastifyInstance } from 'fastify'
import { sql, type SqlBool } from 'kysely'
import { disclosedResource } from '#kernel/fields/disclosure.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { Forbidden, Refused } from '#kernel/errors.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import type { Permission } from '#kernel/permissions.ts'
import { recordForm } from '#kernel/record-form.ts'
import type { Resource, ResourceImport } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { isExclusionViolation } from '#server/database/errors.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { importer, type Importer, type ImportStep, type SaveOutcome } from '#server/imports/importer.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { referencedText } from '#server/imports/reading/names.ts'
import type { ResourceRouteContext } from './routes.ts'
import { exportedBeside } from './export-routes.ts'
import { columnsOf, importColumns } from '../columns.ts'
import { changeSchema, newRecordSchema } from '../input.ts'
import type { StoredRecord } from '../records.ts'
import type { RecordRules, RecordStep } from '../rules.ts'
import { type Condition, isOneOf } from '../statements.ts'

/** Registers template and import of a resource that declares them. Rows are written like records of the single-record call. */
export function importingRoutes(app: FastifyInstance, calls: ResourceRouteContext, rules: RecordRules): void {
  const { resource, host, path } = calls
  const { can, import: declared } = resource
  if (!declared || !can.import) return
  importRoutes(app, host, path, resourceImporter(calls, rules, { ...declared, permission: can.import }))
}

interface RecordImportRow {
  readonly value: FormValue
  /** The values of the cells, for comparison with the stored record. */
  readonly cells: FormValue
  readonly before: StoredRecord | undefined
}

interface RecordLookups {
  /** Stored records, by the fields that identify a row. */
  readonly existing: ReadonlyMap<string, StoredRecord>
  /** Their ids that the caller may see. */
  readonly visible: ReadonlySet<string>
  readonly seen: readonly Condition[]
  readonly defaults: FormValue
}

/** @throws Refused for a masked text that was entered in its masked form */
function refusePartial({ fields }: Resource, value: FormValue): void {
  if (Object.keys(value).some((name) => fields[name]?.masked && isMaskedText(value[name]))) throw new Refused('documents.partialAccount')
}

function resourceImporter(calls: ResourceRouteContext, rules: RecordRules,
  declared: ResourceImport & { readonly permission: Permission }): Importer<RecordImportRow, RecordLookups> {
  const { resource, all } = calls
  const schemas = { fresh: newRecordSchema(resource), changed: changeSchema(resource) }
  const updates = declared.onMatch === 'update'
  const completed = (cells: FormValue, defaults: FormValue): FormValue => ({ ...filled(cells, defaults), ...declared.sets })
  return importer<RecordImportRow, RecordLookups>({
    id: resource.name,
    cn: resource.cn,
    en: resource.en,
    permission: declared.permission,
    columns: importColumns(resource, rules),
    columnsFor: (caller) => importColumns(disclosedResource(resource, caller), rules),
    others: exportedBeside(resource).map((name) => resource.fields[name]!),
    allOrNothing: declared.allOrNothing,
    notes: [...(updates ? [updateNote] : []), ...(declared.notes ?? [])],
    identity: { columns: declared.match, of: (cells, { defaults }) => identityOf(resource, completed(cells, defaults)) },
    follows: ({ value }) => followed(resource, value),
    prepare: (db, rows, step) => lookUp(calls, db, rows, step),
    row(cells, { existing, defaults, visible }) {
      const complete = completed(cells, defaults)
      const before = existing.get(identityOf(resource, complete) ?? '')
      if (before && !visible.has(before.id)) throw new Forbidden('error.forbidden')
      if (before && !updates) throw new Refused('imports.row.exists')
      const stated = before ? orientedAs(resource, before, enteredFields(cells, complete)) : complete
      const value = before
        ? parseInput(schemas.changed, { ...stated, id: before.id, version: before.version })
        : parseInput(schemas.fresh, stated)
      refusePartial(resource, value)
      return { value, cells: stated, before }
    },
    async judge(db, cells, { existing, defaults, seen }, step) {
      const complete = completed(cells, defaults)
      // the identified record is unknown, so nothing is written
      if (!declared.match.every((field) => field in complete))
        return judgeByRules({ db, value: complete, ...calls.writer(step.caller) }, rules)
      const before = existing.get(identityOf(resource, complete) ?? '')
      const stated = before ? orientedAs(resource, before, enteredFields(cells, complete)) : complete
      await saveRow(db, { value: stated, cells: stated, before }, { calls, rules, seen, all, step }).catch((error: unknown) => {
        const isRead = importColumns(resource).every(({ key, by }) => by === 'name' || key in cells)
        if (isRead || !isOverlap(error)) throw error
      })
    },
    save: (db, row, { seen }, step) => saveRow(db, row, { calls, rules, seen, all, step }),
  })
}

const updateNote = { cn: '已存在的记录将被更新；留空的单元格会清空原值',
  en: 'Existing records are updated; an empty cell clears the value' }

async function lookUp({ resource, host, all, scope }: ResourceRouteContext, db: Db, rows: readonly FormValue[],
  step: ImportStep): Promise<RecordLookups> {
  const seen = await scope(step.caller, db)
  const defaults = defaultsOf(resource, step)
  const conditions = [matching(resource, rows.map((row) => filled(row, defaults)))]
  const limit = rows.length * mostOfOneIdentity
  const found = await all.list(db, conditions, limit)
  const visible = seen.length === 0 ? found : await all.list(host.db, [...conditions, ...seen], limit)
  return { seen, defaults, existing: new Map(found.map((record) => [identityOf(resource, record) ?? record.id, record])),
    visible: new Set(visible.map(({ id }) => id)) }
}

/** Maximum number of stored records with one identity: older records may violate uniqueness rules for new ones. */
const mostOfOneIdentity = 4

/** The values of a new record for empty cells: the defaults of its fields, and false for switches. */
function defaultsOf(resource: Resource, { caller, at }: ImportStep): FormValue {
  const off = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'switch' || kind === 'checkbox').map((
    [name],
  ) => [name, false])
  const declared = withDefaults(recordForm(resource), {}, { today: todayOf(at), now: nowOf(at), reference: () => undefined }, {
    currentUser: caller.id,
  })
  const writable = Object.entries({ ...Object.fromEntries(off), ...declared }).filter(([name]) =>
    !resource.fields[name]?.system && !resource.fields[name]?.readOnly
  )
  return Object.fromEntries(writable) as FormValue
}

/** Checks a new record by the rules without writing it. @throws Refused */
async function judgeByRules(step: Omit<RecordStep, 'id' | 'confirmed'>, rules: RecordRules): Promise<void> {
  const record = { ...step, id: '', confirmed: [] }
  await rules.prepare?.(record)
  await rules.imports?.(record)
}

/**
 * Returns whether an error is an overlap of periods. While a cell is unreadable it is ignored, since a period without its end overlaps
 * all later ones.
 */
const isOverlap = (error: unknown): boolean => error instanceof Refused && isExclusionViolation(error.cause)

/** The fields of a row's cells, as of an existing record. */
const enteredFields = (cells: FormValue, complete: FormValue): FormValue =>
  Object.fromEntries(Object.keys(cells).map((field) => [field, complete[field]]))

/** Replaces empty cells with the defaults of their fields. */
function filled(cells: FormValue, defaults: FormValue): FormValue {
  const entered = Object.entries(cells).filter(([name, value]) => (value !== null && value !== undefined) || !(name in defaults))
  return { ...defaults, ...Object.fromEntries(entered) }
}

interface SavingRow {
  readonly calls: ResourceRouteContext
  readonly rules: RecordRules
  readonly all: ResourceRouteContext['all']
  readonly seen: readonly Condition[]
  readonly step: ImportStep
}

async function saveRow(db: Db, row: RecordImportRow, saving: SavingRow): Promise<SaveOutcome> {
  const { before, cells } = row
  if (before && holds(before, cells)) return 'unchanged'
  const id = await writtenRow(db, row, saving)
  if (saving.seen.length > 0) await saving.calls.readBack(db, saving.step.caller, { id, before })
  return before ? 'changed' : 'added'
}

async function writtenRow(db: Db, { value: read, before }: RecordImportRow,
  { calls, rules, all, seen, step: { caller } }: SavingRow): Promise<string> {
  const writer = calls.writer(caller)
  const value = await recordOfRow(db, calls, read)
  await rules.imports?.({ db, id: before?.id ?? '', value: { ...before, ...value }, before, ...writer, confirmed: [] })
  if (!before) return all.insert(db, value, writer)
  return (await all.update(db, { ...value, id: before.id, version: before.version }, writer, seen)).id
}

/** The identity of the record of the same file that a row depends on. */
function followed(resource: Resource, value: FormValue): string | undefined {
  const named = Object.values(value).map(referencedText).find((text) => text !== undefined)
  return named === undefined ? undefined : identityOf(resource, { [resource.key]: named })
}

/** Replaces placeholders for records of the same file with their ids. @throws Refused where one could not be saved */
async function recordOfRow(db: Db, { resource, all }: ResourceRouteContext, value: FormValue): Promise<FormValue> {
  const named = Object.entries(value).flatMap(([field, each]) => {
    const text = referencedText(each)
    return text === undefined ? [] : [[field, text] as const]
  })
  if (named.length === 0) return value
  const found = await all.list(db, [matching(resource, named.map(([, text]) => ({ [resource.key]: text })))], named.length)
  const ids = new Map(found.map((record) => [String(record[resource.key]), record.id]))
  const missing = named.filter(([, text]) => !ids.has(text))
  if (missing.length > 0)
    throw new Refused('error.invalidInput', {},
      missing.map(([field, text]) => ({ field, code: 'imports.cell.reference', parameters: { text } })))
  return { ...value, ...Object.fromEntries(named.map(([field, text]) => [field, ids.get(text)])) }
}

/** The identity of an imported record as a text; undefined while a part of it could not be read. */
function identityOf(resource: Resource, value: FormValue): string | undefined {
  const parts = partsOf(resource, value)
  if (parts.every((part) => part === null)) return undefined
  const either = pairOf(resource).length === 0 ? [parts] : [parts, partsOf(resource, turned(resource, value))]
  // of an unordered pair, one order is chosen as the key
  return either.map((each) => JSON.stringify(each)).toSorted()[0]
}

/** The values of a row with an unordered pair in the order of the stored record. */
function orientedAs(resource: Resource, record: FormValue, value: FormValue): FormValue {
  const isTurned = pairOf(resource).length > 0 && matchOf(resource).some((field) => textOf(record[field]) !== textOf(value[field]))
  return isTurned ? turned(resource, value) : value
}

/** The fields whose values may be exchanged; mostly none. */
const pairOf = ({ import: declared }: Resource): readonly string[] => declared?.unordered ?? []

function turned(resource: Resource, value: FormValue): FormValue {
  const [one, other] = pairOf(resource)
  return one === undefined || other === undefined ? value : { ...value, [one]: value[other], [other]: value[one] }
}

/** Condition for the records that these rows identify. */
function matching(resource: Resource, rows: readonly FormValue[]): Condition {
  const columns = columnsOf(resource)
  const matched = matchOf(resource).flatMap((field) => columns.get(field) ?? [])
  // without identifying fields every row is a new record
  if (matched.length === 0) return sql<SqlBool>`false`
  const either = pairOf(resource).length === 0 ? rows : rows.flatMap((row) => [row, turned(resource, row)])
  return isOneOf(matched, either.map((row) => partsOf(resource, row)))
}

/** Returns whether a record already has the values of a row. */
function holds(record: StoredRecord, value: FormValue): boolean {
  return Object.entries(value).every(([field, value]) => isSame(record[field], value))
}

const matchOf = ({ import: declared }: Resource): readonly string[] => declared?.match ?? []

const partsOf = (resource: Resource, value: FormValue): (string | null)[] => matchOf(resource).map((field) => textOf(value[field]))

const textOf = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value))

/** Compares values: empty texts and lists equal absent ones, amounts are compared by value (1.50 equals 1.5), lists regardless of order. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other)) return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
  const [left, right] = [textOf(one), textOf(other)]
  if (left === right) return true
  return typeof one === 'string' && typeof other === 'string' && isSameNumber(one, other)
}

function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => (/^-?\d+(\.\d+)?$/.test(text) ? decimalOf(text) : null))
  return Boolean(left && right && one.includes('.') && left.eq(right))
}

const sorted = (list: unknown): unknown[] => (Array.isArray(list) ? list.toSorted() : [])
