import { SearchOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import { Icon } from '../layout/Icon.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { isNamed } from '../palette/matching.ts'
import { StateView } from '../states/StateView.tsx'
import { type Text, useText } from '../text.tsx'
import { quickStart, type Tile, type TileGroup, useFavourites, useStartable } from './quick-start.ts'
import './start-tiles.css'

interface StartTilesProps {
  onStart?(): void
}

/** The forms that the user may start: starred and recent ones, then the others by group; searchable, Enter starts the first. */
export function StartTiles({ onStart }: StartTilesProps) {
  const text = useText()
  const { t, label } = text
  const { starred, toggle } = useFavourites()
  const { data, rows, keyword, setKeyword } = useRows(starred)
  const { chosen, frame, onKeyDown } = useChosenTile(keyword, { isEager: true, isLoading: !data })
  const id = useId()
  const search = (
    <label className="oa-start-search is-wide surface outlined round-4 gap-6 row third">
      <SearchOutlined aria-hidden />
      <input type="search" value={keyword} placeholder={t('home.findProcess')} aria-label={t('home.findProcess')}
        onChange={({ target }) => setKeyword(target.value)} onKeyDown={onKeyDown} {...(chosen >= 0 && rows.length > 0 &&
          { 'aria-controls': `${id}-tiles`, 'aria-activedescendant': `${id}-${chosen}` })} />
    </label>
  )

  return (
    <section aria-label={t('home.start')}>
      {search}
      {rows.length === 0 && <NoTiles isLoading={!data} isSearch={keyword !== ''} />}
      <div className="oa-start gap-10 grid" id={`${id}-tiles`} ref={frame}>
        {rows.map(({ name, tiles, first }) => (
          <div className="oa-start-group gap-8 grid" key={name.cn}>
            <h2 className="muted regular line-18 top-8">{label(name)}</h2>
            <ul className="grid gap-8">
              {tiles.map((tile, at) => (
                <StartTile key={tile.businessType} id={`${id}-${first + at}`} tile={tile} text={text} isChosen={first + at === chosen}
                  isStarred={starred.has(tile.businessType)} onStar={() => toggle(tile.businessType)} onStart={onStart} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function useRows(starred: ReadonlySet<string>) {
  const { t } = useText()
  const data = useStartable()
  const [keyword, setKeyword] = useState('')
  const frequent = t('home.frequent')
  const rows = useMemo(() => rowsOf(data ?? [], { keyword, starred, frequent: { cn: frequent, en: frequent } }), [data, keyword, starred,
    frequent])
  return { data, rows, keyword, setKeyword }
}

function NoTiles({ isLoading, isSearch }: { isLoading: boolean; isSearch: boolean }) {
  const { t } = useText()
  if (isLoading) return <RowsSkeleton rows={4} columns={['22%', '22%', '22%', '22%']} />
  return <StateView illustration="search" title={isSearch ? t('empty.noMatch') : t('home.noProcess')} />
}

interface StartTileProps {
  readonly id: string
  readonly tile: Tile
  readonly text: Text
  /** Enter in the search field starts it. */
  readonly isChosen: boolean
  readonly isStarred: boolean
  onStar(): void
  onStart?(): void
}

function StartTile({ id, tile, text, isChosen, isStarred, onStar, onStart }: StartTileProps) {
  const name = text.locale === 'cn' ? tile.name : tile.nameEn
  const short = (text.locale === 'cn' ? tile.shortName : tile.shortNameEn) ?? name
  return (
    <li className={isChosen ? 'oa-tile is-chosen framed round-8 narrow row' : 'oa-tile framed round-8 narrow row'}>
      <Link className="plain" id={id} aria-label={name} title={name} to={tile.path ?? `/${tile.businessType}Edit`} onClick={onStart}>
        <span className="oa-tile-icon on-grey round-6 inline-row second rigid centred">
          <Icon name={tile.icon} />
        </span>
        <span className="oa-tile-name clip nowrap">{short}</span>
      </Link>
      <button type="button" className="plain oa-tile-star text-centre rigid" aria-pressed={isStarred}
        aria-label={text.t('home.star', { name })} onClick={onStar}
      >
        {isStarred ? <StarFilled /> : <StarOutlined />}
      </button>
    </li>
  )
}

interface TileRow {
  readonly name: Label
  readonly tiles: readonly Tile[]
  /** Number of tiles in the preceding rows. */
  readonly first: number
}

/** The tiles by group: frequent ones first, then the others; with a keyword, the matches. */
function rowsOf(groups: readonly TileGroup[],
  { keyword, starred, frequent }: { keyword: string; starred: ReadonlySet<string>; frequent: Label }): readonly TileRow[] {
  const quick = keyword.trim() === '' ? quickStart(groups, starred) : []
  const all = matching(groups, keyword).map(({ groupName, groupNameEn, items }) => ({ name: { cn: groupName, en: groupNameEn },
    tiles: items.filter((tile) => !quick.includes(tile)) })
  ).filter(({ tiles }) => tiles.length > 0)
  const rows = quick.length > 0 ? [{ name: frequent, tiles: quick }, ...all] : all
  return rows.map((row, at) => ({ ...row, first: rows.slice(0, at).reduce((sum, { tiles }) => sum + tiles.length, 0) }))
}

function matching(groups: readonly TileGroup[], keyword: string): readonly TileGroup[] {
  const needle = keyword.trim().toLowerCase()
  return groups
    .map((group) => ({ ...group,
      items: group.items.filter(({ name, nameEn, shortName = '', shortNameEn = '', pinyin = '' }) =>
        isNamed({ cn: `${name} ${shortName}`, en: `${nameEn} ${shortNameEn}`, pinyin }, needle)
      ) })
    )
    .filter(({ items }) => items.length > 0)
}

/**
 * The tile that Enter in the search field starts: the first match, moved by arrow keys while the focus stays in the field. Left and right
 * move the caret while there is text on that side. None is chosen (-1) before something is typed, unless `isEager`. Enter pressed while
 * loading starts the first match once loaded, unless the text changes in between.
 */
function useChosenTile(keyword: string, { isEager, isLoading }: { readonly isEager: boolean; readonly isLoading: boolean }) {
  const [chosen, choose] = useState({ index: 0, keyword })
  const frame = useRef<HTMLDivElement>(null)
  const index = chosen.keyword === keyword ? chosen.index : 0
  const links = () => [...(frame.current?.querySelectorAll<HTMLElement>('.oa-tile a') ?? [])]
  const heldEnter = useRef<string>(undefined)
  useEffect(() => {
    if (isLoading || heldEnter.current === undefined) return
    const isSame = heldEnter.current === keyword
    heldEnter.current = undefined
    if (isSame) frame.current?.querySelector<HTMLElement>('.oa-tile a')?.click()
  }, [isLoading, keyword])
  const start = () => {
    if (isLoading) heldEnter.current = keyword
    links()[index]?.click()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter') return start()
    if (!key.startsWith('Arrow') || isForCaret(key, currentTarget)) return
    event.preventDefault()
    const next = nextTile(links().map((link) => link.getBoundingClientRect()), index, key)
    links()[next]?.scrollIntoView?.({ block: 'nearest' })
    choose({ index: next, keyword })
  }
  return { chosen: isEager || keyword.trim() !== '' ? index : -1, frame, onKeyDown }
}

const isForCaret = (key: string, { selectionStart, value }: HTMLInputElement) =>
  (key === 'ArrowLeft' && selectionStart !== 0) || (key === 'ArrowRight' && selectionStart !== value.length)

/** Screen position of a tile. */
interface TileBox {
  readonly left: number
  readonly top: number
}

/**
 * Index of the tile that an arrow key leads to: left and right in reading order; up and down the nearest one in the adjacent row, or in
 * reading order if there is none or positions are unknown.
 */
export function nextTile(boxes: readonly TileBox[], at: number, key: string): number {
  const here = boxes[at]
  if (!here) return 0
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  if (step === undefined) return at
  const inOrder = Math.min(boxes.length - 1, Math.max(0, at + step))
  if (key === 'ArrowRight' || key === 'ArrowLeft') return inOrder
  const beyond = boxes.map((box, index) => ({ ...box, index })).filter(({ top }) => (top - here.top) * step > 0)
  const row = beyond.toSorted((one, other) => (one.top - other.top) * step)[0]?.top
  const near =
    beyond.filter(({ top }) => top === row).toSorted((one, other) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left))[0]
  return near?.index ?? inOrder
}
