import { pinyin } from 'pinyin-pro'
import { splitName } from '#kernel/wording/names.ts'

/**
 * The ways in which a "中文/English" name may be typed without an input method: full pinyin and initials, e.g. "wangwei ww".
 * Written with the name; searches compare it with the lower-cased keyword.
 */
export function pinyinOf(name: string): string {
  const chinese = splitName(name).cn
  const syllables = pinyin(chinese, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).map((part) =>
    part.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  )
  const full = syllables.join('')
  const initials = syllables.map((part) => part.slice(0, 1)).join('')
  return (full === initials ? full : `${full} ${initials}`).slice(0, 200)
}

/** A keyword as a `like` pattern that matches it anywhere, literally. */
export function containing(keyword: string): string {
  return `%${keyword.trim().toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
