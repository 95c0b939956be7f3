import { describe, expect, it } from 'vitest'
import { createExtensionPoint } from '../extension-point.ts'
import { label, messagesOf, plugin } from './testing.ts'

interface Check {
  readonly key: string
  readonly cn: string
  readonly en: string
}

const checks = createExtensionPoint<Check>({ id: 'cars.checks', keyOf: ({ key }) => key,
  faultsOf: ({ en }) => (en === '' ? [{ cn: '缺少英文', en: 'It has no English name' }] : []) })
const owner = plugin({ id: 'cars', dictionaries: [], permissions: [], publishes: [checks] })
const fleet = (...items: Check[]) =>
  plugin({ id: 'fleet', requires: ['cars'], dictionaries: [], permissions: [], contributes: [checks.of(...items)] })

describe('contributions to an extension point', () => {
  it('are collected in the order of the modules', () => {
    const plugins = [owner, fleet({ key: 'b', ...label }, { key: 'a', ...label })]
    expect(messagesOf(...plugins)).toEqual([])
    expect(checks.in(plugins).map(({ key }) => key)).toEqual(['b', 'a'])
  })

  it('need a module that publishes the point', () => {
    const alone = plugin({ id: 'fleet', contributes: [checks.of({ key: 'a', ...label })] })
    expect(messagesOf(alone)).toEqual(['contributes › cars.checks: The extension point “cars.checks” is published by no module'])
  })

  it('need that module among those that the contributor requires', () => {
    const rude = plugin({ id: 'fleet', dictionaries: [], permissions: [], contributes: [checks.of({ key: 'a', ...label })] })
    expect(messagesOf(owner, rude)).toEqual(['requires: The extension point “cars.checks” is of the plugin “cars”, which is not named'])
  })

  it('have keys that occur once, and no faults of their own', () => {
    expect(messagesOf(owner, fleet({ key: 'a', ...label }, { key: 'a', ...label }))).toEqual([
      'contributes › cars.checks › a: “a” occurs twice at the extension point “cars.checks”',
      'contributes › cars.checks › a: “a” occurs twice at the extension point “cars.checks”',
    ])
    expect(messagesOf(owner, fleet({ key: 'a', cn: '甲', en: '' }))).toEqual(['contributes › cars.checks › a: It has no English name'])
  })

  it('go to points that are published once', () => {
    expect(messagesOf(owner, plugin({ id: 'two', dictionaries: [], permissions: [], publishes: [checks] }))).toEqual([
      'extension point cars.checks: The extension point “cars.checks” is already declared in “cars”',
    ])
  })
})
