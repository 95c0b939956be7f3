import { Segmented, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { switchLetterKeys, useLetterKeys } from '#shell/keys.ts'
import { useLanguage } from '#shell/layout/use-language.ts'
import { choose, useAppearance } from '#shell/theme/appearance.ts'
import { useProfileText } from './profile.ts'

/** Each language by its own name. */
const languages = [{ value: 'cn', label: <span lang="zh">中文</span> }, { value: 'en', label: <span lang="en">English</span> }]

/** Language, look and keys. */
export function PreferencesTab() {
  const { t, locale } = useProfileText()
  const language = useLanguage()
  const { scheme, density } = useAppearance()
  const hasLetters = useLetterKeys()
  return (
    <div className="oa-profile-choices">
      <Choice name={t('language')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={locale} options={languages} onChange={(chosen) => language(chosen as 'cn' | 'en')} />
        )}
      </Choice>
      <Choice name={t('scheme')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={scheme}
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(chosen) => choose({ scheme: chosen })} />
        )}
      </Choice>
      <Choice name={t('density')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={density}
            options={(['standard', 'compact'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(chosen) => choose({ density: chosen })} />
        )}
      </Choice>
      <Choice name={t('keys')} hint={t('keysHint')}>
        {(id) => <Switch aria-labelledby={id} checked={hasLetters} onChange={switchLetterKeys} />}
      </Choice>
      <p className="oa-profile-note">{t('thisComputer')}</p>
    </div>
  )
}

function Choice({ name, hint, children }: { name: string; hint?: string; children(labelledBy: string): ReactNode }) {
  const id = useId()
  return (
    <div>
      <span>
        <span id={id}>{name}</span>
        {hint && <small>{hint}</small>}
      </span>
      {children(id)}
    </div>
  )
}
