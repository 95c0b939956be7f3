import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { BrandMark } from '../parts/Brand.tsx'
import type { MenuNode } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { useText } from '../text.tsx'
import type { AppConfig } from '../browser-plugin.ts'
import { useBadges } from './badges.ts'
import { Icon } from './Icon.tsx'
import { FoldedIcons, FoldedMenu } from './FoldedMenu.tsx'
import { isLong, menuGroups, type MenuEntry, type MenuGroup } from './menu-tree.ts'
import './sider.css'

interface SiderProps {
  readonly brand: AppConfig['brand']
  readonly isCollapsed: boolean
  onCollapse(isCollapsed: boolean): void
  onNewRequest(): void
}

/** The menu on the left: 216 px wide, or 56 px with icons only; a long one is folded. */
export const Sider = memo(({ brand, isCollapsed, onCollapse, onNewRequest }: SiderProps) => {
  const { t, label } = useText()
  const menus = useRead(reads.menus)
  const groups = useMemo(() => menuGroups(menus ?? []), [menus])

  return (
    <nav className={isCollapsed ? 'oa-sider is-collapsed stack rigid low' : 'oa-sider stack rigid low'} aria-label={t('shell.menu')}>
      <Link className="plain oa-brand bold row ink rigid gap-10" to="/" aria-label={label(brand)}>
        <BrandMark />
        {!isCollapsed && <span className="cut">{label(brand)}</span>}
      </Link>
      <NewRequest isCollapsed={isCollapsed} onClick={onNewRequest} />
      <div ref={useHereInView(groups)} className="oa-menu low grow">
        <MenuBody menus={menus ?? []} groups={groups} isCollapsed={isCollapsed} />
      </div>
      <button type="button" className="plain oa-collapse gap-8 row muted rigid" onClick={() => onCollapse(!isCollapsed)}
        aria-label={isCollapsed ? t('shell.expand') : t('shell.collapse')}
      >
        {isCollapsed ? <RightOutlined /> : <LeftOutlined />}
        {!isCollapsed && t('shell.collapse')}
      </button>
    </nav>
  )
})
Sider.displayName = 'Sider'

interface MenuBodyProps {
  readonly menus: readonly MenuNode[]
  readonly groups: readonly MenuGroup[]
  readonly isCollapsed: boolean
}

function MenuBody({ menus, groups, isCollapsed }: MenuBodyProps) {
  const badges = useBadges()
  if (!isLong(groups)) return groups.map((group) => <Group key={group.id} group={group} badges={badges} isCollapsed={isCollapsed} />)
  if (isCollapsed) return <FoldedIcons groups={groups} badges={badges} />
  return <FoldedMenu menus={menus} groups={groups} badges={badges} />
}

/** Scrolls the entry of the current page into view. */
function useHereInView(groups: readonly MenuGroup[]) {
  const menu = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const isListed = groups.some(({ entries }) => entries.some(({ path }) => path === pathname))
  useEffect(() => {
    if (isListed) menu.current?.querySelector(`[href=${JSON.stringify(pathname)}]`)?.scrollIntoView({ block: 'nearest' })
  }, [pathname, isListed])
  return menu
}

function NewRequest({ isCollapsed, onClick }: { isCollapsed: boolean; onClick(): void }) {
  const { t } = useText()
  const name = t('shell.newRequest')
  return (
    <button type="button" className="plain oa-new surface outlined round-6 medium gap-8 row rigid high-32" onClick={onClick}
      aria-label={name} aria-keyshortcuts="C" {...tipBeside(isCollapsed && name)}
    >
      <PlusOutlined aria-hidden />
      {!isCollapsed && (
        <>
          <span className="cut">{name}</span>
          <kbd aria-hidden>C</kbd>
        </>
      )}
    </button>
  )
}

function Group({ group, badges, isCollapsed }: { group: MenuGroup; badges: ReadonlyMap<string, number>; isCollapsed: boolean }) {
  const { label } = useText()
  const titled = group.cn !== '' && !isCollapsed
  return (
    <section className="oa-menu-group" aria-label={label(group) || undefined}>
      {titled && <p className="third tiny" aria-hidden>{label(group)}</p>}
      <ul>
        {group.entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} badge={badges.get(entry.path)} isCollapsed={isCollapsed} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry, badge, isCollapsed }: { entry: MenuEntry; badge: number | undefined; isCollapsed: boolean }) {
  const { label } = useText()
  const { pathname } = useLocation()
  const isHere = pathname === entry.path
  return (
    <Link className="plain" to={entry.path} aria-current={isHere ? 'page' : undefined} {...tipBeside(isCollapsed && label(entry))}>
      <Icon name={entry.icon} />
      <span className={isCollapsed ? 'unseen' : 'cut'}>{label(entry)}</span>
      {badge !== undefined && badge > 0 && <span className={isCollapsed ? 'unseen' : 'oa-menu-count num'}>{badge}</span>}
    </Link>
  )
}

/** Tooltip for truncated menu labels. */
const tipBeside = (text: string | false) => (text ? { 'data-tip': text, 'data-tip-side': 'right' } : {})
