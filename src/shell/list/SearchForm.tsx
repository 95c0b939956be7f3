import { DownOutlined, FilterOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type CSSProperties, Fragment, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { othersOf, type SearchField, type SearchValues, useDraft, withValue } from './search-field.ts'
import './list.css'
import { Bar } from '../parts/Skeletons.tsx'

export type { SearchField } from './search-field.ts'

interface SearchFormProps {
  readonly fields: readonly SearchField[]
  /** The current filters of the list. */
  readonly values: SearchValues
  /** Quick filters next to the fields, on a phone. */
  readonly quick?: ReactNode
  onSearch(values: SearchValues): void
}

const FilterSheet = lazy(async () => ({ default: (await import('./FilterSheet.tsx')).FilterSheet }))

/** The search form of a list: a row above it, on a phone a sheet behind a button. The address contains the applied values. */
export const SearchForm = (props: SearchFormProps) => (useIsMobile() ? <PhoneSearch {...props} /> : <SearchRow {...props} />)

function PhoneSearch({ fields, values, quick, onSearch }: SearchFormProps) {
  const { t } = useText()
  const [isOpen, setIsOpen] = useState(false)
  const count = Object.keys(values).length
  return (
    <div className="oa-search is-phone grid gap-8 pad-12-24-4" role="search">
      <button type="button" className="plain oa-tool" aria-haspopup="dialog"
        aria-label={count > 0 ? t('list.filtered', { count }) : t('list.filters')} onClick={() => setIsOpen(true)}
      >
        <FilterOutlined aria-hidden />
        {count > 0 && <span className="oa-filter-dot circle absolute" aria-hidden />}
      </button>
      {isOpen && (
        <Suspense>
          <FilterSheet fields={fields} values={values} quick={quick} onSearch={onSearch} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** One row of fields; more can be expanded. Enter searches; the search button is not primary, that is the page's “new” button. */
function SearchRow({ fields, values, onSearch }: SearchFormProps) {
  const { t } = useText()
  const [draft, setDraft] = useDraft(values)
  const shown = useShownFields(fields.length)
  const [chosen, setChosen] = useState<boolean>()
  const id = useId()
  const more = fields.length - shown
  // expanded if a hidden field has a value
  const isOpen = chosen ?? fields.slice(shown).some(({ name }) => values[name] !== undefined)

  const set = (name: string, value: string | undefined) => setDraft(withValue(draft, name, value))
  const [resets, setResets] = useState(0)
  const reset = () => {
    setDraft({})
    // remounts the fields, because unparsable texts are not part of the values
    setResets(resets + 1)
    onSearch({})
  }

  return (
    <form
      className="oa-search grid gap-8 pad-12-24-4"
      role="search"
      style={{ '--fields': shown } as CSSProperties}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(draft)
      }}
    >
      {fields.slice(0, isOpen ? undefined : shown).map(({ name, label, draw }) => (
        <Fragment key={`${name}-${resets}`}>
          {draw({ id: `${id}-${name}`, value: draft[name], others: othersOf(draft, name), onChange: (value) => set(name, value), label })}
        </Fragment>
      ))}
      <div className="oa-search-buttons flex gap-4">
        <Button htmlType="submit">{t('list.search')}</Button>
        <Button onClick={reset}>{t('list.reset')}</Button>
        {more > 0 && (
          <Button type="text" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
            {isOpen ? t('list.fewer') : t('list.more', { count: more })}
            {isOpen ? <UpOutlined /> : <DownOutlined />}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Number of fields in the first row. */
function useShownFields(all: number): number {
  const isNarrow = useMedia('(max-width: 1279px)')
  return Math.min(all, isNarrow ? 3 : 5)
}

/** Placeholder of a search form of the same height until the rows are loaded. */
export function SearchSkeleton({ fields }: { fields: number }) {
  const shown = useShownFields(fields)
  const isMobile = useIsMobile()
  if (isMobile) return <div className="oa-search is-phone grid gap-8 pad-12-24-4" aria-hidden />
  return (
    <div className="oa-search grid gap-8 pad-12-24-4" style={{ '--fields': shown } as CSSProperties} aria-hidden>
      {Array.from({ length: shown }, (_, index) => <Bar key={index} width="100%" height={32} />)}
      <div className="oa-search-buttons flex gap-4">
        <Bar width={124} height={32} />
      </div>
    </div>
  )
}
