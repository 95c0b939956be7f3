import { useCallback } from 'react'
import { changeLocale } from '../../../providers/i18n.ts'
import { identityBase } from '../../../providers/session.ts'
import { locales, type Locale } from '../../kernel/label.ts'
import { useBackend, type Backend } from '../backend.ts'
import { useText } from '../text.tsx'

const names: Record<Locale, { short: string; full: string; lang: string }> = {
  cn: { short: '中', full: '中文', lang: 'zh-CN' },
  en: { short: 'EN', full: 'English', lang: 'en' },
}

/** Switches the language of every screen without a reload, and remembers it in the person's account. */
export function LanguageSwitch() {
  const backend = useBackend()
  const { locale, t } = useText()
  const pick = useCallback((next: Locale) => void changeLocale(next).then(() => remember(backend, next)), [backend])

  return (
    <div className="oa-language" role="group" aria-label={t('shell.language')}>
      {locales.map((name) => (
        <button key={name} type="button" className="plain" aria-pressed={name === locale} aria-label={names[name].full}
          lang={names[name].lang} onClick={() => pick(name)}>
          {names[name].short}
        </button>
      ))}
    </div>
  )
}

/** The account keeps the choice for other computers; the screens have switched whether or not it could. */
async function remember({ session }: Backend, locale: Locale): Promise<void> {
  await fetch(`${identityBase}/account`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await session.token()}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ attributes: { locale } }),
  }).catch(() => undefined)
}
