import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { contracts } from './contracts.ts'

/** Inserts contracts without documents, like an import. @returns their ids */
export async function saveContracts(db: Db, all: readonly FormValue[], writer: Writer): Promise<string[]> {
  const ids: string[] = []
  for (const each of all) ids.push(await contracts.insert(db, each, writer))
  return ids
}
