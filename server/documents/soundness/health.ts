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

/** What every flow in use comes to in the organisation as it is; judged again only when something has changed. */
export function flowHealth(host: DocumentHost, flows: Flows) {
  let known: { readonly version: string; readonly findings: Promise<readonly FlowFinding[]> } | undefined

  return async (db: Db): Promise<readonly FlowFinding[]> => {
    const forms = [...host.forms.values()]
    const current = await Promise.all(forms.map(async (form) => ({ form, pinned: await flows.current(db, form) })))
    const { directory, dictionary } = await changeVersions(db)
    const version = [directory, dictionary, ...current.map(({ pinned }) => pinned.hash)].join(' ')
    if (known?.version === version) return known.findings
    const findings = judgeAll(host, db, current.map(({ form, pinned }) => ({ form, flow: pinned.flow })))
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
