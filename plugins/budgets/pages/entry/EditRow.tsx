import { Button, Input } from 'antd'
import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { amountText, type AmountUnit } from '../figures.ts'
import { lineKey } from '../rows.ts'
import { monthKey, useBudgetText } from '../text.ts'
import type { YearSetting } from '#plugins/budgets/year-setting.ts'
import { MonthInput } from './MonthInput.tsx'
import { pasted, totalOf } from './months.ts'
import { beside } from './problems.ts'
import type { LineEditor } from './use-editing.ts'

interface EditRowProps {
  readonly editing: LineEditor
  readonly setting: YearSetting
  readonly unit: AmountUnit
}

/** A line with its twelve months as inputs, followed by a strip with remark, errors and the save button. */
export function EditRow({ editing, setting, unit }: EditRowProps) {
  const { t, name } = useBudgetText()
  const { draft, set, save, end, isSaving } = editing
  const row = useRef<HTMLTableRowElement>(null)
  const id = useId()
  useFocusOnProblem(row, draft?.problems)
  if (!draft) return null
  const { line, months, remark, problems } = draft
  const walk = (index: number) => row.current?.querySelector<HTMLElement>(`[data-month="${index}"]`)?.focus()
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void save()
    else if (event.key === 'Escape') end()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <tr ref={row} className="is-edited" data-row={lineKey(line)} onKeyDown={press}>
        <th scope="row">
          <span className="oa-line-name">
            <span className="cut">{name(line.expenseCategoryName)}</span>
          </span>
        </th>
        <td className="oa-ratio-cell">
          <span className="oa-pill" data-tone="accent">{t('editing')}</span>
        </td>
        <td className="num">{amountText(totalOf(months, { from: setting.startMonth, to: setting.endMonth }), unit)}</td>
        <td className="num oa-quiet">{amountText(totalOf(months, { from: 1, to: 12 }), unit)}</td>
        {months.map((month, index) => (
          <td key={index} className="oa-month-cell">
            <MonthInput isCompact index={index} value={month} name={t(monthKey(index + 1))}
              problem={problems[`months.${index}`] === undefined ? undefined : `${id}-problems`} onWalk={walk}
              onChange={(at, value) => set({ months: months.with(at, value) })} onPaste={(at, text) => {
              const next = pasted(months, at, text)
              if (next) set({ months: next })
              return next !== undefined
            }} />
          </td>
        ))}
      </tr>
      <tr className="is-edited is-strip" onKeyDown={press}>
        <td colSpan={16}>
          <div className="oa-edit-strip">
            <Input className="oa-edit-remark" placeholder={t('remark')} aria-label={t('remark')} maxLength={200} value={remark}
              onChange={({ target }) => set({ remark: target.value })} />
            <Button type="primary" loading={isSaving} onClick={() => void save()}>{t('save')}</Button>
            <Button onClick={end}>{t('cancel')}</Button>
            <span className="oa-edit-hint">{t('editHint')}</span>
          </div>
          <EditProblems editing={editing} id={`${id}-problems`} />
        </td>
      </tr>
    </>
  )
}

function EditProblems({ editing: { draft, load }, id }: { editing: LineEditor; id: string }) {
  const { t } = useBudgetText()
  const sentences = beside(draft?.problems ?? {}, [])
  if (sentences.length === 0) return null
  return (
    <p className="oa-edit-problems" id={id} role="alert">
      {sentences.slice(0, 3).join('；')}
      {sentences.length > 3 && ` … ${sentences.length}`}
      {draft?.isStale && <Button type="link" size="small" onClick={load}>{t('loadFresh')}</Button>}
    </p>
  )
}

/** Focuses the first month on opening, and the first invalid month after a refusal. */
function useFocusOnProblem(row: { readonly current: HTMLElement | null }, problems: object | undefined) {
  const isOpen = problems !== undefined
  useEffect(() => {
    if (!isOpen) return
    row.current?.nextElementSibling?.scrollIntoView({ block: 'nearest' })
    row.current?.querySelector<HTMLElement>('[data-month]')?.focus()
  }, [row, isOpen])
  useEffect(() => {
    if (problems && Object.keys(problems).length > 0) row.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [row, problems])
}
