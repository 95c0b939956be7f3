import { CloseOutlined, EllipsisOutlined, HomeOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Anchor, Menu, MenuButton } from '../floating/Floating.tsx'
import { useWidth } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { addressOf, homeKey, type Tab, type Tabs } from './model.ts'
import { useIsUnsaved, useTabs } from './tabs-context.ts'
import './tabs.css'

interface TabStripProps {
  titleOf(tab: Tab): string
}

/** Widths in pixels: of home and of the overflow button, and the minimum of the active tab and of the others (tabs.css). */
const widths = { home: 36, rest: 32, active: 120, other: 112 } as const
const shownAtMost = 6
/** Width of a tab in pixels, below which an inactive tab has no room for the last digits of a number. */
const readable = 140

/** Number of tabs besides home that fit into a strip; width 0 means not measured. */
export function tabsThatFit(width: number, open: number): number {
  if (width === 0) return shownAtMost
  const room = (rest: number) => 1 + Math.floor((width - widths.home - widths.active - rest) / widths.other)
  const all = Math.min(shownAtMost, room(0))
  return Math.max(1, open <= all ? open : Math.min(shownAtMost, room(widths.rest)))
}

/** The strip of open tabs. Delete or middle click closes, dragging reorders, right click opens a menu. */
export function TabStrip({ titleOf }: TabStripProps) {
  const { t } = useText()
  const { tabs, go } = useTabs()
  const list = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const width = useWidth(strip)
  const { shown, rest } = split(tabs, tabsThatFit(width, tabs.open.length - 1))
  const isCrowded = width > 0 && width / shown.length < readable

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const own = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
    if (step === undefined) return
    own[(own.indexOf(document.activeElement as HTMLElement) + step + own.length) % own.length]?.focus()
  }

  return (
    <div className={isCrowded ? 'oa-tabs is-crowded narrow at-end flex grow' : 'oa-tabs narrow at-end flex grow'} ref={strip}>
      <div className="oa-tabs-list narrow at-end flex" role="tablist" aria-label={t('tabs.name')} ref={list} onKeyDown={walk}>
        {shown.map((tab) => <StripTab key={tab.key} tab={tab} title={titleOf(tab)} />)}
      </div>
      {rest.length > 0 && (
        <MenuButton className="oa-tabs-more text-centre round-6" name={t('tabs.more', { count: rest.length })} side="below-end"
          sections={[{ key: 'rest', items: rest.map((tab) => ({ key: tab.key, label: titleOf(tab), choose: () => go(tab) })) }]}
        >
          <EllipsisOutlined />
        </MenuButton>
      )}
    </div>
  )
}

function StripTab({ tab, title }: { tab: Tab; title: string }) {
  const { t } = useText()
  const { tabs, go, close, move } = useTabs()
  const isActive = tab.key === tabs.active
  const isHome = tab.key === homeKey
  const isDirty = useIsUnsaved(tab.key)
  const [menuAt, openMenu] = useState<Anchor>()

  return (
    <>
      <div
        id={`tab-${tab.key}`}
        className="oa-tab"
        role="tab"
        aria-selected={isActive}
        aria-controls={`page-${tab.key}`}
        aria-label={isDirty ? t('tabs.changed', { title }) : title}
        aria-keyshortcuts={isHome ? undefined : 'Delete'}
        title={title}
        tabIndex={isActive ? 0 : -1}
        draggable={!isHome}
        onDragStart={(event) => event.dataTransfer.setData('text/oa-tab', tab.key)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => move(event.dataTransfer.getData('text/oa-tab'), tab.key)}
        onClick={() => go(tab)}
        onAuxClick={(event) => event.button === 1 && close(tab.key)}
        onContextMenu={(event) => {
          if (isHome) return
          event.preventDefault()
          openMenu(pointOf(event))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') go(tab)
          if (event.key === 'Delete') close(tab.key)
        }}
      >
        {isHome ? <HomeOutlined aria-hidden /> : <MiddleCut text={title} />}
        {!isHome && (
          <span
            className={isDirty
              ? 'oa-tab-close is-dirty aside round-4 row rigid centred relative'
              : 'oa-tab-close aside round-4 row rigid centred relative'}
            aria-hidden
            onClick={(event) => {
              event.stopPropagation()
              close(tab.key)
            }}
          >
            <CloseOutlined />
          </span>
        )}
      </div>
      {menuAt && <TabMenu tab={tab} title={title} anchor={menuAt} onClose={() => openMenu(undefined)} />}
    </>
  )
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Anchor => ({ left: clientX, right: clientX, top: clientY,
  bottom: clientY })

function TabMenu({ tab, title, anchor, onClose }: { tab: Tab; title: string; anchor: Anchor; onClose(): void }) {
  const { t } = useText()
  const { tabs, close, closeMany, refresh } = useTabs()
  const keys = tabs.open.map(({ key }) => key)
  const right = keys.slice(keys.indexOf(tab.key) + 1)
  const items = [
    { key: 'refresh', label: t('tabs.refresh'), choose: () => refresh(tab.key) },
    { key: 'close', label: t('tabs.close'), choose: () => close(tab.key) },
    { key: 'others', label: t('tabs.closeOthers'), choose: () => closeMany(keys.filter((key) => key !== tab.key)) },
    { key: 'right', label: t('tabs.closeRight'), disabled: right.length === 0, choose: () => closeMany(right) },
    { key: 'all', label: t('tabs.closeAll'), choose: () => closeMany(keys) },
    { key: 'copy', label: t('tabs.copyLink'), choose: () => void navigator.clipboard.writeText(location.origin + addressOf(tab)) },
  ]
  return <Menu anchor={anchor} side="below-start" name={title} sections={[{ key: 'tab', items }]} onClose={onClose} />
}

/** Truncates a title that ends with a number before its last digits, which distinguish documents of one type. */
function MiddleCut({ text }: { text: string }) {
  const end = /\S*\d{8,}$/.test(text) ? text.length - 4 : text.length
  return (
    <>
      <span className="cut">{text.slice(0, end)}</span>
      {end < text.length && <span className="oa-tab-end num rigid">{text.slice(end)}</span>}
    </>
  )
}

/** Splits the tabs into the latest ones, always with the active one, and the overflow. */
export function split({ open, active }: Pick<Tabs, 'open' | 'active'>, most: number) {
  const [first, ...others] = open
  const shown = others.slice(-most)
  const earlierActive = others.slice(0, -most).find(({ key }) => key === active)
  if (earlierActive) shown[0] = earlierActive
  return { shown: first ? [first, ...shown] : shown, rest: others.filter((tab) => !shown.includes(tab)) }
}
