import { Checkbox } from 'antd'
import type { DocumentFigures } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { ownPrefix } from '../body.ts'
import { quickFilters, type DocumentListKind } from '../lists.ts'
import { useDocumentsText, type DocumentsTextKey } from '../text.ts'

interface QuickFiltersProps {
  readonly list: DocumentListKind
  readonly query: ListQuery
  readonly figures: DocumentFigures | undefined
  onFilter(filters: ListQuery['filters']): void
}

/** The line above the table: sort order, quick filters, keyboard hints. */
export function QuickFilters({ list, query, figures, onFilter }: QuickFiltersProps) {
  const { t } = useDocumentsText()
  const chosen = (query.filters['quick'] ?? '').split(',').filter(Boolean)
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]
    const { quick: _, ...rest } = query.filters
    onFilter(next.length > 0 ? { ...rest, quick: next.join(',') } : rest)
  }
  const known = figures?.quick
  const offered = useOffered(list).filter(([name]) => name !== 'batchPass' || chosen.includes(name) || !known || name in known)
  return (
    <div className="oa-tools">
      <span className="oa-tools-sort">{useSortedBy(list, query)}</span>
      <span className="oa-tools-quick" role="group" aria-label={t('quick.name')}>
        {offered.map(([name, title]) => (
          <Checkbox key={name} checked={chosen.includes(name)} onChange={() => toggle(name)}>
            {title}
            {known && <span className="num">{known[name]}</span>}
          </Checkbox>
        ))}
      </span>
      <KeyHints isTodo={list.name === 'todo'} />
    </div>
  )
}

/** The quick filters of a list with titles: those of the shell, and document marks. */
function useOffered({ name }: DocumentListKind): readonly (readonly [name: string, title: string])[] {
  const { t, label } = useDocumentsText()
  const { documentMarks = [] } = useRoutes().config
  const administers = useAdministersFlows()
  const isOwn = name === 'todo' || name === 'initiated'
  const offers: Readonly<Record<(typeof quickFilters)[number], boolean>> = { overdue: true, urged: isOwn, batchPass: name === 'todo',
    initiatorGone: administers && name === 'all' }
  return [...quickFilters.filter((filter) => offers[filter]).map((filter) => [filter, t(`quick.${filter}`)] as const),
    ...(isOwn ? documentMarks.map((mark) => [mark.role, label(mark)] as const) : [])]
}

const sortNames: Readonly<Record<DocumentListKind['name'], DocumentsTextKey>> = {
  todo: 'sort.waiting',
  handled: 'sort.handled',
  initiated: 'sort.initiated',
  cc: 'sort.copied',
  all: 'sort.initiated',
  type: 'sort.initiated',
}

function useSortedBy(list: DocumentListKind, { sort }: ListQuery): string {
  const { t } = useDocumentsText()
  const text = useText()
  if (!sort) return t(sortNames[list.name])
  const names: Readonly<Record<string, string>> = {
    businessNo: text.t('documents.number'),
    amount: text.t('documents.amount'),
    createTime: text.t('documents.initiated'),
    endTime: t('columns.endTime'),
    stayHours: text.t('documents.waiting'),
  }
  const own = list.form?.fields[sort.column.slice(ownPrefix.length)]
  return t('sort.chosen', { column: names[sort.column] ?? (own ? text.label(own) : sort.column) })
}

function KeyHints({ isTodo }: { isTodo: boolean }) {
  const { t } = useDocumentsText()
  const isMobile = useIsMobile()
  if (isMobile) return null
  return (
    <span className="oa-tools-keys" aria-hidden>
      <kbd>J</kbd>
      <kbd>K</kbd> {t('keys.move')}
      <kbd>{t('keys.space')}</kbd> {t('keys.peek')}
      {isTodo && (
        <>
          <kbd>X</kbd> {t('keys.select')} <kbd>P</kbd> {t('keys.pass')}
        </>
      )}
      <kbd>?</kbd> {t('keys.help')}
    </span>
  )
}
