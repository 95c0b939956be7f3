import { locales, type Locale } from '#kernel/wording/label.ts'
import { useText } from '../text.tsx'
import { useLanguage } from './use-language.ts'

export const languageNames: Record<Locale, { short: string; full: string; lang: string }> = {
  cn: { short: '中', full: '中文', lang: 'zh-CN' },
  en: { short: 'EN', full: 'English', lang: 'en' },
}

/** The languages, of which one is spoken. */
export function LanguageSwitch() {
  const { locale, t } = useText()
  const pick = useLanguage()
  return (
    <div className="oa-language" role="group" aria-label={t('shell.language')}>
      {locales.map((name) => (
        <button key={name} type="button" className="plain" aria-pressed={name === locale} aria-label={languageNames[name].full}
          lang={languageNames[name].lang} onClick={() => pick(name)}
        >
          {languageNames[name].short}
        </button>
      ))}
    </div>
  )
}
