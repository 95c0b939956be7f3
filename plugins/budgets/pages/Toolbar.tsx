import { EllipsisOutlined, PlusOutlined, SearchOutlined, SwapOutlined } from '@ant-design/icons'
import { Button, Input, Segmented } from 'antd'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { MenuButton, type MenuItem } from '#shell/floating/Floating.tsx'
import { ExportButton, ImportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { may } from '#providers/permissions.ts'
import type { AmountUnit, FigureView } from './figures.ts'
import type { Filters } from './address.ts'
import { lineFields } from './pickers.ts'
import { useBudgetText } from './texts.ts'
import { can } from '../permissions.ts'
import { budgetQueries, planPath } from './calls.ts'
import type { YearSetting } from '../budget-year.ts'

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
    <div className="oa-budget-tools grid rigid gap-8" role="search">
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
      <span className="oa-budget-shown flex gap-8">
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

export type Dialog = 'add' | 'adjust' | 'year' | 'variance'

const exported = { cn: '年度预算', en: 'Annual budgets' }

interface ActionsProps {
  /** Filters of the lines in the form of the API calls. */
  readonly query: Readonly<Record<string, unknown>>
  readonly setting: YearSetting
  /** Number of overspent lines without a reason. */
  readonly due: number
  onOpen(dialog: Dialog): void
}

/** Toolbar of the year: two buttons and a menu. In a closed year the buttons are disabled with the reason as tooltip. */
export function Actions({ query, setting, due, onOpen }: ActionsProps) {
  const { t } = useBudgetText()
  const client = useQueryClient()
  const refresh = () => budgetQueries.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
  const { locked, year } = setting
  const why = locked ? t('budgets.locked', { year }) : undefined
  const more = [
    { key: 'variance', label: due > 0 ? t('varianceDue', { count: due }) : t('varianceReasons'), choose: () => onOpen('variance') },
    ...(may(can.lock) ? [{ key: 'year', label: t('yearSettings'), choose: () => onOpen('year') }] : []),
  ]
  return (
    <>
      {may(can.adjust) && (
        <span data-tip={why}>
          <Button icon={<SwapOutlined aria-hidden />} disabled={locked} onClick={() => onOpen('adjust')}>{t('adjust')}</Button>
        </span>
      )}
      <span className="oa-transfer flex gap-8">
        {!locked && (
          <ImportButton path={planPath} title={exported} permission={can.import} fields={{ year: String(year) }} onWritten={refresh} />
        )}
        <ExportButton path={planPath} title={exported} permission={can.export} query={{ ...query, year }} />
      </span>
      <More due={due} items={more} />
      {may(can.add) && (
        <span data-tip={why}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={locked} onClick={() => onOpen('add')}>{t('add')}</Button>
        </span>
      )}
    </>
  )
}

interface MoreProps {
  readonly due: number
  readonly items: readonly MenuItem[]
}

/** Menu of further actions; its label includes the number of variance reasons due. */
function More({ due, items }: MoreProps) {
  const { t } = useBudgetText()
  const name = due > 0 ? t('moreActionsDue', { count: due }) : t('moreActions')
  return (
    <span data-tip={name}>
      <MenuButton className="oa-more-button high-32 text-centre surface round-6 relative" name={name} side="below-end"
        sections={[{ key: 'more', items }]}
      >
        <EllipsisOutlined aria-hidden />
        {due > 0 && <span className="oa-dot circle absolute" aria-hidden />}
      </MenuButton>
    </span>
  )
}
