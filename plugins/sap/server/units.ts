import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

/** Units of this product and their codes in SAP. */
export interface UnitCodes {
  /** The code of a unit; what is a code of SAP already stays. Undefined for a unit without one. */
  toSap(unit: string): string | undefined
  /** The unit of a code; the code itself where no unit has it. */
  fromSap(code: string): string
}

/** Codes that the product is installed with, by the units of its dictionary. Times, man-days and items have none in common use. */
export const shippedUnits: readonly (readonly [unit: string, code: string])[] = [['pcs', 'PC'], ['set', 'SET'], ['carton', 'CAR'], ['unit',
  'EA'], ['pack', 'PAC'], ['month', 'MON']]

/** A code of SAP; units of the dictionary are written in small letters. */
const codeOfSap = /^[A-Z0-9]{1,3}$/

/** The codes of pairs; of several units with one code, the first is that of the code. */
export function unitCodesOf(pairs: readonly (readonly [unit: string, code: string])[]): UnitCodes {
  const [codes, units] = [new Map(pairs), new Map(pairs.toReversed().map(([unit, code]) => [code, unit]))]
  return { toSap: (unit) => codes.get(unit) ?? (codeOfSap.test(unit) ? unit : undefined), fromSap: (code) => units.get(code) ?? code }
}

/** The codes that are valid on the day of a moment, in the order in which they were entered. */
export async function unitCodesAt(db: Db, at: Date): Promise<UnitCodes> {
  const day = todayOf(at)
  const rows = await db.selectFrom('sap_unit').select(['unit', 'sap_code']).where('del_flag', '=', 0).where('status', '=', '1')
    .where('valid_from', '<=', day).where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', day)]))
    .orderBy('create_time').orderBy('id').execute()
  return unitCodesOf(rows.map(({ unit, sap_code: code }) => [unit, code]))
}

export const sapUnitRules: RecordRules = {
  constraints: {
    sap_unit_overlap: { code: 'sap.unitOverlap', fields: ['validFrom', 'validTo'] },
    sap_unit_order: { code: 'sap.unitOrder', fields: ['validTo'] },
  },
}
