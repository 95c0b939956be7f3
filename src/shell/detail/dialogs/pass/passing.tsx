import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { factPattern, isValueOf, missingCode, type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import { waitsFor } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { PathNode } from '#approval/wire/path.ts'
import type { NodePerson } from '#approval/wire/timeline.ts'
import { ChoosePeople } from '#shell/form/preview/ChoosePeople.tsx'
import { copyNode, type NodeChoices, NodeLine, nodeListOf, signOf } from '#shell/form/preview/NodeLine.tsx'
import { useFormText } from '#shell/form/texts.ts'
import { Person } from '#shell/parts/Person.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useDetailText } from '#shell/detail/texts.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useFormFacts } from '#shell/form/store/facts.ts'
import { foundBy, placeRefusal, useConfirmations } from '#shell/form/use-submit.tsx'
import { activeChecks, problemOfChecks, sentChecks } from '#shell/detail/checks/results.ts'
import { type ActionContext, openValues } from '#shell/detail/actions/action-context.ts'
import { type TaskDraft, useTaskDraft } from '#shell/detail/task-draft.tsx'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { isFailure } from '#providers/failure.ts'
import '../../../form/preview/path.css'
import { isOpinionRequired, type NodeForm, requirementsNow, useNodeForm } from '../node-form.ts'
import { useProblems } from '../ActionDialog.tsx'

interface NextApproversProps {
  readonly document: Pick<FiledDocument, 'nodeId' | 'nodeList' | 'processRecord'>
  readonly choices: NodeChoices
  readonly problem: string | undefined
  onChoose(choices: NodeChoices): void
}

/** The future nodes that will be entered. */
const followingOf = (nodes: readonly PathNode[]): readonly PathNode[] =>
  nodes.filter(({ state, nodeType }) => state !== 'running' && state !== 'skipped' && nodeType > 0)

/** Returns whether this approver still has to choose the people of a node. */
const isUnchosen = ({ selectUser, userList, nodeId }: PathNode, choices: NodeChoices): boolean =>
  selectUser !== null && userList.length === 0 && (choices[nodeId] ?? []).length === 0

/** The next approvers and, when expanded, all future nodes with their people and the reasons. */
export function NextApprovers({ document, choices, problem, onChoose }: NextApproversProps) {
  const { nodeList: nodes } = document
  const here = useHere(document)
  const [chosen, setChosen] = useState<PathNode>()
  const following = useWithChosen(followingOf(nodes), choices)
  const [isWhole, setIsWhole] = useState(following.some((node) => node.selectUser !== null))
  return (
    <div className="oa-following">
      <Next here={here} following={following} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
      {isWhole && (
        <ol className="oa-steps">
          {following.map((node) => (
            <NodeLine key={node.nodeId} node={node} tone="coming">
              <ChooseButton node={node} fixed={fixedOf(nodes, node)} onChoose={() => setChosen(node)} />
            </NodeLine>
          ))}
        </ol>
      )}
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      {chosen && (
        <ChoosePeople node={chosen} chosen={chosen.userList.map(({ id }) => id)} fixed={fixedOf(nodes, chosen)} onClose={() =>
          setChosen(undefined)} onChoose={(people) => onChoose({ ...choices, [chosen.nodeId]: people })} />
      )}
    </div>
  )
}

/** This node with the people who still decide on it besides the reader; undefined if there are none, or one approver suffices. */
function useHere({ nodeId, nodeList, processRecord }: NextApproversProps['document']): PathNode | undefined {
  const me = useRead(reads.user)?.id
  const node = nodeList.find(({ state, nodeId: id }) => state === 'running' && id === nodeId)
  const { nodePeople = [] } = processRecord.findLast(({ operateType, nodeId: id }) => operateType === 'running' && id === nodeId) ?? {}
  if (!node) return undefined
  const userList = stillDeciding(nodePeople.filter(({ id }) => id !== me), signOf(node.approvalTypeCode) === '/')
  return userList.length > 0 ? { ...node, userList } : undefined
}

/** The people who still decide; countersigners and the task they were added to always do, even if one approver suffices. */
function stillDeciding(others: readonly NodePerson[], isOneEnough: boolean): readonly NodePerson[] {
  const suspended = others.filter(({ state }) => state === 'suspended')
  const countersigning = others.filter(({ state, countersigner }) => countersigner && state === 'waiting')
  const beside = others.filter(({ state, countersigner }) => !countersigner && (state === 'running' || state === 'waiting'))
  return [...(isOneEnough || suspended.length > 0 ? [] : beside), ...countersigning, ...suspended]
}

interface NextProps {
  readonly here: PathNode | undefined
  readonly following: readonly PathNode[]
  readonly isWhole: boolean
  onToggle(): void
}

/** One line: other approvers of this node, else the next node, else that the document completes. */
function Next({ here, following, isWhole, onToggle }: NextProps) {
  const { t, label } = useDetailText()
  const first = here ?? following.find(({ nodeType }) => nodeType !== copyNode)
  return (
    <div className="oa-dialog-next row framed round-8 wrap">
      <span>{t('next')}</span>
      <strong>{first ? label({ cn: first.nodeName, en: first.nodeNameEn }) : t('nextEnds')}</strong>
      {first && (here || !isWhole) && <People node={first} />}
      {following.length > 0 && <WholeButton following={following} isWhole={isWhole} onToggle={onToggle} />}
    </div>
  )
}

function WholeButton({ following, isWhole, onToggle }: Omit<NextProps, 'here'>) {
  const { t } = useDetailText()
  const isCopied = following.every(({ nodeType }) => nodeType === copyNode)
  return (
    <button type="button" className="plain oa-phrase-more second" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? t('followingLess') : isCopied ? t('followingCopies') : t('followingAll', { count: following.length })}
    </button>
  )
}

/** Approvers chosen earlier, who cannot be removed. */
const fixedOf = (nodes: readonly PathNode[], { nodeId }: PathNode) =>
  nodes.find((node) => node.nodeId === nodeId)?.userList.map(({ id }) => id) ?? []

/** The button to choose people, if none were chosen before or more may be added. */
function ChooseButton({ node, fixed, onChoose }: { node: PathNode; fixed: readonly string[]; onChoose(): void }) {
  const { label } = useDetailText()
  const { t } = useFormText()
  if (!node.selectUser || (fixed.length > 0 && !node.selectUser.canAdd)) return null
  return (
    <Button size="small" icon={<UserAddOutlined aria-hidden />} onClick={onChoose}>
      {t('chooseFor', { node: label({ cn: node.nodeName, en: node.nodeNameEn }) })}
    </Button>
  )
}

/** The nodes with the people chosen here instead of the server's. */
function useWithChosen(nodes: readonly PathNode[], choices: NodeChoices): readonly PathNode[] {
  const people = usePeople(Object.values(choices).flat())
  return nodes.map((node) => {
    const chosen = choices[node.nodeId]
    if (!chosen) return node
    const userList = chosen.map((id) =>
      node.userList.find((person) => person.id === id) ?? { id, name: people.get(id)?.name ?? id, enable: true }
    )
    return { ...node, userList, problems: [] }
  })
}

function People({ node: { userList, approvalTypeCode } }: { node: PathNode }) {
  return userList.map(({ id, name, enable }, index) => (
    <Fragment key={id}>
      {index > 0 && <span aria-hidden>{signOf(approvalTypeCode)}</span>}
      <Person id={id} name={name} departed={!enable} />
    </Fragment>
  ))
}

/** Maximum number of messages about values of the page. */
const mostLines = 5

/** Keys of the header fields that are filled in at this node. */
export const nodeFields = ({ form, at, editable }: FormStore): readonly string[] =>
  Object.entries(form.fields).filter(([name, field]) => field.kind !== 'table' && waitsFor(field, at) && editable(name)).map(([name]) =>
    name
  )

/** The inputs of the dialog; each opinion fact has its own. */
type Input = 'comment' | 'explainDtoList' | 'checkList' | 'nodeList' | 'exceptions' | 'fields' | FactInput
type FactInput = `opinion.${string}`

/** The key for problems of an opinion fact. */
export const factProblem = ({ key }: OpinionFact): FactInput => `opinion.${key}`

/** The state of the pass dialog: input, requirements, problems, sending. */
export function usePassing(context: ActionContext, onClose: () => void) {
  const { document, store } = context
  const { any, t, label } = useDetailText()
  const formText = useFormText()
  const facts = useFormFacts()
  const confirm = useConfirmations()
  const client = useQueryClient()
  const loaded = useNodeForm(document)
  const { form, value } = store
  const node = useMemo(() => loaded && requirementsNow(loaded, { form, value }, facts()), [loaded, form, value, facts])
  const { draft, change, ask, forget } = useTaskDraft()
  const [choices, setChoices] = useState<NodeChoices>({})
  const problems = useProblems<Input>('comment', 'explainDtoList', 'checkList', 'nodeList', 'exceptions', 'fields')
  useProposal({ node, draft, change, value: store.value })
  const list = activeChecks(document.checkList)
  const explains = node?.explains ?? undefined
  const isRequired = node !== undefined && isOpinionRequired(node, store, facts())

  const missing = () => {
    const checks = problemOfChecks(list, draft.checks)
    return {
      ...(node && missingOpinion(node, draft.comment, isRequired, any)),
      explainDtoList: explains && draft.explanation.trim() === '' && any(`approval.${explains.key}Explanation`),
      checkList: checks && any(checks),
      exceptions: document.exceptions.some(({ key }) => !draft.seen.includes(key)) && t('exceptionsTick'),
      nodeList: followingOf(document.nodeList).some((each) => isUnchosen(each, choices)) && any('approval.chooseFollowing'),
    }
  }
  const pass = async () => {
    store.flush()
    const found = foundBy(store)
    const count = found.filter(({ level }) => level === 'block').length
    if (count > 0) store.refuse([])
    ask()
    if (problems.show({ ...missing(), fields: store.uploads.isUnderWay() ? t('uploadRunning') : count > 0 && t('toComplete', { count }) }))
      return
    const confirmed = await confirm(store, found.filter(({ level }) => level === 'confirm'))
    if (confirmed) await send(confirmed)
  }
  const send = async (confirmed: readonly string[]) => {
    const body = { business: openValues(store), nodeList: nodeListOf(choices), confirmed, checkList: sentChecks(list, draft.checks),
      exceptions: draft.seen.filter((each) => document.exceptions.some(({ key }) => key === each)), ...said(draft, node, document.nodeId) }
    if (store.changes === 0 && confirmed.length === 0 && body.nodeList.length === 0 && fitsLeaving(body)) {
      const { comment, ...rest } = body
      context.passLater({ comment: comment.trim(), body: rest })
      return onClose()
    }
    const outcome = await context.call('/workflow/pass', { taskId: document.taskId, ...body }, { said: 'decided.pass' })
    if (outcome === 'done') forget()
    onClose()
  }
  const fail = (error: unknown) => {
    placeRefusal(store, error)
    // reload to show exceptions that appeared in the meantime
    if (isFailure(error) && error.fields.some(({ name }) => name === 'exceptions')) refreshDocuments(client)
    return problems.place(error, (messages) => {
      const inDialog = nodeFields(store)
      const lines = messages.filter(({ name }) => !inDialog.includes(name)).map(({ name, message }) => lineOf(store.form, name, message))
      return lines.length === 0 ? {} : { fields: [...new Set(lines)].slice(0, mostLines).join('\n') }
    })
  }
  const lineOf = (form: Form, name: string, message: string) => {
    const [key = '', index, column = ''] = name.split('.')
    const field = form.fields[key]
    if (!field) return message
    const row = index === undefined ? undefined : formText.t('cellName', { label: label(field), n: Number(index) + 1 })
    const own = field.columns?.[column]
    return [row ?? label(field), own && label(own), message].filter(Boolean).join(' · ')
  }
  return { node, list, draft, change, choices, setChoices, problems, isRequired, pass, fail }
}

/**
 * Returns whether a pass is small enough to be queued and still sent while the page is closing (browsers limit the total to 64 kB). Long
 * texts are sent at once, and so is everything whose refusal belongs into the open dialog: values changed at this node, confirmed
 * questions, and chosen people. There is no dry run of a pass; the requirements of form and node are checked before it is queued, and texts
 * and ticks are kept as the task's draft until the server has accepted them.
 */
const fitsLeaving = (body: object): boolean => new Blob([JSON.stringify(body)]).size <= mostWhenLeaving

/** Size limit in bytes. */
const mostWhenLeaving = 24_000

/** Once the required opinion facts are loaded, proposes the values that the form has for them; a removed one is not proposed again. */
function useProposal(
  { node, draft, change, value }: { node: NodeForm | undefined; draft: TaskDraft; change: (part: Partial<TaskDraft>) => void;
    value: FormValue },
) {
  const wanted = node?.opinionFacts
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || wanted === undefined) return
    isDone.current = true
    const proposed = proposing(draft.comment, wanted, value)
    if (proposed !== draft.comment) change({ comment: proposed })
  }, [wanted, draft.comment, change, value])
}

const said = ({ comment, explanation }: TaskDraft, node: NodeForm | undefined, nodeId: string | null) => ({
  comment,
  explainDtoList: node?.explains ? [{ nodeId, explain: explanation.trim(), explainType: node.explains.key }] : [],
})

/** The problems of the opinion: it is empty, a fact is missing, or a required text is. */
function missingOpinion(node: NodeForm, comment: string, isRequired: boolean,
  any: (key: string, parameters?: Record<string, string>) => string): Readonly<Partial<Record<Input, string | false>>> {
  const { opinionFacts: known } = node
  const text = node.commentMustContain.find((wanted) => !known.some(({ key }) => key === wanted) && !comment.includes(wanted))
  const wrong = known.filter((fact) => !isValueOf(fact, statedIn(comment, fact)))
  const words = text === undefined
    ? isRequired && comment.trim() === '' && any('approval.opinionRequired')
    : any('approval.opinionMustContain', { text })
  return { ...Object.fromEntries(wrong.map((fact) => [factProblem(fact), any(`approval.${missingCode(fact)}`)])), comment: words }
}

/** Sets the line of a fact in an opinion; removes it if the value is empty. */
export function stating(opinion: string, fact: OpinionFact, value: string): string {
  const line = value === '' ? '' : `【${fact.title}：${value}】`
  const before = factPattern(fact)
  if (before.test(opinion)) return opinion.replace(before, (found) => (line !== '' && found.startsWith('\n') ? `\n${line}` : line))
  return [opinion, line].filter((part) => part !== '').join('\n')
}

/** The opinion with lines for facts that it lacks and whose key is a field of the form with a valid value. */
export const proposing = (opinion: string, facts: readonly OpinionFact[], value: Readonly<Record<string, unknown>>): string =>
  facts.reduce((text, fact) => {
    const known = value[fact.key]
    const stated = typeof known === 'string' && fact.pattern === undefined ? known.slice(0, 16) : known
    return statedIn(text, fact) === '' && typeof stated === 'string' && isValueOf(fact, stated) ? stating(text, fact, stated) : text
  }, opinion)

/** The opinion without the lines of facts. */
export const spokenPart = (opinion: string, facts: readonly OpinionFact[]): string =>
  facts.reduce((text, fact) => stating(text, fact, ''), opinion).trim()

/** Replaces the opinion's text, keeping the lines of facts. */
export const withSpoken = (opinion: string, words: string, facts: readonly OpinionFact[]): string =>
  facts.reduce((text, fact) => stating(text, fact, statedIn(opinion, fact)), words)
