import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { isFailure } from '../../../../providers/failure.ts'
import { Field } from '../../form/Field.tsx'
import { ChoosePeople } from '../../form/preview/ChoosePeople.tsx'
import { nodeListOf, signOf, type NodeChoices, type PathNode } from '../../form/preview/path.ts'
import { useFormFacts } from '../../form/store/facts.ts'
import type { FormStore } from '../../form/store/form-store.ts'
import { foundBy, placeRefusal, useConfirmations } from '../../form/use-submit.tsx'
import { useFormText } from '../../form/text.ts'
import { Person } from '../../parts/Person.tsx'
import type { DialogProps } from '../actions.tsx'
import { openValues } from '../doing.ts'
import { useDetailText } from '../text.ts'
import { ActionDialog, CommentField } from './ActionDialog.tsx'
import { CheckList, isComplete, type Checks } from './CheckList.tsx'
import { isOpinionRequired, useNodeForm } from './node-form.ts'
import { Opinion } from './Opinion.tsx'

type Problems = Readonly<Partial<Record<'comment' | 'explanation' | 'checks' | 'fields', string>>>

/** Passes: an opinion, what the node asks for, and who comes next. */
export function PassDialog({ doing, onClose }: DialogProps) {
  const { document, store } = doing
  const { t, any } = useDetailText()
  const facts = useFormFacts()
  const confirm = useConfirmations()
  const node = useNodeForm(document)
  const [comment, setComment] = useState('')
  const [explanation, setExplanation] = useState('')
  const [checks, setChecks] = useState<Checks>({})
  const [choices, setChoices] = useState<NodeChoices>({})
  const [problems, setProblems] = useState<Problems>({})
  const asked = nodeFields(store)
  const isRequired = node !== undefined && isOpinionRequired(node, store, facts())

  const wrong = (): Problems => ({
    ...(isRequired && comment.trim() === '' && { comment: any('approval.opinionRequired') }),
    ...(node?.explains && explanation.trim() === '' && { explanation: any(`approval.${node.explains}Explanation`) }),
    ...(node && !isComplete(node.checkList, checks) && { checks: any('approval.checkList') }),
  })
  const pass = async () => {
    store.settleNow()
    const found = foundBy(store)
    const count = found.filter(({ level }) => level === 'block').length
    const missing = { ...wrong(), ...(count > 0 && { fields: t('toComplete', { count }) }) }
    setProblems(missing)
    if (count > 0) store.refuse([])
    if (Object.keys(missing).length > 0) return
    const confirmed = await confirm(store, found.filter(({ level }) => level === 'confirm'))
    if (confirmed) await send(confirmed)
  }
  const send = async (confirmed: readonly string[]) => {
    try {
      await doing.call('/workflow/pass', {
        taskId: document.taskId, business: openValues(store), comment, confirmed, nodeList: nodeListOf(choices),
        explainDtoList: node?.explains ? [{ nodeId: document.nodeId, explain: explanation.trim(), explainType: node.explains }] : [],
        checkList: Object.entries(checks).map(([item, check]) => ({ item, ...check })),
      }, 'leave')
      onClose()
    } catch (error) {
      placeRefusal(store, error)
      setProblems({ comment: isFailure(error) ? error.fields.find(({ name }) => name === 'comment')?.message : undefined })
      throw error
    }
  }
  return (
    <ActionDialog doing={doing} title={t('pass')} note={document.currentTask?.name} okText={t('confirmPass')} onConfirm={pass} onClose={onClose}>
      <Opinion value={comment} isRequired={isRequired} problem={problems.comment} onChange={setComment} />
      {node?.explains && (
        <CommentField label={t(node.explains === 'overBudget' ? 'explainOverBudget' : 'explainOverdue')} isRequired max={1000} value={explanation} problem={problems.explanation} onChange={setExplanation} />
      )}
      {asked.map((name) => store.form.fields[name] && <Field key={name} field={store.form.fields[name]} cell={{ key: name }} />)}
      {node && <CheckList items={node.checkList} checks={checks} problem={problems.checks} onChange={setChecks} />}
      <NextNodes nodes={document.nodeList} choices={choices} onChoose={setChoices} />
      {problems.fields && <p className="oa-field-problem" role="alert">{problems.fields}</p>}
    </ActionDialog>
  )
}

/** Fields of the header that this node in particular asks for. */
const nodeFields = ({ form, at, editable }: FormStore): readonly string[] =>
  Object.entries(form.fields).filter(([name, field]) => field.kind !== 'table' && field.atNode !== undefined && field.atNode === at && editable(name)).map(([name]) => name)

interface NextProps {
  readonly nodes: readonly PathNode[]
  readonly choices: NodeChoices
  onChoose(choices: NodeChoices): void
}

/** Who has it next; nodes that leave their people to this approver ask for them. */
function NextNodes({ nodes, choices, onChoose }: NextProps) {
  const { t, label } = useDetailText()
  const text = useFormText()
  const [chosen, setChosen] = useState<PathNode>()
  const first = nodes.find(({ state, nodeType }) => state !== 'running' && state !== 'skipped' && nodeType === 1)
  const open = nodes.filter(({ selectUser, state }) => selectUser && state !== 'running')
  return (
    <div className="oa-dialog-next">
      <span>{t('next')}</span>
      {first ? <strong>{label({ cn: first.nodeName, en: first.nodeNameEn })}</strong> : <strong>{t('nextEnds')}</strong>}
      {first?.userList.map(({ id, name, enable }, index) => (
        <Fragment key={id}>{index > 0 && <span aria-hidden>{signOf(first.approvalTypeCode)}</span>}<Person id={id} name={name} departed={!enable} /></Fragment>
      ))}
      {open.map((node) => <Button key={node.nodeId} size="small" onClick={() => setChosen(node)}>{text.t('chooseFor', { node: label({ cn: node.nodeName, en: node.nodeNameEn }) })}</Button>)}
      {chosen && <ChoosePeople node={chosen} chosen={choices[chosen.nodeId] ?? chosen.userList.map(({ id }) => id)} onChoose={(people) => onChoose({ ...choices, [chosen.nodeId]: people })} onClose={() => setChosen(undefined)} />}
    </div>
  )
}
