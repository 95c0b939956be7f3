import { CheckCircleFilled, DownOutlined, ExclamationCircleFilled, LoadingOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import type { ColumnGroup, FieldDefinition, Fields } from '#kernel/fields.ts'
import { isReference } from '#kernel/record-kinds.ts'
import type { Label } from '#kernel/wording/label.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { nameOfCell } from '../store/cell.ts'
import type { CellMark } from '../store/store-parts.ts'
import { sameProblem, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../texts.ts'
import type { FormStore } from '../store/form-store.ts'
import type { Problem } from '../store/problems.ts'

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
  const sentence = shown?.sentence(locale, any)
  const text = useMoreText({ table, rowId, rest }, sentence)
  const title = sentence ?? text
  const action = t(isOpen ? 'closeRow' : 'openRow', { n: index + 1 })
  return (
    <button type="button" className={`plain oa-rowgroup-more ${problemTone(shown)}`} aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined} aria-label={`${action} ${title}`} title={title} onClick={() => onToggle(rowId)}
    >
      {shown && <ExclamationCircleFilled aria-hidden />}
      {!isBare && <span className="cut">{text}</span>}
      <DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />
    </button>
  )
}

/** The number of missing values, else the sentence of the problem, else the first text. */
function useMoreText({ table, rowId, rest }: Pick<MoreCellProps, 'table' | 'rowId' | 'rest'>, sentence: string | undefined): string {
  const { t } = useFormText()
  const count = usePart((store) => openProblems(store, table, rowId, rest))
  const words = usePart((store) => firstText(store, table, rowId, rest))
  return count > 0 ? leftText(count, t) : (sentence ?? (words || t('details')))
}

const problemTone = (problem: Problem | undefined): string => (problem ? (problem.level === 'block' ? 'is-wrong' : 'is-doubtful') : '')

/** Text for the number of missing values; for 0, that values should be reviewed. */
const leftText = (count: number, t: ReturnType<typeof useFormText>['t']): string => count > 0 ? t('toFill', { n: count }) : t('toCheck')

/** Number of these columns with a blocking problem. */
export function openProblems(store: FormStore, table: string, rowId: string, columns: readonly string[]): number {
  return columns.filter((column) => store.isBlocked(nameOfCell({ key: table, rowId, column }))).length
}

function firstText(store: FormStore, table: string, rowId: string, rest: readonly string[]): string {
  const columns: Fields = store.form.fields[table]?.columns ?? {}
  const held = rest.filter((column) => columns[column]?.kind === 'text').map((column) => store.read({ key: table, rowId, column }))
  return held.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
}

interface GroupCellProps {
  readonly table: string
  readonly rowId: string
  readonly index: number
  readonly group: ColumnGroup
  readonly isOpen: boolean
  readonly controls: string
  onToggle(rowId: string): void
}

/** A column group in one cell: its main column with a tag, or the number of missing values; a click expands the row. */
export function GroupCell({ table, rowId, index, group, isOpen, controls, onToggle }: GroupCellProps) {
  const { t, label } = useFormText()
  const isWrong = usePart((store) =>
    group.columns.some((column) => store.problemAt(nameOfCell({ key: table, rowId, column })) !== undefined)
  )
  const missing = usePart((store) => openProblems(store, table, rowId, group.columns))
  const shown = usePart((store) => textOf(store.read({ key: table, rowId, column: group.shows })))
  const isNamed = usePart(({ form }) => showsName(form.fields[table]?.columns?.[group.shows]))
  const mark = usePart((store) => store.marks.at(nameOfCell({ key: table, rowId, column: group.shows })))
  const name = t('cellName', { label: label(group), n: index + 1 })
  const said = isWrong ? leftText(missing, t) : shortened(shown)
  const isSpelled = isNamed && !isWrong
  return (
    <button type="button" className={`plain oa-rowgroup-more oa-rowgroup wide ${toneOf(isWrong, missing)}`} aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined} aria-label={spoken(name, isSpelled ? '' : said, spokenOf(mark, label))}
      onClick={() => onToggle(rowId)}
    >
      {isWrong && <ExclamationCircleFilled aria-hidden />}
      <Said {...{ table, rowId, shows: group.shows, said, whole: shown, isSpelled }} />
      {!isWrong && <GroupState table={table} rowId={rowId} tag={shown === '' ? undefined : group.tag} mark={mark} />}
    </button>
  )
}

interface GroupValueProps {
  readonly table: string
  readonly rowId: string
  readonly shows: string
  readonly said: string
  readonly whole: string
  /** The value is a key, displayed by its label. */
  readonly isSpelled: boolean
}

function Said({ table, rowId, shows, said, whole, isSpelled }: GroupValueProps) {
  if (said === '') return <Empty table={table} shows={shows} />
  if (!isSpelled) return <span className="num oa-rowgroup-number rigid" title={whole}>{said}</span>
  return (
    <span className="cut">
      <Value table={table} rowId={rowId} column={shows} />
    </span>
  )
}

/** The tone of the cell: wrong if values are missing, doubtful if values should be reviewed. */
const toneOf = (isWrong: boolean, missing: number): string => (isWrong ? (missing > 0 ? 'is-wrong' : 'is-doubtful') : '')

const spokenOf = (mark: CellMark | undefined, label: (text: Label) => string) => mark?.text && label(mark.text)

const spoken = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')

/** Next to the main column: its mark, else its tag. */
function GroupState({ table, rowId, tag, mark }: { table: string; rowId: string; tag: string | undefined; mark: CellMark | undefined }) {
  return mark ? <MarkTag mark={mark} /> : tag !== undefined && <Tag table={table} rowId={rowId} column={tag} />
}

const markIcons = { fresh: CheckCircleFilled, sound: CheckCircleFilled, busy: LoadingOutlined, doubtful: ExclamationCircleFilled,
  wrong: ExclamationCircleFilled } as const

/** The mark of the group, as icon and text. */
function MarkTag({ mark: { tone, tag, text } }: { mark: CellMark }) {
  const { label } = useFormText()
  const Icon = markIcons[tone]
  return (
    <span className="oa-rowgroup-mark inline-row muted rigid gap-4" data-tone={tone} data-tip={text && label(text)}>
      <Icon aria-hidden />
      {tag && label(tag)}
    </span>
  )
}

const Tag = (props: { table: string; rowId: string; column: string | undefined }) => (
  <span className="cut muted">
    <Value {...props} />
  </span>
)

function Value({ table, rowId, column = '' }: { table: string; rowId: string; column: string | undefined }) {
  const field = useStore().form.fields[table]?.columns?.[column]
  const value = usePart((store) => store.read({ key: table, rowId, column }))
  return field && (
    <Suspense>
      <FieldCell field={field} value={value} />
    </Suspense>
  )
}

/** Returns whether a field stores a key that is displayed by its label. */
export const showsName = (field: FieldDefinition | undefined): boolean =>
  field !== undefined && (isReference(field) || field.kind === 'select')

function Empty({ table, shows }: { table: string; shows: string }) {
  const { label } = useFormText()
  const field = useStore().form.fields[table]?.columns?.[shows]
  return <span className="oa-rowgroup-empty cut">{field && label(field)}</span>
}

const textOf = (held: unknown): string => (typeof held === 'string' ? held : '')

/** Shortens a long number to its first and last four characters. */
export const shortened = (text: string): string => (text.length > 12 ? `${text.slice(0, 4)}…${text.slice(-4)}` : text)
