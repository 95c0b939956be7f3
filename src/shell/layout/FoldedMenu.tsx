import { DownOutlined, RightOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import { MenuButton } from '../floating/MenuButton.tsx'
import type { MenuNode } from '../start/answers.ts'
import { useText } from '../text.tsx'
import { Icon } from './Icon.tsx'
import { starredEntries, useMenuFavourites } from './menu-favourites.ts'
import { directoryPath, hasPage, type MenuEntry, type MenuGroup } from './menu-tree.ts'
import { MenuFilter } from './MenuFilter.tsx'

interface FoldedMenuProps {
  readonly menus: readonly MenuNode[]
  readonly groups: readonly MenuGroup[]
  readonly badges: ReadonlyMap<string, number>
}

/** A long menu: a filter, the starred pages, and the directories, of which one is unfolded. */
export function FoldedMenu({ menus, groups, badges }: FoldedMenuProps) {
  const [keyword, setKeyword] = useState('')
  return (
    <>
      <MenuFilter menus={menus} keyword={keyword} onFilter={setKeyword} />
      {keyword.trim() === '' && (
        <>
          <Starred groups={groups} badges={badges} />
          <Directories groups={groups} badges={badges} />
        </>
      )}
    </>
  )
}

function Starred({ groups, badges }: Pick<FoldedMenuProps, 'groups' | 'badges'>) {
  const { t } = useText()
  const { starred } = useMenuFavourites()
  const entries = starredEntries(groups, starred)
  if (entries.length === 0) return null
  return (
    <section className="oa-menu-group is-starred" aria-label={t('menu.favourites')}>
      <p aria-hidden>{t('menu.favourites')}</p>
      <ul>
        {entries.map((entry) => <PageLine key={entry.id} entry={entry} badge={badges.get(entry.path)} />)}
      </ul>
    </section>
  )
}

/** The directories, of which one is unfolded: that of the page that is open, unless its page is starred, or the one chosen here. */
function Directories({ groups, badges }: Pick<FoldedMenuProps, 'groups' | 'badges'>) {
  const { pathname } = useLocation()
  const { starred } = useMenuFavourites()
  const here = starred.includes(pathname) ? undefined : groups.find(({ entries }) => entries.some(({ path }) => path === pathname))?.id
  const [chosen, setChosen] = useState<{ readonly at: string; readonly id: string | undefined }>()
  const unfolded = chosen?.at === pathname ? chosen.id : here
  return groups.map((group) => (
    <Directory key={group.id} group={group} badges={badges} isUnfolded={group.id === unfolded}
      onFold={() => setChosen({ at: pathname, id: group.id === unfolded ? undefined : group.id })} />
  ))
}

interface DirectoryProps {
  readonly group: MenuGroup
  readonly badges: ReadonlyMap<string, number>
  readonly isUnfolded: boolean
  onFold(): void
}

function Directory({ group, badges, isUnfolded, onFold }: DirectoryProps) {
  const { label } = useText()
  const id = useId()
  if (group.cn === '')
    return <ul>{group.entries.map((entry) => <PageLine key={entry.id} entry={entry} badge={badges.get(entry.path)} />)}</ul>
  if (hasPage(group)) return <PageOfDirectory group={group} />
  return (
    <section className="oa-menu-directory" aria-label={label(group)}>
      <button type="button" className="plain" aria-expanded={isUnfolded} aria-controls={id} onClick={onFold}>
        {isUnfolded ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
        <span className="cut">{label(group)}</span>
        {!isUnfolded && <Waiting count={waitingIn(group, badges)} />}
        <span className="oa-menu-count num" aria-hidden>{group.entries.length}</span>
      </button>
      {isUnfolded && (
        <ul id={id}>{group.entries.map((entry) => <PageLine key={entry.id} entry={entry} badge={badges.get(entry.path)} />)}</ul>
      )}
    </section>
  )
}

function PageOfDirectory({ group }: { group: MenuGroup }) {
  const { label } = useText()
  const { pathname } = useLocation()
  const path = directoryPath(group.id)
  const isHere = pathname === path || group.entries.some((entry) => entry.path === pathname)
  return (
    <section className="oa-menu-directory" aria-label={label(group)}>
      <Link className="plain" to={path} aria-current={isHere ? 'page' : undefined}>
        <RightOutlined aria-hidden className="is-hidden" />
        <span className="cut">{label(group)}</span>
        <span className="oa-menu-count num" aria-hidden>{group.entries.length}</span>
      </Link>
    </section>
  )
}

const waitingIn = ({ entries }: MenuGroup, badges: ReadonlyMap<string, number>): number =>
  entries.reduce((sum, { path }) => sum + (badges.get(path) ?? 0), 0)

function Waiting({ count }: { count: number }) {
  const { t } = useText()
  return count > 0 && (
    <span className="oa-menu-waiting-count num" aria-label={t('menu.waiting', { count })}>{count > 99 ? '99+' : count}</span>
  )
}

function PageLine({ entry, badge = 0 }: { entry: MenuEntry; badge?: number }) {
  const { label } = useText()
  const { pathname } = useLocation()
  return (
    <li className="oa-menu-line">
      <Link className="plain" to={entry.path} aria-current={pathname === entry.path ? 'page' : undefined}>
        <Icon name={entry.icon} />
        <span className="cut">{label(entry)}</span>
        {badge > 0 && <span className="oa-menu-count num">{badge}</span>}
      </Link>
      <Star entry={entry} />
    </li>
  )
}

/** Puts a page among the starred ones of the menu, or takes it from them. */
export function Star({ entry }: { entry: Label & { readonly path: string } }) {
  const { t, label } = useText()
  const { starred, toggle } = useMenuFavourites()
  const isStarred = starred.includes(entry.path)
  return (
    <button type="button" className="plain oa-menu-star" aria-pressed={isStarred} aria-label={t('home.star', { name: label(entry) })}
      onClick={() => toggle(entry.path)}
    >
      {isStarred ? <StarFilled /> : <StarOutlined />}
    </button>
  )
}

/** The narrow form of a long menu: the starred pages and the directories as icons; a directory opens the list of its pages beside it. */
export function FoldedIcons({ groups, badges }: Omit<FoldedMenuProps, 'menus'>) {
  const { label } = useText()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { starred } = useMenuFavourites()
  return (
    <>
      <ul className="oa-menu-icons">
        {starredEntries(groups, starred).map((entry) => (
          <li key={entry.id}>
            <Link className="plain" to={entry.path} aria-label={label(entry)} aria-current={pathname === entry.path ? 'page' : undefined}
              data-tip={label(entry)} data-tip-side="right"
            >
              <Icon name={entry.icon} />
              {(badges.get(entry.path) ?? 0) > 0 && <i className="oa-menu-dot" aria-hidden />}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="oa-menu-icons">
        {groups.map((group) => (
          <li key={group.id} data-tip={label(group)} data-tip-side="right">
            <MenuButton className={group.entries.some(({ path }) => path === pathname) ?
              'oa-menu-directory-icon is-here' :
              'oa-menu-directory-icon'} name={label(group)} side="right"
              sections={[{ key: group.id, name: label(group),
                items: group.entries.map((entry) => ({ key: entry.id, label: label(entry), choose: () => void navigate(entry.path) })) }]}
            >
              <Icon name={group.icon} />
              {waitingIn(group, badges) > 0 && <i className="oa-menu-dot" aria-hidden />}
            </MenuButton>
          </li>
        ))}
      </ul>
    </>
  )
}
