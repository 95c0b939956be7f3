import { CheckCircleFilled, ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { ColumnGroup } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { nameOfCell } from '../store/cell.ts'
import type { CellMark } from '../store/marks.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { leftText, openProblems } from './MoreCell.tsx'

interface GroupCellProps {
  readonly table: string
  readonly rowId: string
  readonly index: number
  readonly group: ColumnGroup
  readonly isOpen: boolean
  readonly controls: string
  onToggle(rowId: string): void
}

/** Several columns in one cell: the one that stands for them with its choice beside it, or what is missing; it opens the row. */
export function GroupCell({ table, rowId, index, group, isOpen, controls, onToggle }: GroupCellProps) {
  const { t, label } = useFormText()
  const isWrong = usePart((store) =>
    group.columns.some((column) => store.problemAt(nameOfCell({ key: table, rowId, column })) !== undefined)
  )
  const missing = usePart((store) => openProblems(store, table, rowId, group.columns))
  const shown = usePart((store) => textOf(store.read({ key: table, rowId, column: group.shows })))
  const mark = usePart((store) => store.marks.at(nameOfCell({ key: table, rowId, column: group.shows })))
  const name = t('cellName', { label: label(group), n: index + 1 })
  const said = isWrong ? leftText(missing, t) : shortened(shown)
  return (
    <button type="button" className={`plain oa-more oa-rowgroup ${toneOf(isWrong, missing)}`} aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined} aria-label={spoken(name, said, spokenOf(mark, label))} title={shown}
      onClick={() => onToggle(rowId)}
    >
      {isWrong && <ExclamationCircleFilled aria-hidden />}
      {said === '' ? <Empty table={table} shows={group.shows} /> : <span className="num oa-rowgroup-number">{said}</span>}
      {!isWrong && <GroupState table={table} rowId={rowId} tag={shown === '' ? undefined : group.tag} mark={mark} />}
    </button>
  )
}

/** Red for a row with something to fill in, orange, as the marks of other rows, for one with a value to look at. */
const toneOf = (isWrong: boolean, missing: number): string => (isWrong ? (missing > 0 ? 'is-wrong' : 'is-doubtful') : '')

const spokenOf = (mark: CellMark | undefined, label: (text: Label) => string) => mark?.text && label(mark.text)

const spoken = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')

/** Beside what stands for the group: what is said of it, else its choice. */
function GroupState({ table, rowId, tag, mark }: { table: string; rowId: string; tag: string | undefined; mark: CellMark | undefined }) {
  return mark ? <MarkTag mark={mark} /> : tag !== undefined && <Tag table={table} rowId={rowId} column={tag} />
}

const markIcons = { fresh: CheckCircleFilled, sound: CheckCircleFilled, busy: LoadingOutlined, doubtful: ExclamationCircleFilled,
  wrong: ExclamationCircleFilled } as const

/** The mark of the group, in a word. */
function MarkTag({ mark: { tone, tag, text } }: { mark: CellMark }) {
  const { label } = useFormText()
  const Icon = markIcons[tone]
  return (
    <span className="oa-rowgroup-mark" data-tone={tone} data-tip={text && label(text)}>
      <Icon aria-hidden />
      {tag && label(tag)}
    </span>
  )
}

function Tag({ table, rowId, column = '' }: { table: string; rowId: string; column: string | undefined }) {
  const field = useStore().form.fields[table]?.columns?.[column]
  const value = usePart((store) => store.read({ key: table, rowId, column }))
  return field && (
    <span className="oa-rowgroup-tag cut">
      <Suspense>
        <FieldCell field={field} value={value} />
      </Suspense>
    </span>
  )
}

function Empty({ table, shows }: { table: string; shows: string }) {
  const { label } = useFormText()
  const field = useStore().form.fields[table]?.columns?.[shows]
  return <span className="oa-rowgroup-empty cut">{field && label(field)}</span>
}

const textOf = (held: unknown): string => (typeof held === 'string' ? held : '')

/** The first and last characters of a long number. */
export const shortened = (text: string): string => (text.length > 12 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text)
