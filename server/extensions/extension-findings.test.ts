import { describe, expect, it } from 'vitest'
import { formWith, plugin } from '#kernel/composition/testing.ts'
import { actsOn, type DocumentExtension } from './document-extension.ts'
import { extensionProblems } from './extension-findings.ts'

const form = formWith({ key: 'madeUp' })
const own = plugin({ id: 'visits', forms: [form] })
const other = (requires: readonly string[] = []) => plugin({ id: 'cars', dictionaries: [], requires })
const acting = (id: string, concerns: DocumentExtension['concerns']) => ({ id, extensions: [{ ...(concerns && { concerns }) }] })
const messagesOf = (...input: Parameters<typeof extensionProblems>) =>
  extensionProblems(...input).map(({ plugin: id, where, message }) => `${id}: ${where}: ${message}`)

describe('forms that extensions name', () => {
  it('are those of their module or of one that it requires', () => {
    expect(messagesOf([own, other(['visits'])], [acting('visits', ['madeUp']), acting('cars', ['madeUp'])])).toEqual([])
  })

  it('exist: a mistyped one would never be acted on', () => {
    expect(messagesOf([own], [acting('visits', ['madeU', 'madeUp'])])).toEqual([
      'visits: extensions › concerns: There is no form “madeU”',
    ])
  })

  it('are not of a module that may be taken out', () => {
    expect(messagesOf([own, other()], [acting('cars', ['madeUp'])])).toEqual([
      'cars: requires: The form “madeUp” is of the plugin “visits”, which is not named',
    ])
  })

  it('need not be named: a function or nothing goes by the form', () => {
    expect(messagesOf([own, other()], [acting('cars', ({ fields }) => 'plate' in fields), acting('cars', undefined), { id: 'cars' }]))
      .toEqual([])
  })
})

it('an extension acts on the forms that it names, on those that its function admits, or on all', () => {
  const concerns: readonly (readonly [DocumentExtension['concerns'], boolean])[] = [[['madeUp'], true], [['anotherForm'], false], [
    ({ key }) => key.startsWith('made'),
    true,
  ], [({ fields }) => 'plate' in fields, false], [undefined, true]]
  expect(concerns.map(([concern]) => actsOn({ ...(concern && { concerns: concern }) }, form))).toEqual(concerns.map(([, acts]) => acts))
})
