import { type FocusEvent, memo, Suspense, useId, useMemo, useSyncExternalStore, useState } from 'react'
import { useBook } from '#fields/references/use-references.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { type CurrencyFormat, currencyFormat } from '#kernel/values/currency-format.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { FieldCell, FieldInput } from '../../resource/renderers.tsx'
import { useText } from '../../text.tsx'
import { CellOffers } from './CellOffers.tsx'
import { type CellName, nameOfCell } from '../store/cell.ts'
import type { CellMark } from '../store/marks.ts'
import type { Problem } from '../store/problems.ts'
import { sameList, useCell, usePart, useStore, type CellView } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { spanOf } from './spans.ts'
import { Was } from './Was.tsx'
import { isAmount } from '../table/columns.ts'
import { useEntering } from '../entering/use-entering.ts'

interface FieldProps {
  readonly field: FieldDefinition
  readonly cell: CellName
  /** Columns of a grid of four, and of one of two; its own without them. */
  readonly span?: number
  readonly half?: number
}

const labelled = new Set(['attachment', 'radio', 'switch', 'rate', 'richtext'])

/** A field of the grid: label, input, and what is wrong with it. */
export const Field = memo(function Field({ field, cell, span = spanOf(field), half = Math.min(2, span) }: FieldProps) {
  const { label } = useFormText()
  const view = useCell(cell)
  const { isVisible, problem } = view
  const id = useId()
  const hint = useHint(field, cell)
  if (!isVisible) return null
  const Label = labelled.has(field.kind) ? 'span' : 'label'
  return (
    <div className="oa-field" data-cell={nameOfCell(cell)} data-span={span} data-half={half}>
      <Label className="oa-field-label" {...(Label === 'label' && { htmlFor: id })}>
        {label(field)}
        <Star cell={cell} view={view} />
      </Label>
      <CellControl field={field} cell={cell} view={view} id={id} hint={hint} />
      <Remark id={id} problem={problem} mark={view.mark} hint={hint && label(hint)} />
      <CellOffers of={field.as} cell={cell} />
    </div>
  )
})

/** The star of a field of the form, for a title that stands for the field's label. */
export function FieldStar({ name }: { name: string }) {
  const cell = { key: name }
  return <Star cell={cell} view={useCell(cell)} />
}

/** That a field has to be filled in, where something can be. */
function Star({ cell, view }: { cell: CellName; view: CellView }) {
  const isOpen = useIsOpen(cell, view)
  return view.isRequired && isOpen && <RequiredMark />
}

/** After the name of a field or column that has to be filled in. */
export function RequiredMark() {
  const { t } = useFormText()
  return (
    <>
      <span className="oa-star" aria-hidden>*</span>
      <span className="unseen">{t('required')}</span>
    </>
  )
}

interface RemarkProps {
  readonly id: string
  readonly problem: Problem | undefined
  readonly mark?: CellMark | undefined
  readonly hint?: string | undefined
}

/** The hint of a field; of one of the form, why it begins with what it does while that holds. */
function useHint({ hint, because }: FieldDefinition, { key, rowId }: CellName): Label | undefined {
  const reason = usePart((store) => (because && rowId === undefined ? store.becauseOf(key) : undefined), sameLabel)
  return reason ?? hint
}

const sameLabel = (one: Label | undefined, other: Label | undefined) => one?.cn === other?.cn && one?.en === other?.en

/** Under a field: what is wrong, else what is said of it, else a hint. */
export function Remark({ id, problem, mark, hint }: RemarkProps) {
  const { locale, any, label } = useFormText()
  if (problem)
    return (
      <span id={`${id}-note`} className={problem.level === 'block' ? 'oa-field-problem' : 'oa-field-warning'}>
        {problem.sentence(locale, any)}
      </span>
    )
  if (mark?.text)
    return <span id={`${id}-note`} className={mark.tone === 'sound' ? 'oa-field-hint' : 'oa-field-warning'}>{label(mark.text)}</span>
  return hint ? <span id={`${id}-note`} className="oa-field-hint">{hint}</span> : null
}

interface ControlProps extends FieldProps {
  readonly view: CellView
  readonly id: string
  /** Inside a row table. */
  readonly isCell?: boolean
  readonly label?: string
  /** The hint below the input. */
  readonly hint?: Label | undefined
}

/** The input of a field that may be written here, else its value. */
export function CellControl(props: ControlProps) {
  const { field, cell, view } = props
  const currency = useCurrency()
  return (
    <>
      {useIsOpen(cell, view) ? <CellInput {...props} /> : <ReadOnly {...props} />}
      <Was field={field} cell={cell} value={view.value} currency={currency} />
    </>
  )
}

/** Returns whether something may be entered into a cell. */
function useIsOpen({ key, column }: CellName, { isLocked }: CellView): boolean {
  const store = useStore()
  return store.editable(column === undefined ? key : `${key}.${column}`) && !isLocked
}

function CellInput({ field, cell, view, id, isCell = false, label, hint }: ControlProps) {
  const store = useStore()
  const { locale, any } = useFormText()
  const { isRequired, problem } = view
  const value = useProposed(cell, view.value)
  const context = useLinkedContext(field)
  const enter = useEntering(field, cell)
  const leave = (event?: FocusEvent) => {
    if (!isInDialog(event?.relatedTarget, id)) store.leave(cell)
  }
  const message = problem?.sentence(locale, any)
  const drawn = useMemo(() => (isCell ? { ...field, placeholder: cellPlaceholder(field, message) } : field), [field, isCell, message])
  return (
    <Suspense fallback={<span className="oa-input-waiting" />}>
      <FieldInput
        id={id}
        field={drawn}
        value={value}
        context={context}
        onChange={enter}
        onBlur={leave}
        onSending={(isSending) => store.uploads.set(nameOfCell(cell), isSending)}
        variant={isCell ? 'borderless' : 'outlined'}
        aria-label={label}
        aria-required={isRequired || undefined}
        {...remarks(problem, hasNote(view, hint) ? `${id}-note` : undefined)}
      />
    </Suspense>
  )
}

/** Returns whether the focus goes into a dialog over the input, such as the whole list of a picker: it comes back from there. */
function isInDialog(target: EventTarget | null | undefined, id: string): boolean {
  const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
  return dialog !== null && !dialog.contains(document.getElementById(id))
}

const hasNote = ({ problem, mark }: CellView, hint: Label | undefined): boolean => (problem ?? mark?.text ?? hint) !== undefined

/** In a grid an empty cell says that something is missing, else what belongs there; screen readers read the sentence in full. */
function cellPlaceholder(field: FieldDefinition, message: string | undefined): Label {
  // in English it would be cut
  if (message !== undefined) return { cn: message, en: 'Required' }
  if (field.placeholder) return field.placeholder
  if (isAmount(field)) return { cn: '0.00', en: '0.00' }
  return dated.has(field.kind)
    ? { cn: '选择日期', en: 'Pick a date' }
    : { cn: field.cn, en: typed.has(field.kind) || field.freeText ? field.en : 'Select' }
}

/** The others are chosen. */
const typed = new Set<FieldDefinition['kind']>(['text', 'textarea', 'integer', 'number', 'percent'])

const dated = new Set<FieldDefinition['kind']>(['date', 'datetime'])

/** The attributes by which an input tells about its problem, and where the sentence stands. */
function remarks(problem: Problem | undefined, note: string | undefined) {
  const described = note === undefined ? {} : { 'aria-describedby': note }
  if (!problem) return described
  return problem.level === 'block'
    ? ({ ...described, status: 'error', 'aria-invalid': true } as const)
    : ({ ...described, status: 'warning' } as const)
}

function ReadOnly({ field, cell, view, id, isCell = false }: ControlProps) {
  const { label } = useText()
  const store = useStore()
  const record = cell.rowId === undefined ? store.value : undefined
  const currency = useCurrency()
  return (
    <output id={id} className={isCell ? 'oa-output is-cell' : 'oa-output'} aria-label={isCell ? undefined : label(field)}>
      <Suspense>
        <FieldCell field={field} value={view.value} record={record} currency={currency} />
      </Suspense>
    </output>
  )
}

/**
 * A title that nobody has typed is proposed in both languages, and both are filed: whoever reads English is shown that one, when the
 * document is corrected as well. The English of a typed title is the title itself.
 */
function useProposed(cell: CellName, value: unknown): unknown {
  const { locale } = useFormText()
  const [first] = useState(value)
  const isTitle = cell.key === 'title' && cell.rowId === undefined && locale === 'en'
  const english = usePart((store) => (isTitle && (!store.isEntered(cell) || value === first) ? store.value['titleEn'] : undefined))
  return typeof english === 'string' ? english : value
}

/** The format of the form's amounts: in its currency, where it has one of its own. */
export function useCurrency(): CurrencyFormat {
  const store = useStore()
  const key = currencyKey(store.form)
  const code = usePart(() => (key === undefined ? undefined : store.value[key]))
  const own = typeof code === 'string' ? code : undefined
  const book = useBook()
  const record = useSyncExternalStore(book.subscribe, () => (own === undefined ? undefined : book.get('currency', own)))
  return useMemo(() => currencyFormat(own, record), [own, record])
}

/** The link fields whose documents a choice offers; nothing else of the form is drawn again with them. */
function useLinkedContext({ optionsFrom = none }: FieldDefinition): Readonly<Record<string, unknown>> {
  const held = usePart((store) => optionsFrom.map((name) => store.value[name]), sameList)
  return useMemo(() => Object.fromEntries(optionsFrom.map((name, index) => [name, held[index]])), [optionsFrom, held])
}

const none: readonly string[] = []
