import { Input, Radio } from 'antd'
import { useDetailText } from '../text.ts'
import type { CheckItem } from './node-form.ts'

type Result = 'pass' | 'fail' | 'na'

export type Checks = Readonly<Record<string, { readonly result: Result; readonly remark?: string }>>

/** Whether every item has its result, and every failed one its remark. */
export const isComplete = (items: readonly CheckItem[], checks: Checks): boolean =>
  items.every(({ id }) => {
    const check = checks[id]
    return check !== undefined && (check.result !== 'fail' || (check.remark ?? '').trim() !== '')
  })

interface CheckListProps {
  readonly items: readonly CheckItem[]
  readonly checks: Checks
  readonly problem: string | undefined
  onChange(checks: Checks): void
}

/** What the approver has to check, item by item. */
export function CheckList({ items, checks, problem, onChange }: CheckListProps) {
  const { t, label } = useDetailText()
  if (items.length === 0) return null
  return (
    <fieldset className="oa-checks">
      <legend className="oa-field-label">{t('checks')}<span className="oa-star" aria-hidden>*</span></legend>
      {items.map((item) => (
        <div key={item.id} className="oa-check">
          <span id={`check-${item.id}`}>{label(item)}</span>
          <Radio.Group aria-labelledby={`check-${item.id}`} value={checks[item.id]?.result} optionType="button" size="small"
            options={[{ value: 'pass', label: t('checkPass') }, { value: 'fail', label: t('checkFail') }, { value: 'na', label: t('checkNa') }]}
            onChange={({ target }) => onChange({ ...checks, [item.id]: { ...checks[item.id], result: target.value as Result } })} />
          {checks[item.id]?.result === 'fail' && (
            <Input aria-label={`${label(item)} ${t('checkRemark')}`} placeholder={t('checkRemark')} maxLength={1000} value={checks[item.id]?.remark ?? ''}
              onChange={({ target }) => onChange({ ...checks, [item.id]: { result: 'fail', remark: target.value } })} />
          )}
        </div>
      ))}
      {problem && <span className="oa-field-problem" role="alert">{problem}</span>}
    </fieldset>
  )
}
