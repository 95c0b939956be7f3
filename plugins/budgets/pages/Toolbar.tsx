import { SearchOutlined } from '@ant-design/icons'
import { Input, Segmented } from 'antd'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import type { AmountUnit, FigureView } from './figures.ts'
import type { Filters } from './filters.ts'
import { lineFields } from './pickers.ts'
import { useBudgetText } from './text.ts'

interface ToolbarProps {
  readonly filters: Filters
  onFilter(filters: Filters): void
  readonly view: FigureView
  readonly unit: AmountUnit
  onShow(part: { view?: FigureView; unit?: AmountUnit }): void
}

/** Toolbar with the filters of lines, the shown figures and the unit. */
export function Toolbar({ filters, onFilter, view, unit, onShow }: ToolbarProps) {
  const { t } = useBudgetText()
  const id = useId()
  const set = (name: string, value: string | undefined) => onFilter({ ...filters, [name]: value ?? '' })
  return (
    <div className="oa-budget-tools" role="search">
      <Keyword value={filters['keyword'] ?? ''} onChange={(keyword) => set('keyword', keyword)} />
      <Suspense fallback={
        <>
          <span />
          <span />
        </>
      }>
        <FieldFilter id={`${id}-department`} field={lineFields.department} value={filters['department']}
          onChange={(value) => set('department', value)} />
        <FieldFilter id={`${id}-category`} field={lineFields.category} value={filters['category']}
          onChange={(value) => set('category', value)} />
      </Suspense>
      <span className="oa-budget-shown">
        <Segmented<FigureView> aria-label={t('viewName')} value={view} onChange={(value) => onShow({ view: value })}
          options={(['budget', 'actual', 'available'] as const).map((value) => ({ value, label: t(value) }))} />
        <Segmented<AmountUnit> aria-label={t('unitName')} value={unit} onChange={(value) => onShow({ unit: value })}
          options={[{ value: 'one', label: t('one') }, { value: 'tenThousand', label: t('tenThousand') }]} />
      </span>
    </div>
  )
}

/** Debounce of the search, in ms. */
const timeout = 300

function Keyword({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useBudgetText()
  const [typed, setTyped] = useState(value)
  const [from, setFrom] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (from !== value) {
    setFrom(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(text.trim()), timeout)
  }
  return (
    <Input className="oa-budget-keyword" allowClear prefix={<SearchOutlined aria-hidden />} placeholder={t('keyword')}
      aria-label={t('keyword')} maxLength={100} value={typed} onChange={({ target }) => type(target.value)} />
  )
}
