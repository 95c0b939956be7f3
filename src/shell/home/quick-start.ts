import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHttp } from '../backend.ts'

/** Maximum number of tiles: two rows. */
const most = 8

/** The forms that the user is most likely to start: starred ones, then recently filed ones, latest first. */
export function quickStart(groups: readonly TileGroup[], starred: ReadonlySet<string>): readonly Tile[] {
  const tiles = groups.flatMap(({ items }) => items)
  const favourites = [...starred].flatMap((type) => tiles.find(({ businessType }) => businessType === type) ?? [])
  const recent = tiles
    .filter(({ businessType, lastStarted }) => lastStarted && !starred.has(businessType))
    .toSorted((one, other) => (other.lastStarted ?? '').localeCompare(one.lastStarted ?? ''))
  return [...favourites, ...recent].slice(0, most)
}

/** A form that the user may start. */
export interface Tile {
  readonly businessType: string
  readonly name: string
  readonly nameEn: string
  /** Short name. */
  readonly shortName?: string
  readonly shortNameEn?: string
  /** Pinyin of the Chinese name, in full and as initials, for the search. */
  readonly pinyin?: string
  readonly icon?: string | null
  readonly path?: string | null
  /** Time at which the user last filed one, yyyy-MM-dd HH:mm:ss; null: not recently. */
  readonly lastStarted?: string | null
}

export interface TileGroup {
  readonly groupName: string
  readonly groupNameEn: string
  readonly items: readonly Tile[]
}

/** The forms that the user may start, by group; reloaded after filing. */
export function useStartable(): readonly TileGroup[] | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['documents', 'startable'],
    queryFn: () => http.get<readonly TileGroup[]>('/workflow/getHomeFunction', { name: '', terminal: 'web' }, { quiet: true }),
    staleTime: Infinity,
  }).data
}

const remembered = 'oa.favourites'

/** The forms starred by the user, stored in this browser. */
export function useFavourites() {
  const [starred, setStarred] = useState(read)
  const toggle = (businessType: string) => {
    const next = new Set(starred)
    if (!next.delete(businessType)) next.add(businessType)
    localStorage.setItem(remembered, JSON.stringify([...next]))
    setStarred(next)
  }
  return { starred, toggle }
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(remembered) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [])
  } catch {
    return new Set()
  }
}
