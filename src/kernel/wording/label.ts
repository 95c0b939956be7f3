/** A text in the product's two languages. */
export interface Label {
  readonly cn: string
  readonly en: string
}

/** The product's languages: Chinese (the default) and English. */
export type Locale = 'cn' | 'en'

export const locales = ['cn', 'en'] as const satisfies readonly Locale[]

/** Picks the text of a language. */
export const labelOf = (label: Label, locale: Locale): string => label[locale]
