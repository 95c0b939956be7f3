import type { Parameters } from '../errors.ts'
import type { Locale } from './label.ts'
import { nameOf, sentenceOf } from './names.ts'
import type { Texts } from '../plugin.ts'

/** The texts of both languages by locale key. */
export type Bundle = Readonly<Record<Locale, Texts>>

/** Translates a locale key and fills its placeholders; undefined when no bundle has the key. */
export type FindText = (code: string, parameters: Parameters | undefined, locale: Locale) => string | undefined

/** Like `FindText`, with the key as fallback. */
export type Translator = (code: string, parameters: Parameters | undefined, locale: Locale) => string

/**
 * Creates a translator over bundles; later ones take precedence. A placeholder `{label}` takes the reader's language of a bilingual
 * parameter ("中文/English"); `{name:raw}` takes the parameter unchanged, and `{name:sentence}` that of another system's message, in which
 * a slash need not be a separator. A placeholder without parameter is kept.
 */
export function textFinder(...bundles: readonly Bundle[]): FindText {
  const texts: Bundle = { cn: merge(bundles, 'cn'), en: merge(bundles, 'en') }
  return (code, parameters, locale) => {
    const text = Object.hasOwn(texts[locale], code) ? texts[locale][code] : undefined
    return text === undefined ? undefined : fillText(text, parameters, locale)
  }
}

/** Like `textFinder`, with the key as fallback. */
export function createTranslator(...bundles: readonly Bundle[]): Translator {
  const find = textFinder(...bundles)
  return (code, parameters, locale) => find(code, parameters, locale) ?? code
}

/** Fills the placeholders of a text. */
export function fillText(text: string, parameters: Parameters | undefined, locale: Locale): string {
  if (!parameters) return text
  return text.replace(/\{(\w+)(?::(raw|sentence))?\}/g, (blank, name: string, as: string | undefined) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (value === undefined) return blank
    if (as === 'sentence') return sentenceOf(String(value), locale)
    return as === undefined ? fillBlank(name, value, locale) : blankText(name, value)
  })
}

/** The text of a parameter in a language; of a bilingual name, that language's part. */
export const fillBlank = (name: string, value: string | number, locale: Locale): string =>
  typeof value === 'string' ? nameOf(value, locale) : blankText(name, value)

/** Formats a parameter: `count` with thousands separators, other numbers without. */
export const blankText = (name: string,
  value: string | number): string => (name === 'count' && typeof value === 'number' ? value.toLocaleString('en') : String(value))

const merge = (bundles: readonly Bundle[], locale: Locale): Texts => Object.assign({}, ...bundles.map((bundle) => bundle[locale])) as Texts
