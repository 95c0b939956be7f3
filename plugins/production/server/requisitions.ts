import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Reason } from '#approval/types.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import '#plugins/masters/server/public-api.ts'

const type = 'materialRequisition'

/** Material requisitions: prices, quantities to inspect, limits of returns, and no withdrawal after the issue. */
export const requisitions: DocumentExtension = {
  concerns: [type],

  async prepare(step) {
    const items = rowsAt(step.value, 'items')
    const prices = step.filing === true ? await pricesOf(step.db, items.flatMap((row) => textAt(row, 'material') ?? [])) : undefined
    const isReturn = step.value['requisitionType'] === 'return'
    const priced = items.map((row) => ({
      ...row,
      ...(prices && { standardPrice: prices.get(textAt(row, 'material') ?? '') ?? null }),
      ...(isReturn && { quantity: row['returnedQty'] ?? null }),
    }))
    const inspections = step.filing === true ? inspectedRows(step.value, priced) : rowsAt(step.value, 'inspections')
    if (inspections.length === 0) return { items: priced }
    return { items: isReturn ? withBlocked(priced, inspections) : priced,
      inspections: inspections.map((row) => ({ ...row, baseQty: toInspect(priced, row['material']) })) }
  },

  async check(step) {
    if (step.node !== 'start') return []
    const { requisitionType: kind } = step.value
    if (kind === 'return') return returnProblems(step)
    return kind === 'set' ? setProblems(step) : []
  },

  async withdrawalRefusal({ db, document }): Promise<Reason | undefined> {
    const issued = await db.selectFrom('task').select('id').where('document', '=', document.id).where('node', '=', 'whIssue')
      .where('round', '=', document.round).where('state', '=', 'done').executeTakeFirst()
    return issued && { code: 'production.issued', parameters: {} }
  },
}

/** One row for each material, where incoming inspection is asked; a row that is there is kept. */
function inspectedRows(value: FormValue, items: readonly FormValue[]): readonly FormValue[] {
  const { requisitionType: kind, reason } = value
  const isInspected = kind === 'return' || (kind === 'production' && (reason === 'defect' || reason === 'rework'))
  if (!isInspected) return []
  const known = new Map(rowsAt(value, 'inspections').map((row) => [row['material'], row]))
  return [...new Set(items.flatMap((row) => textAt(row, 'material') ?? []))].map((material) =>
    known.get(material) ?? { rowId: `inspection-${material}`, material, productionOrderNo: value['productionOrderNo'] ?? null }
  )
}

/** Price of each material in its base unit, RMB. */
async function pricesOf(db: Db, materials: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (materials.length === 0) return new Map()
  const rows = await db.selectFrom('material').select(['id', 'price']).where('id', 'in', [...new Set(materials)]).execute()
  return new Map(rows.map(({ id, price }) => [id, price]))
}

const toInspect = (items: readonly FormValue[], material: unknown): string =>
  items.filter((row) => row['material'] === material).reduce((sum, row) => sum.plus(decimalOf(row['quantity'] as string) ?? 0),
    new Decimal(0)).toFixed(3)

/** Distributes the unqualified quantity of each material over its rows, in their order. */
function withBlocked(items: readonly FormValue[], inspections: readonly FormValue[]): readonly FormValue[] {
  const left = new Map<unknown, Decimal>()
  for (const { material, qualifiedQty } of inspections) {
    const qualified = decimalOf(qualifiedQty as string)
    if (qualified) left.set(material, new Decimal(toInspect(items, material)).minus(qualified))
  }
  return items.map((row) => {
    const unqualified = left.get(row['material'])
    if (!unqualified) return { ...row, blockedQty: null }
    const blocked = Decimal.max(0, Decimal.min(unqualified, decimalOf(row['quantity'] as string) ?? 0))
    left.set(row['material'], unqualified.minus(blocked))
    return { ...row, blockedQty: blocked.toFixed(3) }
  })
}

/** Requires the lines of a set to equal its components times the number of sets. */
async function setProblems({ db, value }: DocumentStep): Promise<FieldProblem[]> {
  const set = textAt(value, 'setMaterial')
  if (set === undefined || typeof value['setCount'] !== 'number') return []
  const expected = await componentsOf(db, set, value['setCount'])
  const rows = rowsAt(value, 'items')
  const isSame = rows.length === expected.length &&
    expected.every(({ material, quantity }) =>
      rows.some((row) => row['material'] === material && decimalOf(row['quantity'] as string)?.eq(quantity))
    )
  return isSame ? [] : [{ field: 'items', code: 'production.setChanged' }]
}

/** Components of a set material and their quantities for so many sets. */
export async function componentsOf(db: Db, set: string, sets: number): Promise<{ material: string; quantity: string }[]> {
  const row = await db.selectFrom('material').select('components').where('id', '=', set).where('is_set', '=', true).executeTakeFirst()
  return (row?.components ?? []).map(({ material, quantity }) => ({ material, quantity: new Decimal(quantity).times(sets).toFixed(3) }))
}

/** Finds returned quantities that the original requisition did not issue, or that other returns have not left. */
async function returnProblems({ db, document, value }: DocumentStep): Promise<FieldProblem[]> {
  const rows = rowsAt(value, 'items')
  const returned = await returnedBefore(db, document.id, rows.flatMap((row) => textAt(row, 'takenFrom') ?? []))
  return rows.flatMap((row, index): FieldProblem[] => {
    const source = textAt(row, 'takenFrom')
    if (source === undefined) return [{ field: `items.${index}.material`, code: 'production.notTaken' }]
    const issued = decimalOf(row['issuedBefore'] as string) ?? new Decimal(0)
    const left = Decimal.max(0, issued.minus(returned.get(source) ?? 0))
    const asked = rows.filter((each) => each['takenFrom'] === source).reduce(
      (sum, each) => sum.plus(decimalOf(each['returnedQty'] as string) ?? 0),
      new Decimal(0),
    )
    return asked.gt(left) ?
      [{ field: `items.${index}.returnedQty`, code: 'production.tooMuchReturned', parameters: { n: left.toString() } }]
      : []
  })
}

/** Quantities that live returns bring back, by row of an original requisition. */
async function returnedBefore(db: Db, document: string, sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (sources.length === 0) return new Map()
  // serialises returns of one requisition
  await sql`select pg_advisory_xact_lock(hashtext('production.return'), hashtext(${sources[0]!.split('/')[1] ?? ''}))`.execute(db)
  const { rows } = await sql<{ source: string; returned: string }>`
    select line ->> 'takenFrom' as source, sum((line ->> 'returnedQty')::numeric)::text as returned
      from document, jsonb_array_elements(document.value -> 'items') line
      where document.type = ${type} and document.state in ('inApproval', 'completed') and document.id <> ${document}
        and document.value ->> 'requisitionType' = 'return' and line ->> 'takenFrom' = any(${[...sources]})
      group by 1`.execute(db)
  return new Map(rows.map(({ source, returned }) => [source, returned]))
}

/** A row of an expanded set; its id depends on the material only, so that repeated expansion keeps entries in the row. */
export const expandedRow = ({ material, quantity }: { readonly material: string; readonly quantity: string }) => ({
  rowId: rowIdOf({ rowId: `set-${material}` }),
  material,
  quantity,
})
