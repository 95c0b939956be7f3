import { describe, expect, it } from 'vitest'
import { defineFields, type Fields, integer, money, table, text } from '../../fields.ts'
import type { DeclaredFieldRole, Plugin } from '../../plugin.ts'
import { defineResource } from '../../resource.ts'
import { formWith, label, messagesOf, plugin, thing } from '../testing.ts'

declare module '../../fields/definition.ts' {
  interface FieldRoles {
    /** Roles of a made-up module. */
    odometer: true
    breakdowns: true
  }
}

const odometer: DeclaredFieldRole = { role: 'odometer', kinds: ['integer'], inRows: true }
const breakdowns: DeclaredFieldRole = { role: 'breakdowns', kinds: ['table'] }
const formOf = (fields: Fields) => formWith({ fields: { ...formWith({}).fields, ...fields } })

/** Findings of a form with these fields, in a module that declares both roles. */
const inModule = (fields: Fields) => messagesOf(plugin({ fieldRoles: [odometer, breakdowns], forms: [formOf(fields)] }))

describe('a role of fields that a module declares', () => {
  const mileage = defineFields({ mileage: integer({ ...label, as: 'odometer' }) })

  it('is given to fields of its kinds, in rows where it says so', () => {
    expect(inModule({ ...mileage, stops: table({ ...label, as: 'breakdowns', columns: mileage }) })).toEqual([])
    expect(inModule({ mileage: money({ ...label, as: 'odometer' }) })).toEqual([
      'form small › mileage › as: A field of the kind money cannot be odometer',
    ])
    expect(inModule({ stops: table({ ...label, columns: { mileage: text({ ...label, as: 'odometer' }) } }) })).toEqual([
      'form small › stops.mileage › as: A field of the kind text cannot be odometer',
    ])
    const headerOnly: DeclaredFieldRole = { role: 'odometer', kinds: ['integer'] }
    expect(messagesOf(plugin({ fieldRoles: [headerOnly], forms: [formOf({ stops: table({ ...label, columns: mileage }) })] }))).toEqual([
      'form small › stops.mileage › as: A column cannot be odometer',
    ])
  })

  it('is one field’s in a form', () => {
    expect(inModule({ ...mileage, other: integer({ ...label, as: 'odometer' }) })).toEqual([
      'form small › as: The role “odometer” is repeated',
    ])
  })

  it('is declared, for forms and for records', () => {
    const resource = defineResource({ ...thing, fields: { ...thing.fields, ...mileage } })
    const missing = 'as: There is no field role “odometer”'
    expect(messagesOf(plugin({ forms: [formOf({ stops: table({ ...label, columns: mileage }) })] }))).toEqual([`form small › ${missing}`])
    expect(messagesOf(plugin({ resources: [resource] }))).toEqual([`resource thing › ${missing}`])
    expect(messagesOf(plugin({ resources: [resource], fieldRoles: [odometer] }))).toEqual([])
  })

  it('is for the modules that require its own', () => {
    const cars = plugin({ fieldRoles: [odometer] })
    const trips = (requires: Plugin['requires']) =>
      plugin({ id: 'two', dictionaries: [], permissions: [], references: [], requires, forms: [formOf(mileage)] })
    expect(messagesOf(cars, trips(['one']))).toEqual([])
    expect(messagesOf(cars, trips([]))).toEqual(['requires: The field role “odometer” is of the plugin “one”, which is not named'])
  })

  it('has a name of its own, and kinds of fields', () => {
    const twice = plugin({ id: 'two', dictionaries: [], permissions: [], references: [], fieldRoles: [odometer] })
    expect(messagesOf(plugin({ fieldRoles: [odometer] }), twice)).toEqual([
      'field role odometer: The field role “odometer” is already declared in “one”',
    ])
    expect(messagesOf(plugin({ fieldRoles: [{ role: 'exchangeRate' as 'odometer', kinds: ['number'] }, { ...breakdowns, kinds: [] }] })))
      .toEqual([
        'fieldRole exchangeRate › role: “exchangeRate” is a field role of the framework',
        'fieldRole breakdowns › kinds: A role names the kinds of its fields',
      ])
  })

  it('is none of a switch, which marks its document', () => {
    const mark = { role: 'odometer' as never, ...label, tone: 'grey' } as const
    expect(messagesOf(plugin({ fieldRoles: [{ ...odometer, kinds: ['switch'] }], documentMarks: [mark] }))).toEqual([
      'fieldRole odometer › role: “odometer” is a mark of documents',
      'fieldRole odometer › kinds: The role of a switch is a mark of documents',
    ])
  })
})
