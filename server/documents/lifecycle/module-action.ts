import { Forbidden, Refused, StateMoved } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Form } from '#kernel/form.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { DocumentAction } from '#server/extensions/document-extension.ts'
import type { Caller } from '#server/identity/caller.ts'
import { changeEvents, type CommandContext, commit, open, outcomeOf, stepOf } from './run-command.ts'
import { mustRead } from './commands.ts'
import { fresh } from './nodes/position.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'
import { noteOf } from '../timeline/people.ts'

interface ModuleActionInput {
  readonly type: string
  readonly document: string
  readonly input: unknown
}

/** Performs a module's action on a document. @throws Missing, Refused, Forbidden, StateMoved */
export async function doModuleAction(context: CommandContext, action: DocumentAction,
  { type, document, input }: ModuleActionInput): Promise<void> {
  const { host, caller, at } = context
  await mustRead(context, document)
  const opened = await open(context, { document }, { asksBindings: false })
  const { form, stored, pinned: { flow } } = opened
  const place = placeOf(action, form)
  if (form.key !== type || !place) throw new Refused('approval.notAvailable')
  if (!permits(caller.permissions, action.needs)) throw new Forbidden('error.forbidden')
  if (!action.during.includes(stored.process.status))
    throw new StateMoved(fresh({ flow, process: stored.process, locale: caller.locale }), 'approval.stateMoved')
  const value = action.write(stored.value, place, input)
  const changed = changeEvents(context, opened, { value })
  if (changed.length === 0) return
  const said: Event = { type: 'commented', comment: noteOf(action.note), mentioned: [], by: caller.id, at: at.toISOString() }
  const process = await commit(context, opened, { events: [...changed, said], value })
  const step = outcomeOf(host, { ...stepOf(context, { ...stored, ...opened, process, value }), before: stored.value })
  for (const extension of extensionsOf(host, form)) await extension.onFollowUp?.(step)
}

/** The modules' actions that a reader may perform on a document now, each with the part of the form to which it applies. */
export const moduleActionsOf = ({ documentActions }: Pick<DocumentHost, 'documentActions'>,
  { form, process: { status } }: { readonly form: Form; readonly process: Pick<DocumentState, 'status'> },
  { permissions }: Pick<Caller, 'permissions'>): Readonly<Record<string, object>> =>
  Object.fromEntries(documentActions.flatMap((action) => {
    const place = action.during.includes(status) && permits(permissions, action.needs) ? placeOf(action, form) : undefined
    return place ? [[action.id, place]] : []
  }))

const placeOf = (action: DocumentAction, form: Form): object | undefined =>
  form.permissions.includes(action.needs) ? action.placeIn(form) : undefined
