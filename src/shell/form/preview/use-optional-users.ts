import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PathNode } from '#approval/wire/path.ts'
import { useHttp } from '#shell/backend.ts'
import { useExistingPage } from '../../list/use-list-query.ts'
import { useStore } from '../store/use-store.ts'

/** A person who can be chosen for a node. */
export interface OptionalUser {
  readonly id: string
  /** Name, "中文/English". */
  readonly name: string
  readonly email: string | null
  readonly departmentName: string | null
  readonly avatar: string | null
}

interface UsersPage {
  readonly records: readonly OptionalUser[]
  readonly total: number
}

/** Debounce of the search, in ms. */
const pause = 300
const pageSize = 10

/** The people who can be chosen for a node, by keyword and page. */
export function useOptionalUsers({ nodeId, selectUser }: PathNode) {
  const http = useHttp()
  const { form } = useStore()
  const [keyword, setKeyword] = useState('')
  const [query, setQuery] = useState({ keyword: '', current: 1 })
  useEffect(() => {
    if (keyword === query.keyword) return
    const timer = setTimeout(() => setQuery({ keyword, current: 1 }), pause)
    return () => clearTimeout(timer)
  }, [keyword, query.keyword])
  const answer = useQuery({
    queryKey: ['optional-users', form.key, nodeId, query],
    queryFn: () =>
      http.query<UsersPage>('/workflow/getSelectUsers', { params: { nodeId, businessType: form.key, parameters: {} },
        optionalRange: selectUser?.optionalRange, ...query, size: pageSize }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const setCurrent = (current: number) => setQuery((before) => ({ ...before, current }))
  useExistingPage({ current: query.current, size: pageSize, turn: setCurrent }, { rows: answer.data?.records, total: answer.data?.total,
    isPlaceholderData: answer.isPlaceholderData })
  return {
    keyword,
    setKeyword,
    pageSize,
    records: answer.data?.records ?? [],
    total: answer.data?.total ?? 0,
    current: query.current,
    setCurrent,
    isAsking: answer.isPending,
    failure: answer.error,
    again: () => void answer.refetch(),
  }
}
