import type { Decimal } from 'decimal.js'
import { parameterOf } from '#kernel/parameters/parameters.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from './dictionaries.ts'

/** Reads the parameters of a dictionary without the facts of a form, such as in a job; null for an absent or non-numeric one. */
export async function parametersOf(db: Db, dictionary: string): Promise<(name: string) => Decimal | null> {
  const rows = await dictionaries(db).list()
  const dict = (key: string, value: string) => rows.find((row) => row.type === key && row.value === value)?.label ?? null
  return (name) => parameterOf({ dict }, dictionary, name)
}
