import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'

interface SearchBoxProps {
  /** Placeholder and accessible name. */
  readonly label: string
  readonly className?: string
  /** The applied keyword; a new value replaces the input. */
  readonly value?: string
  /** Called on Enter or clear, with the trimmed keyword. */
  onSearch(keyword: string): void
}

/** The search input of lists without a search form. */
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
