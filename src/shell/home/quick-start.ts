import type { Tile, TileGroup } from './startable.ts'

/** Two rows of them. */
const most = 8

/** The processes that the person is most likely to start: what they starred, and what they filed lately, latest first. */
export function quickStart(groups: readonly TileGroup[], starred: ReadonlySet<string>): readonly Tile[] {
  const tiles = groups.flatMap(({ items }) => items)
  const favourites = [...starred].flatMap((type) => tiles.find(({ businessType }) => businessType === type) ?? [])
  const recent = tiles
    .filter(({ businessType, lastStarted }) => lastStarted && !starred.has(businessType))
    .toSorted((one, other) => (other.lastStarted ?? '').localeCompare(one.lastStarted ?? ''))
  return [...favourites, ...recent].slice(0, most)
}
