import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'

/** A place that can be chosen, with the places in it. */
export interface PlaceOption {
  readonly value: string
  /** "中文/English" */
  readonly name: string
  readonly children?: readonly PlaceOption[]
}

interface AreaNode {
  readonly areaCode: string
  readonly name: string
  readonly nameEn: string
  readonly sub: readonly AreaNode[]
}

/** Countries whose parts stand in the list as provinces. */
const atHome: ReadonlySet<string> = new Set(['CN', 'HK', 'MO', 'TW'])

/** Provinces with their cities and districts, then the other countries; asked for once, when somebody first wants to choose. */
export function usePlaces(isWanted: boolean): readonly PlaceOption[] | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['places'],
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const [provinces, countries] = await Promise.all([
        http.get<readonly AreaNode[]>('/public/area/json', {}, { quiet: true }),
        http.get<readonly { code: string; name: string; nameEn: string }[]>('/public/area/countries', {}, { quiet: true }),
      ])
      return [...provinces.map(placeOf),
        ...countries.filter(({ code }) => !atHome.has(code)).map(({ code, name, nameEn }) => ({ value: code, name: `${name}/${nameEn}` }))]
    },
  }).data
}

const placeOf = ({ areaCode, name, nameEn, sub }: AreaNode): PlaceOption => ({ value: areaCode, name: `${name}/${nameEn}`,
  ...(sub.length > 0 && { children: sub.map(placeOf) }) })

/** The codes from the top of the tree to a place; the code alone while the tree is not here. */
export function pathTo(places: readonly PlaceOption[], code: string | undefined): readonly string[] {
  if (code === undefined) return []
  const within = (all: readonly PlaceOption[]): readonly string[] | undefined => {
    for (const { value, children = [] } of all) {
      const below = value === code ? [] : within(children)
      if (below) return [value, ...below]
    }
    return undefined
  }
  return within(places) ?? [code]
}

/** Returns whether a path is enough: a country without parts is, of others `least` levels are. */
export const isEnough = (path: readonly Pick<PlaceOption, 'children'>[], least: number): boolean =>
  path.length > 0 && (path.length >= least || path.at(-1)?.children === undefined)

/** Returns whether each word that somebody types is in a name of the path, in either language. */
export const isFound = (typed: string, path: readonly Pick<PlaceOption, 'name'>[]): boolean => {
  const names = path.map(({ name }) => name.toLowerCase())
  return typed.toLowerCase().split(/[\s/]+/).filter(Boolean).every((word) => names.some((name) => name.includes(word)))
}
