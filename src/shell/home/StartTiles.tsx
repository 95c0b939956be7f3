import { SearchOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { Icon } from '../layout/Icon.tsx'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { isNamed } from '../palette/matching.ts'
import { StateView } from '../states/StateView.tsx'
import { useText, type Text } from '../text.tsx'
import { useFavourites } from './favourites.ts'
import { quickStart } from './quick-start.ts'
import { type Tile, type TileGroup, useStartable } from './startable.ts'
import './start-tiles.css'

/** The processes that the person may start: those they starred or filed lately, and all of them by group. */
export function StartTiles({ isTitled = true, onStart }: { isTitled?: boolean; onStart?(): void }) {
  const text = useText()
  const { t, locale } = text
  const data = useStartable()
  const [keyword, setKeyword] = useState('')
  const { starred, toggle } = useFavourites()
  const groups = useMemo(() => matching(data ?? [], keyword), [data, keyword])
  const quick = useMemo(() => (keyword.trim() === '' ? quickStart(data ?? [], starred) : []), [data, keyword, starred])
  const row = (name: string, tiles: readonly Tile[]) => (
    <div className="oa-start-group" key={name}>
      <h3>{name}</h3>
      <ul>
        {tiles.map((tile) => (
          <StartTile key={tile.businessType} tile={tile} text={text} isStarred={starred.has(tile.businessType)} onStar={() => toggle(tile.businessType)} onStart={onStart} />
        ))}
      </ul>
    </div>
  )

  return (
    <section aria-label={t('home.start')}>
      <SectionTitle
        action={
          <label className="oa-start-search">
            <SearchOutlined aria-hidden />
            <input type="search" value={keyword} placeholder={t('home.findProcess')} aria-label={t('home.findProcess')} onChange={({ target }) => setKeyword(target.value)} onKeyDown={startFirst} />
          </label>
        }
      >
        {isTitled && t('home.start')}
      </SectionTitle>
      {!data && <RowsSkeleton rows={4} columns={['22%', '22%', '22%', '22%']} />}
      {data && groups.length === 0 && <StateView illustration="search" title={keyword ? t('empty.noMatch') : t('home.noProcess')} />}
      <div className="oa-start">
        {quick.length > 0 && row(t('home.frequent'), quick)}
        {groups.map(({ groupName, groupNameEn, items }) => row(locale === 'cn' ? groupName : groupNameEn, items))}
      </div>
    </section>
  )
}

/** Enter starts the first process that was found. */
function startFirst({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  if (key !== 'Enter' || nativeEvent.isComposing || currentTarget.value.trim() === '') return
  currentTarget.closest('section')?.querySelector<HTMLElement>('.oa-tile a')?.click()
}

interface StartTileProps {
  readonly tile: Tile
  readonly text: Text
  readonly isStarred: boolean
  onStar(): void
  onStart?(): void
}

function StartTile({ tile, text, isStarred, onStar, onStart }: StartTileProps) {
  const name = text.locale === 'cn' ? tile.name : tile.nameEn
  return (
    <li className="oa-tile">
      <Link className="plain" to={tile.path ?? `/${tile.businessType}Edit`} onClick={onStart}>
        <span className="oa-tile-icon"><Icon name={tile.icon} /></span>
        <span className="oa-tile-name">{name}</span>
      </Link>
      <button type="button" className="plain oa-tile-star" aria-pressed={isStarred} aria-label={text.t('home.star', { name })} onClick={onStar}>
        {isStarred ? <StarFilled /> : <StarOutlined />}
      </button>
    </li>
  )
}

function matching(groups: readonly TileGroup[], keyword: string): readonly TileGroup[] {
  const wanted = keyword.trim().toLowerCase()
  return groups
    .map((group) => ({ ...group, items: group.items.filter(({ name, nameEn, pinyin = '' }) => isNamed({ cn: name, en: nameEn, pinyin }, wanted)) }))
    .filter(({ items }) => items.length > 0)
}
