import type { MenuNode } from '../start/answers.ts'
import { menuGroups } from '../layout/menu-tree.ts'

/** The texts by which a person may find something: both names, and the pinyin and initials of the Chinese one. */
export interface SearchTexts {
  readonly cn: string
  readonly en: string
  readonly pinyin: string
}

/** Returns whether a keyword is part of one of the names; nothing typed matches everything. */
export function isNamed({ cn, en, pinyin }: SearchTexts, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return cn.toLowerCase().includes(needle) || en.toLowerCase().includes(needle) ||
    pinyin.split(' ').some((spelling) => spelling.startsWith(needle) || (needle.length > 2 && spelling.includes(needle)))
}

/** A page of the menu, with where it stands. */
export interface FoundPage extends SearchTexts {
  readonly path: string
  readonly icon: string | undefined
  readonly group: { readonly cn: string; readonly en: string }
}

/** The pages of a menu that a keyword names. */
export const pagesNamed = (menus: readonly MenuNode[], keyword: string): readonly FoundPage[] =>
  menuGroups(menus).flatMap(({ entries, cn, en }) =>
    entries.filter((entry) => isNamed(entry, keyword)).map((entry) => ({ ...entry, group: { cn, en } }))
  )

/** Returns whether a keyword is one of the names in full, or the initials of the Chinese one. */
export function isNamedExactly({ cn, en, pinyin }: SearchTexts, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return needle !== '' && [cn, en, ...pinyin.split(' ')].some((name) => name.toLowerCase() === needle)
}

/**
 * A text in three: before, what was typed, after; the middle is empty where the text does not contain it. With the
 * initials of the text, one letter for each of its characters, what was typed as initials is found too.
 */
export function markedParts(text: string, keyword: string, pinyin = ''): readonly [string, string, string] {
  const needle = keyword.trim().toLowerCase()
  const initials = pinyin.split(' ').find((spelling) => spelling.length === text.length) ?? ''
  const at = needle ? [text.toLowerCase(), initials].map((where) => where.indexOf(needle)).find((place) => place >= 0) : undefined
  return at === undefined ? [text, '', ''] : [text.slice(0, at), text.slice(at, at + needle.length), text.slice(at + needle.length)]
}
