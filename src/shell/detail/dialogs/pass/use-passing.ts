import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { isValueOf, missingCode, type OpinionFact, statedIn, factPattern } from '#kernel/flow/opinion-facts.ts'
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

/** The inputs of the dialog; each opinion fact has its own. */
type Input = 'comment' | 'explainDtoList' | 'checkList' | 'nodeList' | 'exceptions' | 'fields' | FactInput
type FactInput = `opinion.${string}`

/** The key for problems of an opinion fact. */
export const factProblem = ({ key }: OpinionFact): FactInput => `opinion.${key}`

/** The state of the pass dialog: input, requirements, problems, sending. */
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
    // reload to show exceptions that appeared in the meantime
    if (isFailure(error) && error.fields.some(({ name }) => name === 'exceptions')) refreshDocuments(client)
    return problems.place(error)
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
