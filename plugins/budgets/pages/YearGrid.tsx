import { useMemo, useState } from 'react'
import { NoRows } from '#shell/list/ListPage.tsx'
import type { useListQuery } from '#shell/list/use-list-query.ts'
import { EditRow } from './entry/EditRow.tsx'
import type { LineEditor } from './entry/use-editing.ts'
import { BudgetGrid } from './grid/BudgetGrid.tsx'
import { lineKey, rowsOf, type FigureSelection } from './rows.ts'
import { useBudgetText } from './text.ts'
import type { useView } from './use-view.ts'
import type { BudgetYear, BudgetLine } from './wire.ts'

interface YearGridProps {
  readonly year: BudgetYear
  readonly shown: ReturnType<typeof useView>
  readonly selection: FigureSelection | undefined
  readonly editing: LineEditor
  readonly canEdit: boolean
  /** Tells whether filters leave lines out, and shows all of them again. */
  readonly list: Pick<ReturnType<typeof useListQuery>, 'hasFilters' | 'reset'>
  readonly isRefreshing: boolean
  onSelect(selection: FigureSelection): void
  onAct(name: 'edit' | 'history', line: BudgetLine): void
}

/** The grid of a year with its folded departments and the line that is open; or why it is empty. */
export function YearGrid({ year, shown, selection, editing, canEdit, list, isRefreshing, onSelect, onAct }: YearGridProps) {
  const { t } = useBudgetText()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const edited = editing.draft && lineKey(editing.draft.line)
  const rows = useMemo(() => rowsOf(year, { closed, edited }), [year, closed, edited])
  const fold = (department: string) =>
    setClosed((
      before,
    ) => (before.has(department) ? new Set([...before].filter((each) => each !== department)) : new Set([...before, department])))
  if (rows.length === 0)
    return (
      <div className="oa-budget-scroll">
        <NoRows list={list} empty={{ title: t('empty', { year: year.setting.year }), text: t('emptyText') }}
          noMatch={{ title: t('noMatch'), text: t('noMatchText') }} />
      </div>
    )
  const isThisYear = year.today.startsWith(String(year.setting.year))
  return (
    <BudgetGrid year={year} rows={rows} view={shown.view} unit={shown.unit}
      thisMonth={isThisYear ? Number(year.today.slice(5, 7)) : undefined} selection={selection} canEdit={canEdit} edited={edited}
      editor={<EditRow editing={editing} setting={year.setting} unit={shown.unit} />} isRefreshing={isRefreshing} onSelect={onSelect}
      onFold={fold} onAct={onAct} />
  )
}
