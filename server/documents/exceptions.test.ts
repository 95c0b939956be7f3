import { expect, it } from 'vitest'
import { defineFields, money, table, text } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentException, DocumentExtension } from '#server/extensions/document-extension.ts'
import { exceptionsOf, exceptionsOnPage, refuseUnseen } from './exceptions.ts'
import { formNamed } from './testing-company.ts'
import type { DocumentHost } from './host.ts'

const fields = defineFields({
  items: table({ cn: '明细', en: 'Items',
    columns: { no: text({ cn: '号码', en: 'Number' }), amount: money({ cn: '金额', en: 'Amount' }) } }),
})
const form = { ...formNamed('plain'), fields }
const document = (id: string) => ({ id, form, value: {} })

const asked: string[][] = []
const answering = (exceptions: readonly DocumentException[]): DocumentExtension => ({
  async exceptions({ documents }) {
    asked.push(documents.map(({ id }) => id))
    return new Map([['two', exceptions]])
  },
})
const late = { code: 'late', order: 40, field: 'items.no', row: { id: 'r2', place: 2 }, explanation: ' on leave ' } as const
const foreign = { code: 'foreign', detail: 'foreign.detail', params: { read: 'ACME' }, order: 10, field: 'items.no',
  reads: ['items.amount'], row: { id: 'r3', place: 3 } } as const
const host = (...extensions: DocumentExtension[]) =>
  ({ extensions, plugins: [], references: { source: () => undefined } }) as unknown as DocumentHost
const found = async () => {
  const all = await exceptionsOf({ host: host(answering([late, late]), answering([foreign])), db: {} as Db }, [document('one'),
    document('two')])
  return all.get('two') ?? []
}

it('are asked of each module once for all documents, the gravest first, each under a key of its own', async () => {
  asked.length = 0
  const exceptions = await found()
  expect(asked).toEqual([['one', 'two'], ['one', 'two']])
  expect(exceptions.map(({ code }) => code)).toEqual(['foreign', 'late', 'late'])
  expect(new Set(exceptions.map(({ key }) => key)).size).toBe(3)
  expect((await found()).map(({ key }) => key)).toEqual(exceptions.map(({ key }) => key))
})

it('say to a reader without a right to one of their fields only that they are there, under the same key', async () => {
  const exceptions = await found()
  const shown = exceptionsOnPage(exceptions, { access: (path) => (path === 'items.amount' ? 'hidden' : 'full'),
    find: (code, blanks) => `${code} ${blanks?.['place']}` })
  expect(shown[0]).toMatchObject({ key: exceptions[0]?.key, text: { cn: 'documents.exceptionConcealed undefined' }, detail: null,
    explanation: null })
  expect(shown[1]).toMatchObject({ text: { cn: 'late 2', en: 'late 2' }, explanation: 'on leave' })
})

it('refuse a pass that leaves one of them out', async () => {
  const exceptions = await found()
  const keys = exceptions.map(({ key }) => key)
  expect(() => refuseUnseen(exceptions, keys)).not.toThrow()
  expect(() => refuseUnseen(exceptions, keys.slice(1))).toThrow('documents.exceptionsUnseen')
})
