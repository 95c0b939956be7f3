import type { FastifyInstance } from 'fastify'
import { disclosedResource } from '#kernel/fields/disclosure.ts'
import { isMaskedText } from '#kernel/values/masked-text.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { Forbidden, Refused } from '#kernel/errors.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import type { Permission } from '#kernel/permissions.ts'
import { recordForm } from '#kernel/record-form.ts'
import type { Resource, ResourceImport } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { isExclusionViolation } from '#server/database/errors.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { importer, type Importer, type ImportStep, type SaveOutcome } from '#server/imports/importer.ts'
import { importRoutes } from '#server/imports/routes.ts'
import type { ResourceRouteContext } from './routes.ts'
import { exportedBeside } from './export-routes.ts'
import { recordOfRow, followed } from '../brought.ts'
import { importColumns } from '../import-columns.ts'
import { changeSchema, newRecordSchema } from '../input.ts'
import { holds, identityOf, matching, orientedAs } from '../match.ts'
import type { StoredRecord } from '../records.ts'
import type { RecordRules, RecordStep } from '../rules.ts'
import type { Condition } from '../statements.ts'

/** Template and import of a resource that declares them. A row is written as the call for one record writes it. */
export function importingRoutes(app: FastifyInstance, calls: ResourceRouteContext, rules: RecordRules): void {
  const { resource, host, path } = calls
  const { can, import: declared } = resource
  if (!declared || !can.import) return
  importRoutes(app, host, path, resourceImporter(calls, rules, { ...declared, permission: can.import }))
}

interface RecordImportRow {
  readonly value: FormValue
  /** The values of the cells, to be compared with what is there. */
  readonly cells: FormValue
  readonly before: StoredRecord | undefined
}

interface RecordLookups {
  /** Stored records, by the fields that identify a row. */
  readonly existing: ReadonlyMap<string, StoredRecord>
  /** Ids among them that the caller sees. */
  readonly visible: ReadonlySet<string>
  readonly seen: readonly Condition[]
  readonly defaults: FormValue
}

/** @throws Refused where a masked text is its visible part, as it stands on the screen */
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
      // the record that it means is not known, so nothing is written
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

/** Old records may repeat what is unique for new ones. */
const mostOfOneIdentity = 4

/** The values of a new record where a cell is empty: the defaults of its fields; a switch that nobody set is off. */
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

/** Asks the rules about a new record, which is not written. @throws Refused */
async function judgeByRules(step: Omit<RecordStep, 'id' | 'confirmed'>, rules: RecordRules): Promise<void> {
  const record = { ...step, id: '', confirmed: [] }
  await rules.prepare?.(record)
  await rules.imports?.(record)
}

/** A period without its end overlaps all that follow: while a cell cannot be read, that says nothing. */
const isOverlap = (error: unknown): boolean => error instanceof Refused && isExclusionViolation(error.cause)

/** The fields of a row's cells, of a record that exists. */
const enteredFields = (cells: FormValue, complete: FormValue): FormValue =>
  Object.fromEntries(Object.keys(cells).map((field) => [field, complete[field]]))

/** An empty cell takes the default of its field, where it has one. */
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
