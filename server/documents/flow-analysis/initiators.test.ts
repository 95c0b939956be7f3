import { expect, it } from 'vitest'
import { defineFields, department, money, select } from '#kernel/fields.ts'
import { approve, defineFlow, departmentHead, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { waysThrough } from '#kernel/flow-analysis/ways.ts'
import type { Department, Directory, Person } from '#approval/directory.ts'
import { company } from '#approval/testing.ts'
import { initiatorsOf, organisationFindings, scopeValuesOf } from './current-organisation.ts'

const label = { cn: '节点', en: 'Node' }
const departments = 100
const employees = 5000
const fields = defineFields({ applicantDept: department({ cn: '部门', en: 'Department', required: true }),
  amount: money({ cn: '金额', en: 'Amount', required: true }) })
const flow = defineFlow([
  approve('head', departmentHead('applicantDept'), label),
  approve('boss', role('boss'), { ...label, when: 'amount > 100' }),
])
const form = defineForm({ key: 'small', ...label, path: '/small', prefix: 'XS', group: 'g', icon: 'i', fields, flow })

/** Creates departments of fifty people, the first of them the head; the last department has no head. */
function large(): { directory: Directory; people: readonly Person[] } {
  const people: Record<string, Partial<Person>> = { boss: { roles: ['boss'], departments: ['d0'] } }
  const units: Record<string, Partial<Department>> = { plant: { type: 'enterprise', head: 'boss' } }
  for (let index = 0; index < employees; index += 1) people[`p${index}`] = { departments: [`d${index % departments}`] }
  for (let index = 0; index < departments; index += 1)
    units[`d${index}`] = { parent: 'plant', head: index < departments - 1 ? `p${index}` : undefined }
  const { department: unit } = company({}, units)
  const members = new Map(Object.entries(people).map(([id, words]) => [id, company({ [id]: words }, {}).person(id)] as const))
  const boss = members.get('boss')
  const directory: Directory = { department: unit, person: (id) => members.get(id),
    holders: (key) => (key === 'boss' && boss ? [boss] : []), substitute: () => undefined, owners: () => undefined }
  return { directory, people: [...members.values()].flatMap((person) => person ?? []) }
}

it('five thousand people are a few hundred sets, and everyone is in one', () => {
  const { directory, people } = large()
  const sets = initiatorsOf(flow, directory, people)
  expect(sets.length).toBeLessThan(300)
  expect(sets.reduce((sum, { alike }) => sum + alike, 0)).toBe(employees + 1)
})

it('who has several departments files for each of them; who has none is asked too', () => {
  const directory = company({ li: { departments: ['a', 'b'] }, zhao: { departments: ['a'] }, free: {} }, { a: {}, b: {} })
  const people = ['li', 'zhao', 'free'].flatMap((id) => directory.person(id) ?? [])
  expect(initiatorsOf(flow, directory, people).map(({ person, department: unit, alike }) => [person.id, unit, alike])).toEqual([['li', 'a',
    2], ['li', 'b', 1], ['free', undefined, 1]])
})

it('holders of a role are one set in each department, except for those who stand in for somebody or are stood in for', () => {
  const accountants = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, { roles: ['boss'], departments: ['a'] }]))
  const directory = { ...company({ ...accountants, li: { departments: ['a'] } }, { a: {} }),
    substitute: (id: string) => (id === 'a7' ? 'a8' : undefined) }
  const people = [...Object.keys(accountants), 'li'].flatMap((id) => directory.person(id) ?? [])
  expect(initiatorsOf(flow, directory, people).map(({ person, alike }) => [person.id, alike])).toEqual([['a0', 198], ['a7', 1], ['a8', 1], [
    'li',
    1,
  ]])
})

it('trials that take longer than they may end with a warning that says how far they came', () => {
  const { directory, people } = large()
  const ways = waysThrough(flow, { fields, dictionaries: () => undefined })
  const found = organisationFindings({ form, flow, ways, directory, people, at: new Date('2026-11-20T02:00:00Z'), timeout: -1 })
  expect(found).toEqual([
    expect.objectContaining({ level: 'warning',
      text: expect.objectContaining({ en: expect.stringMatching(/^Only 0 of \d+ kinds/) as string }) as object }),
  ])
})

it('the people of the one department without a head are found, and the one boss for whom there is no other', () => {
  const { directory, people } = large()
  const ways = waysThrough(flow, { fields, dictionaries: () => undefined })
  expect(ways.map(({ nodes }) => nodes)).toEqual([['head', 'boss'], ['head']])
  const found = organisationFindings({ form, flow, ways, directory, people, at: new Date('2026-11-20T02:00:00Z') })
  expect(found.map(({ node, counterexample }) => `${node}: ${counterexample?.en}`)).toEqual(['boss: Initiator = boss; Amount = 100.01',
    'head: Initiator = p99 (and 49 more); Amount = 100.01'])
  expect(found.at(-1)).toEqual({
    where: 'head',
    node: 'head',
    text: { cn: '没有总监或分管副总审批人，请联系管理员', en: 'No director or deputy approver, contact the administrator' },
    counterexample: { cn: '发起人 = p99（另有49人）；金额 = 100.01', en: 'Initiator = p99 (and 49 more); Amount = 100.01' },
  })
})

it('a value of a role scope for which nobody is responsible is found by its name, and so is a scope without members', () => {
  const scoped = defineFlow([approve('keeper', role('warehouse', { by: 'factory', of: 'factoryCode' }), label)])
  const stock = { ...form, flow: scoped, fields: { ...fields, factoryCode: select({ ...label, dict: 'factory' }) } }
  const found = (roleScopes: Person['roleScopes'], choices: readonly { value: string; disabled?: boolean }[] | undefined,
    scopeRecords?: Parameters<typeof scopeValuesOf>[0]['scopeRecords']) => {
    const directory = company({ li: { departments: ['a'] }, zhao: { departments: ['a'], roles: ['warehouse'], roleScopes } }, { a: {} })
    const people = ['li', 'zhao'].flatMap((id) => directory.person(id) ?? [])
    const scopeValues = scopeValuesOf({ flow: scoped,
      roleScopes: [{ key: 'factory', ...label, ...(choices ? { dict: 'factory' } : { to: 'factory' }) } as never],
      dictionaries: new Map(choices && [['factory', choices]]), ...(scopeRecords && { scopeRecords }) }, people)
    return organisationFindings({ form: stock, flow: scoped,
      ways: waysThrough(scoped, { fields: stock.fields, dictionaries: () => undefined }), directory, people: people.slice(0, 1),
      at: new Date('2026-11-20T02:00:00Z'), scopeValues }).map((
        { text, level = 'error' },
      ) => (level === 'error' ? text.en : `${level}: ${text.en}`))
  }
  const factories = [{ value: '1000' }, { value: '1200' }, { value: '1300', disabled: true }]
  expect(found({ warehouse: { factory: ['1000'] } }, factories)).toEqual([
    'No member of role warehouse is responsible for 1200, contact the administrator',
  ])
  expect(found({ warehouse: { factory: ['*'] } }, factories)).toEqual([])
  expect(found({ warehouse: { factory: ['W1'] } }, undefined)).toEqual([])
  const plants = new Map([['factory', [{ value: 'W1', name: '苏州/Suzhou' }, { value: 'W2', name: '越南/Vietnam' }]]])
  expect(found({ warehouse: { factory: ['W1'] } }, undefined, plants)).toEqual([
    'warning: No member of role warehouse is responsible for Vietnam, contact the administrator',
  ])
  expect(found({}, undefined)).toEqual([expect.stringMatching('responsible for')])
})

it('a value of a dictionary that is named like a record stays an error: the scope decides, not the name', () => {
  const scoped = defineFlow([approve('clerk', role('clerk', { by: 'region', of: 'region' }), label),
    approve('keeper', role('warehouse', { by: 'plant', of: 'plant' }), label)])
  const fields = defineFields({ region: select({ ...label, dict: 'region' }), plant: select({ ...label, dict: 'plant' }) })
  const directory = company({ li: { departments: ['a'] } }, { a: {} })
  const people = [directory.person('li')!]
  const scopeValues = scopeValuesOf({ flow: scoped,
    roleScopes: [{ key: 'region', ...label, dict: 'region' }, { key: 'plant', ...label, to: 'plant' }] as never,
    dictionaries: new Map([['region', [{ value: 'North' }]]]), scopeRecords: new Map([['plant', [{ value: 'W1', name: 'North' }]]]) },
    people)
  const found = organisationFindings({ form: { ...form, flow: scoped, fields }, flow: scoped,
    ways: waysThrough(scoped, { fields, dictionaries: () => undefined }), directory, people, at: new Date('2026-11-20T02:00:00Z'),
    scopeValues })
  expect(found.map(({ node, level = 'error' }) => `${node}: ${level}`)).toEqual(['clerk: error', 'keeper: warning'])
})
