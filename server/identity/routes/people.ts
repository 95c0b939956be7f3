import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Organisations } from '../organisation/organisation.ts'
import type { Caller } from '../caller.ts'
import { mostPeople, type PeopleQuery, people, type PersonAnswer } from '../organisation/people.ts'

export interface PeopleDependencies {
  readonly db: Db
  readonly organisations: Organisations
}

const yes = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
const ids = z.array(z.string().max(32)).max(1_000)
const ListInput = z.object({
  keyword: z.string().max(60).optional(),
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
  app.get('/system/users/list', { config: { access: signedIn, resource: 'user' }, schema: { querystring: ListInput } },
    async ({ query, caller }) => {
      const { keyword, groupId, enable, current, size } = query as z.output<typeof ListInput>
      return shownPeople(db, caller, { keyword, groups: groupId === undefined ? undefined : [groupId], enabled: enable && enable === '1',
        limit: size, offset: (current - 1) * size })
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
