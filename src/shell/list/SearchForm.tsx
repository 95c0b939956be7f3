import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useId, useState, type CSSProperties, type ReactNode } from 'react'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import './list.css'

type Values = Readonly<Record<string, string>>

export interface SearchField {
  readonly name: string
  readonly label: string
  draw(control: { id: string; value: string | undefined; onChange(value: string | undefined): void; label: string }): ReactNode
}

interface SearchFormProps {
  readonly fields: readonly SearchField[]
  /** What the list is filtered by now. */
  readonly values: Values
  /** Another button of the page is its primary one. */
  readonly isSecondary?: boolean
  onSearch(values: Values): void
}

/** One row of fields; more unfold. Enter searches. The list's address holds what was searched for. */
export function SearchForm({ fields, values, isSecondary = false, onSearch }: SearchFormProps) {
  const { t } = useText()
  const [draft, setDraft] = useDraft(values)
  const shown = useShownFields(fields.length)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const more = fields.length - shown

  const set = (name: string, value: string | undefined) => setDraft(Object.fromEntries(Object.entries({ ...draft, [name]: value ?? '' }).filter(([, text]) => text !== '')))
  const reset = () => {
    setDraft({})
    onSearch({})
  }

  return (
    <form
      className="oa-search"
      role="search"
      style={{ '--fields': shown } as CSSProperties}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(draft)
      }}
    >
      {fields.slice(0, isOpen ? undefined : shown).map(({ name, label, draw }) => (
        <Fragment key={name}>
          {draw({ id: `${id}-${name}`, value: draft[name], onChange: (value) => set(name, value), label })}
        </Fragment>
      ))}
      <div className="oa-search-buttons">
        <Button type={isSecondary ? 'default' : 'primary'} htmlType="submit">{t('list.search')}</Button>
        <Button onClick={reset}>{t('list.reset')}</Button>
        {more > 0 && (
          <Button type="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('list.fewer') : t('list.more', { count: more })}
            {isOpen ? <UpOutlined /> : <DownOutlined />}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is typed but not searched for yet; a new address (back, a link) replaces it. */
function useDraft(values: Values) {
  const [draft, setDraft] = useState(values)
  const [from, setFrom] = useState(values)
  if (from !== values) {
    setFrom(values)
    setDraft(values)
  }
  return [draft, setDraft] as const
}

/** How many fields of all stand in the first row. */
export function useShownFields(all: number): number {
  const isMobile = useIsMobile()
  const isNarrow = useMedia('(max-width: 1279px)')
  if (isMobile) return Math.min(all, 1)
  return Math.min(all, isNarrow ? 3 : 5)
}
