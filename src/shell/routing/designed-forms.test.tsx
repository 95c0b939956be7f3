import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { createExtensionPoint } from '#kernel/extension-point.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { describeForm } from '#kernel/wording/describe.ts'
import type { Http } from '#providers/http.ts'
import { startTexts } from '#providers/i18n.ts'
import { sourceOf } from './declaration-source.ts'
import { declarationsSoFar, loadDeclarations, onDeclarations, putDesigned } from './declarations.ts'
import { readDesigned } from './designed-forms.ts'

const formOf = (key: string, path: string, cn: string) =>
  defineForm({ key, path, cn, en: cn, prefix: 'AA', group: 'a', icon: 'file', fields: { place: text({ cn: '地点', en: 'Place' }) },
    flow: defineFlow([]) })
const checks = createExtensionPoint<{ readonly key: string }>({ id: 'made.checks', keyOf: ({ key }) => key })
const shipped = formOf('leave', '/leave', '请假')

beforeAll(() => startTexts([], 'cn'))

/** A backend with one designed form of this name. */
const backend = (cn: string, hash: string) => {
  const outing = formOf('dynamicForm:outing', '/dynamic-form-outing', cn)
  const rooms = { name: 'registerRooms', cn: '会议室', en: 'Rooms', base: '/registerservice', calls: 'rooms', path: '/register-rooms',
    can: {} }
  const answers = new Map<string, unknown>([['/workflow/declarations', { forms: [{ ...outing, plugin: 'company', hash }],
    resources: [{ ...rooms, plugin: 'company', hash }], references: ['registerRooms'], requires: { company: ['made'] },
    contributions: [{ point: checks.id, key: 'outing', hash }] }], [
    '/workflow/declarations/resource/registerRooms',
    { ...rooms, cn },
  ], [`/workflow/declarations/contribution/${checks.id}/outing`, { key: 'outing', cn }], [
    `/workflow/form/${encodeURIComponent(outing.key)}`,
    describeForm(outing),
  ]])
  return { get: async (path: string) => answers.get(path) } as unknown as Http
}

it('has the forms of the company among the built ones, and those of a new version once it is read', async () => {
  onTestFinished(() => putDesigned((_, built) => built))
  const config = { brand: shipped, pages: [],
    declarations: async () =>
      sourceOf([definePlugin({ id: 'made', forms: [shipped], publishes: [checks], contributes: [checks.of({ key: 'brakes' })] })]) }
  const built = await loadDeclarations(config)
  const loaded = built.loadForm(built.form('leave')!)
  let changes = 0
  const stop = onDeclarations(() => (changes += 1))

  await readDesigned(backend('外出', '1'))
  const declarations = await loadDeclarations(config)
  expect([changes, declarationsSoFar()?.nameAt('/dynamic-form-outing'), declarations.nameAt('/leave')]).toMatchObject([1, { cn: '外出' }, {
    cn: '请假',
  }])
  const place = declarations.form('dynamicForm:outing')!
  expect(await declarations.loadForm(place)).toMatchObject({ key: 'dynamicForm:outing', fields: { place: { kind: 'text' } } })
  // an open page keeps its form
  expect(declarations.loadForm(declarations.form('leave')!)).toBe(loaded)

  expect([declarations.at('/register-rooms')?.kind, declarations.references]).toEqual(['resource', ['registerRooms']])
  const register = declarations.resources.find(({ name }) => name === 'registerRooms')!
  expect(await declarations.loadResource(register)).toMatchObject({ name: 'registerRooms', cn: '外出' })

  expect(await built.loadContributions(checks)).toEqual([{ key: 'brakes' }])
  expect(await declarations.loadContributions(checks)).toEqual([{ key: 'brakes' }, { key: 'outing', cn: '外出' }])
  expect(declarations.loadContribution(checks, 'brakes')).toBe(built.loadContribution(checks, 'brakes'))
  const item = declarations.loadContribution(checks, 'outing')

  await readDesigned(backend('外出登记', '1'))
  const same = await loadDeclarations(config)
  expect(same.loadForm(same.form('dynamicForm:outing')!)).toBe(declarations.loadForm(place))
  expect(same.loadContribution(checks, 'outing')).toBe(item)
  await readDesigned(backend('外出登记', '2'))
  const next = await loadDeclarations(config)
  expect(await next.loadForm(next.form('dynamicForm:outing')!)).toMatchObject({ cn: '外出登记' })
  expect(await next.loadContribution(checks, 'outing')).toMatchObject({ cn: '外出登记' })
  stop()
})
