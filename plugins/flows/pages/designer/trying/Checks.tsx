import { CheckCircleFilled, CloseCircleFilled, DeleteOutlined, EditOutlined, ExclamationCircleFilled,
  WarningFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { canDesign } from '#kernel/flow/design.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { designPath, type DesignFinding, type DraftComment, type ExpectedStep, type FlowReference,
  type ScenarioResult } from '../../../wire.ts'
import { commentsQuery, designsKey } from '../calls.ts'
import { useDesignText } from '../texts.ts'
import type { Naming } from '../wording/words.ts'
import { EditScenario } from './EditScenario.tsx'

interface FindingsProps {
  readonly findings: readonly DesignFinding[] | undefined
  readonly isChecking: boolean
  nameOf(node: string): string | undefined
  onSelect(node: string): void
}

/** The findings of a flow, errors first, each with the person or the values that show it, and the way to its step. */
export function Findings({ findings = [], isChecking, nameOf, onSelect }: FindingsProps) {
  const { t } = useDesignText()
  const sorted = findings.toSorted((one, other) => Number(one.level === 'warning') - Number(other.level === 'warning'))
  return (
    <section aria-label={t('findings')}>
      <SectionTitle count={findings.length}
        action={<span className="oa-flow-quiet second" role="status">{t(isChecking ? 'checking' : 'checked')}</span>}
      >
        {t('findings')}
      </SectionTitle>
      {findings.length === 0 && !isChecking && <p className="oa-flow-quiet second">{t('noFindings')}</p>}
      <ul className="oa-fd-findings">
        {sorted.map((found) => {
          const { nodeId, level, where, message, counterexample } = found
          const step = nodeId === null ? undefined : nameOf(nodeId)
          return (
            <li key={`${nodeId} ${where} ${message}`}>
              {level === 'error' ?
                <ExclamationCircleFilled className="oa-fd-error" aria-label={t('error')} />
                : <WarningFilled className="oa-fd-warning" aria-label={t('warning')} />}
              <div>
                <p>{step && <strong>{step}{t('colon')}</strong>}{message}</p>
                {counterexample && <p className="oa-flow-quiet second">{t('counterexample', { example: counterexample })}</p>}
              </div>
              {nodeId !== null && step !== undefined && (
                <Button type="link" size="small" aria-label={t('goToNamed', { name: step })} onClick={() => onSelect(nodeId)}>
                  {t('goTo')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ScenariosProps {
  readonly form: Form
  /** The flow that is shown, in which the scenarios ran. */
  readonly flow: Flow
  readonly of: FlowReference
  readonly naming: Naming
  readonly results: readonly ScenarioResult[] | undefined
  /** No scenario is added. @default false */
  readonly isReadOnly?: boolean
  nameOf(node: string): string | undefined
  onAdd?(): void
}

/** The saved scenarios of a form with their outcome for the flow that is shown; one that fails says what was expected. */
export function Scenarios({ form, flow, of, naming, results = [], isReadOnly = false, nameOf, onAdd }: ScenariosProps) {
  const { t, reason } = useDesignText()
  const [edited, setEdited] = useState<string>()
  const held = results.filter(({ holds }) => holds).length
  const { run } = useCommand({ touches: [[designsKey, form.key]] })
  const remove = (id: string) =>
    void run((http) => http.delete(`${designPath}/${form.key}/scenario/${id}`, {}, { quiet: true }), { success: t('scenarioRemoved') })
  return (
    <section aria-label={t('scenarios')}>
      <SectionTitle action={onAdd && !isReadOnly && <Button type="link" size="small" onClick={onAdd}>{t('addScenario')}</Button>}>
        {t('scenarios')}
      </SectionTitle>
      {results.length === 0
        ? <p className="oa-flow-quiet second">{t('noScenarios')}</p>
        : <p className="oa-flow-quiet second" role="status">{t('scenarioCount', { held, failed: results.length - held })}</p>}
      <ul className="oa-fd-findings">
        {results.map(({ id, name, holds, expected, actual, refusal }) => (
          <li key={id} data-failed={!holds || undefined}>
            {holds ?
              <CheckCircleFilled className="oa-fd-good" aria-label={t('scenarioHolds')} />
              : <CloseCircleFilled className="oa-fd-error" aria-label={t('scenarioFails')} />}
            <div>
              <p>
                <strong>{name}</strong>
              </p>
              {refusal ?
                <p className="oa-fd-error">{reason(refusal)}</p>
                : (
                  <p className="oa-flow-quiet second">
                    <Path steps={actual} nameOf={nameOf} />
                  </p>
                )}
              {!holds && (
                <p className="oa-flow-quiet second">
                  {t('expectedPath')} <Path steps={expected} nameOf={nameOf} />
                </p>
              )}
            </div>
            {may(canDesign.edit) && (
              <>
                <Button type="text" size="small" aria-label={t('editNamed', { name })} icon={<EditOutlined />} onClick={() =>
                  setEdited(id)} />
                <Button type="text" size="small" aria-label={t('removeNamed', { name })} icon={<DeleteOutlined />} onClick={() =>
                  remove(id)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <EditScenario key={edited} id={edited} form={form} flow={flow} of={of} naming={naming} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}

/** The people of a path, step by step. */
function Path({ steps, nameOf }: { steps: readonly ExpectedStep[]; nameOf(node: string): string | undefined }) {
  const { t, name } = useDesignText()
  const people = usePeople(steps.flatMap((step) => step.people))
  const texts = steps.filter((step) => step.people.length > 0).map((step) =>
    `${nameOf(step.node) ?? t('goneStep')} ${step.people.map((id) => name(people.get(id)?.name ?? id)).join(' / ')}`
  )
  return <span>{texts.join(' › ')}</span>
}

interface CommentsProps {
  readonly form: string
  readonly draft: string
  /** Step that a new comment is about. */
  readonly node: string | undefined
  readonly isReadOnly: boolean
  nameOf(node: string): string | undefined
}

/** The comments of colleagues on a draft, each about a step or about the whole. */
export function Comments({ form, draft, node, isReadOnly, nameOf }: CommentsProps) {
  const { t } = useDesignText()
  const { data: comments = [] } = useQuery(commentsQuery(useHttp(), form, draft))
  const [text, setText] = useState('')
  const { run, isPending, problems } = useCommand({ touches: [[designsKey, form, 'comments', draft]] })
  const about = node === undefined ? undefined : nameOf(node)
  const send = () =>
    run(
      (http) =>
        http.post<DraftComment>(`${designPath}/${form}/draft/${draft}/comment`, { text: text.trim(), ...(about !== undefined && { node }) },
          { quiet: true }),
      () => setText(''),
    )
  return (
    <section aria-label={t('comments')}>
      <SectionTitle count={comments.length}>{t('comments')}</SectionTitle>
      <ul className="oa-fd-comments">
        {comments.map((comment) => (
          <li key={comment.id}>
            <Person {...comment.by} /> <time className="num oa-flow-quiet second">{comment.at.slice(0, 16).replace('T', ' ')}</time>
            {comment.node !== null && <span className="oa-flow-quiet second">{' · '}{nameOf(comment.node) ?? t('goneStep')}</span>}
            <p>{comment.text}</p>
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <>
          <Input.TextArea aria-label={t('comment')} autoSize={{ minRows: 2 }} maxLength={1000} value={text}
            placeholder={about === undefined ? t('commentWhole') : t('commentStep', { name: about })} onChange={({ target }) =>
            setText(target.value)} />
          {Object.values(problems).map((problem) => <p key={problem} role="alert" className="oa-fd-error">{problem}</p>)}
          <Button size="small" disabled={text.trim() === ''} loading={isPending} onClick={() => void send()}>{t('sendComment')}</Button>
        </>
      )}
    </section>
  )
}
