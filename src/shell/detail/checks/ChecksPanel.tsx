import { CheckCircleFilled, DownOutlined } from '@ant-design/icons'
import { useId, type ReactNode } from 'react'
import type { NodeChecks } from '#approval/wire/filed-document.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { useTaskDraft } from '../task-draft.tsx'
import { useDetailText } from '../text.ts'
import { AnswerLine, ResultLine } from './CheckLine.tsx'
import { answeredOf } from './results.ts'
import './checks.css'

/** The checks of approvers, a section per node; only the reader's own node can be answered. */
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

/** Shows the checks of a page and puts the focus on the first item without a result. */
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
    <details className="oa-checks-node" open={isOpen}>
      <summary id={id}>
        <DownOutlined aria-hidden />
        <strong>{label({ cn: nodeName, en: nodeNameEn })}</strong>
        <span className={isDone ? 'oa-checks-count is-done' : 'oa-checks-count'}>
          {isDone && <CheckCircleFilled aria-hidden />} {t('checksDone', { done: answered, all: items.length })}
          {active && required && !isDone && ` · ${t('checksNeeded')}`}
        </span>
      </summary>
      <ul aria-labelledby={id}>{children}</ul>
    </details>
  )
}
