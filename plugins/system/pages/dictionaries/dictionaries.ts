import { keys } from '@refinedev/core'
import { queryOptions } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import { refineName } from '#shell/resource/record.ts'
import type { Http } from '#providers/http.ts'
import { callsOf } from '#providers/data.ts'
import { dictionaryItem, dictionaryType } from '#plugins/system/dictionaries/dictionary.ts'
import { cn, en } from './texts.ts'

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

/** Query key below that of the resource's lists, so that record dialog and switches invalidate it too. */
const listKey = (resource: typeof dictionaryItem | typeof dictionaryType,
  part: string) => [...keys().data('default').resource(refineName(resource)).action('list').get(), part]

/** Query for all dictionaries, without items. */
export const typesQuery = (http: Http) =>
  queryOptions({ queryKey: listKey(dictionaryType, 'all'), queryFn: () =>
    http.get<readonly DictionaryType[]>(callsOf(dictionaryType).list, {}, { quiet: true }) })

/** Query for all items of a dictionary in order; filtered by exact code, since the call also matches parts of codes. */
export const itemsQuery = (http: Http, type: string) =>
  queryOptions({
    queryKey: listKey(dictionaryItem, type),
    queryFn: async () =>
      (await http.get<readonly DictionaryItem[]>(callsOf(dictionaryItem).list, { type }, { quiet: true })).filter((item) =>
        item.type === type
      ),
  })

export const sortPath = `${callsOf(dictionaryItem).write}/sort`

/** Returns whether one of the texts contains the keyword, ignoring case. */
export const matches = (texts: readonly string[], keyword: string): boolean => {
  const needle = keyword.trim().toLowerCase()
  return texts.some((text) => text.toLowerCase().includes(needle))
}

/** Moves an entry of a list from one index to another, clamped to the list. */
export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const place = Math.max(0, Math.min(list.length - 1, to))
  const entry = list[from]
  if (entry === undefined || place === from) return list
  return list.toSpliced(from, 1).toSpliced(place, 0, entry)
}

export const useDictionaryText = definePartText<keyof typeof cn>({ cn, en })
