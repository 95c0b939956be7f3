import type { Decimal } from 'decimal.js'
import { parameterOf } from '#kernel/parameters/parameters.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from './dictionaries.ts'

/** Reads the standards of a dictionary where no facts of a form are at hand, as in a job; null for one that is absent or no number. */
export async function parametersOf(db: Db, dictionary: string): Promise<(name: string) => Decimal | null> {
  const rows = await dictionaries(db).list()
  const dict = (key: string, value: string) => rows.find((row) => row.type === key && row.value === value)?.label ?? null
  return (name) => parameterOf({ dict }, dictionary, name)
}
