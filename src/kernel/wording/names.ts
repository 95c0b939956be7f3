import type { Label, Locale } from './label.ts'

/**
 * The half of a stored "中文/English" name that a language shows: the first slash separates the halves, a missing
 * half falls back to the other, and a name without a slash is shown whole. Trimmed; nothing gives "".
 */
export function nameOf(name: string | null | undefined, locale: Locale): string {
  return splitName(name)[locale]
}

/** Both halves of a stored name, each filled from the other when it is missing. */
export function splitName(name: string | null | undefined): Label {
  const whole = (name ?? '').trim()
  const slash = whole.indexOf('/')
  if (slash < 0) return { cn: whole, en: whole }
  const cn = whole.slice(0, slash).trim()
  const en = whole.slice(slash + 1).trim()
  return { cn: cn || en, en: en || cn }
}

/**
 * The half of what another system said that a language shows. Such a sentence may hold slashes of its own (`100/2026`): only one
 * between the last Chinese character and an English text is the border; without it the sentence is shown whole.
 */
export function sentenceOf(text: string, locale: Locale): string {
  const whole = text.trim()
  const last = /\p{Script=Han}[^\p{Script=Han}]*$/u.exec(whole)
  const border = last ? whole.indexOf('/', last.index) : -1
  const english = whole.slice(border + 1)
  if (border < 0 || !/[a-z]/i.test(english)) return text
  return (locale === 'cn' ? whole.slice(0, border) : english).trim()
}

/** Returns whether a text may stand in one of the two boxes of a name: a slash would move the border between the halves. */
export const isNameHalf = (text: string): boolean => !text.includes('/')

/**
 * The stored form of a name that was entered in two boxes; an empty box is left out.
 * @throws RangeError when a half contains a slash.
 */
export function composeName(name: Label): string {
  const cn = name.cn.trim()
  const en = name.en.trim()
  if (!isNameHalf(cn) || !isNameHalf(en)) throw new RangeError('A half of a name must not contain a slash')
  if (cn === '' || en === '' || cn === en) return cn || en
  return `${cn}/${en}`
}

/**
 * A declared label as one parameter of a message, to be split again where it is rendered.
 * A slash of the Chinese half becomes its full-width form, so that the first slash stays the border.
 */
export function bilingual(label: Label): string {
  return `${label.cn.replaceAll('/', '／')}/${label.en}`
}

/** The stored full name of a path of names, top first: each level is split, so that each language gets its own path. */
export function fullName(levels: readonly string[], separator = '-'): string {
  const halves = levels.map(splitName)
  const cn = halves.map((half) => half.cn.replaceAll('/', '／')).join(separator)
  const en = halves.map((half) => half.en).join(separator)
  return cn === en ? cn : `${cn}/${en}`
}
