import { useNavigate } from 'react-router'
import { type Locale, locales } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import { useBackend } from '../backend.ts'
import { MenuButton, type MenuSection } from '../floating/Floating.tsx'
import { useInstall } from '../offline/install.ts'
import { Avatar } from '../parts/Person.tsx'
import { useKnows } from '../routing/routes-context.ts'
import type { CurrentUser } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { type Text, useText } from '../text.tsx'
import { type Appearance, choose, useAppearance } from '../theme/appearance.ts'
import { useLanguage } from './use-language.ts'

const profile = '/profile'

/** The user's menu: appearance, sign-out and, on a small screen, the language. */
export function UserMenu({ hasLanguages = false }: { hasLanguages?: boolean }) {
  const { session } = useBackend()
  const text = useText()
  const user = useRead(reads.user)
  const appearance = useAppearance()
  const speak = useLanguage()
  const navigate = useNavigate()
  const knows = useKnows()
  const install = useInstall()
  if (!user) return null

  const ways = [
    ...(knows(profile)
      ? [{ key: 'profile', label: text.t('user.profile'), choose: () => void navigate(profile) }, { key: 'absence',
        label: text.t('menu.absence'), choose: () => void navigate(`${profile}?part=absence`) }]
      : []),
    ...(install ? [{ key: 'install', label: text.t('user.install'), choose: install }] : []),
    { key: 'out', label: text.t('user.signOut'), choose: () => void session.signOut() },
  ]
  return (
    <MenuButton className="oa-tool oa-avatar" name={text.t('user.menu', { name: text.name(user.name) })} side="below-end"
      sections={[{ key: 'who', head: <Who user={user} />, items: [] }, ...(hasLanguages ? [languages(text, speak)] : []),
        ...choices(text, appearance), { key: 'ways', items: ways }]}
    >
      <Avatar id={user.id} name={user.name} avatar={user.avatar} size={28} />
    </MenuButton>
  )
}

function Who({ user }: { user: CurrentUser }) {
  const { name } = useText()
  const { cn, en } = splitName(user.name)
  return (
    <div className="oa-who gap-10 row ink">
      <Avatar id={user.id} name={user.name} avatar={user.avatar} size={36} />
      <div>
        <strong>{cn}{en !== cn && <span>{en}</span>}</strong>
        <p className="muted">{[name(user.mainDepartment?.name), user.jobNumber ?? user.userName].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

const languages = ({ t, locale }: Text, speak: (next: Locale) => void): MenuSection => ({
  key: 'language',
  name: t('shell.language'),
  items: locales.map((key) => ({ key, label: <span lang={languageNames[key].lang}>{languageNames[key].full}</span>, checked: key === locale,
    choose: () => speak(key) })
  ),
})

const choices = ({ t }: Text, { scheme, density }: Appearance): MenuSection[] => [
  {
    key: 'theme',
    name: t('theme.name'),
    items: (['light', 'dark', 'system'] as const).map((key) => ({ key, label: t(`theme.${key}`), checked: key === scheme,
      choose: () => choose({ scheme: key }) })
    ),
  },
  {
    key: 'density',
    name: t('density.name'),
    items: (['standard', 'compact'] as const).map((key) => ({ key, label: t(`density.${key}`), checked: key === density,
      choose: () => choose({ density: key }) })
    ),
  },
]

const languageNames: Record<Locale, { short: string; full: string; lang: string }> = {
  cn: { short: '中', full: '中文', lang: 'zh-CN' },
  en: { short: 'EN', full: 'English', lang: 'en' },
}

/** The language switch. */
export function LanguageSwitch() {
  const { locale, t } = useText()
  const pick = useLanguage()
  return (
    <div className="oa-language round-6 flex" role="group" aria-label={t('shell.language')}>
      {locales.map((name) => (
        <button key={name} type="button" className="plain second text-centre" aria-pressed={name === locale}
          aria-label={languageNames[name].full} lang={languageNames[name].lang} onClick={() => pick(name)}
        >
          {languageNames[name].short}
        </button>
      ))}
    </div>
  )
}
