import type { Db } from '#server/database/tables.ts'
import { riskAreas } from './risk-areas.ts'

export type RiskLevel = 'high' | 'middle' | 'none'

const codesOf = (area: { provinceAraeCode: string; cityAreaCode: string | null; countyAreaCode: string | null }) =>
  [area.provinceAraeCode, area.cityAreaCode, area.countyAreaCode].filter((code): code is string => code !== null && code !== '')

/** Lookup of the risk level of areas on a day (yyyy-MM-dd): areas within or containing a marked area; the highest level applies. */
export async function riskLevels(db: Db, day: string): Promise<(area: readonly string[]) => RiskLevel> {
  const { highlist, middlelist } = await riskAreas(db, day)
  const [high, middle] = [highlist, middlelist].map((list) => list.map(codesOf))
  const touches = (list: readonly (readonly string[])[] = [], area: readonly string[]) =>
    area.length > 0 && list.some((marked) => marked.slice(0, area.length).every((code, level) => code === area[level]))
  return (area) => (touches(high, area) ? 'high' : touches(middle, area) ? 'middle' : 'none')
}
