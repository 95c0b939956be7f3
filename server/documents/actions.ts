import type { Command } from '../../src/approval/command.ts'
import type { DocumentState } from '../../src/approval/types.ts'
import { Missing, Refused } from '../../src/kernel/errors.ts'
import { type Acting, decideOn, discreetly, open, type Opened, settle } from './act.ts'
import { noSuchTask } from './pass.ts'
import { mayRead } from './scope.ts'

/** A command without who gives it and when. */
export type Ask = Command extends infer Each ? (Each extends unknown ? Omit<Each, 'by' | 'at'> : never) : never

/** Does one action that leaves the form as it is. */
export async function act(acting: Acting, document: string, ask: Ask): Promise<{ process: DocumentState; opened: Opened }> {
  return actOn(acting, await open(acting, { document }), ask)
}

async function actOn(acting: Acting, opened: Opened, ask: Ask): Promise<{ process: DocumentState; opened: Opened }> {
  const command = { ...ask, by: acting.caller.id, at: acting.at.toISOString() } as Command
  const process = await settle(acting, opened, { events: decideOn(acting, opened, command), value: opened.stored.value })
  return { process, opened }
}

/** The same for an action on a task. */
export async function actOnTask(acting: Acting, ask: Ask & { task: string }) {
  const opened = await open(acting, { task: ask.task })
  return discreetly(acting, { document: opened.stored.id, absent: noSuchTask }, () => actOn(acting, opened, ask))
}

/** Refuses what the caller may not even see. @throws Missing */
export async function mustRead(acting: Pick<Acting, 'host' | 'db' | 'caller'>, document: string): Promise<void> {
  if (!(await mayRead(acting, document))) throw new Missing('documents.noSuchDocument')
}

/** People whom a caller names must exist and be enabled. @throws Refused */
export async function mustBeEnabled({ host, db }: Pick<Acting, 'host' | 'db'>, people: readonly string[], field: string): Promise<void> {
  const directory = await host.directory(db)
  const gone = people.find((id) => !directory.person(id)?.enabled)
  if (gone === undefined) return
  const problem = { field, code: 'documents.personDisabled', parameters: { name: directory.person(gone)?.name ?? gone } }
  throw new Refused(problem.code, problem.parameters, [problem])
}
