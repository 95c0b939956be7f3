import type { DocumentState, Refusal } from '../../src/approval/types.ts'
import { Forbidden, type FreshState, Refused, StateMoved, TaskMoved } from '../../src/kernel/errors.ts'
import type { Flow } from '../../src/kernel/flow.ts'
import type { Locale } from '../../src/kernel/label.ts'
import { currentNodes } from './store.ts'
import { detailRoute, stateCodes } from './wire.ts'

/** Where a document stands, as every action answers. */
export interface Standing {
  readonly state: number
  readonly currentTask: { readonly id: string | null; readonly name: string; readonly nodeId: string; readonly assigneeList: readonly string[] } | null
}

/** @param task the caller's own running task, where there is one */
export function standing(flow: Flow, process: DocumentState, locale: Locale, task?: string): Standing {
  const [node] = currentNodes(flow, process)
  return {
    state: stateCodes[process.status],
    currentTask: node ? { id: task ?? null, name: node[locale], nodeId: node.id, assigneeList: node.people } : null,
  }
}

const fresh = (flow: Flow, process: DocumentState, locale: Locale): FreshState => ({
  ...standing(flow, process, locale), routeName: detailRoute(process.form),
})

/** The error of a refusal of the engine; someone who was slower learns where the document stands now. */
export function refusalError(refusal: Refusal, at?: { flow: Flow; process: DocumentState; locale: Locale }): Error {
  const { kind, code, parameters, field } = refusal
  if (kind === 'forbidden') return new Forbidden(code, parameters)
  if (kind === 'taskMoved') return new TaskMoved(at && fresh(at.flow, at.process, at.locale), code)
  if (kind === 'stateMoved') return new StateMoved(at && fresh(at.flow, at.process, at.locale), code)
  return new Refused(code, parameters, field ? [{ field: wireFields[field] ?? field, code, parameters }] : [])
}

/** What the engine's commands hold, as the calls name it. */
const wireFields: Readonly<Record<string, string>> = { explanations: 'explainDtoList', checks: 'checkList', people: 'userIds', target: 'desNodeId' }
