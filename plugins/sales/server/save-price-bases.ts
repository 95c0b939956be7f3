import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { priceBase } from '../price-base.ts'

interface NewPriceBase {
  /** Id of the product. */
  readonly material: string
  /** RMB per base unit. */
  readonly floorPrice: string
  readonly cost: string
}

/** Bulk insert of floor prices with their rules applied. */
export async function savePriceBases(db: Db, bases: readonly NewPriceBase[], writer: Writer): Promise<void> {
  const all = records(priceBase)
  for (const base of bases) await all.insert(db, { ...base }, writer)
}
