import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import { useHttp } from '#shell/backend.ts'
import { useText } from '#shell/text.tsx'

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

interface NodeFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}

/** The nodes at which the reader's tasks wait, each with their number; asked for when it is opened. */
export function NodeField({ id, label: name, value, onChange }: NodeFieldProps) {
  const { label } = useText()
  const http = useHttp()
  const [isOpen, setIsOpen] = useState(false)
  const { data, isFetching } = useQuery({
    queryKey: ['documents', 'todo', 'nodes'],
    queryFn: ({ signal }) => http.get<readonly WaitingNode[]>('/workflow/tasks/todoNodes', undefined, { signal, quiet: true }),
    enabled: isOpen || value !== undefined,
  })
  return (
    <Select<string, Option> id={id} allowClear showSearch optionFilterProp="found" placeholder={name} aria-label={name} popupMatchSelectWidth={240}
      loading={isOpen && isFetching && !data} value={data ? value : undefined} onOpenChange={setIsOpen} onChange={onChange}
      options={(data ?? []).map(({ node, count, ...named }) => ({ value: node, label: label(named), found: `${named.cn} ${named.en}`, count }))}
      optionRender={({ data: option }) => withCount(option)} />
  )
}

const withCount = ({ label, count }: Option): ReactNode => (
  <>
    {label}
    <span className="num oa-option-note">{count}</span>
  </>
)
