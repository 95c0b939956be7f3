import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** A place with those in which it lies. */
export interface Place {
  /** Codes from the province or country down. */
  readonly path: readonly string[]
  /** Name of the place itself. */
  readonly cn: string
  readonly en: string
}

/** Places by their codes; a code that names none is left out. */
export async function placesOf(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const { rows } = await sql<{ code: string; path: string[]; name: string; name_en: string }>`
    with recursive upward (code, area_code, parent_code, path) as (
      select area_code, area_code, parent_code, array[area_code::text] from area where area_code = any(${codes}::text[])
      union all
      -- provinces are chosen first: the country above them is left out
      select code, area.area_code, area.parent_code, area.area_code::text || path from upward
      join area on area.area_code = upward.parent_code where area.level > 0
    )
    select distinct on (upward.code) upward.code, path, named.name, named.name_en
    from upward join area named on named.area_code = upward.code
    order by upward.code, cardinality(path) desc`.execute(db)
  return new Map(rows.map(({ code, path, name, name_en: en }) => [code, { path, cn: name, en }]))
}
