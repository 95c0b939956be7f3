import { BulbOutlined, QuestionCircleOutlined, BellOutlined, SearchOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { useState, lazy, Suspense, useRef, useCallback, useEffect } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import type { Tab } from '../tabs/model.ts'
import { TabStrip } from '../tabs/TabStrip.tsx'
import { useText } from '../text.tsx'
import { choose, useAppearance } from '../theme/appearance.ts'
import { useMedia } from '../parts/use-media.ts'
import { LanguageSwitch, UserMenu } from './UserMenu.tsx'
import { useGuidePath, useKnows } from '../routing/routes-context.ts'
import { useHttp } from '../backend.ts'
import { Initial } from '../parts/Person.tsx'
import type { Anchor } from '../floating/Floating.tsx'
import { useLiveState } from '../live/live-context.ts'
import { messageCentre, useBadges } from './badges.ts'
import { isRunning, useBackgroundTasks, type BackgroundTask } from '../background-tasks/background-tasks.ts'
import { useKeyHold } from '../key-hold.ts'
import { commandKey } from '../keys.ts'
import { onPaletteRequest } from '../palette/open-palette.ts'
import './header.css'
import '../background-tasks/task-list.css'

/** The header: open tabs on the left, tools and user menu on the right. */
export function Header({ titleOf }: { titleOf(tab: Tab): string }) {
  const hasRoom = useMedia('(min-width: 1280px)')
  return (
    <header className="oa-header row rigid gap-12">
      <TabStrip titleOf={titleOf} />
      <div className="oa-header-tools gap-6 row rigid">
        <SubstituteNote />
        <PaletteButton isNarrow={!hasRoom} />
        <LanguageSwitch />
        <SchemeButton />
        <BackgroundTasks />
        <Bell />
        <HelpButton />
        <UserMenu />
      </div>
    </header>
  )
}

function SchemeButton() {
  const { t } = useText()
  const { isDark } = useAppearance()
  const name = isDark ? t('theme.toLight') : t('theme.toDark')
  return (
    <button type="button" className="plain oa-tool" aria-label={name} data-tip={name}
      onClick={() => choose({ scheme: isDark ? 'light' : 'dark' })}
    >
      <BulbOutlined />
    </button>
  )
}

/** A link to the guide's chapter about the current page; hidden in a product without a guide. */
function HelpButton() {
  const { t } = useText()
  const to = useGuidePath()
  if (to === undefined) return null
  return (
    <Link className="plain oa-tool" to={to} aria-label={t('shell.help')} data-tip={t('shell.help')}>
      <QuestionCircleOutlined />
    </Link>
  )
}

interface Delegation {
  readonly delegate: { readonly id: string; readonly name: string }
  /** Start, yyyy-MM-dd HH:mm:ss. */
  readonly startTime: string
  readonly endTime: string
  readonly enable: boolean
}

const page = '/profile'

/** A note while a substitute decides for the user: name and end, linked to the setting. */
function SubstituteNote() {
  const { t, name } = useText()
  const http = useHttp()
  const knows = useKnows()
  const [now] = useState(() => nowOf(new Date()))
  const { data } = useQuery({
    queryKey: ['profile', 'delegations'],
    queryFn: () => http.get<readonly Delegation[]>('/system/delegation/list', {}, { quiet: true }),
    staleTime: 300_000,
    enabled: knows(page),
  })
  const current = data?.find(({ enable, startTime, endTime }) => enable && startTime <= now && now < endTime)
  if (!current) return null
  const { delegate: { id, name: stored }, endTime } = current
  const note = t('shell.substitute', { name: name(stored), time: endTime.slice(5, 16) })
  return (
    <Link className="plain oa-substitute inline-row on-orange round-6 orange small gap-6 nowrap" to={`${page}?part=absence`}
      aria-label={note} data-tip={note}
    >
      <Initial id={id} name={name(stored)} size={18} />
      <span>{t('shell.substituteShort', { name: name(stored) })}</span>
    </Link>
  )
}

const BellPanel = lazy(async () => ({ default: (await import('../messages/BellPanel.tsx')).BellPanel }))

/** Distance in pixels between the panel and the window's edge. */
const margin = 16

/** Anchor below the bell, aligned to the window's edge; the panel covers the tools to the right. */
function besideEdge(bell: HTMLElement): Anchor {
  const { left, top, bottom } = bell.getBoundingClientRect()
  return { left, top, bottom, right: document.documentElement.clientWidth - margin }
}

/** The button with the number of unread messages; hidden in a product without a message centre. */
function Bell() {
  const { t } = useText()
  const unread = useBadges().get(messageCentre) ?? 0
  const knows = useKnows()
  const state = useLiveState()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  if (!knows(messageCentre)) return null
  const isOff = state === 'polling'
  return (
    <>
      <button ref={button} type="button" className="plain oa-tool" aria-label={t('shell.unread', { count: unread })} aria-haspopup="dialog"
        aria-expanded={anchor !== undefined} data-tip={isOff ? t('shell.notLive') : t('shell.messages')}
        onClick={() => setAnchor(anchor || !button.current ? undefined : besideEdge(button.current))}
      >
        <BellOutlined />
        {unread > 0 && <span className="oa-badge num round-8 text-centre tiny absolute" aria-hidden>{unread > 99 ? '99+' : unread}</span>}
        {isOff && (
          <span className="oa-live-off">
            <span className="unseen">{t('shell.notLive')}</span>
          </span>
        )}
      </button>
      {anchor && (
        <Suspense>
          <BellPanel anchor={anchor} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const ImportDialog = lazy(async () => ({ default: (await import('../background-tasks/ImportDialog.tsx')).ImportDialog }))

const BackgroundTaskList = lazy(async () => ({ default: (await import('../background-tasks/BackgroundTaskList.tsx')).BackgroundTaskList }))

/** A progress ring for imports and exports that opens their list; hidden if there are none. */
export function BackgroundTasks() {
  const { tasks, dialog } = useBackgroundTasks()
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const running = tasks.filter(isRunning)
  const name = running.length > 0 ? t('shell.backgroundTasks', { count: running.length }) : t('shell.backgroundTasksOver')
  return (
    <>
      {tasks.length > 0 && (
        <button ref={button} type="button" className="plain oa-tool" aria-label={name} data-tip={name} aria-expanded={anchor !== undefined}
          onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
        >
          <Ring tasks={tasks} />
        </button>
      )}
      {anchor && tasks.length > 0 && (
        <Suspense>
          <BackgroundTaskList anchor={anchor} opener={button} onClose={() => setAnchor(undefined)} />
        </Suspense>
      )}
      {(dialog || tasks.length > 0) && (
        <Suspense>
          <ImportDialog />
        </Suspense>
      )}
    </>
  )
}

const around = 2 * Math.PI * 7

/** The total progress of all running tasks as a ring. */
function Ring({ tasks }: { tasks: readonly BackgroundTask[] }) {
  const running = tasks.filter(isRunning)
  const total = running.reduce((sum, task) => sum + task.total, 0)
  const share = total === 0 ? 0.15 : running.reduce((sum, task) => sum + (task.total > 0 ? task.done : 0), 0) / total
  const end = running.length > 0 ? '' : tasks.some(({ state }) => state === 'failed') ? ' is-failed' : ' is-over'
  return (
    <svg className={`oa-background-tasks-ring${end}`} viewBox="0 0 18 18" aria-hidden>
      <circle cx="9" cy="9" r="7" />
      {running.length > 0 && <circle className="is-done" cx="9" cy="9" r="7" strokeDasharray={`${around * share} ${around}`} />}
    </svg>
  )
}

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** The button that opens the command palette (Ctrl or ⌘ K); icon only if `isNarrow`. */
export function PaletteButton({ isNarrow = false }: { isNarrow?: boolean }) {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  const hold = useKeyHold()
  const open = useCallback(() => {
    hold(close)
    setIsOpen(true)
  }, [hold, close])
  usePaletteKey(() => (isOpen ? close() : open()))
  useEffect(() => {
    return onPaletteRequest(open)
  }, [open])
  return (
    <>
      <button type="button" className={isNarrow ? 'plain oa-tool' : 'plain oa-find surface outlined gap-8'} aria-label={t('shell.find')}
        aria-haspopup="dialog" onClick={open}
      >
        <SearchOutlined aria-hidden />
        {!isNarrow && (
          <>
            <span className="cut">{t('shell.find')}</span>
            <kbd aria-hidden>{commandKey} K</kbd>
          </>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Registers Ctrl or ⌘ K, also inside inputs. */
function usePaletteKey(toggle: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
