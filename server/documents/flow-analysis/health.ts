import { setTimeout as delay } from 'node:timers/promises'
import { type Finding, finding } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Db } from '#server/database/tables.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'
import { nobody } from '#server/identity/caller.ts'
import { runScenarios, scenarioVersions } from '../flow-designs/simulation.ts'
import type { FlowAnalysis } from './flow-analysis.ts'

/** A finding of the flow that new documents of a form start with. */
export interface FlowFinding {
  readonly form: Form
  readonly flow: Flow
  readonly found: Finding
}

export interface FlowHealth {
  readonly findings: readonly FlowFinding[]
  /** Number of definitions that are being analysed again; their findings in the list are outdated. */
  readonly pending: number
}

interface KnownFindings {
  /** The version of the inputs of the findings. */
  readonly version: string
  readonly flow: Flow
  readonly findings: readonly Finding[]
}

/** Milliseconds that a call waits for running analyses before it answers with the findings so far. */
const timeout = 1500

/**
 * The findings of every flow in use. A flow is analysed again when it, the organisation or a dictionary has changed; until then the last
 * findings are answered.
 */
export function flowHealth(host: DocumentHost, flows: Definitions, judge: FlowAnalysis) {
  const known = new Map<string, KnownFindings>()
  let judging: Promise<void> | undefined

  const stale = async (db: Db) => {
    const { directory, dictionary } = await changeVersions(db)
    const forms = [...host.forms.values()]
    const [pinned, scenarios] = await Promise.all([flows.currents(db, forms), scenarioVersions(db)])
    const current = forms.flatMap((form, index) => {
      const own = pinned[index]
      return own ? [{ form, flow: own.flow, version: `${own.hash} ${directory} ${dictionary} ${scenarios.get(form.key) ?? ''}` }] : []
    })
    return current.filter(({ form, version }) => known.get(form.key)?.version !== version)
  }
  const judgeAll = async (db: Db, some: Awaited<ReturnType<typeof stale>>) => {
    for (const { form, flow, version } of some)
      known.set(form.key, { version, flow, findings: [...(await judge(db, { form, flow })), ...(await scenarioFindings(db, form, flow))] })
  }

  const scenarioFindings = async (db: Db, form: Form, flow: Flow): Promise<Finding[]> => {
    const results = await runScenarios({ host, flows, db, caller: nobody, at: host.clock.now() }, form, flow)
    return results.filter(({ holds }) => !holds).map(({ name }) =>
      finding('scenario', `情景“${name}”的路径已改变`, `Scenario “${name}” takes another path`)
    )
  }

  /** The running pass, or a new one; it continues after the answer, and a failure is thrown to the next caller. */
  const pass = (db: Db, some: Awaited<ReturnType<typeof stale>>) => {
    judging ??= judgeAll(db, some).finally(() => (judging = undefined))
    judging.catch(() => undefined)
    return judging
  }
  const findings = () =>
    [...host.forms.values()].flatMap((form) => {
      const own = known.get(form.key)
      return own ? own.findings.map((found) => ({ form, flow: own.flow, found })) : []
    })

  /** @param wait whether to wait for all flows, without a time limit */
  return async (db: Db, { wait = false } = {}): Promise<FlowHealth> => {
    const some = await stale(db)
    if (some.length === 0) return { findings: findings(), pending: 0 }
    const analysed = pass(db, some)
    await (wait ? analysed : Promise.race([analysed, delay(timeout, undefined, { ref: false })]))
    return { findings: findings(), pending: (await stale(db)).length }
  }
}
