import { useQuery } from '@tanstack/react-query'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { compile } from '#kernel/feel/feel.ts'
import { conditionContext, environmentOf } from '#kernel/evaluate/filling/complete.ts'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import type { ExplanationKind } from '#kernel/plugin.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { useHttp } from '#shell/backend.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'

/** The requirements of a node for passing it. */
export interface NodeForm {
  /** Whether an opinion is required: always, never, or by a condition on the form. */
  readonly commentRequired: boolean | string
  /** Texts, and keys of opinion facts, that the opinion has to contain. */
  readonly commentMustContain: readonly string[]
  /** The opinion facts among them, each with an input. */
  readonly opinionFacts: readonly OpinionFact[]
  /** Opinion facts that are required under a condition on the form. */
  readonly conditionalFacts?: readonly (OpinionFact & { readonly when: string })[]
  /** The required kind of explanation. */
  readonly explains: ExplanationKind | null
  /** Entries may be saved without passing. */
  readonly saves?: boolean
  /** The decision may be referred to the next approver, for the first or the second kind of reason. */
  readonly hardToDecide?: 'one' | 'two' | null
}

/** Loads the requirements of the reader's node; undefined while loading, and if the reader has no task. */
export function useNodeForm({ taskId, procInstId, businessType }: FiledDocument): NodeForm | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['document', businessType, procInstId, 'node', taskId],
    queryFn: ({ signal }) =>
      http.query<NodeForm>('/workflow/approvingNodeForm', { taskId, procInstId, businessType }, { signal, quiet: true }),
    enabled: taskId !== null,
  }).data
}

/** Returns whether an opinion is required for the form's current value. */
export const isOpinionRequired = ({ commentRequired }: Pick<NodeForm, 'commentRequired'>, store: FormStore, facts: FormFacts): boolean =>
  typeof commentRequired === 'boolean' ? commentRequired : holds(commentRequired, store, facts)

/** The requirements of a node for the form's current value: with the opinion facts that its entries make due. */
export function requirementsNow(node: NodeForm, store: Pick<FormStore, 'form' | 'value'>, facts: FormFacts): NodeForm {
  const { opinionFacts, commentMustContain, conditionalFacts = [] } = node
  if (conditionalFacts.length === 0) return node
  const due = conditionalFacts.filter(({ when }) => holds(when, store, facts))
  const isConditional = (key: string) => conditionalFacts.some((fact) => fact.key === key)
  return { ...node, opinionFacts: [...opinionFacts.filter(({ key }) => !isConditional(key)), ...due],
    commentMustContain: [...commentMustContain.filter((text) => !isConditional(text)), ...due.map(({ key }) => key)] }
}

function holds(condition: string, { form, value }: Pick<FormStore, 'form' | 'value'>, facts: FormFacts): boolean {
  const context = conditionContext(form, value, facts)
  return compile(condition, { names: Object.keys(context) }).evaluate(context, environmentOf(facts)) === true
}
