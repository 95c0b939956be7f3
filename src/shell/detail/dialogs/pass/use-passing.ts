import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { isValueOf, missingCode, type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { nodeListOf, type NodeChoices } from '#shell/form/preview/path.ts'
import { useFormFacts } from '#shell/form/store/facts.ts'
import { foundBy, placeRefusal, useConfirmations } from '#shell/form/use-submit.tsx'
import { activeChecks, problemOfChecks, sentChecks } from '#shell/detail/checks/results.ts'
import { openValues, type ActionContext } from '#shell/detail/actions/action-context.ts'
import { useTaskDraft, type TaskDraft } from '#shell/detail/task-draft.tsx'
import { refreshDocuments } from '#shell/detail/refresh.ts'
import { useDetailText } from '#shell/detail/text.ts'
import { isOpinionRequired, useNodeForm, type NodeForm } from '../node-form.ts'
import { useProblems } from '../problems.ts'
import { followingOf, isUnchosen } from './NextApprovers.tsx'
import { proposing } from './markers.ts'

/** The inputs of the dialog; facts that the opinion states have one each. */
type Input = 'comment' | 'explainDtoList' | 'checkList' | 'nodeList' | 'exceptions' | 'fields' | FactInput
type FactInput = `opinion.${string}`

/** The name under which the problem of a fact in the opinion is kept. */
export const factProblem = ({ key }: OpinionFact): FactInput => `opinion.${key}`

/** The state of a pass: the input, what the node asks for, what is missing, and the sending. */
export function usePassing(context: ActionContext, onClose: () => void) {
  const { document, store } = context
  const { any, t } = useDetailText()
  const facts = useFormFacts()
  const confirm = useConfirmations()
  const client = useQueryClient()
  const node = useNodeForm(document)
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
    // exceptions that have come meanwhile are asked for, so that they can be ticked
    if (isFailure(error) && error.fields.some(({ name }) => name === 'exceptions')) refreshDocuments(client)
    return problems.place(error)
  }
  return { node, list, draft, change, choices, setChoices, problems, isRequired, pass, fail }
}

/**
 * Returns whether a pass can still be sent while its page is closing: browsers then take 64 kB in all calls together. What is sent at once
 * is, beside long texts, what the server alone can judge, because its answer belongs into the open dialog: values that were changed at
 * this step, questions that were confirmed, and people who were chosen. A pass cannot be rehearsed; what the form and the node ask
 * for is checked before it is queued, and texts and ticks are kept as the task's draft until the server has taken them.
 */
const fitsLeaving = (body: object): boolean => new Blob([JSON.stringify(body)]).size <= mostWhenLeaving

/** Bytes. */
const mostWhenLeaving = 24_000

/** Once it is known what the opinion has to state, what the form says of it is proposed; what is taken out again stays out. */
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

/** Finds what the opinion lacks: any words, a fact with an input of its own, or a text that it has to contain. */
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
