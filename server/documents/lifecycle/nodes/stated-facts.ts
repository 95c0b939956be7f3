import { markersOf } from '#approval/nodes/node-requirements.ts'
import { Refused } from '#kernel/errors.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { isValueOf, missingCode, type OpinionFact, statedIn } from '#kernel/flow/opinion-facts.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { engineFacts, type EngineInput } from '../engine-facts.ts'
import type { OpenDocument } from '../run-command.ts'

interface StatingPass extends Pick<EngineInput, 'at' | 'caller'> {
  readonly node: string
  readonly comment: string | undefined
  readonly incoming: FormValue
}

/**
 * The sent values with the facts stated in the opinion: a required fact fills the editable field of its key. A missing fact, or one that
 * differs from the field, is refused at the opinion.
 * @throws Refused
 */
export function withStatedFacts({ form, pinned, evaluation, stored }: OpenDocument,
  { node, comment = '', incoming, at, caller }: StatingPass): FormValue {
  const block = approvalNode(pinned.flow, node)
  if (!block?.opinionMustContain) return incoming
  const editable = editableFields(form, node)
  const facts = markersOf(block, engineFacts({ form, value: stored.value, evaluation, at, caller, bindings: 0 }))
    .flatMap((name) => evaluation.opinionFact(name) ?? []).filter(({ key }) => form.fields[key] !== undefined && editable(key))
  return { ...incoming,
    ...Object.fromEntries(facts.map((fact) => [fact.key, valueOf(form, fact, { comment, entered: incoming[fact.key] })])) }
}

function valueOf(form: Form, fact: OpinionFact, { comment, entered }: { readonly comment: string; readonly entered: unknown }): unknown {
  const stated = statedIn(comment, fact)
  const isMoment = form.fields[fact.key]?.kind === 'datetime'
  const isEntered = typeof entered === 'string' && entered !== ''
  if (!isValueOf(fact, stated)) throw missing(fact)
  if (!isEntered) return isMoment ? `${stated}:00` : stated
  if ((isMoment ? entered.slice(0, 16) : entered) !== stated) throw missing(fact)
  return entered
}

/** The refusal of an opinion that does not contain a fact, or contains another value than the field. */
function missing(fact: OpinionFact): Refused {
  const code = `approval.${missingCode(fact)}`
  return new Refused(code, { text: fact.key }, [{ field: 'comment', code }])
}
