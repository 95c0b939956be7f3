import type { Decimal } from 'decimal.js'
import { spelledNumber } from '../../src/kernel/parameters.ts'
import type { Db } from '../database/tables.ts'

/** A standard that is kept as a dictionary's label, outside of an evaluation (a job); null when it is absent or no number. */
export async function parameterIn(db: Db, key: string, name: string): Promise<Decimal | null> {
  const found = await db.selectFrom('sys_dict_data').select('label').where('type', '=', key).where('value', '=', name).where('del_flag', '=', 0).executeTakeFirst()
  return found ? spelledNumber(found.label) : null
}
