import { SwapRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { decimalOf } from '#kernel/values/money.ts'
import { parseMoney } from '#kernel/values/typed-values.ts'
import { useHttp } from '#shell/backend.ts'
import { type Problems, useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { budgetQueries, calls, yearQuery } from '../calls.ts'
import { sum } from '../figures.ts'
import type { FigureSelection } from '../rows.ts'
import { monthKey, useBudgetText } from '../texts.ts'
import type { BudgetLine } from '../wire.ts'
import { Labelled } from './Labelled.tsx'
import { rmb } from './months.ts'
import { beside } from './problems.ts'

interface AdjustDialogProps {
  readonly year: number
  /** The opened cell, used as the initial target. */
  readonly selection: FigureSelection | undefined
  readonly month: number
  onClose(): void
}

interface AdjustmentDraft {
  readonly from: AdjustmentSide
  readonly to: AdjustmentSide
  readonly amount: string
  readonly reason: string
}

interface AdjustmentSide {
  readonly department: string
  readonly category: string
  readonly month: number
}

/** Dialog to transfer budget between months or lines; the total of the year is unchanged. */
export function AdjustDialog({ year, selection, month, onClose }: AdjustDialogProps) {
  const text = useBudgetText()
  const { t } = text
  const http = useHttp()
  const lines = (useQuery(yearQuery(http, { year })).data?.records ?? []).filter(({ id }) => id !== null)
  const { isPending, problems, setProblems, run } = useCommand({ touches: budgetQueries })
  const [draft, setDraft] = useState<AdjustmentDraft>(() => ({ from: { department: '', category: '', month }, to: sideAt(selection, month),
    amount: '', reason: '' })
  )
  const { from, to, amount, reason } = draft
  const set = (part: Partial<AdjustmentDraft>) => setDraft({ ...draft, ...part })
  const moved = amount === '' ? undefined : (parseMoney(amount, rmb) ?? undefined)
  const submit = async () => {
    const missing = missingIn(draft, text)
    if (Object.keys(missing).length > 0) return setProblems(missing)
    if (await run((http) =>
      http.post(calls.adjust, { from: sideOf(year, from), to: sideOf(year, to), amount: moved, reason: reason.trim() }, { quiet: true })
    )) onClose()
  }
  const rest = beside(problems, ['from', 'to', 'amount', 'reason'])
  return (
    <Modal open width={680} maskClosable={false} title={t('adjustTitle', { year })} okText={t('adjust')} cancelText={t('cancel')}
      confirmLoading={isPending} onCancel={onClose} onOk={() => void submit()}
    >
      <div className="oa-adjust middle grid gap-16 top-8">
        <SideFields title={t('from')} side={from} lines={lines} problem={problems['from']} change={moved && `-${moved}`}
          onChange={(side) => set({ from: side })} />
        <SwapRightOutlined aria-hidden />
        <SideFields title={t('to')} side={to} lines={lines} problem={problems['to']} change={moved}
          onChange={(side) => set({ to: side })} />
      </div>
      <div className="oa-dialog-grid grid halves">
        <Labelled label={t('amount')} isRequired problem={problems['amount']}>
          {(control) => (
            <Input {...control} className="oa-number" prefix="￥" inputMode="decimal" autoComplete="off" maxLength={22} aria-required
              value={amount} onChange={({ target }) => set({ amount: target.value })} />
          )}
        </Labelled>
        <Labelled label={t('reason')} isRequired problem={problems['reason']}>
          {(control) => (
            <Input {...control} maxLength={500} aria-required value={reason} onChange={({ target }) => set({ reason: target.value })} />
          )}
        </Labelled>
      </div>
      {rest.length > 0 && <p className="oa-field-problem" role="alert">{rest.join('；')}</p>}
    </Modal>
  )
}

/** Initial side from the opened cell. */
const sideAt = (selection: FigureSelection | undefined, month: number): AdjustmentSide => ({ department: selection?.departmentId ?? '',
  category: selection?.expenseCategoryId ?? '', month: selection?.from ?? month })

function missingIn({ from, to, amount, reason }: AdjustmentDraft, { t, any }: ReturnType<typeof useBudgetText>): Problems {
  const moved = parseMoney(amount, rmb)
  return {
    ...(from.category === '' && { from: t('chooseLine') }),
    ...(to.category === '' && { to: t('chooseLine') }),
    ...(!decimalOf(moved)?.gt(0) && { amount: moved === null && amount.trim() !== '' ? any('field.amount') : t('budgets.amountZero') }),
    ...(reason.trim() === '' && { reason: t('reasonMissing') }),
  }
}

const sideOf = (year: number, { department, category, month }: AdjustmentSide) => ({ dept: department, cat: category,
  month: `${year}-${String(month).padStart(2, '0')}` })

interface SideFieldsProps {
  readonly title: string
  readonly side: AdjustmentSide
  readonly lines: readonly BudgetLine[]
  readonly problem: string | undefined
  /** Change of this side's available amount by the adjustment. */
  readonly change: string | undefined
  onChange(side: AdjustmentSide): void
}

/** One side of the adjustment: planned line, month, and the available amount before and after. */
function SideFields({ title, side, lines, problem, change, onChange }: SideFieldsProps) {
  const { t, name } = useBudgetText()
  const departments = [...new Map(lines.map((line) => [line.departmentId, line.departmentName]))].map(([value, stored]) => ({ value,
    label: name(stored) })
  )
  // show no raw ids while the names load
  const isKnown = departments.some(({ value }) => value === side.department)
  const own = lines.filter(({ departmentId }) => departmentId === side.department)
  const line = own.find(({ expenseCategoryId }) => expenseCategoryId === side.category)
  const available = line?.months[side.month - 1]?.available
  const status = problem ? ('error' as const) : undefined
  return (
    <fieldset className="oa-side grid gap-10">
      <legend className="bold">{title}</legend>
      <Labelled label={t('department')}>
        {({ id }) => (
          <Select id={id} status={status} showSearch optionFilterProp="label" value={isKnown ? side.department : undefined}
            options={departments} placeholder={t('department')}
            onChange={(department) => onChange({ ...side, department, category: '' })} />
        )}
      </Labelled>
      <Labelled label={t('category')}>
        {({ id }) => (
          <Select id={id} status={status} showSearch optionFilterProp="label" value={line ? side.category : undefined}
            disabled={side.department === ''} placeholder={t('category')}
            options={own.map(({ expenseCategoryId, expenseCategoryName }) => ({ value: expenseCategoryId,
              label: name(expenseCategoryName) })
            )} onChange={(category) => onChange({ ...side, category })} />
        )}
      </Labelled>
      <Labelled label={t('month')} problem={problem}>
        {({ id }) => (
          <Select id={id} status={status} value={side.month}
            options={Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: t(monthKey(index + 1)) }))}
            onChange={(month) => onChange({ ...side, month })} />
        )}
      </Labelled>
      <p className="second">
        {t('available')} <Money value={available} decimals={0} />
        {available !== undefined && change !== undefined && (
          <>
            {' '}→{' '}
            <strong>
              <Money value={sum(available, change)} decimals={0} />
            </strong>
          </>
        )}
      </p>
    </fieldset>
  )
}
