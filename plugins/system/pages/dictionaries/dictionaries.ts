import { keys } from '@refinedev/core'
import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { callsOf } from '#providers/calls.ts'
import { refineName } from '#shell/resource/record.ts'
import { dictionaryItem } from '#plugins/system/dictionaries/dictionary-item.ts'
import { dictionaryType } from '#plugins/system/dictionaries/dictionary-type.ts'

export interface DictionaryType {
  readonly id: string
  readonly version: number
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly enable: boolean
  readonly builtIn: boolean
  readonly [field: string]: unknown
}

export interface DictionaryItem {
  readonly id: string
  readonly version: number
  readonly type: string
  readonly value: string
  readonly label: string
  readonly localName: string
  readonly description: string | null
  readonly enable: boolean
  readonly builtIn: boolean
  readonly [field: string]: unknown
}

/** Below the key of the resource's lists, so that the record dialog and the switches refresh these too. */
const listKey = (resource: typeof dictionaryItem | typeof dictionaryType,
  part: string) => [...keys().data('default').resource(refineName(resource)).action('list').get(), part]

/** All dictionaries, without their items. */
export const typesQuery = (http: Http) =>
  queryOptions({ queryKey: listKey(dictionaryType, 'all'), queryFn: () =>
    http.get<readonly DictionaryType[]>(callsOf(dictionaryType).list, {}, { quiet: true }) })

/** The whole dictionary in its order; the call finds parts of codes too. */
export const itemsQuery = (http: Http, type: string) =>
  queryOptions({
    queryKey: listKey(dictionaryItem, type),
    queryFn: async () =>
      (await http.get<readonly DictionaryItem[]>(callsOf(dictionaryItem).list, { type }, { quiet: true })).filter((item) =>
        item.type === type
      ),
  })

export const sortPath = `${callsOf(dictionaryItem).write}/sort`

/** Returns whether one of the texts contains what was typed. */
export const matches = (texts: readonly string[], keyword: string): boolean => {
  const needle = keyword.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(needle))
}

/** The list with the entry at `from` standing at `to`; places beyond the ends are the ends. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const place = Math.max(0, Math.min(list.length - 1, to))
  const entry = list[from]
  if (entry === undefined || place === from) return list
  return list.toSpliced(from, 1).toSpliced(place, 0, entry)
}
