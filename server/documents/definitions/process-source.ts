import type { Form } from '#kernel/form.ts'
import type { FormGroup, Plugin } from '#kernel/plugin.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'
import type { Definitions } from './definition-store.ts'

interface Processes {
  readonly forms: ReadonlyMap<string, Form>
  readonly flows: Pick<Definitions, 'currents'>
  readonly groups: readonly FormGroup[]
}

/** Reference source of the kind `process`: business types by key, with group, name, and number prefix with the version in force. */
export function processSource({ forms, flows, groups }: Processes): ReferenceSource {
  const recordsOf = async (db: Db, found: readonly Form[]) => {
    const versions = await flows.currents(db, found)
    return found.map((form, index) => processRecord(form, versions[index]?.version ?? 1, groups))
  }
  return {
    find: (db, ids) => recordsOf(db, ids.flatMap((id) => forms.get(id) ?? [])),
    async candidates(db, { keyword = '', current, size }) {
      const found = [...forms.values()].filter(({ cn, en, prefix }) =>
        `${cn} ${en} ${prefix}`.toLowerCase().includes(keyword.toLowerCase())
      )
      return { records: await recordsOf(db, found.slice((current - 1) * size, current * size)), total: found.length }
    },
  }
}

/** Reference source of the groups of processes. */
export function processGroupSource(groups: readonly FormGroup[]): ReferenceSource {
  const records = groups.map((group): ReferenceRecord => ({ id: group.id, name: bilingual(group), enabled: true }))
  return {
    find: async (_, ids) => records.filter(({ id }) => ids.includes(id)),
    async candidates(_, { keyword = '', current, size }) {
      const found = records.filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
      return { records: found.slice((current - 1) * size, current * size), total: found.length }
    },
  }
}

/** Names and descriptions are "中文/English". */
export function processRecord({ key, group, prefix, ...form }: Form, version: number, groups: readonly FormGroup[]): ReferenceRecord & {
  parentId: string
  label: string
  description: string
} {
  const known = groups.find(({ id }) => id === group)
  const name = bilingual(form)
  return {
    id: key,
    name,
    enabled: true,
    code: prefix,
    parentId: known ? bilingual(known) : group,
    label: name,
    description: `${prefix} · 第 ${version} 版/${prefix} · version ${version}`,
  }
}

/** The groups of processes of all modules, in their order. */
export const formGroupsOf = (plugins: readonly Plugin[]): readonly FormGroup[] =>
  plugins.flatMap(({ formGroups }) => formGroups).toSorted(({ sort: one }, { sort: other }) => one - other)

/** Number of the person's latest documents that are read; older filings do not count as recent. */
const latest = 50

/** Time of the last filing by process type, yyyy-MM-dd HH:mm:ss, among a person's latest documents. */
export async function recentProcesses(db: Db, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('document').select(['type', 'started_at']).where('starter', '=', person).orderBy('started_at', 'desc')
    .limit(latest).execute()
  return new Map(rows.toReversed().map(({ type, started_at: at }) => [type, nowOf(at)]))
}
