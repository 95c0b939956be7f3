import type { Parameters } from '../../src/kernel/errors.ts'
import type { Locale } from '../../src/kernel/label.ts'
import type { Texts } from '../../src/kernel/plugin.ts'

/** The text of a locale key in a language, its `{blanks}` filled; `undefined` when there is none. */
export type FindText = (code: string, language: Locale, parameters?: Parameters) => string | undefined

/** The same, answering the key itself when there is no text. */
export type Translate = (code: string, language: Locale, parameters?: Parameters) => string

export type Bundle = Readonly<Record<Locale, Texts>>

/** Looks texts up in several bundles, the first that knows a key answering. */
export function textFinder(bundles: readonly Bundle[]): FindText {
  const merged: Record<Locale, Map<string, string>> = { cn: new Map(), en: new Map() }
  for (const bundle of bundles.toReversed()) {
    for (const language of ['cn', 'en'] as const) {
      for (const [code, text] of Object.entries(bundle[language])) merged[language].set(code, text)
    }
  }
  return (code, language, parameters = {}) => merged[language].get(code)?.replaceAll(/\{(\w+)\}/g, (blank, name: string) => String(parameters[name] ?? blank))
}

export const translator = (find: FindText): Translate => (code, language, parameters) => find(code, language, parameters) ?? code
