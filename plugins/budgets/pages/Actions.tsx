import { EllipsisOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { may } from '#providers/permissions.ts'
import type { MenuItem } from '#shell/floating/Menu.tsx'
import { MenuButton } from '#shell/floating/MenuButton.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ImportButton } from '#shell/resource/transfer/ImportButton.tsx'
import { can } from '../permissions.ts'
import { budgetQueries, planPath } from './calls.ts'
import { useBudgetText } from './text.ts'
import type { YearSetting } from '../year-setting.ts'

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
      <span className="oa-transfer">
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
      <MenuButton className="oa-more-button" name={name} side="below-end" sections={[{ key: 'more', items }]}>
        <EllipsisOutlined aria-hidden />
        {due > 0 && <span className="oa-dot" aria-hidden />}
      </MenuButton>
    </span>
  )
}
