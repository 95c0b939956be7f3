import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'

interface SearchBoxProps {
  /** Shown while it is empty, and its name. */
  readonly label: string
  readonly className?: string
  readonly defaultValue?: string
  /** Enter, or emptying it; without spaces around. */
  onSearch(keyword: string): void
}

/** The one way to type what is searched for in a list that has no form of filters. */
export const SearchBox = ({ label, className, defaultValue, onSearch }: SearchBoxProps) => (
  <Input type="search" allowClear className={className} defaultValue={defaultValue} prefix={<SearchOutlined aria-hidden />} placeholder={label} aria-label={label}
    onPressEnter={({ currentTarget }) => onSearch(currentTarget.value.trim())} onClear={() => onSearch('')} />
)
