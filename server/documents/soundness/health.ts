import { setImmediate as breath, setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from '../../../src/kernel/composition/problem.ts'
import type { Form } from '../../../src/kernel/form.ts'
import type { Db } from '../../database/tables.ts'
import { changeVersions } from '../../identity/organisation.ts'
import type { Flows } from '../flows.ts'
import type { DocumentHost } from '../host.ts'
import { judge } from './judge.ts'

/** A finding of the flow that new documents of a form start with. */
export interface FlowFinding {
  readonly form: Form
  readonly found: Finding
}

/**
 * What every flow in use comes to in the organisation as it is; judged again only when something has changed.
 * Unhurried it rests four times as long as it works, so that people do not notice it, until somebody waits for it.
 */
export function flowHealth(host: DocumentHost, flows: Flows) {
  let known: { readonly version: string; readonly findings: Promise<readonly FlowFinding[]> } | undefined
  let isAwaited = false
  const rest = (worked: number) => (isAwaited ? breath() : sleep(worked * 4, undefined, { ref: false }))

  return async (db: Db, { unhurried = false } = {}): Promise<readonly FlowFinding[]> => {
    isAwaited ||= !unhurried
    const forms = [...host.forms.values()]
    const current = await Promise.all(forms.map(async (form) => ({ form, pinned: await flows.current(db, form) })))
    const { directory, dictionary } = await changeVersions(db)
    const version = [directory, dictionary, ...current.map(({ pinned }) => pinned.hash)].join(' ')
    if (known?.version === version) return known.findings
    const findings = judgeAll(host, db, current.map(({ form, pinned }) => ({ form, flow: pinned.flow, rest })))
    known = { version, findings }
    findings.catch(() => (known = undefined))
    return findings
  }
}

/** One after the other: each takes a while, and nothing waits for them. */
async function judgeAll(host: DocumentHost, db: Db, flows: readonly Parameters<typeof judge>[2][]): Promise<readonly FlowFinding[]> {
  const all: FlowFinding[] = []
  for (const one of flows) all.push(...(await judge(host, db, one)).map((found) => ({ form: one.form, found })))
  return all
}
