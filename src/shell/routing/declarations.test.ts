import { describe, expect, it } from 'vitest'
import { createExtensionPoint } from '#kernel/extension-point.ts'
import { defineForm } from '#kernel/form.ts'
import { defineFlow } from '#kernel/flow.ts'
import { text } from '#kernel/fields.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { defineResource } from '#kernel/resource.ts'
import { sourceOf } from './declaration-source.ts'
import { declarationsOf } from './declarations.ts'
import { tabKeyOf } from './routes-context.ts'

const form = (key: string, path: string, detailPath?: string) =>
  defineForm({ key, path, ...(detailPath && { detailPath }), cn: '甲', en: key, prefix: 'A', group: 'a', icon: 'file', fields: {},
    flow: defineFlow([]) })

const shelf = defineResource({
  name: 'shelf',
  cn: '书架',
  en: 'Shelf',
  base: '/made',
  path: '/shelves',
  table: 'shelf',
  key: 'code',
  fields: { code: text({ cn: '代码', en: 'Code' }) },
  columns: ['code'],
  can: { view: 'made:shelf:view' },
  scope: 'everyone',
})

const { at, nameAt, form: formOf } = declarationsOf(sourceOf([
  definePlugin({ id: 'made', resources: [shelf],
    forms: [form('leave', '/leave'), form('parcel', '/parcel', '/odd-parcel-page'), form('incoming', '/incoming', '/incoming')] }),
]))

describe('an address', () => {
  it('finds entry, detail and master data', () => {
    expect(at('/leave')).toMatchObject({ kind: 'form', form: { key: 'leave' } })
    expect(at('/leave-detail')).toMatchObject({ kind: 'detail', form: { key: 'leave' } })
    expect(at('/odd-parcel-page')).toMatchObject({ kind: 'detail', form: { key: 'parcel' } })
    expect(at('/shelves')).toMatchObject({ kind: 'resource' })
    expect(nameAt('/shelves')?.en).toBe('Shelf')
    expect(formOf('leave')?.path).toBe('/leave')
  })

  it.each([
    ['/leaveDetail', '/leave-detail'],
    ['/leaveEdit', '/leave'],
    ['/parcelDetail', '/odd-parcel-page'],
    ['/parcel-detail', '/odd-parcel-page'],
  ])('%s leads to %s', (alias, path) => {
    expect(at(alias)).toEqual({ kind: 'alias', path })
    expect(nameAt(alias)).toBeUndefined()
  })

  it('is a document where a type has no entry page', () => {
    expect(at('/incoming')).toMatchObject({ kind: 'detail' })
  })

  it('is unknown otherwise', () => {
    expect(at('/nowhere')).toBeUndefined()
  })
})

it('items of an extension point are loaded by their keys, and all in the order of the modules', async () => {
  const checks = createExtensionPoint<{ readonly key: string }>({ id: 'made.checks', keyOf: ({ key }) => key })
  const contributed = (id: string, key: string) => definePlugin({ id, contributes: [checks.of({ key })] })
  const { loadContribution, loadContributions } = declarationsOf(
    sourceOf([definePlugin({ id: 'made', publishes: [checks] }), contributed('two', 'tyres'), contributed('one', 'brakes')]),
  )
  expect(await loadContribution(checks, 'brakes')).toEqual({ key: 'brakes' })
  expect(await loadContributions(checks)).toEqual([{ key: 'tyres' }, { key: 'brakes' }])
  expect(loadContributions(checks)).toBe(loadContributions(checks))
  await expect(loadContribution(checks, 'lights')).rejects.toThrow('made.checks lights')
})

describe('the tab of an address', () => {
  const pages = [{ path: '/todo', tab: 'lists' }, { path: '/handled', tab: 'lists' }, { path: '/notes' }].map((page) => ({ ...page,
    title: { cn: '', en: '' }, component: () => null })
  )
  const key = (pathname: string, search = '') => tabKeyOf(pages, { pathname, search })

  it('is shared by pages that say so', () => {
    expect(key('/todo', '?keyword=x')).toBe('lists')
    expect(key('/handled')).toBe('lists')
  })

  it('is one per document and one per page, whatever else the query says', () => {
    expect(key('/leave-detail', '?procInstId=1&title=a')).toBe('/leave-detail?procInstId=1')
    expect(key('/leave-detail', '?procInstId=2')).not.toBe(key('/leave-detail', '?procInstId=1'))
    expect(key('/notes', '?current=2')).toBe('/notes')
  })
})
