import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { areaDistance } from '../../distances/area-distance.ts'
import { distanceRules } from './rules.ts'

/** Bulk insert of distances with their rules applied: the codes of two places and the kilometres between them. */
export async function saveDistances(db: Db, pairs: readonly (readonly [from: string, to: string, km: number])[],
  writer: Writer): Promise<void> {
  const all = records(areaDistance, distanceRules)
  for (const [fromCode, toCode, km] of pairs) await all.insert(db, { fromCode, toCode, km }, writer)
}
