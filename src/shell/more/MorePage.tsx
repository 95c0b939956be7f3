import { EllipsisOutlined, RightOutlined, SearchOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Star, starredEntries, useMenuFavourites } from '../layout/FoldedMenu.tsx'
import { Icon } from '../layout/Icon.tsx'
import { messageCentre, useBadges } from '../layout/badges.ts'
import { directoryPath, hasPage, menuGroups, type MenuEntry, type MenuGroup } from '../layout/menu-tree.ts'
import { openPalette } from '../palette/open-palette.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { reads, useRead } from '../start/reads.ts'
import { useText } from '../text.tsx'
import './more.css'

/** Pages in the bottom bar of a small screen. */
const inBar: readonly string[] = ['/', '/todo', messageCentre]

/** Number of tiles of a directory before “more”: two rows. */
const most = 8

/** The menu of a small screen: all pages of the person, as tiles by directory. */
export function MorePage() {
  const { t, label } = useText()
  const groups = menuGroups(useRead(reads.menus) ?? [])
  const { starred } = useMenuFavourites()
  const favourites = starredEntries(groups, starred)
  const knows = useKnows()
  const [isEditing, setIsEditing] = useState(false)
  return (
    <div className="oa-more">
      <button type="button" className="plain oa-more-search row on-grey round-10 third gap-8 wide" onClick={openPalette}>
        <SearchOutlined aria-hidden />
        {t('shell.find')}
      </button>
      <SectionTitle action={
        <button type="button" className="plain oa-more-edit accent" aria-pressed={isEditing} onClick={() => setIsEditing(!isEditing)}>
          {isEditing ? t('menu.done') : t('menu.edit')}
        </button>
      }>
        {t('menu.favourites')}
      </SectionTitle>
      {favourites.length === 0 && <p className="muted">{t('menu.noFavourites')}</p>}
      <Tiles entries={favourites} isEditing={isEditing} />
      {groups.map((group) => (
        <section key={group.id} aria-label={label(group) || undefined}>
          {group.cn !== '' && <SectionTitle>{label(group)}</SectionTitle>}
          <GroupTiles group={group} isEditing={isEditing} />
        </section>
      ))}
      {knows('/profile') && (
        <Link className="plain oa-more-row row gap-12" to="/profile?part=absence">
          <UserSwitchOutlined aria-hidden />
          <span>{t('menu.absence')}</span>
          <RightOutlined aria-hidden />
        </Link>
      )}
    </div>
  )
}

/** The first pages of a directory and a tile that expands the others, or opens the page of a long directory. */
function GroupTiles({ group, isEditing }: { group: MenuGroup; isEditing: boolean }) {
  const { t } = useText()
  const [isWhole, setIsWhole] = useState(false)
  const entries = group.entries.filter(({ path }) => !inBar.includes(path))
  const isCut = entries.length > most && !isWhole
  const all = t('menu.all', { count: entries.length })
  const more = hasPage(group) ?
    (
      <Link className="plain" to={directoryPath(group.id)}>
        <MoreTile name={all} />
      </Link>
    ) :
    (
      <button type="button" className="plain" onClick={() => setIsWhole(true)}>
        <MoreTile name={all} />
      </button>
    )
  return <Tiles entries={isCut ? entries.slice(0, most - 1) : entries} isEditing={isEditing} last={isCut && more} />
}

const MoreTile = ({ name }: { name: string }) => (
  <>
    <span className="oa-more-icon inline-row on-grey centred relative" aria-hidden>
      <EllipsisOutlined />
    </span>
    <span>{name}</span>
  </>
)

function Tiles({ entries, isEditing, last }: { entries: readonly MenuEntry[]; isEditing: boolean; last?: ReactNode }) {
  const { label } = useText()
  const badges = useBadges()
  return (
    <ul className="oa-more-tiles grid">
      {entries.map((entry) => {
        const count = badges.get(entry.path) ?? 0
        return (
          <li key={entry.id}>
            <Link className="plain" to={entry.path}>
              <span className="oa-more-icon inline-row on-grey centred relative" aria-hidden>
                <Icon name={entry.icon} />
                {count > 0 && <span className="oa-badge num round-8 text-centre tiny absolute">{count > 99 ? '99+' : count}</span>}
              </span>
              <span>{label(entry)}{count > 0 && <span className="unseen">{count}</span>}</span>
            </Link>
            {isEditing && <Star entry={entry} />}
          </li>
        )
      })}
      {last && <li>{last}</li>}
    </ul>
  )
}
