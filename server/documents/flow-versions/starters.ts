import type { Directory } from '#approval/directory.ts'
import { Refused } from '#kernel/errors.ts'
import type { FlowDifference, FlowView } from '#kernel/flow/flow-version.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Starters } from '#kernel/flow/starters.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import type { Db } from '#server/database/tables.ts'

type People = Pick<Directory, 'person' | 'department'>

const none: Starters = { departments: [], roles: [], people: [] }

/** @throws Refused where an added starter does not exist or is disabled */
export async function demandStartersExist(db: Db, directory: People, { flow, before }: { readonly flow: Flow; readonly before: Flow }) {
  const [{ starters = none }, { starters: known = none }] = [flow.settings, before.settings]
  const roles = new Set((await rolesOf(db)).map(({ key }) => key))
  const exists = {
    departments: (id: string) => directory.department(id)?.enabled === true,
    roles: (key: string) => roles.has(key),
    people: (id: string) => directory.person(id)?.enabled === true,
  }
  const gone = (['departments', 'roles', 'people'] as const).filter((part) =>
    starters[part].some((id) => !known[part].includes(id) && !exists[part](id))
  )
  if (gone.length > 0)
    throw new Refused('documents.starterGone', {}, gone.map((part) => ({ field: `starters.${part}`, code: 'documents.starterGone' })))
}

/** The roles that can be chosen, and the names of all starters that the flow's versions contain. */
export async function startersView(db: Db, directory: People, flow: Flow,
  differences: readonly FlowDifference[] = []): Promise<Pick<FlowView, 'roles' | 'names'>> {
  const roles = await rolesOf(db)
  const shown = [flow.settings.starters,
    ...differences.filter(({ attribute }) => attribute === 'starters').flatMap((difference) =>
      [difference.base, difference.shipped, difference.own] as readonly (Starters | undefined)[]
    )].filter((starters) => starters !== undefined)
  const nameOf = (id: string) => directory.person(id)?.name ?? directory.department(id)?.name
  const ids = new Set(shown.flatMap(({ departments, people }) => [...departments, ...people]))
  return { roles, names: Object.fromEntries([...ids].flatMap((id) => {
    const name = nameOf(id)
    return name === undefined ? [] : [[id, name]]
  })) }
}

/** Roles that are assigned to people, not derived from a document, by their keys, with "中文/English" names. */
export const rolesOf = (db: Db) =>
  db.selectFrom('sys_role').select(['perm_chars as key', 'name']).where('del_flag', '=', 0).where('perm_chars', 'not in', ofDocuments)
    .orderBy('sort').orderBy('perm_chars').execute()

const ofDocuments = roleDefinitions.filter(({ holders }) => holders === 'document').map(({ key }) => key)
