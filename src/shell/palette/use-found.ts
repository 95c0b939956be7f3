import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../backend.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import { useFavourites } from '../home/favourites.ts'
import { latestQuery } from '../home/latest-query.ts'
import { quickStart } from '../home/quick-start.ts'
import { type Tile, type TileGroup, useStartable } from '../home/startable.ts'
import type { PersonSummary } from '../start/answers.ts'
import { reads, useRead } from '../start/reads.ts'
import { type FoundPage, isNamed, isNamedExactly, type SearchTexts, pagesNamed } from './matching.ts'

export type FoundDocument = Pick<DocumentRow,
  'procInstId' | 'businessNo' | 'businessType' | 'routeName' | 'processName' | 'processNameEn' | 'title' | 'titleEn' | 'subject'
    | 'subjectEn' | 'state' | 'amount'>

export interface FoundProcess extends SearchTexts {
  readonly businessType: string
  readonly path: string
  readonly icon: string | undefined
  readonly group: { readonly cn: string; readonly en: string }
}

export interface SearchResults {
  readonly documents: readonly FoundDocument[]
  readonly people: readonly PersonSummary[]
  readonly pages: readonly FoundPage[]
  readonly processes: readonly FoundProcess[]
  /** True where the name of a process was typed: starting it comes before what it once filed. */
  readonly isProcess: boolean
  /** True where an answer is still under way. */
  readonly isAsking: boolean
}

/** At most this many of each kind; the lists themselves show more. */
const most = { documents: 6, latest: 3, people: 4, pages: 5, processes: 5 } as const

/**
 * Returns the results for a keyword: pages and processes from memory, documents and people from the server; without a keyword, what the
 * person filed last and starts most.
 */
export function useFound(keyword: string): SearchResults {
  const query = useDebounced(keyword.trim(), 150)
  const documents = useSearch<FoundDocument>(['found', 'documents', query], '/workflow/documents/found', { keyword: query,
    size: most.documents })
  const people = useSearch<PersonSummary>(['found', 'people', query], '/system/users/list', { keyword: query, size: most.people,
    enable: '1' })
  const menus = useRead(reads.menus)
  const startable = useStartable()
  const pages = useMemo(() => pagesNamed(menus ?? [], keyword).slice(0, keyword.trim() ? most.pages : 0), [menus, keyword])
  const { starred } = useFavourites()
  const processes = useMemo(() => processesNamed(startable ?? [], { keyword, starred }).slice(0, most.processes), [startable, keyword,
    starred])
  const isEmpty = keyword.trim() === ''
  const latest = useQuery({ ...latestQuery(useHttp()), enabled: isEmpty, staleTime: 60_000 }).data?.records ?? []
  return {
    documents: isEmpty ? latest.slice(0, most.latest) : documents.rows,
    people: people.rows,
    pages,
    processes,
    isProcess: processes.some((process) => isNamedExactly(process, keyword)),
    isAsking: query !== keyword.trim() || documents.isAsking || people.isAsking,
  }
}

function useSearch<Row>(queryKey: readonly string[], path: string,
  parameters: { keyword: string } & Readonly<Record<string, string | number>>) {
  const http = useHttp()
  const isEnabled = parameters.keyword !== ''
  const { data, isFetching } = useQuery({
    queryKey,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: ({ signal }) => http.get<readonly Row[]>(path, parameters, { signal, quiet: true }),
  })
  return { rows: isEnabled ? (data ?? []) : [], isAsking: isFetching }
}

function processesNamed(groups: readonly TileGroup[],
  { keyword, starred }: { keyword: string; starred: ReadonlySet<string> }): readonly FoundProcess[] {
  const named = groups.flatMap((group) => group.items.map((tile) => processOf(tile, group))).filter((process) => isNamed(process, keyword))
  if (keyword.trim() !== '') return named
  const frequent = quickStart(groups, starred).flatMap(({ businessType }) =>
    named.find((process) => process.businessType === businessType) ?? []
  )
  return [...frequent, ...named.filter((process) => !frequent.includes(process))]
}

const processOf = ({ businessType, name, nameEn, pinyin, icon, path }: Tile, { groupName, groupNameEn }: TileGroup): FoundProcess => ({
  businessType,
  cn: name,
  en: nameEn,
  pinyin: pinyin ?? '',
  path: path ?? `/${businessType}Edit`,
  icon: icon ?? undefined,
  group: { cn: groupName, en: groupNameEn },
})
