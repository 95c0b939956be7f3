import { Button, Input } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Problems, refusalOf, useCommand } from '#shell/command/use-command.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { isFailure } from '#providers/failure.ts'
import { type Plan, planProblems, type YearSetting } from '#plugins/budgets/budget-year.ts'
import { amountText, type AmountUnit } from '../figures.ts'
import { lineKey } from '../rows.ts'
import { monthKey, useBudgetText } from '../texts.ts'
import { MonthInput } from './MonthInput.tsx'
import { amountsOf, pasted, totalOf, type TypedMonths, typedOf } from './months.ts'
import { beside, problemsByField } from './problems.ts'
import { budgetQueries, calls } from '../calls.ts'
import type { BudgetLine } from '../wire.ts'

interface LineDraft {
  readonly line: BudgetLine
  readonly months: TypedMonths
  readonly remark: string
  readonly problems: Problems
  /** The line was changed by another user since. */
  readonly isStale: boolean
}

/** Draft of a line being edited. Kept outside of the virtualized grid, so that scrolling does not discard it. */
export function useEditing(year: number, lines: readonly BudgetLine[] | undefined) {
  const words = useBudgetText()
  const [draft, setDraft] = useState<LineDraft>()
  const isDirty = draft !== undefined && isChanged(draft)
  useTabDirty(isDirty)

  const begin = (line: BudgetLine) => setDraft(draftOf(line))
  const set = (part: Partial<Pick<LineDraft, 'months' | 'remark'>>) => setDraft((before) => before && { ...before, ...part, problems: {} })
  const setProblems = (problems: Problems, isStale = false) => setDraft((before) => before && { ...before, problems, isStale })
  const { run, isPending } = useCommand({
    touches: budgetQueries,
    refused(error) {
      setProblems(refusalOf(error) ?? {}, isFailure(error) && error.kind === 'moved')
      return true
    },
  })
  const save = async () => {
    if (!draft) return
    const { line } = draft
    const plan = planOf(draft, year)
    const found = planProblems(plan)
    if (found.length > 0) return setProblems(problemsByField(found, words))
    await run((http) => http.put(calls.change, { id: line.id, version: line.version, ...plan }, { quiet: true }), () => setDraft(undefined))
  }
  /** Replaces the draft by the current state of the line. */
  const load = () => {
    const fresh = draft && lines?.find((line) => lineKey(line) === lineKey(draft.line))
    if (fresh) setDraft(draftOf(fresh))
  }
  return { draft, isDirty, isSaving: isPending, begin, set, save, load, end: () => setDraft(undefined) }
}

export type LineEditor = ReturnType<typeof useEditing>

const draftOf = (line: BudgetLine): LineDraft => ({ line, months: (line.plan ?? []).map(typedOf), remark: line.remark ?? '', problems: {},
  isStale: false })

const planOf = ({ line, months, remark }: LineDraft, year: number): Plan => ({
  budgetYear: year,
  departmentId: line.departmentId,
  expenseCategoryId: line.expenseCategoryId,
  months: amountsOf(months),
  remark: remark.trim() || null,
})

const isChanged = ({ line, months, remark }: LineDraft): boolean =>
  remark !== (line.remark ?? '') || amountsOf(months).some((month, index) => month !== line.plan?.[index])

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
          <span className="oa-line-name between">
            <span className="cut">{name(line.expenseCategoryName)}</span>
          </span>
        </th>
        <td className="oa-ratio-cell">
          <span className="oa-pill" data-tone="accent">{t('editing')}</span>
        </td>
        <td className="num">{amountText(totalOf(months, { from: setting.startMonth, to: setting.endMonth }), unit)}</td>
        <td className="num second">{amountText(totalOf(months, { from: 1, to: 12 }), unit)}</td>
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
          <div className="oa-edit-strip row gap-8">
            <Input className="oa-edit-remark" placeholder={t('remark')} aria-label={t('remark')} maxLength={200} value={remark}
              onChange={({ target }) => set({ remark: target.value })} />
            <Button type="primary" loading={isSaving} onClick={() => void save()}>{t('save')}</Button>
            <Button onClick={end}>{t('cancel')}</Button>
            <span className="third">{t('editHint')}</span>
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
    <p className="red top-4" id={id} role="alert">
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
