import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { keyAs, keyTo } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { ApproverRule, Block } from '#kernel/flow.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import { type Charge, costCenters } from './cost-centers.ts'

/** Checks that each cost centre is mapped to its bearing department, and that it has an owner where the flow needs one as approver. */
export const checkCharges: DocumentExtension = {
  concerns: ({ fields }) => hasPair(fields) || Object.values(fields).some(({ columns }) => columns && hasPair(columns)),

  async check({ db, form, value, at, directory }) {
    const places = charges(form, value)
    const unmapped = await costCenters(db).unmapped(places.map(({ charge }) => charge), todayOf(at))
    const missing = neededOwners(form, value).filter(({ costCenter }) => directory.owners('costCenter')?.person(costCenter) === undefined)
    return [
      ...unmapped.map((position): FieldProblem => ({ field: places[position]!.field, code: 'costCentres.notMapped' })),
      ...missing.map(({ field }): FieldProblem => ({ field, code: 'costCentres.ownerMissing' })),
    ]
  },
}

const hasPair = (fields: Fields): boolean => centreIn(fields) !== undefined && bearerIn(fields) !== undefined

const centreIn = (fields: Fields): string | undefined => keyTo(fields, 'costCenter')

/** Key of the expense category field that determines the mapping. */
export const categoryIn = (fields: Fields): string | undefined => keyTo(fields, 'expenseCategory')

const bearerIn = (fields: Fields): string | undefined => keyAs(fields, 'bearingDepartment')

interface ChargedCell {
  readonly field: string
  readonly charge: Charge
}

function charges(form: Form, value: FormValue): ChargedCell[] {
  const rows = Object.entries(form.fields).flatMap(([table, { columns }]) =>
    columns && hasPair(columns) ? rowsOf(value[table]).flatMap((row, index) => placeOf(columns, row, `${table}.${index}.`)) : []
  )
  return [...(hasPair(form.fields) ? placeOf(form.fields, value, '') : []), ...rows]
}

function placeOf(fields: Fields, value: FormValue, prefix: string): ChargedCell[] {
  const [department, costCenter, category] = [bearerIn(fields), centreIn(fields), categoryIn(fields)].map((key) => value[key ?? ''])
  if (typeof department !== 'string' || typeof costCenter !== 'string') return []
  return [{ field: prefix + centreIn(fields),
    charge: { department, costCenter, category: typeof category === 'string' ? category : undefined } }]
}

const rowsOf = (value: unknown): readonly FormValue[] => (Array.isArray(value) ? (value as readonly FormValue[]) : [])

/** Cost centre whose owner approves in an unconditional step, and its field in the form. */
interface NeededOwner {
  readonly field: string
  readonly costCenter: string
}

/**
 * Cost centres whose owners approve on every path through the flow. Conditional steps are left to the engine, which refuses a missing owner
 * when the condition holds.
 */
function neededOwners(form: Form, value: FormValue): NeededOwner[] {
  const paths = new Set(form.flow.steps.flatMap(certainRules).flatMap(ownerFields))
  return [...paths].filter((path) => kindAt(form.fields, path) === 'costCenter').flatMap((path) => valuesAt(value, path))
}

function certainRules(block: Block): ApproverRule[] {
  if (block.block === 'approve') return block.when === undefined ? [block.by] : []
  return block.block === 'parallel' ? block.branches.flat().flatMap(certainRules) : []
}

function ownerFields(rule: ApproverRule): string[] {
  if (rule.rule === 'ownerOf') return [rule.field]
  return rule.rule === 'both' ? rule.parts.flatMap(ownerFields) : []
}

/** Values at a field path; `items.costCenter` stands for the value of every row. */
function valuesAt(value: FormValue, path: string): NeededOwner[] {
  const [key = '', column] = path.split('.')
  if (column === undefined) return needed(value[key], key)
  const rows = Array.isArray(value[key]) ? (value[key] as readonly FormValue[]) : []
  return rows.flatMap((row, index) => needed(row[column], `${key}.${index}.${column}`))
}

const needed = (id: unknown, field: string): NeededOwner[] => (typeof id === 'string' && id !== '' ? [{ field, costCenter: id }] : [])
