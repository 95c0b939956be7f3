import { useQuery } from '@tanstack/react-query'
import { useHttp } from '../backend.ts'

/** A process that the person may start. */
export interface Tile {
  readonly businessType: string
  readonly name: string
  readonly nameEn: string
  /** The name where there is little room. */
  readonly shortName?: string
  readonly shortNameEn?: string
  /** The ways in which the Chinese name is typed without an input method: in full and by initials. */
  readonly pinyin?: string
  readonly icon?: string | null
  readonly path?: string | null
  /** When the person last filed one, yyyy-MM-dd HH:mm:ss; null: not lately. */
  readonly lastStarted?: string | null
}

export interface TileGroup {
  readonly groupName: string
  readonly groupNameEn: string
  readonly items: readonly Tile[]
}

/** The processes that the person may start, by group; asked again when they have filed one. */
export function useStartable(): readonly TileGroup[] | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['documents', 'startable'],
    queryFn: () => http.get<readonly TileGroup[]>('/workflow/getHomeFunction', { name: '', terminal: 'web' }, { quiet: true }),
    staleTime: Infinity,
  }).data
}
