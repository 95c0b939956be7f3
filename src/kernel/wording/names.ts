import type { Label, Locale } from './label.ts'

/**
 * The part of a stored "中文/English" name in a language. The first slash is the separator; a missing part falls back to the other one; a
 * name without slash is used for both. Trimmed; "" if empty.
 */
export function nameOf(name: string | null | undefined, locale: Locale): string {
  return splitName(name)[locale]
}

/** Both parts of a stored name; a missing one falls back to the other. */
export function splitName(name: string | null | undefined): Label {
  const whole = (name ?? '').trim()
  const slash = whole.indexOf('/')
  if (slash < 0) return { cn: whole, en: whole }
  const cn = whole.slice(0, slash).trim()
  const en = whole.slice(slash + 1).trim()
  return { cn: cn || en, en: en || cn }
}

/**
 * The part of another system's message in a language. Such a message may contain slashes (`100/2026`), so only one between the last Chinese
 * character and an English text is the separator; without it the message is returned whole.
 */
export function sentenceOf(text: string, locale: Locale): string {
  const whole = text.trim()
  const last = /\p{Script=Han}[^\p{Script=Han}]*$/u.exec(whole)
  const border = last ? whole.indexOf('/', last.index) : -1
  const english = whole.slice(border + 1)
  if (border < 0 || !/[a-z]/i.test(english)) return text
  return (locale === 'cn' ? whole.slice(0, border) : english).trim()
}

/** Truncates a bilingual message so that both languages keep their beginning; any other text at its end. */
export function cutSentence(text: string, longest: number): string {
  if (text.length <= longest) return text
  const [cn, en] = [sentenceOf(text, 'cn'), sentenceOf(text, 'en')]
  if (cn === en) return text.slice(0, longest)
  const half = Math.floor((longest - 1) / 2)
  const [cnLength, enLength] = [Math.max(half, longest - 1 - en.length), Math.max(half, longest - 1 - cn.length)]
  return `${shortened(cn, cnLength)}/${shortened(en, enLength)}`
}

const shortened = (text: string, longest: number): string => text.length <= longest ? text : `${text.slice(0, longest - 1)}…`

/** Returns whether a text can be one language of a name: it contains no slash, which is the separator. */
export const isNameHalf = (text: string): boolean => !text.includes('/')

/**
 * Joins a name that was entered per language to its stored form; an empty language is left out.
 * @throws RangeError when a language contains a slash.
 */
export function composeName(name: Label): string {
  const cn = name.cn.trim()
  const en = name.en.trim()
  if (!isNameHalf(cn) || !isNameHalf(en)) throw new RangeError('A half of a name must not contain a slash')
  if (cn === '' || en === '' || cn === en) return cn || en
  return `${cn}/${en}`
}

/**
 * Encodes a label as one message parameter, to be split when it is rendered. Slashes in the Chinese text become full-width, so that the
 * first slash is the separator.
 */
export function bilingual(label: Label): string {
  return `${label.cn.replaceAll('/', '／')}/${label.en}`
}

/** Encodes another system's message as one message parameter, to be split when it is rendered. */
export const spokenMessage = (text: string): string => bilingual({ cn: sentenceOf(text, 'cn'), en: sentenceOf(text, 'en') })

/** Joins a path of stored names, root first, into one stored name; each language is joined separately. */
export function fullName(levels: readonly string[], separator = '-'): string {
  const halves = levels.map(splitName)
  const cn = halves.map((half) => half.cn.replaceAll('/', '／')).join(separator)
  const en = halves.map((half) => half.en).join(separator)
  return cn === en ? cn : `${cn}/${en}`
}
