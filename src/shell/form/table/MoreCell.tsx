import { DownOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import type { Fields } from '#kernel/fields.ts'
import { nameOfCell } from '../store/cell.ts'
import type { FormStore } from '../store/form-store.ts'
import type { Problem } from '../store/problems.ts'
import { sameProblem, usePart } from '../store/use-store.ts'
import { useFormText } from '../text.ts'

interface MoreCellProps {
  readonly table: string
  readonly rowId: string
  readonly index: number
  readonly rest: readonly string[]
  readonly isOpen: boolean
  /** Only the button: column groups already show what is missing. */
  readonly isBare: boolean
  readonly controls: string
  onToggle(rowId: string): void
}

/** The button that expands a row, with a summary of its collapsed columns: missing values, else the first text. */
export function MoreCell({ table, rowId, index, rest, isOpen, isBare, controls, onToggle }: MoreCellProps) {
  const { t, locale, any } = useFormText()
  const shown = usePart((store) => rest.map((column) => store.problemAt(nameOfCell({ key: table, rowId, column }))).find(Boolean),
    sameProblem)
  const quiet = useQuietText(table, rowId, rest)
  const text = shown ? shown.sentence(locale, any) : quiet
  const action = t(isOpen ? 'closeRow' : 'openRow', { n: index + 1 })
  return (
    <button type="button" className={`plain oa-more ${toneOf(shown)}`} aria-expanded={isOpen} aria-controls={isOpen ? controls : undefined}
      aria-label={`${action} ${text}`} title={text} onClick={() => onToggle(rowId)}
    >
      {shown && <ExclamationCircleFilled aria-hidden />}
      {!isBare && <span className="cut">{text}</span>}
      <DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />
    </button>
  )
}

const toneOf = (problem: Problem | undefined): string => (problem ? (problem.level === 'block' ? 'is-wrong' : 'is-doubtful') : '')

/** The number of missing values, else the first text. */
function useQuietText(table: string, rowId: string, rest: readonly string[]): string {
  const { t } = useFormText()
  const count = usePart((store) => openProblems(store, table, rowId, rest))
  const words = usePart((store) => firstText(store, table, rowId, rest))
  return count > 0 ? leftText(count, t) : words || t('details')
}

/** Text for the number of missing values; for 0, that values should be reviewed. */
export const leftText = (count: number, t: ReturnType<typeof useFormText>['t']): string =>
  count > 0 ? t('toFill', { n: count }) : t('toCheck')

/** Number of these columns with a blocking problem. */
export function openProblems(store: FormStore, table: string, rowId: string, columns: readonly string[]): number {
  return columns.filter((column) => store.isBlocked(nameOfCell({ key: table, rowId, column }))).length
}

function firstText(store: FormStore, table: string, rowId: string, rest: readonly string[]): string {
  const columns: Fields = store.form.fields[table]?.columns ?? {}
  const held = rest.filter((column) => columns[column]?.kind === 'text').map((column) => store.read({ key: table, rowId, column }))
  return held.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}
