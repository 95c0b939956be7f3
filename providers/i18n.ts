import type { I18nProvider } from '@refinedev/core'
import { createInstance, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from '#kernel/wording/label.ts'
import { blankText } from '#kernel/wording/translate.ts'
import type { Texts } from '#kernel/plugin.ts'

/** Loads the texts of a part of the product in a language, when the language is first used. */
export type TextSource = (locale: Locale) => Promise<Texts>

const i18n = createInstance()
const sources: TextSource[] = []
const loaded = new Set<string>()
const remembered = 'oa.locale'

/** The current language of the UI. */
export const currentLocale = (): Locale => (i18n.language === 'en' ? 'en' : 'cn')

/** The language tag used in headers and in the person's `locale` attribute. */
export const languageTag = (locale: Locale): 'zh-CN' | 'en-US' => (locale === 'cn' ? 'zh-CN' : 'en-US')

/** The language before sign-in: the last one used in this browser, else the browser's, else Chinese. */
export function firstLocale(): Locale {
  const last = localStorage.getItem(remembered)
  if (last === 'cn' || last === 'en') return last
  return navigator.language === '' || navigator.language.toLowerCase().startsWith('zh') ? 'cn' : 'en'
}

/** Initialises the texts in a language; a further call keeps the loaded ones. Keys are flat: a dot has no meaning. */
export async function startTexts(initial: readonly TextSource[], locale: Locale): Promise<void> {
  sources.push(...initial.filter((source) => !sources.includes(source)))
  if (!i18n.isInitialized) await begin(locale)
  await changeLocale(locale)
}

async function begin(locale: Locale): Promise<void> {
  await i18n.use(formatter).use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: {},
    interpolation: { escapeValue: false, prefix: '{', suffix: '}', formatSeparator: ':', alwaysFormat: true },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
}

/** Formats parameters of texts; i18next reports a missing parameter. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  format: (value, _, __, options) => (value === undefined ? value : blankText(String(options?.['interpolationkey']), value)),
  add: () => undefined,
  addCached: () => undefined,
}

/** Adds texts of a part that was loaded later; resolves when those of the current language are loaded. */
export async function addTexts(source: TextSource): Promise<void> {
  sources.push(source)
  await load(currentLocale())
}

/** Switches the UI to a language without a reload: texts and the `lang` attribute. */
export async function changeLocale(locale: Locale): Promise<void> {
  await load(locale)
  document.documentElement.lang = languageTag(locale)
  localStorage.setItem(remembered, locale)
  await i18n.changeLanguage(locale)
}

async function load(locale: Locale): Promise<void> {
  const missing = sources.flatMap((source, index) => (loaded.has(`${locale} ${index}`) ? [] : [{ source, index }]))
  const found = await Promise.all(missing.map(({ source }) => source(locale)))
  found.forEach((texts) => i18n.addResourceBundle(locale, 'translation', texts, true, true))
  for (const { index } of missing) loaded.add(`${locale} ${index}`)
}

export const i18nProvider: I18nProvider = {
  /** Refine may pass the fallback as second argument. */
  translate: (key: string, options?: unknown, fallback?: string) =>
    typeof options === 'string'
      ? String(i18n.t(key, { defaultValue: pageTitle(key, options) }))
      : String(i18n.t(key, { defaultValue: fallback ?? key, ...(options as object | undefined) })),
  changeLocale: (locale) => changeLocale(locale === 'en' ? 'en' : 'cn'),
  getLocale: currentLocale,
}

/** Translates the title of a page of Refine, which is in English: `Edit Room` with the key `rooms.titles.edit`. */
function pageTitle(key: string, english: string): string {
  const action = /\.titles\.(create|edit|show|clone)$/.exec(key)?.[1]
  return action === undefined ? english : String(i18n.t(`titles.${action}`, { name: english.replace(/^\w+ /, ''), defaultValue: english }))
}
