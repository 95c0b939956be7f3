import { system } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CommandContext, open } from '#server/documents/lifecycle/run-command.ts'
import { extensionsOf, formOf } from '#server/documents/host.ts'
import { serviceTaskKey } from '#server/service-tasks/service-task.ts'
import { carryOut } from '#server/service-tasks/record.ts'
import { nobody } from '#server/identity/system-caller.ts'

/** Asks other systems what a filing rests on, as the call that files would. */
export async function prepareServiceTask({ host, db, caller }: CommandContext, type: string, value: FormValue): Promise<void> {
  const form = formOf(host, type)
  for (const extension of extensionsOf(host, form)) await extension.preview?.({ host, caller, db, env: host.env, form, value })
}

/** Returns whether the product itself carries a task out, instead of a person. */
export const isServiceTask = ({ person }: { readonly person: string }): boolean => person === system

/** Does what the product does itself at a node, within the one transaction of the stories. */
export async function completeServiceTask(context: CommandContext, { id, node }: { id: string; node: string }): Promise<DocumentState> {
  const opened = await open(context, { document: id }, { asksBindings: false })
  const { form, stored: { number, value, process: { round } } } = opened
  const outcome = await context.host.serviceTasks.get(serviceTaskKey(form.key, node))?.perform({ host: context.host, db: context.db, form,
    document: { id, number, round }, value, key: `${number}-${round}` })
  if (outcome?.outcome !== 'done') throw new Error(`${number} could not be carried out at ${node}: ${JSON.stringify(outcome)}`)
  return carryOut({ ...context, caller: nobody }, opened, { node, set: outcome.set, comment: outcome.comment })
}
