import { BulbOutlined, GlobalOutlined, LogoutOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useBackend } from '../backend.ts'
import { useNewRequest } from '../layout/new-request.ts'
import { useLanguage } from '../layout/use-language.ts'
import { useKnows } from '../routing/routes-context.ts'
import { choose, useAppearance } from '../theme/appearance.ts'
import { cn, en, usePaletteText } from './texts.ts'

type ActionTextKey = keyof typeof cn

interface Action {
  readonly key: ActionTextKey
  readonly icon: ReactNode
  act(): void
}

/** Actions that are available anywhere; with a keyword, searching the lists for it comes first. */
export function Actions({ keyword, onClose }: { keyword: string; onClose(): void }) {
  const { t } = usePaletteText()
  const navigate = useNavigate()
  const knows = useKnows()
  const actions = useActions()
  const needle = keyword.trim()
  const list = knows('/orders') ? '/orders' : '/initiated'
  const shown = actions.filter(({ key }) => [cn[key], en[key]].some((name) => name.toLowerCase().includes(needle.toLowerCase())))
  if (shown.length === 0 && !needle) return null
  return (
    <Command.Group heading={t('actions')}>
      {shown.map(({ key, icon, act }) => (
        <Entry key={key} id={`act ${key}`} icon={icon} onChoose={() => {
          onClose()
          act()
        }}>
          {t(key)}
        </Entry>
      ))}
      {needle && (
        <Entry id="act search" icon={<SearchOutlined aria-hidden />} onChoose={() => {
          onClose()
          void navigate(`${list}?${new URLSearchParams({ keyword: needle })}`)
        }}>
          {t('searchAll', { keyword: needle })}
        </Entry>
      )}
    </Command.Group>
  )
}

function useActions(): readonly Action[] {
  const { locale } = usePaletteText()
  const { session } = useBackend()
  const { isDark } = useAppearance()
  const openNewRequest = useNewRequest()
  const speak = useLanguage()
  return [
    { key: 'newRequest', icon: <PlusOutlined />, act: openNewRequest },
    { key: 'toLanguage', icon: <GlobalOutlined />, act: () => speak(locale === 'cn' ? 'en' : 'cn') },
    { key: isDark ? 'toLight' : 'toDark', icon: <BulbOutlined />, act: () => choose({ scheme: isDark ? 'light' : 'dark' }) },
    { key: 'signOut', icon: <LogoutOutlined />, act: () => void session.signOut() },
  ]
}

interface EntryProps {
  /** Unique id within the palette. */
  readonly id: string
  readonly icon: ReactNode
  /** Content at the end of the line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  onChoose(): void
}

/** A line of the palette. */
export function Entry({ id, icon, aside, children, onChoose }: EntryProps) {
  return (
    <Command.Item value={id} onSelect={onChoose}>
      <span className="oa-palette-icon third inline-flex rigid centred" aria-hidden>{icon}</span>
      <span className="cut">{children}</span>
      {aside && <span className="oa-palette-aside row second rigid small gap-12 aside nowrap">{aside}</span>}
    </Command.Item>
  )
}
