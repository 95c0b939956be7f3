import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import type { CalledOptions } from '#kernel/fields/links.ts'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-debounced.ts'
import { useFieldContext } from '../use-field-context.ts'
import type { InputProps } from '../types.ts'

export interface CalledChoice {
  readonly value: string
  readonly cn?: string
  readonly en?: string
  readonly [attribute: string]: unknown
}

const none: readonly CalledChoice[] = []

/** The choices for what stands around the field, asked while its list is open. */
export function useCalledChoices({ call, with: parameters = {} }: CalledOptions, context: InputProps['context'], isOpen: boolean) {
  const http = useHttp()
  const { form, read } = useFieldContext(context)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const values = isOpen ? read?.(Object.values(parameters)) : undefined
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['calledChoices', form, call, parameters, values, searched],
    queryFn: () =>
      http.query<{ choices: readonly CalledChoice[] }>(`/oaserver/${form}/choices`, { call, with: parameters, values, keyword: searched }, {
        quiet: true,
      }),
    enabled: isOpen && form !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return { ...answered(data, error), isSearching: isFetching, setKeyword, again: () => void refetch() }
}

/** After a failure nothing is offered, not even what was there before. */
const answered = (data: { readonly choices: readonly CalledChoice[] } | undefined,
  error: unknown) => (isFailure(error) ? { choices: none, failure: error.message } : { choices: data?.choices ?? none, failure: undefined })
