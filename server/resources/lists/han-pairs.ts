import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * Creates the function that returns the pairs of adjacent Chinese characters of a text, without duplicates. An index over them supports
 * Chinese keywords of two and more characters: trigram indexes support no keywords of two characters, and no Chinese at all in a database
 * with character type C.
 */
export const hanPairsMigration: Migration = {
  name: '002-han-pairs',
  async up(run) {
    await run(sql`
      create function han_pairs(body text) returns text[] language sql immutable strict parallel safe as $body$
        select coalesce(array_agg(distinct one || other), '{}')
        from (select character as one, lead(character) over (order by place) as other
          from unnest(string_to_array(body, null)) with ordinality as characters (character, place)) neighbours
        where (ascii(one) between 13312 and 40959 or ascii(one) >= 131072)
          and (ascii(other) between 13312 and 40959 or ascii(other) >= 131072)
      $body$`)
  },
}

/** The pairs of adjacent Chinese characters of a text, as the database function returns them. */
export function hanPairs(text: string): readonly string[] {
  const characters = [...text]
  return [...new Set(characters.slice(1).flatMap((other, place) => {
    const one = characters[place] ?? ''
    return isHan(one) && isHan(other) ? [one + other] : []
  }))]
}

/** CJK unified ideographs with extension A, and the supplementary planes. */
function isHan(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (code >= 0x3400 && code <= 0x9fff) || code >= 0x2_0000
}

/** The pairs of some columns and of the search text, as an SQL expression; index and condition must use the same text. */
export const pairsOf = (columns: readonly string[]): string =>
  `han_pairs(${[...new Set([...columns, 'pinyin'])].map((name) => `coalesce(${name}, '')`).join(" || ' ' || ")})`
