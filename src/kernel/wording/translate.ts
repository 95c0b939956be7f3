import type { Parameters } from '../errors.ts'
import type { Locale } from './label.ts'
import { nameOf } from './names.ts'
import type { Texts } from '../plugin.ts'

/** The texts of both languages by locale key. */
export type Bundle = Readonly<Record<Locale, Texts>>

/** The sentence of a locale key, its blanks filled; undefined when no bundle has the key. */
export type FindText = (code: string, parameters: Parameters | undefined, locale: Locale) => string | undefined

/** The same, and the key itself where there is no text. */
export type Translator = (code: string, parameters: Parameters | undefined, locale: Locale) => string

/**
 * Finds sentences in bundles, of which a later one wins. A blank `{label}` takes the half of a bilingual parameter
 * ("中文/English") that the language shows; `{name:raw}` takes the parameter as it is. A blank without parameter stays.
 */
export function textFinder(...bundles: readonly Bundle[]): FindText {
  const texts: Bundle = { cn: merge(bundles, 'cn'), en: merge(bundles, 'en') }
  return (code, parameters, locale) => {
    const text = Object.hasOwn(texts[locale], code) ? texts[locale][code] : undefined
    return text === undefined ? undefined : fillText(text, parameters, locale)
  }
}

/** Like `textFinder`; the key itself stands where there is no text. */
export function createTranslator(...bundles: readonly Bundle[]): Translator {
  const find = textFinder(...bundles)
  return (code, parameters, locale) => find(code, parameters, locale) ?? code
}

/** A sentence with its blanks filled. */
export function fillText(text: string, parameters: Parameters | undefined, locale: Locale): string {
  if (!parameters) return text
  return text.replace(/\{(\w+)(:raw)?\}/g, (blank, name: string, raw: string | undefined) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (value === undefined) return blank
    return raw === undefined ? fillBlank(name, value, locale) : blankText(name, value)
  })
}

/** The text of a blank in a language: of a bilingual name, its half. */
export const fillBlank = (name: string, value: string | number, locale: Locale): string =>
  typeof value === 'string' ? nameOf(value, locale) : blankText(name, value)

/** Returns the text of a blank: a count has separators for thousands, a year or a number that names something has none. */
export const blankText = (name: string,
  value: string | number): string => (name === 'count' && typeof value === 'number' ? value.toLocaleString('en') : String(value))

const merge = (bundles: readonly Bundle[], locale: Locale): Texts => Object.assign({}, ...bundles.map((bundle) => bundle[locale])) as Texts
