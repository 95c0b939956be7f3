import { useQuery } from '@tanstack/react-query'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { compile } from '#kernel/feel/feel.ts'
import { conditionContext, environmentOf } from '#kernel/evaluate/plan/context.ts'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import type { ExplanationKind } from '#kernel/plugin.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { useHttp } from '#shell/backend.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'

/** The demands of a node on the one who passes it. */
export interface NodeForm {
  /** Always, or while a condition on the form holds. */
  readonly commentRequired: boolean | string
  /** Texts, and names of facts. */
  readonly commentMustContain: readonly string[]
  /** The facts among them, each with an input of its own. */
  readonly opinionFacts: readonly OpinionFact[]
  /** The explanation that is owed. */
  readonly explains: ExplanationKind | null
  /** The judgement may be handed on, with the first or the second reason. */
  readonly hardToDecide?: 'one' | 'two' | null
}

/** Reads what the node asks of its approver; undefined until it is there and where the reader has no task. */
export function useNodeForm({ taskId, procInstId, businessType }: FiledDocument): NodeForm | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['document', businessType, procInstId, 'node', taskId],
    queryFn: ({ signal }) =>
      http.query<NodeForm>('/workflow/approvingNodeForm', { taskId, procInstId, businessType }, { signal, quiet: true }),
    enabled: taskId !== null,
  }).data
}

/** Returns whether an opinion has to be written for what the form holds now. */
export function isOpinionRequired({ commentRequired }: Pick<NodeForm, 'commentRequired'>, { form, value }: FormStore,
  facts: FormFacts): boolean {
  if (typeof commentRequired === 'boolean') return commentRequired
  const context = conditionContext(form, value, facts)
  return compile(commentRequired, { names: Object.keys(context) }).evaluate(context, environmentOf(facts)) === true
}
