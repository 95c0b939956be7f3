import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { keyAs, keyTo } from '#kernel/fields/roles.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ApproverRule, Block } from '#kernel/flow.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import './tables.ts'

interface NewCostCenter {
  readonly id?: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Id of the responsible person. */
  readonly manager?: string | null
  readonly sapCode?: string | null
  readonly factory?: string | null
  readonly groupIds?: readonly string[]
  readonly status?: '1' | '2' | '3'
  readonly enable?: boolean
  readonly by: string
  readonly at: Date
}

interface NewMapping {
  readonly department: string
  readonly costCenter: string
  readonly category?: string | null
  readonly isDefault?: boolean
  /** yyyy-MM-dd */
  readonly validFrom: string
  /** Inclusive. */
  readonly validTo?: string | null
  readonly by: string
  readonly at: Date
}

/** A cost centre and the department that is charged to it. */
interface Charge {
  readonly department: string
  readonly costCenter: string
  readonly category?: string
}

/** Cost centres and their mappings to departments. */
export const costCenters = (db: Db) => ({
  /** Inserts a cost centre, or updates the one with the same code. Returns its id. */
  async save({ id = newId(), code, nameCn, nameEn, by, at, ...rest }: NewCostCenter): Promise<string> {
    const { manager = null, sapCode = null, factory = null, groupIds = [], status = '1', enable = true } = rest
    const values = {
      name_cn: nameCn,
      name_en: nameEn,
      manager_user_id: manager,
      sap_code: sapCode,
      factory,
      group_ids: [...groupIds],
      status,
      enable,
      pinyin: pinyinOf(nameCn),
      update_by: by,
      update_time: at,
    }
    const row = await db
      .insertInto('cost_center')
      .values({ ...values, id, code, create_by: by, create_time: at })
      .onConflict((conflict) =>
        conflict.column('code').where('del_flag', '=', sql.lit(0)).doUpdateSet((eb) => ({ ...values,
          version: eb('cost_center.version', '+', 1) })
        )
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Maps a department to a cost centre for a period. The database refuses overlapping periods. */
  async map({ department, costCenter, category = null, isDefault = false, validFrom, validTo = null, by, at }: NewMapping): Promise<void> {
    await db
      .insertInto('department_cost_center')
      .values({
        id: newId(),
        department_id: department,
        cost_center_id: costCenter,
        expense_category_id: category,
        is_default: isDefault,
        valid_from: validFrom,
        valid_to: validTo,
        create_by: by,
        update_by: by,
        create_time: at,
        update_time: at,
      })
      .execute()
  },

  /** A department's default cost centre on a day, or else its only one; null where there are several without a default. */
  async usual({ department, category }: Omit<Charge, 'costCenter'>, day: string): Promise<string | null> {
    const { rows } = await sql<{ id: string; is_default: boolean }>`
      select mapping.cost_center_id as id, bool_or(mapping.is_default) as is_default
      from department_cost_center mapping join cost_center center on center.id = mapping.cost_center_id
      where mapping.department_id = ${department} and mapping.status = '1' and mapping.del_flag = 0
        and center.enable and center.status = '1' and center.del_flag = 0
        and ${day}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
        and (mapping.expense_category_id is null or mapping.expense_category_id = ${category ?? null})
      group by mapping.cost_center_id order by 2 desc, 1 limit 2`.execute(db)
    const [first, second] = rows
    return first && (second === undefined || (first.is_default && !second.is_default)) ? first.id : null
  },

  /** Indexes of the charges without a valid mapping on the day; one query for all of them. */
  async unmapped(charges: readonly Charge[], day: string): Promise<number[]> {
    if (charges.length === 0) return []
    const { rows } = await sql<{ position: string }>`
      select asked.position - 1 as position
      from unnest(${charges.map(({ department }) => department)}::text[], ${charges.map(({ costCenter }) => costCenter)}::text[], ${
      charges.map(({ category }) => category ?? null)
    }::text[])
        with ordinality as asked (department, center, category, position)
      where not exists (
        select from department_cost_center mapping
        where mapping.department_id = asked.department and mapping.cost_center_id = asked.center
          and mapping.status = '1' and mapping.del_flag = 0
          and ${day}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
          and (mapping.expense_category_id is null or mapping.expense_category_id = asked.category))
      order by 1`.execute(db)
    return rows.map(({ position }) => Number(position))
  },

  /** Ids of the responsible people, by cost centre id. */
  async owners(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.selectFrom('cost_center').select(['id', 'manager_user_id']).where('manager_user_id', 'is not', null).execute()
    return new Map(rows.map((row) => [row.id, row.manager_user_id ?? '']))
  },
})

/** Cost centre as read from the leading system. */
interface LeadingCostCenter {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  readonly factory: string | null
  /** True where the leading system blocks postings. */
  readonly frozen: boolean
}

/** Numbers of records inserted, updated, and rejected as invalid. */
interface TakenOver {
  readonly added: number
  readonly changed: number
  readonly failed: number
}

/**
 * Upserts names, factory and frozen state by code. Manager, departments and the enabled state are kept, as are closed cost centres and
 * those absent from the leading system.
 */
export async function takeOverCostCenters(db: Db, rows: readonly LeadingCostCenter[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<TakenOver> {
  const fit = [
    ...new Map(
      rows.filter(({ code, nameCn, nameEn }) => /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(code) && nameCn !== '' && nameEn !== '').map((
        row,
      ) => [row.code, row]),
    ).values(),
  ]
  const failed = rows.length - fit.length
  if (fit.length === 0) return { added: 0, changed: 0, failed }
  const { rows: written } = await sql<{ added: boolean }>`
    insert into cost_center (id, code, name_cn, name_en, sap_code, factory, status, pinyin, create_by, update_by, create_time, update_time)
    select row.id, row.code, row.name_cn, row.name_en, row.code, row.factory, case when row.frozen then '2' else '1' end,
      row.pinyin, ${by}, ${by}, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${fit.map(() => newId())}::text[], ${fit.map(({ code }) => code)}::text[], ${
    fit.map(({ nameCn }) => nameCn.slice(0, 30))
  }::text[], ${fit.map(({ nameEn }) => nameEn.slice(0, 30))}::text[],
      ${fit.map(({ factory }) => factory?.slice(0, 10) ?? null)}::text[], ${fit.map(({ frozen }) => frozen)}::boolean[], ${
    fit.map(({ nameCn }) => pinyinOf(nameCn))
  }::text[])
      as row (id, code, name_cn, name_en, factory, frozen, pinyin)
    on conflict (code) where del_flag = 0 do update set
      name_cn = excluded.name_cn, name_en = excluded.name_en, sap_code = excluded.sap_code,
      factory = coalesce(excluded.factory, cost_center.factory),
      -- what was closed here stays closed
      status = case when cost_center.status = '3' then '3' else excluded.status end,
      pinyin = excluded.pinyin, update_by = excluded.update_by, update_time = excluded.update_time, version = cost_center.version + 1
    where (cost_center.name_cn, cost_center.name_en, cost_center.sap_code, cost_center.factory, cost_center.status) is distinct from
      (excluded.name_cn, excluded.name_en, excluded.sap_code, coalesce(excluded.factory, cost_center.factory),
        case when cost_center.status = '3' then '3' else excluded.status end)
    returning (xmax = 0) as added`.execute(db)
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added, failed }
}

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
