import type { DocumentState } from '#approval/types.ts'
import type { Event } from '#approval/event.ts'
import { Refused } from '#kernel/errors.ts'
import { conditionContext, environmentOf } from '#kernel/evaluate/filling/complete.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { compile } from '#kernel/feel/feel.ts'
import type { FollowUp, Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { attachTo } from '#server/attachments/attachments.ts'
import type { Caller } from '#server/identity/caller.ts'
import { type CommandContext, changeEvents, missingUnlessReadable, open, commit, outcomeOf } from './run-command.ts'
import { extensionsOf } from '../host.ts'
import { attachmentsOf } from '../links/links.ts'
import { noteOf } from '../timeline/people.ts'
import { refuseProblems, valueAtNode } from '../values/valuation.ts'

/** A document as input for follow-ups. */
interface FollowUpSource {
  readonly form: Form
  readonly value: FormValue
  readonly process: Pick<DocumentState, 'status' | 'starter' | 'applicant'>
  readonly evaluation: FormFacts
}

/** The follow-ups of a completed document that are open to the caller, in the form's order; used by the page and by the server. */
export function followUpsOf({ form, value, process, evaluation }: FollowUpSource,
  { id, roles }: Pick<Caller, 'id' | 'roles'>): readonly FollowUp[] {
  if (process.status !== 'completed') return []
  const isTheirs = (
    role: string | undefined,
  ) => (role === undefined ? [process.starter, process.applicant].includes(id) : roles.includes(role))
  return (form.followUps ?? []).filter(({ role, when }) =>
    isTheirs(role) && (when === undefined || holds(when, { form, value, evaluation }))
  )
}

function holds(when: string, { form, value, evaluation }: Omit<FollowUpSource, 'process'>): boolean {
  const context = conditionContext(form, value, evaluation)
  return compile(when, { names: Object.keys(context) }).evaluate(context, environmentOf(evaluation)) === true
}

interface FollowingUp {
  readonly document: string
  readonly followUp: string
  readonly incoming: FormValue
  readonly accepted: readonly string[]
}

/** Fills in the fields of a follow-up in a completed document. @throws Refused */
export async function followUp(acting: CommandContext, request: FollowingUp): Promise<DocumentState> {
  return missingUnlessReadable(acting, { document: request.document, absent: 'documents.noSuchDocument' }, () => follow(acting, request))
}

async function follow(acting: CommandContext, { document, followUp: wanted, incoming, accepted }: FollowingUp): Promise<DocumentState> {
  const { host, db, caller, at } = acting
  const opened = await open(acting, { document }, { asksBindings: false })
  const { stored, form, evaluation } = opened
  const { value: before, process } = stored
  await evaluation.know(form.fields, before)
  const offered = followUpsOf({ form, value: before, process, evaluation }, caller).find((each) => each.id === wanted)
  if (!offered) throw new Refused('approval.notAvailable')
  const valuation = await valueAtNode(host, db, {
    form,
    caller,
    at,
    node: wanted,
    evaluation,
    before,
    incoming,
    accepted,
    document: { id: document, number: stored.number, round: process.round, starter: process.starter },
  })
  refuseProblems(valuation)
  const changed = changeEvents(acting, opened, { value: valuation.value })
  if (changed.length === 0) return process
  const said: Event = { type: 'commented', comment: noteOf(offered), mentioned: [], by: caller.id, at: at.toISOString() }
  await attachTo(db, { document, type: form.key, caller: caller.id }, attachmentsOf(form.fields, valuation.value))
  const after = await commit(acting, { ...opened, evaluation: valuation.evaluation }, { events: [...changed, said],
    value: valuation.value })
  for (const extension of extensionsOf(host, form)) await extension.onFollowUp?.(outcomeOf(host, valuation.step))
  return after
}
