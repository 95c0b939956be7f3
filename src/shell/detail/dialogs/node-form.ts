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
export function isOpinionRequired({ commentRequired }: Pick<NodeForm, 'commentRequired'>, { form, value }: FormStore,
  facts: FormFacts): boolean {
  if (typeof commentRequired === 'boolean') return commentRequired
  const context = conditionContext(form, value, facts)
  return compile(commentRequired, { names: Object.keys(context) }).evaluate(context, environmentOf(facts)) === true
}
