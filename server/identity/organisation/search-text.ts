import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pinyin } from 'pinyin-pro'
import { splitName } from '#kernel/wording/names.ts'

/** Maximum length of the search text of a name and of a person, characters. */
const longest = { name: 200, person: 400 }

/**
 * Search text of a "中文/English" name: full pinyin and initials, e.g. "wangwei ww", then both halves without diacritics and middle dots
 * where they have any. Stored with the name; searches compare it with the folded keyword.
 */
export function pinyinOf(name: string): string {
  const { cn, en } = splitName(name)
  return joined([...spellings(cn, 'off'), ...[cn, en].filter((half) => folded(half) !== half.toLowerCase()).map(folded)], longest.name)
}

/**
 * Search text of a person: the reading of the surname (曾 zeng) before the common one (ceng), so that people are found by both and sorted
 * by their surname. Both names follow in normalised form, so that their words are found in any order.
 */
export function personSearchText(name: string): string {
  const { cn, en } = splitName(name)
  return joined([...spellings(cn, 'head'), ...spellings(cn, 'off'), folded(cn), folded(en)], longest.person)
}

/** Full pinyin and initials. */
function spellings(chinese: string, surname: 'head' | 'off'): readonly string[] {
  const syllables = pinyin(chinese, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true, surname }).map((part) =>
    folded(part).replaceAll(/[^a-z0-9]/g, '')
  )
  return [syllables.join(''), syllables.map((part) => part.slice(0, 1)).join('')]
}

const joined = (parts: readonly string[], length: number): string =>
  [...new Set(parts.filter((part) => part !== ''))].join(' ').slice(0, length)

/** Normalises a text for comparison: lower case, without the diacritics of Latin letters (ễ, đ) and without middle dots. */
export const folded = (text: string): string =>
  text.toLowerCase().normalize('NFD').replaceAll(/(?<=[a-z]\p{M}*)\p{M}/gu, '').normalize('NFC').replaceAll('đ', 'd')
    .replaceAll(/[·•‧∙⋅・･]/g, '')

/** A `like` pattern that matches the keyword literally, anywhere. */
export function containing(keyword: string): string {
  return `%${keyword.trim().toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/** The keyword as patterns, as typed and, if different, without diacritics and middle dots; one of them has to match. */
export const containingEither = (keyword: string): readonly string[] => [...new Set([containing(keyword), containing(folded(keyword))])]

/** Condition that the search text in a column contains each word of a keyword. */
export function hasWords(column: string, keyword: string): RawBuilder<SqlBool> {
  const words = folded(keyword).split(/\s+/).filter((word) => word !== '').map(containing)
  return words.length === 0 ? sql`false` : sql`(${sql.ref(column)} like all(${words}::text[]))`
}
