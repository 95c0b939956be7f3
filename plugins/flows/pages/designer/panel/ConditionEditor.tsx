import { CheckOutlined, CloseOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select, type GetRef } from 'antd'
import { useMemo, useRef } from 'react'
import { expressionFindings, flowNames } from '#kernel/composition/expressions.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { conditionContext, environmentOf } from '#kernel/evaluate/filling/complete.ts'
import { formula, valueOf } from '#kernel/evaluate/plan/formula.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { type FeelContext, isTrue, toJson } from '#kernel/feel/feel.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type ConditionGroup, type ConditionRow, isGroup, isListed, isUnary, type Operator, readCondition, type Subject, writeCondition,
  writeRow } from './condition.ts'
import { pathsOf } from './fields.tsx'
import { isDesignKey } from '../texts.ts'
import { comparable, ValueInput, type ValueKind } from './ValueInput.tsx'
import { fieldName, type Naming, subjectWords, valueWords } from '../wording/words.ts'

/** A document's value on which conditions are tried while they are typed. */
export interface DocumentSample {
  readonly value: FormValue
  readonly initiator: string
  facts(): FormFacts
}

interface ConditionEditorProps {
  readonly value: string | undefined
  readonly form: Form
  readonly naming: Naming
  readonly sample?: DocumentSample | undefined
  readonly isReadOnly?: boolean
  /** True for steps, which are always entered without a condition; false for branches, which need one. */
  readonly isOptional?: boolean
  onChange(value: string | undefined): void
}

/** Editor of a condition as rows and as text, kept in sync; with a sample document it shows the result of each row. */
export function ConditionEditor({ value, form, naming, sample, isReadOnly = false, isOptional = false, onChange }: ConditionEditorProps) {
  const { t } = naming.text
  const { source, isEmpty, group } = parsedCondition(value)
  const outcomes = useConditionOutcomes(form, sample)
  const findings = useMemo(() => (source.trim() === '' ? [] : expressionFindings(source, { fields: form.fields, extra: flowNames }, '')), [
    source,
    form,
  ])
  const change = (next: string) => onChange(next.trim() === '' && isOptional ? undefined : next)
  const outcome = findings.length === 0 && !isEmpty ? outcomes?.holds(source) : undefined
  return (
    <div className="stack gap-12">
      <div className="oa-fd-rows">
        {group
          ? (
            <GroupRows group={group} naming={naming} outcomes={outcomes} isReadOnly={isReadOnly}
              onChange={(next) => change(writeCondition(next))} />
          )
          : <p className="oa-flow-quiet second">{t('textOnly')}</p>}
      </div>
      <ConditionText source={source} findings={findings.map(({ text }) => text)} naming={naming} isReadOnly={isReadOnly}
        isOptional={isOptional} onChange={change} />
      <Outcome holds={outcome} naming={naming} />
      {sample === undefined && <p className="oa-flow-quiet second">{t('noSample')}</p>}
    </div>
  )
}

function Outcome({ holds, naming: { text: { t } } }: { holds: boolean | undefined; naming: Naming }) {
  return holds === undefined
    ? null
    : <p className="oa-fd-outcome on-grey round-6 flat" data-holds={holds} role="status">{t(holds ? 'willEnter' : 'willNotEnter')}</p>
}

interface ConditionTextProps {
  readonly source: string
  readonly findings: readonly Label[]
  readonly naming: Naming
  readonly isReadOnly: boolean
  readonly isOptional: boolean
  onChange(source: string): void
}

/** The condition as text, with its findings and the fields that can be inserted. */
function ConditionText({ source, findings, naming, isReadOnly, isOptional, onChange }: ConditionTextProps) {
  const { t } = naming.text
  const text = useRef<GetRef<typeof Input.TextArea>>(null)
  const insertName = (path: string) => {
    const area = text.current?.resizableTextArea?.textArea
    const at = area?.selectionStart ?? source.length
    onChange(`${source.slice(0, at)}${path}${source.slice(area?.selectionEnd ?? at)}`)
    area?.focus()
  }
  return (
    <div className="oa-fd-feel stack subtle round-6 gap-8 pad-8-12">
      <label>
        <span>{t('feel')}</span>
        <Input.TextArea ref={text} className="oa-fd-code small" data-feel autoSize={{ minRows: 3, maxRows: 10 }} maxLength={4000}
          value={source} readOnly={isReadOnly} spellCheck={false} placeholder={isOptional ? t('alwaysEntered') : undefined}
          status={findings.length > 0 ? 'error' : undefined} onChange={({ target }) => onChange(target.value)} />
      </label>
      {findings.map((sentence) => (
        <FindingLine key={sentence.en} sentence={sentence} source={source} naming={naming} isReadOnly={isReadOnly} onChange={onChange} />
      ))}
      {!isReadOnly && (
        <Select className="oa-fd-insert" size="small" showSearch optionFilterProp="label" aria-label={t('insertField')} value={null}
          placeholder={t('insertField')} options={[...pathsOf(naming, comparable)]} popupMatchSelectWidth={false} onChange={insertName} />
      )}
    </div>
  )
}

/** A finding with a suggested field name. */
function FindingLine({ sentence, source, naming, isReadOnly, onChange }: Omit<ConditionTextProps, 'findings' | 'isOptional'> & {
  readonly sentence: Label
}) {
  const { t, label } = naming.text
  const near = nearest(sentence.en, naming)
  return (
    <p role="alert" className="oa-fd-error">
      {label(sentence)}
      {near && !isReadOnly && (
        <Button type="link" size="small" onClick={() => onChange(source.replaceAll(new RegExp(`\\b${near.wrong}\\b`, 'gu'), near.path))}>
          {t('didYouMean', { name: fieldName(near.path, naming) })}
        </Button>
      )}
    </p>
  )
}

const emptyGroup: ConditionGroup = { join: 'and', parts: [] }

function parsedCondition(source = '') {
  const isEmpty = source.trim() === ''
  return { source, isEmpty, group: isEmpty ? emptyGroup : readCondition(source) }
}

/** The field whose name is closest to the unknown name in a finding. */
function nearest(sentence: string, naming: Naming): { readonly wrong: string; readonly path: string } | undefined {
  const wrong = /“([^”]+)”/.exec(sentence)?.[1]
  if (wrong === undefined) return undefined
  const lower = wrong.toLowerCase()
  const paths = Object.keys(naming.fields)
  const path = paths.find((key) => key.toLowerCase().includes(lower) || lower.includes(key.toLowerCase())) ??
    paths.find((key) => naming.fields[key]!.en.toLowerCase().includes(lower) || naming.fields[key]!.cn === wrong)
  return path === undefined ? undefined : { wrong, path }
}

interface ConditionOutcomes {
  holds(source: string): boolean | undefined
  /** The value of a row's left side, as text. */
  valueOf(subject: Subject): string | undefined
}

function useConditionOutcomes(form: Form, sample: DocumentSample | undefined): ConditionOutcomes | undefined {
  return useMemo(() => {
    if (!sample) return undefined
    const facts = sample.facts()
    const context: FeelContext = conditionContext(form, sample.value, facts, { createBy: sample.initiator, expenseDeptIdList: [] })
    const names = Object.keys(context)
    const evaluate = (source: string) => {
      try {
        return valueOf(formula(source, names), context, environmentOf(facts))
      } catch {
        return undefined
      }
    }
    return {
      holds: (source) => {
        const value = evaluate(source)
        return value === undefined ? undefined : isTrue(value)
      },
      valueOf: ({ of, path }) => {
        if (of === 'anyRow') return undefined
        const value = evaluate(of === 'field' ? path : `${of}(${path})`)
        return value === undefined ? undefined : textOf(toJson(value))
      },
    }
  }, [form, sample])
}

const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'object') return undefined
  const plain = String(value)
  return decimalOf(plain) ? formatNumber(plain) : plain
}

interface RowsProps {
  readonly group: ConditionGroup
  readonly naming: Naming
  readonly outcomes: ConditionOutcomes | undefined
  readonly isReadOnly: boolean
  readonly isInner?: boolean
  onChange(group: ConditionGroup): void
}

/** The rows of a condition, with those of the groups in it. */
export function GroupRows(props: RowsProps) {
  const { group: { join, parts }, naming, isReadOnly, isInner = false, onChange } = props
  const { t } = naming.text
  const put = (at: number, part: ConditionRow | ConditionGroup) => onChange({ join, parts: parts.with(at, part) })
  const drop = (at: number) => onChange({ join, parts: parts.filter((_, index) => index !== at) })
  const fresh = firstRow(naming)
  return (
    <div className={isInner ? 'oa-fd-group is-inner' : 'oa-fd-group'}>
      {parts.length > 1 && (
        <Select size="small" aria-label={t('joinLabel')} disabled={isReadOnly} value={join}
          options={(['and', 'or'] as const).map((each) => ({
            value: each,
            label: t(each === 'and' ? 'allHold' : 'oneHolds'),
          }))} onChange={(next: 'and' | 'or') => onChange({ join: next, parts })} />
      )}
      {parts.map((part, at) =>
        isGroup(part)
          ? <GroupRows key={at} {...props} group={part} isInner onChange={(next) => (next.parts.length === 0 ? drop(at) : put(at, next))} />
          : <Row key={at} {...props} row={part} onChange={(next) => put(at, next)} onDrop={() => drop(at)} />
      )}
      {!isReadOnly && fresh && (
        <span className="oa-fd-add flex wrap gap-8">
          <Button type="link" size="small" onClick={() => onChange({ join, parts: [...parts, fresh] })}>{t('addCondition')}</Button>
          {!isInner && parts.length > 0 && (
            <Button type="link" size="small" onClick={() =>
              onChange({ join, parts: [...parts, { join: join === 'and' ? 'or' : 'and', parts: [fresh, fresh] }] })}
            >
              {t('addGroup')}
            </Button>
          )}
        </span>
      )}
    </div>
  )
}

/** Initial row: an amount above 0, else another number above 0, or that the first comparable field is filled in. */
function firstRow({ fields }: Naming): ConditionRow | undefined {
  const entries = Object.entries(fields)
  const amount = entries.find(([, { kind, result }]) => kind === 'money' || result === 'money') ??
    entries.find(([, field]) => isNumeric(field))
  if (amount) return { subject: { of: 'field', path: amount[0] }, operator: '>', values: ['0'] }
  const other = entries.find(([, field]) => comparable(field))
  return other && { subject: { of: 'field', path: other[0] }, operator: 'filled', values: [] }
}

const numeric: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'percent', 'rate'])
const isNumeric = ({ kind, result }: FieldDefinition): boolean => numeric.has(kind) || (result !== undefined && numeric.has(result))

interface RowProps extends Omit<RowsProps, 'group' | 'onChange'> {
  readonly row: ConditionRow
  onChange(row: ConditionRow): void
  onDrop(): void
}

function Row({ row, naming, outcomes, isReadOnly, onChange, onDrop }: RowProps) {
  const { t } = naming.text
  const { subject, operator } = row
  const field = fieldAt(naming.fields, subject.path)
  const kind = subjectKind(subject, field)
  const offered = operatorsOf(kind)
  const shown = offered.includes(operator) ? offered : [...offered, operator]
  return (
    <div className="oa-fd-row middle grid">
      <Select aria-label={t('conditionField')} disabled={isReadOnly} showSearch optionFilterProp="label" popupMatchSelectWidth={false}
        value={`${subject.of}:${subject.path}`} options={[...subjectOptions(subject, naming)]} onChange={(chosen: string) => {
        const next = parsedSubject(chosen)
        const nextKind = subjectKind(next, fieldAt(naming.fields, next.path))
        onChange(nextKind === kind ? { ...row, subject: next } : { subject: next, ...startOf(nextKind) })
      }} />
      <Select aria-label={t('conditionOperator')} disabled={isReadOnly} value={operator} popupMatchSelectWidth={false}
        options={shown.map((each) => ({ value: each, label: operatorWord(each, naming) }))}
        onChange={(next: Operator) => onChange({ ...row, operator: next, values: valuesFor(next, row, kind) })} />
      {isUnary(operator) ?
        <span /> :
        (
          <ValueInput kind={kind} field={field} row={row} naming={naming} isReadOnly={isReadOnly}
            onChange={(next) => onChange({ ...row, values: next })} />
        )}
      {!isReadOnly && <Button type="text" size="small" aria-label={t('removeCondition')} icon={<DeleteOutlined />} onClick={onDrop} />}
      {outcomes && <RowOutcome row={row} outcomes={outcomes} naming={naming} />}
    </div>
  )
}

/** The values of a row that fit another operator: none, all, or the first. */
function valuesFor(next: Operator, { operator, values }: ConditionRow, kind: ValueKind): readonly string[] {
  if (isUnary(next)) return []
  if (isListed(next) || (!isListed(operator) && values.length > 0)) return values
  return values.length === 0 ? startOf(kind).values : values.slice(0, 1)
}

/** Result of a row for the sample document, with the value of its left side. */
function RowOutcome({ row, outcomes, naming }: Pick<RowProps, 'row' | 'naming'> & { outcomes: ConditionOutcomes }) {
  const { t } = naming.text
  const holds = outcomes.holds(writeRow(row))
  const value = outcomes.valueOf(row.subject)
  const isChoice = subjectKind(row.subject, fieldAt(naming.fields, row.subject.path)) === 'choice'
  const words = value === undefined || value === '—' ? value : valueWords(isChoice ? JSON.stringify(value) : value, {
    path: row.subject.path,
    naming,
  })
  return holds === undefined ? null : (
    <span className="oa-fd-row-outcome muted span-all" data-holds={holds}>
      {holds ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />} {words === undefined ? '' : `${words} · `}
      {t(holds ? 'holds' : 'holdsNot')}
    </span>
  )
}

/** Value kinds by field kind, or by the result kind of a calculated field. */
const valueKinds: Readonly<Record<string, ValueKind>> = { switch: 'boolean', checkbox: 'boolean', date: 'date', multiselect: 'list',
  people: 'list', documentLink: 'list' }
const resultKinds: Readonly<Record<string, ValueKind>> = { boolean: 'boolean', date: 'date' }

function subjectKind({ of }: Subject, field: FieldDefinition | undefined): ValueKind {
  if (of === 'count' || of === 'sum') return 'number'
  return field ? fieldValueKind(field) : 'text'
}

function fieldValueKind(field: FieldDefinition): ValueKind {
  if (isNumeric(field)) return 'number'
  const known = resultKinds[field.result ?? ''] ?? valueKinds[field.kind]
  if (known) return known
  return field.options || field.dict !== undefined ? 'choice' : 'text'
}

const order: readonly Operator[] = ['>', '>=', '<', '<=', '=', '!=']

function operatorsOf(kind: ValueKind): readonly Operator[] {
  switch (kind) {
    case 'number':
    case 'date':
      return [...order, 'filled', 'empty']
    case 'boolean':
      return ['=', '!=']
    case 'choice':
      return ['=', '!=', 'in', 'notIn', 'filled', 'empty']
    case 'list':
      return ['contains', 'lacks']
    default:
      return ['=', '!=', 'in', 'filled', 'empty']
  }
}

function startOf(kind: ValueKind): Pick<ConditionRow, 'operator' | 'values'> {
  if (kind === 'number') return { operator: '>', values: ['0'] }
  if (kind === 'boolean') return { operator: '=', values: ['true'] }
  if (kind === 'list') return { operator: 'contains', values: ['""'] }
  return kind === 'date' ? { operator: 'filled', values: [] } : { operator: '=', values: ['""'] }
}

const operatorWord = (operator: Operator, { text: { t } }: Naming): string => {
  const key = `operator.${operator}`
  if (operator === 'filled' || operator === 'empty') return t(operator)
  return isDesignKey(key) ? t(key) : operator
}

function subjectOptions(current: Subject, naming: Naming): readonly { readonly value: string; readonly label: string }[] {
  const options = Object.entries(naming.fields).flatMap(([key, field]): Subject[] => {
    if (field.kind !== 'table') return comparable(field) ? [{ of: 'field', path: key }] : []
    return [{ of: 'count', path: key }, ...Object.entries(field.columns ?? {}).flatMap(([column, inner]): Subject[] => {
      const path = `${key}.${column}`
      return comparable(inner) ? [{ of: 'anyRow', path }, ...(isNumeric(inner) ? [{ of: 'sum' as const, path }] : [])] : []
    })]
  }).map((subject) => ({ value: `${subject.of}:${subject.path}`, label: subjectWords(subject, naming) }))
  const own = `${current.of}:${current.path}`
  return options.some(({ value }) => value === own) ? options : [{ value: own, label: subjectWords(current, naming) }, ...options]
}

const parsedSubject = (text: string): Subject => ({ of: text.slice(0, text.indexOf(':')) as Subject['of'],
  path: text.slice(text.indexOf(':') + 1) })
