import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { keyAs, keyTo } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { type Charge, costCenters } from './cost-centers.ts'
import { neededOwners } from './needed-owners.ts'

/** A document charges only cost centres that belong to its bearing department, and that somebody answers for where a flow asks. */
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

/** The field of the category by which a cost centre is charged. */
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
