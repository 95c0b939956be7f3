import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Http } from '#providers/http.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-debounced.ts'
import { useFieldContext } from '../use-field-context.ts'
import type { ReferenceCandidate } from '../types.ts'

interface CandidatePage {
  readonly records: readonly ReferenceCandidate[]
  readonly total: number
  readonly current: number
}

interface CandidateQuery {
  readonly keyword: string
  readonly current: number
  readonly context: Readonly<Record<string, unknown>>
}

const pageSize = 20

/** The candidates of a reference field for a keyword, page by page; asked for while its list is open. */
export function useCandidates(field: FieldDefinition, context: Readonly<Record<string, unknown>>, isOpen: boolean) {
  const http = useHttp()
  const formContext = useFieldContext(context)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const narrowing = isOpen ? formContext.narrowing() : {}

  const answer = useInfiniteQuery({
    queryKey: ['candidates', sourceOf(field), field.links, searched, narrowing],
    queryFn: ({ pageParam }) => ask(http, field, { keyword: searched, current: pageParam, context: narrowing }),
    initialPageParam: 1,
    getNextPageParam: ({ current, total }) => (current * pageSize < total ? current + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const found = answer.data?.pages.flatMap(({ records }) => records) ?? []
  return {
    keyword,
    setKeyword,
    candidates: isOpen ? found.filter((candidate) => formContext.accepts(field, candidate)) : [],
    isSearching: answer.isFetching,
    more: () => void (answer.hasNextPage && !answer.isFetching && answer.fetchNextPage()),
    fill: formContext.fill,
  }
}

function ask(http: Http, field: FieldDefinition, query: CandidateQuery): Promise<CandidatePage> {
  return http.query(`/system/reference/${sourceOf(field)}/page`, { ...query, size: pageSize }, { quiet: true })
}
