import { type FocusEvent, memo, Suspense, useCallback, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { type CurrencyFormat, currencyFormat } from '#kernel/values/money.ts'
import type { FieldDefinition, FieldRole, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { Label } from '#kernel/wording/label.ts'
import { subjectOf } from '#kernel/wording/subject.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useBook } from '#fields/references/reference-book.ts'
import { FieldCell, FieldInput } from '../../resource/renderers.tsx'
import { useText } from '../../text.tsx'
import { type CellName, isUntouched, nameOfCell } from '../store/cell.ts'
import type { CellMark } from '../store/store-parts.ts'
import type { Problem } from '../store/problems.ts'
import { type CellView, sameList, useCell, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../texts.ts'
import { Was } from './Was.tsx'
import { isAmount } from '../table/columns.ts'
import type { AppConfig } from '../../browser-plugin.ts'
import { useRoutes } from '../../routing/routes-context.ts'
import { isTitleGiven } from '../../documents/title.ts'
import type { FormStore } from '../store/form-store.ts'
import { useConfirm } from '../../dialogs/dialogs-context.tsx'
import { firstRowsOf } from '../store/blank-rows.ts'

/** Returns a setter for a cell. If the change clears other non-empty fields, the user is asked first. */
function useEntering(field: FieldDefinition, cell: CellName): (entered: unknown) => void {
  const store = useStore()
  const confirm = useConfirm()
  const { t, label, any } = useFormText()
  return useCallback(
    (entered: unknown) => {
      const { clears = noFields } = field
      const lost = entered === store.read(cell) ? noFields : clears.filter((key) => holdsSomething(store, key))
      const enter = () => {
        store.set(cell, entered)
        if (clears.length === 0) return
        store.empty(clears)
        // restores the initial rows, as in a new form
        for (const key of clears) {
          const rows = firstRowsOf(store.form.fields[key], () => store.stateAt(key).required)
          if (rows.length > 0) store.setRows(key, () => rows)
        }
      }
      if (lost.length === 0) return enter()
      const fields = lost.map((key) => label(store.form.fields[key] ?? { cn: key, en: key })).join(any('list.comma'))
      void confirm({
        title: t('clearTitle', { label: bilingual(field) }),
        content: t('clearText', { fields }),
        okText: t('clearGo'),
        cancelText: t('confirmBack'),
        autoFocusButton: 'cancel',
        onOk: enter,
      })
    },
    [store, field, cell, confirm, t, label, any],
  )
}

/** Returns whether a field has input; untouched rows do not count. */
function holdsSomething({ form, entered }: FormStore, key: string): boolean {
  const field = form.fields[key]
  const held = entered[key]
  if (!field || kindOf(field).empty(held)) return false
  return !Array.isArray(held) || field.columns === undefined || held.some((row: unknown) => isRow(row) && !isUntouched(row))
}

const noFields: readonly string[] = []

const isTitle = ({ key, rowId }: CellName): boolean => key === 'title' && rowId === undefined

/**
 * The displayed title. A generated title exists in both languages and both are filed; an English user sees the English one, also when the
 * document is edited. Where the form has a subject, it is shown instead, as in lists. For a typed title, the English one is the same.
 */
function useProposed(cell: CellName, value: unknown): unknown {
  const { locale } = useFormText()
  const [first] = useState(value)
  const isOpen = (store: FormStore) => isTitle(cell) && (!store.isEntered(cell) || value === first)
  const english = usePart((store) => (locale === 'en' && isOpen(store) ? store.value['titleEn'] : undefined))
  const written = useWritten((store) => isOpen(store) && isGiven(store))
  return written ?? (typeof english === 'string' ? english : value)
}

/** The remark below a title that is written from other fields; undefined for other fields and typed titles. */
function useTitleHint(cell: CellName): Label | undefined {
  return useWritten((store) => isTitle(cell) && isGiven(store)) === undefined ? undefined : writtenHint
}

const writtenHint: Label = { cn: '按填写的内容生成，可修改', en: 'Written from what you enter. You can change it' }

/** The subject of the form's value in the user's language, while `isShown`. */
function useWritten(isShown: (store: FormStore) => boolean): string | undefined {
  const { locale } = useFormText()
  const book = useBook()
  return usePart((store) => {
    if (!isShown(store)) return undefined
    const subject = subjectOf(store.form, store.value, { reference: book.get })
    return subject[locale] || subject.cn || undefined
  })
}

const isGiven = ({ form, value: { title } }: FormStore): boolean =>
  typeof title === 'string' && isTitleGiven({ title, processName: form.cn })

/**
 * Column spans of a grid's fields such that no row but the last has a gap: a long text fills the rest of its row (at least two columns),
 * else the last field of the row that can be wider is widened.
 */
export function spansOf(fields: Fields, names: readonly string[], columns: number): Readonly<Record<string, number>> {
  const spans: Record<string, number> = {}
  let row: string[] = []
  const used = () => row.reduce((sum, name) => sum + spans[name]!, 0)
  for (const name of names) {
    const field = fields[name]
    if (!field) continue
    const left = columns - used()
    spans[name] = Math.min(columns, spanOf(field))
    if (spans[name] > left) {
      if (kindOf(field).room === 'long' && left >= 2) spans[name] = left
      else {
        const wide = row.findLast((each) => kindOf(fields[each]!).room !== undefined)
        if (wide !== undefined) spans[wide]! += left
        row = []
      }
    }
    row = used() + spans[name] < columns ? [...row, name] : []
  }
  return spans
}

/** The declared span of a field. @default 1 */
const spanOf = ({ span = 1 }: FieldDefinition): number => span

interface OfferProps {
  readonly of: FieldRole | undefined
  readonly cell: CellName
}

/** Suggestions of modules below a cell, while the form is filed and the cell is editable. */
const CellOffers = ({ of: role, cell }: OfferProps) => role !== undefined && cell.rowId !== undefined && <Offers of={role} cell={cell} />

function Offers({ of: role, cell }: OfferProps) {
  const { config } = useRoutes()
  const store = useStore()
  const meant = store.at === 'start' && store.editable(`${cell.key}.${cell.column}`) ? offersOf(config, role) : []
  return meant.length > 0 && <Suspense>{meant.map(({ id, component: Offer }) => <Offer key={id} cell={cell} />)}</Suspense>
}

const offersOf = ({ cellOffers = [] }: AppConfig, role: FieldRole | undefined) => cellOffers.filter((each) => each.of === role)

interface FieldProps {
  readonly field: FieldDefinition
  readonly cell: CellName
  /** Spans in a four-column grid and in a two-column grid. @default the declared span */
  readonly span?: number
  readonly half?: number
}

/** A field of the grid: label, input, message. */
export const Field = memo(function Field({ field, cell, span = spanOf(field), half = Math.min(2, span) }: FieldProps) {
  const { label } = useFormText()
  const view = useCell(cell)
  const { isVisible, problem } = view
  const id = useId()
  const hint = useHint(field, cell)
  if (!isVisible) return null
  const Label = kindOf(field).isControlGroup ? 'span' : 'label'
  return (
    <div className="oa-field column" data-cell={nameOfCell(cell)} data-span={span} data-half={half}>
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

/** The required mark of a header field, for a title that replaces the field's label. */
export function FieldStar({ name }: { name: string }) {
  const cell = { key: name }
  return <Star cell={cell} view={useCell(cell)} />
}

/** The required mark, if the cell is editable. */
function Star({ cell, view }: { cell: CellName; view: CellView }) {
  const isOpen = useIsOpen(cell, view)
  return view.isRequired && isOpen && <RequiredMark />
}

/** The mark after the label of a required field or column. */
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

/** The hint of a field; for a header field, the explanation of its default while that applies. */
function useHint({ hint, because }: FieldDefinition, cell: CellName): Label | undefined {
  const { key, rowId } = cell
  const reason = usePart((store) => (because && rowId === undefined ? store.becauseOf(key) : undefined), sameLabel)
  const title = useTitleHint(cell)
  return reason ?? title ?? hint
}

const sameLabel = (one: Label | undefined, other: Label | undefined) => one?.cn === other?.cn && one?.en === other?.en

/** The text below a field: its problem, else its mark, else its hint. */
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

/** The input of an editable field, else its value. */
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

/** Returns whether a cell is editable. */
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
    <Suspense fallback={<span className="block high-32" />}>
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

/** Returns whether the focus moves into a dialog opened by the input, such as a picker, from which it will return. */
function isInDialog(target: EventTarget | null | undefined, id: string): boolean {
  const dialog = target instanceof Element ? target.closest('[role=dialog]') : null
  return dialog !== null && !dialog.contains(document.getElementById(id))
}

const hasNote = ({ problem, mark }: CellView, hint: Label | undefined): boolean => (problem ?? mark?.text ?? hint) !== undefined

/** The placeholder of a cell in a grid: that it is required, else its content; screen readers get the full message. */
function cellPlaceholder(field: FieldDefinition, message: string | undefined): Label {
  // the English message is too long for a cell
  if (message !== undefined) return { cn: message, en: 'Required' }
  if (field.placeholder) return field.placeholder
  if (isAmount(field)) return { cn: '0.00', en: '0.00' }
  const { holds, ask } = kindOf(field)
  return holds === 'date' || holds === 'datetime'
    ? { cn: '选择日期', en: 'Pick a date' }
    : { cn: field.cn, en: ask === 'field.enter' || field.freeText ? field.en : 'Select' }
}

/** ARIA attributes and status of an input with a problem; `note` is the id of the message. */
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
    <output id={id} className={isCell ? 'oa-output is-cell subtle round-6 block' : 'oa-output subtle round-6 block'}
      aria-label={isCell ? undefined : label(field)}
    >
      <Suspense>
        <FieldCell field={field} value={view.value} record={record} currency={currency} />
      </Suspense>
    </output>
  )
}

/** The format of amounts in the form's currency. */
export function useCurrency(): CurrencyFormat {
  const store = useStore()
  const key = currencyKey(store.form)
  const code = usePart(() => (key === undefined ? undefined : store.value[key]))
  const own = typeof code === 'string' ? code : undefined
  const book = useBook()
  const record = useSyncExternalStore(book.subscribe, () => (own === undefined ? undefined : book.get('currency', own)))
  return useMemo(() => currencyFormat(own, record), [own, record])
}

/** The values of the link fields whose documents are a choice's options; narrow, to avoid re-rendering on other changes. */
function useLinkedContext({ optionsFrom = none }: FieldDefinition): Readonly<Record<string, unknown>> {
  const held = usePart((store) => optionsFrom.map((name) => store.value[name]), sameList)
  return useMemo(() => Object.fromEntries(optionsFrom.map((name, index) => [name, held[index]])), [optionsFrom, held])
}

const none: readonly string[] = []
