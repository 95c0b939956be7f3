import { Cascader } from 'antd'
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { boxControlOf, type FilterProps, type InputProps } from '../types.ts'
import { useFieldText } from '../text.ts'
import { codesOf, usePlaceName } from './place-name.ts'

interface Branch {
  readonly value: string
  readonly label: string
  /** Name in both languages, for the search. */
  readonly name: string
  readonly children?: Branch[]
}

/** A path in the tree of areas, chosen level by level or by search. */
export function CascaderInput(props: InputProps) {
  const { value, onChange, field } = props
  const { t, name, label } = useFieldText()
  const codes = codesOf(value)
  const called = usePlaceName(codes)
  const [isOpen, setIsOpen] = useState(false)
  const places = usePlaces(isOpen)
  const branchOf = (place: PlaceOption): Branch => ({ value: place.value, label: name(place.name), name: place.name,
    ...(place.children && { children: place.children.map(branchOf) }) })
  const least = field.min ?? 2
  return (
    <Cascader<Branch> {...boxControlOf(props)} className="oa-input" value={codes} options={places?.map(branchOf) ?? []}
      placeholder={field.placeholder ? label(field.placeholder) : t('choose')} changeOnSelect
      showSearch={{ limit: 30, filter: (typed, path) => isEnough(path, least) && isFound(typed, path) }}
      notFoundContent={t(places ? 'noMatch' : 'searching')} displayRender={() => called} onOpenChange={setIsOpen}
      onChange={(chosen: string[] | undefined, path: Branch[] | undefined) =>
        (chosen === undefined || isEnough(path ?? [], least)) && onChange(chosen ?? null)} />
  )
}

/** A filter by a place of any level; matches records at it or inside it. */
export function CascaderFilter({ field, value, onChange, id }: FilterProps) {
  const { label } = useFieldText()
  const path = pathTo(usePlaces(value !== undefined) ?? [], value)
  return (
    <CascaderInput id={id} field={{ ...field, min: 1, placeholder: field }} context={{}} value={path} aria-label={label(field)}
      onChange={(codes) => onChange(codesOf(codes).at(-1))} />
  )
}

/** A place that can be chosen, with the places inside it. */
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

/** Countries whose parts are listed among the provinces. */
const atHome: ReadonlySet<string> = new Set(['CN', 'HK', 'MO', 'TW'])

/** Provinces with their cities and districts, followed by other countries; loaded once, when first needed. */
function usePlaces(isWanted: boolean): readonly PlaceOption[] | undefined {
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

/** The codes from the root of the tree to a place; only the code while the tree is not loaded. */
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

/** Returns whether a path is specific enough: at least `least` levels, or a place without parts, such as a foreign country. */
export const isEnough = (path: readonly Pick<PlaceOption, 'children'>[], least: number): boolean =>
  path.length > 0 && (path.length >= least || path.at(-1)?.children === undefined)

/** Returns whether every typed word is part of a name in the path, in either language. */
export const isFound = (typed: string, path: readonly Pick<PlaceOption, 'name'>[]): boolean => {
  const names = path.map(({ name }) => name.toLowerCase())
  return typed.toLowerCase().split(/[\s/]+/).filter(Boolean).every((word) => names.some((name) => name.includes(word)))
}
