import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FlowView } from '#kernel/flow/flow-version.ts'
import type { Starters } from '#kernel/flow/starters.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { approvalProduct } from '../testing-company.ts'

let company: Awaited<ReturnType<typeof approvalProduct>>
beforeAll(async () => {
  company = await approvalProduct()
  await roles(company.product.database.db).grant('workflowAdmin', ['workflow:instance:admin'])
})
afterAll(() => company?.product.close())

const as = (who: string) => company.product.as(who, 'en_US')
const view = async () => (await as('flows').get<FlowView>('/workflow/def/direct')).data

/** Allows only these people to start documents of the form `direct`. */
async function allow(some: Partial<Starters>) {
  const { current, settings } = await view()
  return as('flows').put<{ fields: readonly { name: string }[] }>('/workflow/def/direct', { current, nodes: {},
    settings: { ...settings, starters: { departments: [], roles: [], people: [], ...some } } })
}

/** The answers to all ways of creating a document: filing, calculating, the fields of its start; and whether menus and buttons offer it. */
async function ways(who: string) {
  const [filed, calculated, fields, home, processes, authority] = [
    await as(who).post('/oaserver/direct/apply', { business: { title: 'x' } }),
    await as(who).post('/oaserver/direct/calculate', { parameters: { title: 'x' } }),
    await as(who).get('/workflow/startNodeForm?businessType=direct'),
    await as(who).get<readonly { items: readonly { key: string }[] }[]>('/workflow/getHomeFunction'),
    await as(who).get<readonly { key: string; startable: boolean }[]>('/workflow/process/list'),
    await as(who).get<{ formMateData: { canStart: boolean } }>('/workflow/queryStartFormAuthority?businessType=direct'),
  ]
  return { codes: [filed.code, calculated.code, fields.code], isOffered: [
    home.data.flatMap(({ items }) => items).some(({ key }) => key === 'direct'),
    processes.data.find(({ key }) => key === 'direct')?.startable,
    authority.data.formMateData.canStart,
  ] }
}

const open = { codes: [200, 200, 200], isOffered: [true, true, true] }
const closed = { codes: [403, 403, 403], isOffered: [false, false, false] }

it('everybody who holds the right starts documents, until an administrator of flows says who', async () => {
  expect((await view()).settings.starters).toBeUndefined()
  expect(await ways('wang')).toEqual(open)
  expect((await allow({ people: ['anna'] })).code).toBe(200)
  expect([await ways('wang'), await ways('anna')]).toEqual([closed, open])
  expect((await as('wang').post('/oaserver/direct/apply', { business: { title: 'x' } })).msg).toBe(
    'You can’t start this form. Ask an administrator if you need to',
  )
  expect(await view()).toMatchObject({ version: 2, by: { id: 'flows' }, settings: { starters: { people: ['anna'] } },
    names: { anna: 'anna中/anna' }, history: [{ choice: 'publish' }] })
})

it('they are the members of a role, and the people of a department or of one below it', async () => {
  await allow({ roles: ['oaAdmin'] })
  expect([await ways('wang'), await ways('voider')]).toEqual([closed, open])
  await allow({ departments: ['plant'] })
  expect([await ways('wang'), await ways('stranger')]).toEqual([open, closed])
  await allow({ departments: ['office'], roles: ['oaAdmin'] })
  expect([await ways('wang'), await ways('stranger'), await ways('voider')]).toEqual([closed, open, open])
})

it('who has started a document files it again, whoever may start new ones by now', async () => {
  await allow({ people: ['wang'] })
  const id = await company.on.file('direct')
  await company.on.do('v2/back', id, 'head', { desNodeId: 'start', comment: 'again' })
  await allow({ people: ['anna'] })
  const again = { business: { title: 'y' }, operate: 'edit', businessKey: id }
  expect((await as('wang').post('/oaserver/direct/calculate', { businessKey: id, parameters: { title: 'y' } })).code).toBe(200)
  expect((await as('wang').post('/oaserver/direct/apply', again)).code).toBe(200)
})

it('nobody who is not there is added, who was there before may stay, and without any of them it is everybody again', async () => {
  expect(await allow({ people: ['anna', 'nobody'], roles: ['approver'] })).toMatchObject({ code: 42009,
    data: { fields: [{ name: 'starters.roles' }, { name: 'starters.people' }] } })
  expect((await allow({ people: ['gone'] })).code).toBe(42009)
  await allow({ people: ['bob', 'anna'] })
  await company.product.database.db.updateTable('sys_user').set({ enable: false }).where('id', '=', 'bob').execute()
  expect((await allow({ people: ['bob', 'anna', 'carl'] })).code).toBe(200)
  expect((await allow({})).code).toBe(200)
  expect(await view()).toMatchObject({ by: null, version: 1 })
  expect(await ways('wang')).toEqual(open)
})
