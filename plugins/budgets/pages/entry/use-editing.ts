import { useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type Problems, refusalOf } from '#shell/command/refusal.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import { type Plan, planProblems } from '#plugins/budgets/plan.ts'
import { budgetQueries, calls } from '../calls.ts'
import { lineKey } from '../rows.ts'
import { useBudgetText } from '../text.ts'
import type { BudgetLine } from '../wire.ts'
import { amountsOf, type TypedMonths, typedOf } from './months.ts'
import { problemsByField } from './problems.ts'

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
