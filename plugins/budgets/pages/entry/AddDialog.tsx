import { Button, Input, Modal } from 'antd'
import { Suspense, useId, useRef, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { planProblems, type YearSetting } from '#plugins/budgets/budget-year.ts'
import { budgetQueries, calls } from '../calls.ts'
import { lineFields } from '../pickers.ts'
import { monthKey, spanOf, useBudgetText } from '../texts.ts'
import { Labelled } from './Labelled.tsx'
import { MonthInput } from './MonthInput.tsx'
import { amountsOf, emptyMonths, pasted, totalOf, type TypedMonths } from './months.ts'
import { beside, problemsByField } from './problems.ts'

interface AddDialogProps {
  readonly setting: YearSetting
  onClose(): void
}

const entered = ['departmentId', 'expenseCategoryId', 'remark'] as const

/** Dialog to add a line to the year: department, category and twelve amounts. */
export function AddDialog({ setting, onClose }: AddDialogProps) {
  const words = useBudgetText()
  const { t, label } = words
  const { isPending, problems, setProblems, run } = useCommand({ touches: budgetQueries })
  const [department, setDepartment] = useState('')
  const [category, setCategory] = useState('')
  const [months, setMonths] = useState<TypedMonths>(emptyMonths)
  const [remark, setRemark] = useState('')
  const submit = async (another: boolean) => {
    const plan = { budgetYear: setting.year, departmentId: department, expenseCategoryId: category, months: amountsOf(months),
      remark: remark.trim() || null }
    const found = planProblems(plan)
    if (found.length > 0) return setProblems(problemsByField(found, words))
    if (!(await run((http) => http.post(calls.add, plan, { quiet: true, adds: true })))) return
    if (!another) return onClose()
    setCategory('')
    setMonths(emptyMonths)
    setRemark('')
  }
  const rest = beside(problems, entered)
  return (
    <Modal open width={640} maskClosable={false} title={t('addTitle', { year: setting.year })} onCancel={onClose} footer={
      <>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button disabled={isPending} onClick={() => void submit(true)}>{t('saveAndAdd')}</Button>
        <Button type="primary" loading={isPending} onClick={() => void submit(false)}>{t('save')}</Button>
      </>
    }>
      <Suspense>
        <div className="oa-dialog-grid grid halves">
          <Labelled label={label(lineFields.department)} isRequired problem={problems['departmentId']}>
            {(control) => (
              <FieldInput {...control} field={lineFields.department} value={department || null} context={{}} aria-required
                onChange={(value) => setDepartment(String(value ?? ''))} />
            )}
          </Labelled>
          <Labelled label={label(lineFields.category)} isRequired problem={problems['expenseCategoryId']}>
            {(control) => (
              <FieldInput {...control} field={lineFields.category} value={category || null} context={{}} aria-required
                onChange={(value) => setCategory(String(value ?? ''))} />
            )}
          </Labelled>
        </div>
      </Suspense>
      <MonthFields months={months} problems={problems} onChange={setMonths} />
      <p className="oa-dialog-sum second">
        {t('spanTotal', spanOf(t, setting.startMonth, setting.endMonth))}{' '}
        <strong>
          <Money value={totalOf(months, { from: setting.startMonth, to: setting.endMonth })} decimals={0} />
        </strong>
        {' · '}
        {t('wholeYear')} <Money value={totalOf(months, { from: 1, to: 12 })} decimals={0} />
      </p>
      <Labelled label={t('remark')} problem={problems['remark']}>
        {(control) => <Input {...control} maxLength={200} value={remark} onChange={({ target }) => setRemark(target.value)} />}
      </Labelled>
      {rest.length > 0 && <p className="oa-field-problem" role="alert">{rest.slice(0, 3).join('；')}</p>}
    </Modal>
  )
}

/** Twelve amount fields; the first can be copied to all, and a worksheet row can be pasted. */
function MonthFields(
  { months, problems, onChange }: { months: TypedMonths; problems: Readonly<Record<string, string>>; onChange(months: TypedMonths): void },
) {
  const { t } = useBudgetText()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const walk = (index: number) => box.current?.querySelector<HTMLElement>(`[data-month="${index}"]`)?.focus()
  return (
    <fieldset className="oa-months">
      <legend>
        {t('monthly')}{' '}
        <Button type="link" size="small" onClick={() => onChange(months.map(() => months[0] ?? '0'))}>{t('likeFirst')}</Button>
      </legend>
      <div className="oa-months-grid grid gap-8" ref={box}>
        {months.map((month, index) => {
          const problem = problems[`months.${index}`]
          return (
            <div key={index} className="oa-labelled grid gap-4">
              <span aria-hidden>{t(monthKey(index + 1))}</span>
              <MonthInput index={index} value={month} name={t(monthKey(index + 1))} problem={problem && `${id}-${index}`} onWalk={walk}
                onChange={(at, value) => onChange(months.with(at, value))} onPaste={(at, text) => {
                const next = pasted(months, at, text)
                if (next) onChange(next)
                return next !== undefined
              }} />
              {problem && <p className="oa-field-problem" id={`${id}-${index}`} role="alert">{problem}</p>}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
