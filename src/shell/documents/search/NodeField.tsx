import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import { useHttp } from '#shell/backend.ts'
import type { SearchControl } from '#shell/list/search-field.ts'
import { useText } from '#shell/text.tsx'
import { filterBody } from '../body.ts'

interface WaitingNode extends Label {
  /** Ids of the nodes that are called so, joined by commas. */
  readonly node: string
  readonly count: number
}

interface Option {
  readonly value: string
  readonly label: string
  readonly found: string
  readonly count: number
}

/**
 * The nodes at which the reader's tasks wait, or documents of the list of all, each with the number that the list would show; asked for
 * when it is opened.
 */
export function NodeField({ list, id, label: name, value, others, onChange }: SearchControl & { readonly list: 'todo' | 'all' }) {
  const { label } = useText()
  const http = useHttp()
  const [isOpen, setIsOpen] = useState(false)
  const [filters, setFilters] = useState(others)
  const { data, isFetching } = useQuery({
    queryKey: ['documents', list, 'nodes', filters],
    queryFn: ({ signal }) =>
      http.query<readonly WaitingNode[]>(`/workflow/tasks/${list}Nodes`, filterBody(filters), { signal, quiet: true }),
    enabled: isOpen || value !== undefined,
    placeholderData: keepPreviousData,
  })
  const open = (opens: boolean) => {
    if (opens) setFilters(others)
    setIsOpen(opens)
  }
  return (
    <Select<string, Option> id={id} allowClear showSearch optionFilterProp="found" placeholder={name} aria-label={name}
      popupMatchSelectWidth={240} loading={isOpen && isFetching && !data} value={data ? value : undefined} onOpenChange={open}
      onChange={onChange}
      options={(data ?? []).filter(({ node, count }) => count > 0 || node === value).map(({ node, count, ...named }) => ({ value: node,
        label: label(named), found: `${named.cn} ${named.en}`, count })
      )} optionRender={({ data: option }) => withCount(option)} />
  )
}

const withCount = ({ label, count }: Option): ReactNode => (
  <>
    {label}
    <span className="num oa-option-note">{count}</span>
  </>
)
