import { Segmented, Select } from 'antd'
import { useId } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { withValue } from '#shell/list/search-field.ts'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import type { PostingFigures } from '../wire.ts'
import { shownStates, type ShownState } from './query.ts'
import { usePostingText } from './text.ts'

interface PostingFiltersProps {
  readonly filters: ListQuery['filters']
  readonly figures: PostingFigures | undefined
  onFilter(filters: ListQuery['filters']): void
}

/** Keyword, document types, days and status. */
export function PostingFilters({ filters, figures, onFilter }: PostingFiltersProps) {
  const { t, name } = usePostingText()
  const id = useId()
  const set = (key: string, value: string | undefined) => onFilter(withValue(filters, key, value))
  const refused = figures?.states.refused.count ?? 0
  return (
    <div className="oa-posting-filters" role="search">
      <SearchBox label={t('search')} value={filters['keyword']} onSearch={(keyword) => set('keyword', keyword)} />
      <Select allowClear aria-label={t('type')} placeholder={t('type')} value={filters['type']} popupMatchSelectWidth={false}
        onChange={(type: string | undefined) => set('type', type)}
        options={(figures?.types ?? []).map(({ type, form }) => ({ value: type, label: name(form) }))} />
      <DaysField id={`${id}-days`} label={t('days')} value={filters['days']} onChange={(days) => set('days', days)} />
      <Segmented aria-label={t('state')} value={filters['state'] ?? ''} onChange={(state) => set('state', state)}
        options={[{ value: '', label: t('all') }, ...(Object.keys(shownStates) as ShownState[]).map((state) => ({ value: state, label: (
          <>
            {t(state)}
            {state === 'refused' && refused > 0 && <span className="num">{' '}{refused}</span>}
          </>
        ) }))]} />
    </div>
  )
}
