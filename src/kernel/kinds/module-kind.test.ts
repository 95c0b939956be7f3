import { describe, expect, it } from 'vitest'
import { problems } from '../composition/problems.ts'
import { defineFields, text } from '../fields.ts'
import { approve, defineFlow, initiator } from '../flow.ts'
import { defineForm, type Form } from '../form.ts'
import { definePlugin, type Plugin } from '../plugin.ts'
import { columnType } from '../fields/list-columns.ts'
import { fieldsOf } from '../wording/describe.ts'
import { defineKind } from './module-kind.ts'
import { filterOf, installKinds } from './host-traits.ts'
import { kindOf } from './registry.ts'
import { fieldSchema } from './schema.ts'
import { contacts, email } from './testing-email.ts'

const label = { cn: '邮箱', en: 'Email' }

const form = (fields: Form['fields']): Form =>
  defineForm({ key: 'visit', path: '/visit', cn: '来访', en: 'Visit', prefix: 'LF', group: 'visits', icon: 'file', columns: ['mail'],
    fields: defineFields({ mail: email({ ...label, required: true }), ...fields }),
    flow: defineFlow([approve('head', initiator, { cn: '负责人', en: 'Head' })]) })

const visits = (fields: Form['fields'] = {}, requires: readonly string[] = ['contacts']): Plugin =>
  definePlugin({ id: 'visits', requires, forms: [form(fields)], formGroups: [{ id: 'visits', cn: '来访', en: 'Visits', sort: 1 }] })

const found = (plugins: readonly Plugin[]) => problems(plugins).map(({ where, message }) => `${where}: ${message}`)

describe('a kind that a module brings', () => {
  it('is declared and used', () => expect(found([contacts, visits()])).toEqual([]))

  it('is refused where its module is not in the product, or not required', () => {
    expect(found([visits({}, [])])).toEqual([expect.stringMatching(/^form visit › mail › kind: .*“email”/)])
    expect(found([contacts, visits({}, [])])).toEqual([
      expect.stringMatching(/^requires: The field kind “email” is of the plugin “contacts”/),
    ])
  })

  it('has a name of its own', () => {
    const twice = definePlugin({ id: 'other', kinds: contacts.kinds })
    expect(found([contacts, twice])).toContainEqual(expect.stringContaining('The field kind “email” is already declared in “contacts”'))
  })

  it('takes from its base what it does not say itself', () => {
    installKinds(contacts.kinds)
    const field = email({ ...label, max: 40 })
    expect(kindOf(field)).toMatchObject({ holds: 'text', ask: 'field.enter', isWritten: true, width: 190 })
    expect(kindOf(field).sqlType(field)).toBe('varchar(40)')
    expect(columnType(field)).toBe('text')
    expect(filterOf(field)).toBe('contains')
    expect(fieldsOf([{ key: 'mail', kind: 'email', ...label, max: 40 }])).toEqual({ mail: field })
  })

  it('checks what its base finds nothing wrong with', () => {
    installKinds(contacts.kinds)
    const codes = (value: unknown, field = email(label)) => fieldSchema(field).safeParse(value).error?.issues.map(({ message }) => message)
    expect(codes('a@b.cn')).toBeUndefined()
    expect(codes('')).toBeUndefined()
    expect(codes(null)).toBeUndefined()
    expect(codes('a@b')).toEqual(['contacts.email'])
    expect(codes('a@b', email({ ...label, max: 2 }))).toEqual(['field.tooLong'])
  })

  it('may differ from its base in what a value is', () => {
    const { meaning } = defineKind('email', { basedOn: 'integer', check: (value) => (value === 7 ? [{ code: 'x' }] : []) })
    expect(meaning).toMatchObject({ holds: 'integer', isFigure: true, example: '1' })
    expect(meaning.faults(7, { kind: 'integer', ...label })).toEqual([{ code: 'x' }])
  })
})

describe('a component of a field', () => {
  const named = (name: string) => text({ cn: '姓名', en: 'Name', components: { cell: name } })

  it('is one that a required module names', () => expect(found([contacts, visits({ name: named('initials') })])).toEqual([]))

  it('is refused where no module names it', () =>
    expect(found([contacts, visits({ name: named('monogram') })])).toEqual([expect.stringMatching(/name › components: .*“monogram”/)]))
})
