import { CheckCircleFilled, DownOutlined } from '@ant-design/icons'
import { type AriaAttributes, type ReactNode, useId } from 'react'
import { Input, type InputProps, Radio } from 'antd'
import type { CheckItem, CheckResult, NodeChecks } from '#approval/wire/filed-document.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { useTaskDraft } from '../task-draft.tsx'
import { useDetailText } from '../texts.ts'
import { answeredOf, type Checks, problemOfCheck } from './results.ts'
import { radioGroup, Star } from '../dialogs/CommentField.tsx'
import './checks.css'

/** The check lists, a section per node; only that of the reader's own node is editable. */
export function ChecksPanel({ lists }: { lists: readonly NodeChecks[] }) {
  const { t } = useDetailText()
  if (lists.length === 0) return null
  return (
    <section className="oa-form-section oa-checks" aria-label={t('checks')}>
      <SectionTitle>{t('checks')}</SectionTitle>
      {lists.map((list) => (list.active ? <ActiveChecks key={list.nodeId} list={list} /> : <PastChecks key={list.nodeId} list={list} />))}
    </section>
  )
}

/** Scrolls to the check lists and focuses the first item without a result. */
export function goToUnanswered(page: HTMLElement | null): void {
  const panel = page?.querySelector<HTMLElement>('.oa-checks')
  const group = panel?.querySelector<HTMLElement>('[role=radiogroup]:not(:has(input:checked))')
  ;(group ?? panel)?.scrollIntoView({ block: 'center' })
  group?.querySelector('input')?.focus({ preventScroll: true })
}

function ActiveChecks({ list }: { list: NodeChecks }) {
  const { draft: { checks }, isAsked, change } = useTaskDraft()
  const { items } = list
  const answered = answeredOf(items, checks)
  return (
    <Section list={list} answered={answered} isOpen>
      {items.map((item) => (
        <AnswerLine key={item.id} item={item} check={checks[item.id]} isRequired={list.required} isValidated={isAsked && list.required}
          onChange={(check) => change({ checks: { ...checks, [item.id]: check } })} />
      ))}
    </Section>
  )
}

function PastChecks({ list }: { list: NodeChecks }) {
  const answered = list.items.filter(({ result }) => result !== null).length
  return (
    <Section list={list} answered={answered} isOpen={false}>{list.items.map((item) => <ResultLine key={item.id} item={item} />)}</Section>
  )
}

interface SectionProps {
  readonly list: NodeChecks
  readonly answered: number
  readonly isOpen: boolean
  readonly children: ReactNode
}

function Section({ list: { nodeName, nodeNameEn, items, active, required }, answered, isOpen, children }: SectionProps) {
  const { t, label } = useDetailText()
  const id = useId()
  const isDone = answered === items.length
  return (
    <details className="oa-checks-node framed round-8" open={isOpen}>
      <summary className="row wrap unlisted" id={id}>
        <DownOutlined aria-hidden />
        <strong>{label({ cn: nodeName, en: nodeNameEn })}</strong>
        <span className={isDone ? 'oa-checks-count is-done second small' : 'oa-checks-count second small'}>
          {isDone && <CheckCircleFilled aria-hidden />} {t('checksDone', { done: answered, all: items.length })}
          {active && required && !isDone && ` · ${t('checksNeeded')}`}
        </span>
      </summary>
      <ul className="line-top unlisted flat" aria-labelledby={id}>{children}</ul>
    </details>
  )
}

/** Maximum length of a remark, in characters. */
const longestRemark = 200

interface AnswerProps {
  readonly item: CheckItem
  readonly check: Checks[string] | undefined
  readonly isRequired: boolean
  /** Whether missing answers are marked. */
  readonly isValidated: boolean
  onChange(check: Checks[string]): void
}

/** An editable item: its result, and a remark, which is required for a failure. */
function AnswerLine({ item, check, isRequired, isValidated, onChange }: AnswerProps) {
  const { t, any, label } = useDetailText()
  const id = useId()
  const problem = isValidated ? problemOfCheck(check) : undefined
  const note = { 'aria-invalid': true, 'aria-describedby': `${id}-note` } as const
  const shared = { check, name: label(item), onChange }
  return (
    <li className="oa-check middle grid">
      <span id={id}>{label(item)}{isRequired && <Star />}</span>
      <Results {...shared} labelledBy={id} isRequired={isRequired} wrong={problem === 'approval.checkList' ? note : {}} />
      {check && <Remark {...shared} check={check} wrong={problem === 'approval.checkRemark' ? { status: 'error', ...note } : {}} />}
      {problem && (
        <span id={`${id}-note`} className="oa-field-problem">{problem === 'approval.checkRemark' ? any(problem) : t('checkMissing')}</span>
      )}
    </li>
  )
}

interface ResultsProps extends Pick<AnswerProps, 'check' | 'isRequired' | 'onChange'> {
  readonly labelledBy: string
  readonly wrong: AriaAttributes
}

function Results({ check, labelledBy, isRequired, wrong, onChange }: ResultsProps) {
  const { t } = useDetailText()
  return (
    <Radio.Group {...radioGroup} className="oa-check-results" aria-labelledby={labelledBy} aria-required={isRequired} {...wrong}
      value={check?.result} optionType="button"
      options={[{ value: 'pass', label: t('checkPass') }, { value: 'fail', label: t('checkFail') }, { value: 'na', label: t('checkNa') }]}
      onChange={({ target }) => onChange({ ...check, result: target.value as CheckResult })} />
  )
}

interface RemarkProps extends Pick<AnswerProps, 'onChange'> {
  readonly name: string
  readonly check: Checks[string]
  readonly wrong: InputProps
}

function Remark({ name, check, wrong, onChange }: RemarkProps) {
  const { t } = useDetailText()
  return (
    <Input aria-label={`${name} ${t('checkRemark')}`} placeholder={t(check.result === 'fail' ? 'checkRemarkNeeded' : 'checkRemark')}
      maxLength={longestRemark} value={check.remark ?? ''} {...wrong}
      onChange={({ target }) => onChange({ ...check, remark: target.value })} />
  )
}

const tones = { pass: 'green', fail: 'red', na: 'grey' } as const

const words = { pass: 'checkPass', fail: 'checkFail', na: 'checkNa' } as const

/** An answered item, with person and time. */
function ResultLine({ item }: { item: CheckItem }) {
  const { t, label, name } = useDetailText()
  const { result, remark, checkedBy, checkedAt } = item
  return (
    <li className="oa-check middle grid">
      <span>{label(item)}</span>
      {result ? <Pill tone={tones[result]}>{t(words[result])}</Pill> : <span className="oa-nothing">—</span>}
      {(remark || checkedBy) && (
        <span className="oa-check-by second flex wrap small between anywhere gap-0-12">
          {remark && <span>{remark}</span>}
          {checkedBy && (
            <span>
              {name(checkedBy.name)}
              {checkedAt && <time className="num" dateTime={checkedAt.replace(' ', 'T')}>{' '}{checkedAt.slice(5, 16)}</time>}
            </span>
          )}
        </span>
      )}
    </li>
  )
}
