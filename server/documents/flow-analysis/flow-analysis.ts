import { type Finding, finding, isError } from '#kernel/composition/problem.ts'
import { Refused } from '#kernel/errors.ts'
import type { Flow, StepTerminal } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import { scopedRolesOf } from '#kernel/composition/fields/reference-findings.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { DictionaryItem } from '#kernel/plugin.ts'
import type { DesignFinding } from '#kernel/flow/design.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { nobody } from '#server/identity/caller.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { recordsOf } from '#server/identity/organisation/organisation.ts'
import { terminals } from '#server/terminals/terminals.ts'
import { WorkerBusy, WorkerFailed, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { DocumentHost } from '../host.ts'
import type { ScopeChoice } from './current-organisation.ts'
import type { FlowSimulation } from './flow-simulation.ts'
import type { AnalysisAnswer, AnalysisRequest } from './worker.ts'

/** Timeout of the simulations of one flow with people, ms. */
const timeout = 20_000

/** Analyses a form's flow in the current organisation; errors prevent publishing, warnings are only shown. */
export type FlowAnalysis = (db: Db, flow: { readonly form: Form; readonly flow: Flow }) => Promise<readonly Finding[]>

/**
 * Analyses flows in a worker thread with limits of time and memory, one at a time: a large organisation takes minutes of CPU time, which
 * must not block other calls.
 */
export function flowAnalysis(host: DocumentHost): FlowAnalysis {
  const ask = workerQueue<AnalysisRequest, AnalysisAnswer>({
    file: new URL('./worker.ts', import.meta.url),
    timeout: 3 * timeout,
    memory: 1024,
    longestQueue: 200,
    kept: 30_000,
  })
  const judged: FlowAnalysis = async (db, { form, flow }) => {
    const organisation = await host.organisation(db)
    const simulation: FlowSimulation = { form, flow, dictionaries: await itemsByDictionary(db), roles: await roleKeys(db),
      roleScopes: host.plugins.flatMap(({ roleScopes }) => roleScopes), scopeRecords: await scopeRecords(host, db, flow),
      owners: host.plugins.flatMap(({ owners }) => owners),
      explanations: host.plugins.flatMap(({ explanationKinds }) => explanationKinds.map(({ key }) => key)), at: host.clock.now() }
    const question: AnalysisRequest = { simulation, version: organisation.version, timeout }
    try {
      const answer = await ask(question)
      if ('findings' in answer) return answer.findings
      // The thread is new or has an older organisation: the request is sent again with the organisation.
      const second = await ask({ ...question, organisation: recordsOf(organisation) })
      return 'findings' in second ? second.findings : [unfinished]
    } catch (error) {
      if (error instanceof WorkerBusy) throw new Refused('documents.judgingBusy')
      if (!(error instanceof WorkerFailed)) throw error
      host.log.warn({ err: error, form: form.key }, 'a flow could not be judged')
      return [unfinished]
    }
  }
  return async (db, input) => [...(await judged(db, input)), ...(await terminalFindings(db, input))]
}

/** Errors for steps that are decided only where the form's documents do not open: nobody could decide them. */
async function terminalFindings(db: Db, { form, flow }: { readonly form: Form; readonly flow: Flow }): Promise<readonly Finding[]> {
  const limited = nodesOf(flow).flatMap((
    node,
  ) => (node.block === 'approve' && node.terminals ? [{ ...node, terminals: node.terminals }] : []))
  if (limited.length === 0) return []
  const { terminal: opens = form.terminals } = (await terminals(db).of([form])).get(form.key) ?? {}
  const isOpen = (terminal: StepTerminal) => opens.includes(terminal === 'mini' ? 'mini' : 'web')
  return limited.filter((node) => !node.terminals.some(isOpen)).map(({ id }) => ({
    ...finding(`${id} › terminals`, '单据不在这些终端打开，无人可以审批',
      'Documents do not open on these terminals, so nobody could decide'),
    node: id,
  }))
}

/** Maximum number of records of a role scope that are tried. */
const mostRecords = 200

/** The enabled records of the role scopes that a flow asks for, by the keys of the scopes. */
async function scopeRecords({ plugins, references, clock, departments }: DocumentHost, db: Db,
  flow: Flow): Promise<NonNullable<FlowSimulation['scopeRecords']>> {
  const asked = new Set(scopedRolesOf(flow).map(({ by }) => by))
  const query = { current: 1, size: mostRecords, context: {}, today: todayOf(clock.now()) }
  const found = new Map<string, readonly ScopeChoice[]>()
  for (const { key, to } of plugins.flatMap(({ roleScopes }) => roleScopes)) {
    const source = to !== undefined && asked.has(key) ? references.source(to) : undefined
    if (!source) continue
    const { records } = await source.candidates(db, query, { caller: { ...nobody, admin: true }, departments })
    found.set(key, records.map(({ id, name }) => ({ value: id, name })))
  }
  return found
}

/** The finding where the thread was aborted. */
const unfinished: Finding = {
  ...finding('', '流程过于复杂，未能在限定时间内检查完毕', 'The flow is too complex to be checked within the time limit'),
  level: 'warning',
}

async function roleKeys(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('sys_role').where('del_flag', '=', 0).select('perm_chars').execute()
  return rows.map(({ perm_chars: key }) => key)
}

async function itemsByDictionary(db: Db): Promise<FlowSimulation['dictionaries']> {
  const items = new Map<string, (DictionaryItem & { disabled?: boolean })[]>()
  for (const { type, value, label, localName, disabled } of await dictionaries(db).list()) {
    const known = items.get(type) ?? []
    known.push({ value, cn: label, en: localName, disabled })
    items.set(type, known)
  }
  return items
}

/** A finding in the reader's language. */
export const findingAnswer = (found: Finding, locale: Locale): DesignFinding => ({
  nodeId: found.node ?? null,
  level: isError(found) ? 'error' : 'warning',
  where: found.where,
  message: found.text[locale],
  counterexample: found.counterexample?.[locale] ?? null,
})
