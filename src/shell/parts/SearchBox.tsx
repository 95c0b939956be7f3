import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'

interface SearchBoxProps {
  /** Shown while it is empty, and its name. */
  readonly label: string
  readonly className?: string
  /** The keyword that the list is narrowed to; another one replaces what is typed. */
  readonly value?: string
  /** Enter, or emptying it; without spaces around. */
  onSearch(keyword: string): void
}

/** The one way to type what is searched for in a list that has no form of filters. */
export function SearchBox({ label, className, value = '', onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }
  return (
    <Input type="search" allowClear className={className} value={typed} prefix={<SearchOutlined aria-hidden />} placeholder={label}
      aria-label={label} onChange={({ target }) => setTyped(target.value)} onPressEnter={() => onSearch(typed.trim())}
      onClear={() => onSearch('')} />
  )
}
