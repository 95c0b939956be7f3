import type { Directory } from '#approval/directory.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { Flow } from '#kernel/flow.ts'
import { type Form, formPermissions } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import { isStarter } from '#kernel/flow/starters.ts'
import type { CommandContext } from './run-command.ts'

type StartContext = Pick<CommandContext, 'host' | 'flows' | 'db' | 'caller'>

/** Returns the forms whose documents the caller may start, by permissions and by the starters of the flows in force. */
export async function startableForms(context: StartContext, forms: readonly Form[]): Promise<readonly Form[]> {
  const stopped = await context.flows.stopped(context.db)
  const open = forms.filter(({ key, startedBy }) =>
    startedBy === undefined && !stopped.has(key) && permits(context.caller.permissions, formPermissions(key).add)
  )
  const flows = (await context.flows.currents(context.db, open)).map(({ flow }) => flow)
  const departments = await departmentsFor(context, flows)
  return open.filter((_, index) => isStarter(flows[index]?.settings.starters, context.caller, departments))
}

/** Refuses a new document of a person who is not a starter of its flow. Not called for resubmitting. @throws Forbidden */
export async function demandStarter(context: Omit<StartContext, 'flows'>, { settings: { starters } }: Flow): Promise<void> {
  if (!starters) return
  const departments = await departmentsFor(context, [{ settings: { starters } }])
  if (!isStarter(starters, context.caller, departments)) throw new Forbidden('documents.notStarter')
}

/** The caller's departments with all ancestors; empty where no flow restricts departments. */
async function departmentsFor({ host, db, caller }: Omit<StartContext, 'flows'>,
  flows: readonly { readonly settings: Pick<Flow['settings'], 'starters'> }[]): Promise<ReadonlySet<string>> {
  if (!flows.some(({ settings: { starters } }) => starters && starters.departments.length > 0)) return new Set()
  return withAllAbove(await host.directory(db), caller.departments)
}

function withAllAbove(directory: Pick<Directory, 'department'>, departments: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const own of departments) {
    for (let id: string | undefined = own; id !== undefined && !found.has(id); id = directory.department(id)?.parent) found.add(id)
  }
  return found
}
