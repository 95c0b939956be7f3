import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Db } from '#server/database/tables.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'
import type { FlowAnalysis } from './flow-analysis.ts'

/** A finding of the flow that new documents of a form start with. */
export interface FlowFinding {
  readonly form: Form
  readonly flow: Flow
  readonly found: Finding
}

export interface FlowHealth {
  readonly findings: readonly FlowFinding[]
  /** Definitions that are judged anew; what stands here of them is from before. */
  readonly pending: number
}

interface KnownFindings {
  /** The version of what the findings rest on. */
  readonly version: string
  readonly flow: Flow
  readonly findings: readonly Finding[]
}

/** Milliseconds that a call waits for flows that are being judged before it answers with what is known. */
const timeout = 1500

/**
 * The findings of every flow in use in the organisation as it is. Each flow is judged again when it, the organisation or
 * a dictionary has changed; meanwhile its last findings are answered.
 */
export function flowHealth(host: DocumentHost, flows: Definitions, judge: FlowAnalysis) {
  const known = new Map<string, KnownFindings>()
  let judging: Promise<void> | undefined

  const stale = async (db: Db) => {
    const { directory, dictionary } = await changeVersions(db)
    const forms = [...host.forms.values()]
    const pinned = await flows.currents(db, forms)
    const current = forms.flatMap((form, index) => {
      const own = pinned[index]
      return own ? [{ form, flow: own.flow, version: `${own.hash} ${directory} ${dictionary}` }] : []
    })
    return current.filter(({ form, version }) => known.get(form.key)?.version !== version)
  }
  const judgeAll = async (db: Db, some: Awaited<ReturnType<typeof stale>>) => {
    for (const { form, flow, version } of some) known.set(form.key, { version, flow, findings: await judge(db, { form, flow }) })
  }

  /** The pass at work, or a new one; it goes on after an answer, and the next one to ask gets its failure. */
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

  /** @param wait for every flow, however long that takes */
  return async (db: Db, { wait = false } = {}): Promise<FlowHealth> => {
    const some = await stale(db)
    if (some.length === 0) return { findings: findings(), pending: 0 }
    const analysed = pass(db, some)
    await (wait ? analysed : Promise.race([analysed, delay(timeout, undefined, { ref: false })]))
    return { findings: findings(), pending: (await stale(db)).length }
  }
}
