import { beforeAll, expect, it } from 'vitest'
import { installKinds } from '#kernel/kinds/host-traits.ts'
import { contacts, email } from '#kernel/kinds/testing-email.ts'
import { defineFields } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { currencyFormat } from '#kernel/values/money.ts'
import { fieldInput } from '#server/documents/definitions/form-input.ts'
import { printedText, type PrintView, widthOf } from '#server/prints/sections.ts'
import { columnsOf } from '#server/resources/columns.ts'
import { cellValue } from './cells/cell-values.ts'
import { exampleCells } from './template/example.ts'
import { notesOf } from './template/template.ts'

const label = { cn: '邮箱', en: 'Email' }
const field = email({ ...label, max: 60, hint: { cn: '公司邮箱', en: 'At work' } })
const view: PrintView = { locale: 'en', facts: { reference: () => undefined, dict: () => null }, currency: currencyFormat('CNY'),
  fullAccounts: true }

beforeAll(() => installKinds(contacts.kinds))

it('is a text column of a record', () => {
  const people = defineResource({ name: 'contact', cn: '联系人', en: 'Contacts', base: '/contacts', path: '/contacts', table: 'contact',
    key: 'mail', scope: 'everyone', fields: defineFields({ workMail: field }), columns: ['workMail'], filters: ['workMail'],
    can: { view: 'contacts:contact:view' } as never })
  expect(columnsOf(people).get('workMail')).toMatchObject({ name: 'work_mail', type: 'text' })
})

it('is filled in by a template, which shows an example', () => {
  const column = { key: 'mail', field, required: true, ...label } as const
  expect(exampleCells([column], 'en', new Date(0))).toEqual(['name@example.com'])
  const find = (code: string) => code
  expect(notesOf({ columns: [column] }, { find, locale: 'en' })[1]).toEqual(['Email', 'imports.template.yes',
    'imports.template.text; At work'])
})

it('is read from a cell in its own way', () => {
  const resolve = (text: string) => text
  expect(cellValue({ kind: 'text', text: ' Wei＠Example.com ' } as never, field, resolve)).toBe('wei@example.com')
  expect(cellValue({ kind: 'text', text: '' } as never, field, resolve)).toBeNull()
})

it('is written to workbooks and papers as a text', () => {
  expect(kindOf(field).excelCell('wei@example.com', field, view)).toEqual({ value: 'wei@example.com', format: '@' })
  expect(printedText('mail', field, 'wei@example.com', view)).toBe('wei@example.com')
  expect(widthOf(field)).toBe(110)
})

it('is part of stored definitions', () => {
  expect(fieldInput.parse({ key: 'mail', ...field })).toEqual({ key: 'mail', ...field })
  expect(fieldInput.safeParse({ key: 'mail', ...field, precision: 2 }).success).toBe(false)
})
