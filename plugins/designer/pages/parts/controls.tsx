import { AutoComplete, Form, Input, Select, Switch } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { expressionProblems } from '#kernel/composition/problems.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { FieldInput } from '#shell/resource/renderers.tsx'
import type { FieldPath } from '../../model/content.ts'
import { useDesigning } from '../designing.ts'
import { useDesignerText } from '../texts.ts'

/** A part of the panel: it reads the field and changes attributes of it. */
export interface FieldPartProps {
  readonly path: FieldPath
  readonly field: FieldDefinition
  readonly table: string | undefined
  /** Changes attributes; those that are undefined are removed. */
  put(part: Partial<Record<keyof FieldDefinition, unknown>>, attribute?: string): void
}

interface LabelledProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Draws the control with the id that the label names. */
  children(id: string): ReactNode
}

/** A control with its label above and its problem or hint below. */
export function Labelled({ label, hint, problem, isRequired = false, children }: LabelledProps) {
  const id = useId()
  return (
    <Form.Item label={label} htmlFor={id} required={isRequired} help={problem} extra={hint} className="oa-ff-control"
      validateStatus={problem === undefined ? undefined : 'error'}
    >
      {children(id)}
    </Form.Item>
  )
}

interface TextControlProps {
  readonly label: string
  readonly value: string | undefined
  readonly max?: number
  readonly isRequired?: boolean
  readonly problem?: string | undefined
  readonly hint?: ReactNode
  /** Focused when Enter is pressed on a field. */
  readonly isFirst?: boolean
  readonly isLong?: boolean
  onChange(value: string): void
  onLeave?(): void
}

/** A line of text. */
export function TextControl(
  { label, value, max = 100, isRequired = false, problem, hint, isFirst, isLong, onChange, onLeave }: TextControlProps,
) {
  return (
    <Labelled label={label} isRequired={isRequired} problem={problem} hint={hint}>
      {(id) =>
        isLong
          ? (
            <Input.TextArea id={id} value={value ?? ''} maxLength={max} autoSize={{ minRows: 2, maxRows: 6 }}
              onChange={({ target }) => onChange(target.value)} />
          )
          : (
            <Input id={id} value={value ?? ''} maxLength={max} data-panel-first={isFirst || undefined} onBlur={onLeave}
              onChange={({ target }) => onChange(target.value)} />
          )}
    </Labelled>
  )
}

type BilingualAttribute = 'hint' | 'placeholder' | 'patternMessage' | 'unit'

/** A text in both languages that a field may go without. */
export function BothLanguages({ field, put, attribute }: FieldPartProps & { attribute: BilingualAttribute }) {
  const { t } = useDesignerText()
  const held = field[attribute]
  const change = (part: { cn?: string; en?: string }) => {
    const next = { cn: held?.cn ?? '', en: held?.en ?? '', ...part }
    put({ [attribute]: next.cn === '' && next.en === '' ? undefined : next }, attribute)
  }
  return (
    <div className="oa-ff-pair grid halves gap-0-12">
      <TextControl label={t(`attribute.${attribute}`)} value={held?.cn} onChange={(cn) => change({ cn })} />
      <TextControl label={t(`attribute.${attribute}En`)} value={held?.en} onChange={(en) => change({ en })} />
    </div>
  )
}

/** A switch at the end of its line. */
export function SwitchLine(
  { label, note, value, isDisabled, onChange }: { label: string; note?: string | undefined; value: boolean; isDisabled?: boolean;
    onChange(value: boolean): void },
) {
  return (
    <label className="oa-ff-line row gap-8">
      <span>{label}</span>
      {note && <span className="oa-ff-quiet small">{note}</span>}
      <Switch size="small" checked={value} {...(isDisabled && { disabled: true })} onChange={onChange} />
    </label>
  )
}

/** A control that a field kind draws: people, departments, dates. */
export function KindControl(
  { field, label, value, hint, onChange }: { field: FieldDefinition; label: string; value: unknown; hint?: string;
    onChange(value: unknown): void },
) {
  const { isReadOnly } = useDesigning()
  return (
    <Labelled label={label} hint={hint}>
      {(id) => <FieldInput id={id} field={field} value={value} context={{}} disabled={isReadOnly} onChange={onChange} />}
    </Labelled>
  )
}

export interface ExpressionControlProps {
  readonly label: string
  readonly value: string
  /** Table in whose rows it stands. */
  readonly table?: string | undefined
  /** Names beside the fields. */
  readonly extra?: readonly string[]
  readonly hint?: ReactNode
  onChange(value: string): void
}

interface NameOption {
  readonly value: string
  readonly label: ReactNode
}

/** Functions that are offered beside the names of fields. */
const functions = ['count(', 'sum(', 'max(', 'min(', 'days(', 'len(', 'today()', 'list contains(', 'not('] as const

/** An expression: judged while it is typed, with the names of fields, columns and functions offered at the cursor. */
export function ExpressionControl({ label, value, table, extra, hint, onChange }: ExpressionControlProps) {
  const { content: { form: { fields } }, isReadOnly } = useDesigning()
  const text = useDesignerText()
  const { t, label: worded } = text
  const box = useRef<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [problem] = value.trim() === ''
    ? [{ text: { cn: t('expressionEmpty'), en: t('expressionEmpty') } }]
    : expressionProblems(value, { fields, table, ...(extra && { extra }) }, '')
  const options = isOpen && typed !== '' ? completions(fields, { table, extra, typed, worded }) : []
  const choose = (name: string) => {
    const { before, after } = atCursor(box.current, value)
    const start = before.slice(0, before.length - typed.length)
    const own = name.slice(name.lastIndexOf('.') + 1)
    const isValue = typed.includes('"')
    onChange(
      isValue
        ? `${start}${name}${after.replace(/^"/, '')}`
        : `${start}${typed.includes('.') ? `${typed.slice(0, typed.lastIndexOf('.') + 1)}${own}` : name}${after}`,
    )
    setIsOpen(false)
  }
  return (
    <Labelled label={label} hint={hint} problem={problem && worded(problem.text)}>
      {(id) => (
        <AutoComplete id={id} value={value} options={[...options]} open={isOpen && options.length > 0} disabled={isReadOnly}
          popupMatchSelectWidth={false} defaultActiveFirstOption={false} onSelect={choose} onBlur={() => setIsOpen(false)}
          onSearch={(next) => {
            onChange(next)
            setTyped(wordBefore(atCursor(box.current, next).before))
            setIsOpen(true)
          }}
        >
          <Input.TextArea className="oa-ff-feel" autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2000} spellCheck={false} ref={(held) => {
            box.current = held?.resizableTextArea?.textArea ?? null
          }} />
        </AutoComplete>
      )}
    </Labelled>
  )
}

function atCursor(box: HTMLElement | null, value: string): { readonly before: string; readonly after: string } {
  const at = box instanceof HTMLTextAreaElement ? box.selectionStart : value.length
  return { before: value.slice(0, at), after: value.slice(at) }
}

/** The name before the cursor, or the value of a choice that is begun: `purpose = "au`. */
const wordBefore = (text: string): string =>
  /[A-Za-z][A-Za-z0-9.]*\s*!?=\s*"[^"]*$/.exec(text)?.[0] ?? /[A-Za-z][A-Za-z0-9.]*$/.exec(text)?.[0] ?? ''

interface OfferedNames {
  readonly table: string | undefined
  readonly extra: readonly string[] | undefined
  readonly typed: string
  worded(label: { cn: string; en: string }): string
}

/** Values of the choice that is compared, once a quotation mark is typed; names before. */
const completions = (fields: Fields, names: OfferedNames): readonly NameOption[] =>
  names.typed.includes('"') ? offeredValues(namesAt(fields, names.table), names.typed, names.worded) : offered(fields, names)

/** Completions: names whose key starts with the typed text, or whose label contains it. */
function offered(fields: Fields, { table, extra = [], typed, worded }: OfferedNames): readonly NameOption[] {
  const steps = typed.split('.')
  const start = (steps.at(-1) ?? '').toLowerCase()
  const isInside = steps.length > 1
  const isMeant = (key: string, name: string) => key.toLowerCase().startsWith(start) || name.toLowerCase().includes(start)
  const named = Object.entries(isInside ? inside(fields, steps[0] ?? '', table) : namesAt(fields, table))
    .filter(([key, field]) => isMeant(key, worded(field)))
    .map(([key, field]): NameOption => ({ value: key, label: <NameLine name={key} note={worded(field)} /> }))
  const others = isInside ? [] : [...extra, ...(table === undefined ? [] : ['header', 'item']), ...functions]
  return [...named, ...others.filter((name) => name.startsWith(start)).map((name) => ({ value: name, label: <NameLine name={name} /> }))]
    .filter(({ value }) => value !== typed).slice(0, 12)
}

/** Completions of a value: the choices of the field that is compared. */
function offeredValues(fields: Fields, typed: string, worded: OfferedNames['worded']): readonly NameOption[] {
  const at = typed.indexOf('"')
  const start = typed.slice(at + 1).toLowerCase()
  const [key = ''] = typed.split(/[\s!=]/)
  const { options = [] } = fields[key.replace(/^(header|item)\./, '')] ?? {}
  return options.filter((option) => option.value.toLowerCase().startsWith(start) || worded(option).toLowerCase().includes(start))
    .map((option) => ({ value: `${typed.slice(0, at)}"${option.value}"`,
      label: <NameLine name={`"${option.value}"`} note={worded(option)} /> })
    )
}

/** The fields of the form, in a row its columns as well. */
const namesAt = (fields: Fields, table: string | undefined): Fields => ({ ...fields, ...fields[table ?? '']?.columns })

/** Completions after a dot: columns of a table or row, or fields of `header`. */
function inside(fields: Fields, first: string, table: string | undefined): Fields {
  if (first === 'header') return fields
  return fields[first === 'item' ? (table ?? '') : first]?.columns ?? {}
}

const NameLine = ({ name, note }: { name: string; note?: string }) => (
  <span className="oa-ff-name-line flex gap-12 between">
    {note && <span>{note}</span>}
    <code className="third">{name}</code>
  </span>
)

/** Fields of the form to choose from, columns as `table.column`. */
export function FieldsSelect(
  { label, value, hint, fits, max, onChange }: { label: string; value: readonly string[]; hint?: string; max?: number;
    fits(path: string, field: FieldDefinition): boolean; onChange(paths: readonly string[]): void },
) {
  const { content: { form: { fields } } } = useDesigning()
  const { label: worded } = useDesignerText()
  const options = Object.entries(fields).flatMap(([key, field]) => [
    ...(fits(key, field) ? [{ value: key, label: worded(field) }] : []),
    ...Object.entries(field.columns ?? {}).filter(([column, cell]) => fits(`${key}.${column}`, cell))
      .map(([column, cell]) => ({ value: `${key}.${column}`, label: `${worded(field)} · ${worded(cell)}` })),
  ])
  return (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <Select id={id} mode="multiple" optionFilterProp="label" maxCount={max} value={[...value]} options={options}
          onChange={(chosen: string[]) => onChange(chosen)} />
      )}
    </Labelled>
  )
}
