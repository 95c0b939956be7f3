import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { mostPeople, people, type PersonAnswer } from '../organisation/people.ts'
import { mostUnits, units, type UnitAnswer } from '../organisation/units.ts'
import { listsByKey } from '../lists-by-key.ts'

export interface OrganisationDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const ListInput = z.object({
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

  app.get('/system/groups/list', { config, schema: { querystring: ListInput } }, async ({ query }) => {
    const { parentId, type, keyword, showDisabled } = query as z.output<typeof ListInput>
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
