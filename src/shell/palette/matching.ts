import type { MenuNode } from '../start/answers.ts'
import { menuGroups } from '../layout/menu-tree.ts'

/** Searchable texts: both names, and pinyin and initials of the Chinese one. */
export interface SearchTexts {
  readonly cn: string
  readonly en: string
  readonly pinyin: string
}

/** Returns whether one of the names contains the keyword; an empty keyword matches all. */
export function isNamed({ cn, en, pinyin }: SearchTexts, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return cn.toLowerCase().includes(needle) || en.toLowerCase().includes(needle) ||
    pinyin.split(' ').some((spelling) => spelling.startsWith(needle) || (needle.length > 2 && spelling.includes(needle)))
}

/** A page of the menu, with its directory. */
export interface FoundPage extends SearchTexts {
  readonly path: string
  readonly icon: string | undefined
  readonly group: { readonly cn: string; readonly en: string }
}

/** The pages of a menu whose name matches a keyword. */
export const pagesNamed = (menus: readonly MenuNode[], keyword: string): readonly FoundPage[] =>
  menuGroups(menus).flatMap(({ entries, cn, en }) =>
    entries.filter((entry) => isNamed(entry, keyword)).map((entry) => ({ ...entry, group: { cn, en } }))
  )

/** Returns whether a keyword equals one of the names, or the initials of the Chinese one. */
export function isNamedExactly({ cn, en, pinyin }: SearchTexts, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return needle !== '' && [cn, en, ...pinyin.split(' ')].some((name) => name.toLowerCase() === needle)
}

/**
 * Splits a text into the parts before, in and after the match; without a match the middle part is empty. If `pinyin` contains the initials
 * of the text, one letter per character, a keyword of initials is matched, too.
 */
export function markedParts(text: string, keyword: string, pinyin = ''): readonly [string, string, string] {
  const needle = keyword.trim().toLowerCase()
  const initials = pinyin.split(' ').find((spelling) => spelling.length === text.length) ?? ''
  const at = needle ? [text.toLowerCase(), initials].map((where) => where.indexOf(needle)).find((place) => place >= 0) : undefined
  return at === undefined ? [text, '', ''] : [text.slice(0, at), text.slice(at, at + needle.length), text.slice(at + needle.length)]
}
