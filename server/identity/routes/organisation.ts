import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { mostPeople, mostUnits, people, type PeopleQuery, type PersonAnswer, type UnitAnswer,
  units } from '../organisation/people-and-units.ts'
import { listsByKey } from '../lists-by-key.ts'
import type { Caller } from '../caller.ts'

export interface OrganisationDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const UnitListInput = z.object({
  parentId: z.string().max(32).optional(),
  type: z.enum(['GROUP', 'ENTERPRISE', 'DEPARTMENT']).optional(),
  keyword: z.string().max(60).optional(),
  /** Includes disabled units, for the names in existing documents. */
  showDisabled: z.enum(['true', 'false']).optional(),
  _t: z.string().optional(),
})

/** 1: without disabled people, 2: only those, 3: both */
const BookInput = z.object({ showDeparture: z.enum(['1', '2', '3']).default('1'), _t: z.string().optional() })

/** Calls for departments and the address book, open to everybody signed in. */
export function registerOrganisation(app: FastifyInstance, { db, organisations }: OrganisationDependencies): void {
  const config = { access: signedIn, resource: 'org' } as const

  app.get('/system/groups/list', { config, schema: { querystring: UnitListInput } }, async ({ query }) => {
    const { parentId, type, keyword, showDisabled } = query as z.output<typeof UnitListInput>
    return units(db).find({ parentId, type, keyword, enabled: showDisabled === 'true' ? undefined : true, limit: mostUnits })
  })

  app.get('/system/groups/addressBookTree', { config, schema: { querystring: BookInput } }, async ({ query }) => {
    const { showDeparture } = query as z.output<typeof BookInput>
    const enabled = { '1': true, '2': false, '3': undefined }[showDeparture]
    const [all, persons] = [await units(db).find({ enabled: true, limit: mostUnits }),
      await people(db).find({ enabled, limit: mostPeople })]
    return addressBook(all, persons)
  })

  app.get<{ Params: { id: string } }>('/system/groups/userId/:id', { config }, async ({ params }) => {
    const { users, groups } = await organisations.at(db)
    const member = users.get(params.id)
    if (!member) throw new Missing('error.missing')
    return member.departments.flatMap((id, index) => {
      const unit = groups.get(id)
      return unit ? [{ id, name: unit.name, fullName: unit.full_name, hasBudgetDept: unit.has_budget_dept, main: index === 0 }] : []
    })
  })
}

/** A node of the address book: a unit with its people and sub-units, or a person. */
interface AddressBookNode {
  readonly id: string
  readonly type: 'DEPARTMENT' | 'PEOPLE'
  readonly info: { readonly name: string; readonly avatar: string | null; readonly enable: 0 | 1 }
  readonly children: readonly AddressBookNode[]
}

/**
 * The organisation as a tree: sub-units first, then the unit's own people. A person in two departments occurs twice.
 * @param all every unit; a unit with a missing parent becomes a root
 */
function addressBook(all: readonly UnitAnswer[], persons: readonly PersonAnswer[]): AddressBookNode[] {
  const known = new Set(all.map(({ id }) => id))
  const childrenOf = listsByKey(all.map((unit) => [unit.parentId && known.has(unit.parentId) ? unit.parentId : null, unit] as const))
  const membersOf = listsByKey(persons.flatMap((person) => person.departments.map(({ id }) => [id, person] as const)))
  const node = (unit: UnitAnswer): AddressBookNode => ({
    id: unit.id,
    type: 'DEPARTMENT',
    info: { name: unit.name, avatar: null, enable: unit.enable },
    children: [...(childrenOf.get(unit.id) ?? []).map(node), ...(membersOf.get(unit.id) ?? []).map(leaf)],
  })
  return (childrenOf.get(null) ?? []).map(node)
}

function leaf({ id, name, avatar, enable }: PersonAnswer): AddressBookNode {
  return { id, type: 'PEOPLE', info: { name, avatar, enable }, children: [] }
}

interface PeopleDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const yes = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
const ids = z.array(z.string().max(32)).max(1_000)
const PeopleListInput = z.object({
  keyword: z.string().max(60).optional(),
  byDepartment: z.enum(['0', '1']).optional(),
  groupId: z.string().max(32).optional(),
  enable: z.enum(['0', '1']).optional(),
  current: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(mostPeople).default(mostPeople),
  _t: z.string().optional(),
})
const Departure = z.object({ showDeparture: yes.optional(), _t: z.string().optional() })
const ByIds = z.object({ ids, showDeparture: yes.optional() })
const ByGroups = z.object({ groupIds: ids, showDeparture: yes.optional() })
const ByRoles = z.object({ roleNames: z.array(z.string().max(60)).max(100), showDeparture: yes.optional() })

/** Permission of account administrators. */
const keepAccounts = 'system:user:view'

/** People for the address book: position and telephone of disabled people are only visible to account administrators. */
async function shownPeople(db: Db, { permissions }: Caller, query: PeopleQuery): Promise<readonly PersonAnswer[]> {
  const found = await people(db).find(query)
  if (permits(permissions, keepAccounts)) return found
  return found.map((person) => (person.enable === 1 ? person : { ...person, position: null, phone: null }))
}

/** Calls for people by list, ids, departments and roles; no row scope, since everybody may see the address book. */
export function registerPeople(app: FastifyInstance, { db, organisations }: PeopleDependencies): void {
  app.get('/system/users/list', { config: { access: signedIn, resource: 'user' }, schema: { querystring: PeopleListInput } },
    async ({ query, caller }) => {
      const { keyword, byDepartment, groupId, enable, current, size } = query as z.output<typeof PeopleListInput>
      return shownPeople(db, caller, { keyword, byDepartment: byDepartment === '1', groups: groupId === undefined ? undefined : [groupId],
        enabled: enable && enable === '1', limit: size, offset: (current - 1) * size })
    })

  const config = { access: signedIn, reads: true, resource: 'user' } as const
  const withDeparted = (body: { showDeparture?: boolean }, query: unknown) =>
    body.showDeparture ?? (query as z.output<typeof Departure>).showDeparture ?? false
  const enabledOnly = (shown: boolean) => (shown ? undefined : true)

  app.post('/system/users/usersIds', { config, schema: { body: ByIds, querystring: Departure } }, async ({ body, query, caller }) => {
    const input = body as z.output<typeof ByIds>
    return shownPeople(db, caller, { ids: input.ids, enabled: enabledOnly(withDeparted(input, query)), limit: mostPeople })
  })

  app.post('/system/users/groupIds', { config, schema: { body: ByGroups, querystring: Departure } }, async ({ body, query, caller }) => {
    const input = body as z.output<typeof ByGroups>
    return shownPeople(db, caller, { groups: input.groupIds, enabled: enabledOnly(withDeparted(input, query)), limit: mostPeople })
  })

  app.post('/system/users/roleNames', { config, schema: { body: ByRoles, querystring: Departure } }, async ({ body, query, caller }) => {
    const input = body as z.output<typeof ByRoles>
    const roleNames = new Set(input.roleNames)
    const { users } = await organisations.at(db)
    const holders = [...users.values()].filter(({ roles }) => roles.some((role) => roleNames.has(role)))
    return shownPeople(db, caller, { ids: holders.map(({ id }) => id), enabled: enabledOnly(withDeparted(input, query)),
      limit: mostPeople })
  })
}
