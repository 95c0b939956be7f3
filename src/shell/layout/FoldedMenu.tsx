import { DownOutlined, RightOutlined, StarFilled, StarOutlined, SearchOutlined } from '@ant-design/icons'
import { useId, useState, useCallback, useSyncExternalStore, useEffect, useRef, type KeyboardEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import { MenuButton } from '../floating/Floating.tsx'
import type { MenuNode } from '../start/answers.ts'
import { useText } from '../text.tsx'
import { Icon } from './Icon.tsx'
import { directoryPath, hasPage, type MenuEntry, type MenuGroup } from './menu-tree.ts'
import { useKeys } from '../keys.ts'
import { Marked } from '../palette/Marked.tsx'
import { type FoundPage, pagesNamed } from '../palette/matching.ts'

interface FoldedMenuProps {
  readonly menus: readonly MenuNode[]
  readonly groups: readonly MenuGroup[]
  readonly badges: ReadonlyMap<string, number>
}

/** A long menu: a filter, the starred pages, and directories, one of which is expanded. */
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
      <p className="third tiny" aria-hidden>{t('menu.favourites')}</p>
      <ul>
        {entries.map((entry) => <PageLine key={entry.id} entry={entry} badge={badges.get(entry.path)} />)}
      </ul>
    </section>
  )
}

/** The directories. Expanded is the one chosen by the user, else that of the current page unless it is starred. */
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
    <span className="oa-menu-waiting-count num on-orange round-8 orange tiny" aria-label={t('menu.waiting', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}

function PageLine({ entry, badge = 0 }: { entry: MenuEntry; badge?: number }) {
  const { label } = useText()
  const { pathname } = useLocation()
  return (
    <li className="oa-menu-line relative">
      <Link className="plain" to={entry.path} aria-current={pathname === entry.path ? 'page' : undefined}>
        <Icon name={entry.icon} />
        <span className="cut">{label(entry)}</span>
        {badge > 0 && <span className="oa-menu-count num">{badge}</span>}
      </Link>
      <Star entry={entry} />
    </li>
  )
}

/** A button that stars or unstars a page of the menu. */
export function Star({ entry }: { entry: Label & { readonly path: string } }) {
  const { t, label } = useText()
  const { starred, toggle } = useMenuFavourites()
  const isStarred = starred.includes(entry.path)
  return (
    <button type="button" className="plain oa-menu-star text-centre third" aria-pressed={isStarred}
      aria-label={t('home.star', { name: label(entry) })} onClick={() => toggle(entry.path)}
    >
      {isStarred ? <StarFilled /> : <StarOutlined />}
    </button>
  )
}

/** The collapsed form of a long menu: starred pages and directories as icons; a directory opens a list of its pages. */
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
              {(badges.get(entry.path) ?? 0) > 0 && <i className="oa-menu-dot circle absolute" aria-hidden />}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="oa-menu-icons">
        {groups.map((group) => (
          <li key={group.id} data-tip={label(group)} data-tip-side="right">
            <MenuButton className={group.entries.some(({ path }) => path === pathname) ?
              'oa-menu-directory-icon is-here row round-6 centred' :
              'oa-menu-directory-icon row round-6 centred'} name={label(group)} side="right"
              sections={[{ key: group.id, name: label(group),
                items: group.entries.map((entry) => ({ key: entry.id, label: label(entry), choose: () => void navigate(entry.path) })) }]}
            >
              <Icon name={group.icon} />
              {waitingIn(group, badges) > 0 && <i className="oa-menu-dot circle absolute" aria-hidden />}
            </MenuButton>
          </li>
        ))}
      </ul>
    </>
  )
}

const remembered = 'oa.menu.favourites'

/** Maximum number of starred pages. */
const most = 6

const listeners = new Set<() => void>()

/** Paths of the starred pages in this browser, in order of starring, and a function to toggle one. */
export function useMenuFavourites() {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(remembered) ?? '')
  const toggle = useCallback((path: string) => {
    const before = pathsIn(localStorage.getItem(remembered) ?? '')
    const next = before.includes(path) ? before.filter((each) => each !== path) : [...before, path].slice(-most)
    localStorage.setItem(remembered, JSON.stringify(next))
    for (const listener of listeners) listener()
  }, [])
  return { starred: pathsIn(stored), toggle }
}

/** The menu entries of the starred paths, in order of starring. */
export function starredEntries(groups: readonly MenuGroup[], starred: readonly string[]): readonly MenuEntry[] {
  const byPath = new Map(groups.flatMap(({ entries }) => entries).map((entry) => [entry.path, entry]))
  return starred.flatMap((path) => byPath.get(path) ?? [])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function pathsIn(stored: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(stored || '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

/** Filters pages by name, pinyin or initials; arrow keys choose, Enter opens, Escape clears. */
function MenuFilter({ menus, keyword, onFilter }: { menus: readonly MenuNode[]; keyword: string; onFilter(keyword: string): void }) {
  const { t } = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(0)
  const found = keyword.trim() === '' ? [] : pagesNamed(menus, keyword)
  useKeys({ 'g p': () => input.current?.focus() })

  const filter = (next: string) => {
    onFilter(next)
    setChosen(0)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') filter('')
    else if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0))
    else if (event.key === 'Enter' && found[chosen]) {
      filter('')
      input.current?.blur()
      void navigate(found[chosen].path)
    } else return
    event.preventDefault()
  }
  return (
    <div className="oa-menu-filter block">
      <label className="row round-6 third gap-8">
        <SearchOutlined aria-hidden />
        <input className="fill ink bare" ref={input} type="search" role="combobox" value={keyword} placeholder={t('menu.find')}
          aria-label={t('menu.find')} aria-keyshortcuts="G P" aria-expanded={found.length > 0} aria-controls={`${id}-found`}
          aria-activedescendant={found[chosen] && `${id}-${chosen}`} onChange={({ target }) => filter(target.value)} onKeyDown={press} />
        {keyword === '' && <kbd aria-hidden>G P</kbd>}
      </label>
      <ul id={`${id}-found`} role="listbox" aria-label={t('menu.find')}>
        {found.map((page, at) => (
          <Hit key={page.path} id={`${id}-${at}`} page={page} keyword={keyword} isChosen={at === chosen} onOpen={() => filter('')} />
        ))}
      </ul>
      {keyword.trim() !== '' && found.length === 0 && (
        <p className="oa-menu-nothing third" role="status">{t('menu.nothing', { keyword })}</p>
      )}
    </div>
  )
}

interface HitProps {
  readonly id: string
  readonly page: FoundPage
  readonly keyword: string
  readonly isChosen: boolean
  onOpen(): void
}

function Hit({ id, page, keyword, isChosen, onOpen }: HitProps) {
  const { label, locale } = useText()
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <li ref={line} id={id} role="option" aria-selected={isChosen}>
      <Link className="plain" to={page.path} tabIndex={-1} onClick={onOpen}>
        <Icon name={page.icon} />
        <span className="cut" title={label(page.group)}>
          <Marked text={label(page)} keyword={keyword} pinyin={locale === 'cn' ? page.pinyin : ''} />
        </span>
      </Link>
    </li>
  )
}
