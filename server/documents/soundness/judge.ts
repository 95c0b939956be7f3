import type { Person } from '../../../src/approval/directory.ts'
import { type Finding, isError, unknown } from '../../../src/kernel/composition/problem.ts'
import type { Flow } from '../../../src/kernel/flow.ts'
import { nodesOf } from '../../../src/kernel/flow-nodes.ts'
import type { DictionaryItem } from '../../../src/kernel/plugin.ts'
import { type Dictionaries, soundness } from '../../../src/kernel/soundness/soundness.ts'
import { waysThrough } from '../../../src/kernel/soundness/ways.ts'
import type { Db } from '../../database/tables.ts'
import { dictionaries } from '../../identity/dictionaries.ts'
import type { DocumentHost } from '../host.ts'
import { type Living, livingFindings } from './living.ts'

/**
 * Everything that speaks against publishing a flow for a form now: what is wrong with it by itself and, where nothing is,
 * whom it would leave without an approver in the organisation as it is. Errors refuse, warnings are only told.
 */
export async function judge(host: DocumentHost, db: Db, { form, flow, rest }: Pick<Living, 'form' | 'flow' | 'rest'>): Promise<Finding[]> {
  const parts = { fields: form.fields, dictionaries: await dictionaryItems(db) }
  const still = [...soundness(flow, parts), ...(await roleFindings(db, flow))]
  if (still.some(isError)) return still
  const directory = await host.directory(db, form.key, { owners: false })
  const people = (await employees(db)).map((id) => directory.person(id)).filter(isPresent)
  return [...still, ...(await livingFindings({ form, flow, ways: waysThrough(flow, parts), directory, people, at: host.clock.now(), rest }))]
}

/** Roles that a node names and nobody knows. */
async function roleFindings(db: Db, flow: Flow): Promise<Finding[]> {
  const rows = await db.selectFrom('sys_role').where('del_flag', '=', 0).select('perm_chars').execute()
  const known = new Set(rows.map(({ perm_chars: key }) => key))
  return nodesOf(flow).flatMap((node) =>
    unknown(rolesIn(node), (role) => known.has(role), { where: `${node.id} › by`, what: { cn: '角色', en: 'role' } })
      .map((found) => ({ ...found, node: node.id })))
}

function rolesIn(node: object): readonly string[] {
  const roles: string[] = []
  JSON.stringify(node, (key, value: unknown) => {
    if (key === 'role' && typeof value === 'string') roles.push(value)
    return value
  })
  return roles
}

const isPresent = (person: Person | undefined): person is Person => person !== undefined && person.enabled && !person.departed

async function employees(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('sys_user').where('del_flag', '=', 0).where('enable', '=', true).orderBy('id').select('id').execute()
  return rows.map(({ id }) => id)
}

async function dictionaryItems(db: Db): Promise<Dictionaries> {
  const items = new Map<string, DictionaryItem[]>()
  for (const { type, value, label, localName } of await dictionaries(db).list()) {
    items.set(type, [...(items.get(type) ?? []), { value, cn: label, en: localName }])
  }
  return (key) => items.get(key)
}
