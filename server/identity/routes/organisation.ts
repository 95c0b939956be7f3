import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import { addressBook } from '../organisation/address-book.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { mostPeople, people } from '../organisation/people.ts'
import { mostUnits, units } from '../organisation/units.ts'

export interface OrganisationDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const ListInput = z.object({
  parentId: z.string().max(32).optional(),
  type: z.enum(['GROUP', 'ENTERPRISE', 'DEPARTMENT']).optional(),
  keyword: z.string().max(60).optional(),
  /** Disabled units too, for the names of old documents. */
  showDisabled: z.enum(['true', 'false']).optional(),
  _t: z.string().optional(),
})

/** 1: without disabled people, 2: only those, 3: both */
const BookInput = z.object({ showDeparture: z.enum(['1', '2', '3']).default('1'), _t: z.string().optional() })

/** Departments and the address book; open to every signed-in person. */
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
