import { expect, it } from 'vitest'
import { differences } from './differences.ts'
import { readDirectory } from './scim.ts'

const url = 'https://directory.example/scim'

/** A server of these users whose answers are built by `page` from a part of them. */
function directory(users: readonly object[], page: (part: readonly object[], total: number) => object) {
  const asked: string[] = []
  const ask = async ({ url: address }: { readonly url: URL }) => {
    const from = Number(address.searchParams.get('startIndex'))
    if (address.pathname.endsWith('/Users')) asked.push(String(from))
    const all = address.pathname.endsWith('/Users') ? users : []
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(page(all.slice(from - 1, from + 99), all.length))) }
  }
  return { asked, read: () => readDirectory({ url, token: 'x', ask: ask as never }) }
}

const counted = (part: readonly object[], total: number) => ({ totalResults: total, Resources: part })
const people = (count: number) => Array.from({ length: count }, (_, number) => ({ id: `p${number}`, userName: `user${number}` }))
const one = async (user: object) => (await directory([{ id: '1', userName: 'wang', ...user }], counted).read()).people[0]

it.each([
  ['counts all', counted, 250, ['1', '101', '201']],
  ['counts the page', (part: readonly object[]) => ({ totalResults: part.length, Resources: part }), 250, ['1', '101', '201', '251']],
  ['says a hundred of each page', (part: readonly object[]) => ({ totalResults: part.length > 0 ? 100 : 0, Resources: part }), 250, ['1',
    '101', '201', '251']],
  ['counts in words and leaves an empty list out',
    (part: readonly object[]) => ({ totalResults: String(part.length), Resources: part.length > 0 ? part : null }), 200, ['1', '101',
    '201']],
  ['counts nothing', (part: readonly object[]) => ({ Resources: part }), 120, ['1', '101', '121']],
] as const)('everybody is read of a server that %s', async (_, page, count, asked) => {
  const server = directory(people(count), page)
  expect((await server.read()).people).toHaveLength(count)
  expect(server.asked).toEqual(asked)
})

it('takes texts and numbers for what they say, and leaves out the record that says nothing, by its name', async () => {
  const users = [{ id: 17, userName: 'wang', active: 'True', emails: [{ value: 'a@x.cn' }, { value: 'b@x.cn', primary: 'true' }] }, {
    id: 'gone',
    userName: 'li',
    active: 'false',
  }, { id: 'odd', userName: '', displayName: '张三' }, { id: 'bad', userName: 'z', active: 'maybe' }]
  const { people: read, unreadable } = await directory(users, counted).read()
  expect(read).toMatchObject([{ id: '17', active: true, email: 'b@x.cn' }, { id: 'gone', active: false }])
  expect(unreadable).toEqual([{ outerId: 'odd', userName: '', name: '张三' }, { outerId: 'bad', userName: 'z', name: 'z' }])
})

it('keeps whom an unreadable record is about as they are, and everybody where it could be anybody', () => {
  const mine = { id: 'm', userName: 'zhang', name: '张三', email: null, phone: null, jobNumber: null, position: null, positionLevel: null,
    enabled: true, admin: false, deleted: false, outerId: 'odd', outerActive: true, departments: [] }
  const changed = (outerId: string) =>
    differences({ people: [mine, { ...mine, id: 'n', userName: 'left', outerId: 'left' }], units: [], levels: new Map() }, { people: [],
      units: [], unreadable: [{ outerId, userName: '', name: '' }] })
  expect(changed('odd').people.map(({ id }) => id)).toEqual(['n'])
  expect(changed('odd').failed).toMatchObject([{ outerId: 'odd', name: '张三', code: 'directory.unreadable' }])
  expect(changed('').people).toEqual([])
})

it.each([
  [{ familyName: '王', givenName: '伟' }, '王伟'],
  [{ familyName: '欧阳', givenName: '娜娜' }, '欧阳娜娜'],
  [{ familyName: 'Nguyen', middleName: 'Van', givenName: 'An' }, 'Nguyen Van An'],
  [{ familyName: 'Lê', middleName: 'Thị', givenName: 'Hoa' }, 'Lê Thị Hoa'],
  [{ familyName: 'Smith', givenName: 'Mary' }, 'Mary Smith'],
  [{ familyName: 'Müller', givenName: 'Jörg' }, 'Jörg Müller'],
  [{ formatted: '伟 王', familyName: '王', givenName: '伟' }, '伟 王'],
])('%j is called %s', async (name, called) => expect((await one({ name }))?.name).toBe(called))

it.each([['008613812345678'], ['+86 138-1234-5678'], ['tel:8613812345678'], ['138.1234.5678']])('the number %s is kept',
  async (value) => expect((await one({ phoneNumbers: [{ value }] }))?.phone).toBe('13812345678'))
