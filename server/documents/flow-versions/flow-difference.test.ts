import { describe, expect, it } from 'vitest'
import { approve, type Block, defineFlow, exclusive, type FlowSettings } from '#kernel/flow.ts'
import { flowDifferences, mergedFlow, type ThreeFlows } from './flow-difference.ts'

const node = (id: string, more: Partial<Parameters<typeof approve>[2]> = {}): Block =>
  approve(id, { rule: 'fixed', people: [id] }, { cn: id, en: id, ...more })
const flow = (steps: readonly Block[], settings: Partial<FlowSettings> = {}) => defineFlow(steps, settings)
const base = flow([node('a'), node('b')])
const described = (flows: ThreeFlows) =>
  flowDifferences(flows).map(({ node: at, attribute, changedBy, isConflict }) =>
    `${at?.id ?? '-'}.${attribute} ${changedBy}${isConflict ? ' conflict' : ''}`
  )

describe('three versions of a flow', () => {
  it('differ in nothing where they are the same, whatever the order of their keys', () => {
    const stored = { settings: Object.fromEntries(Object.entries(base.settings).toReversed()) as unknown as FlowSettings,
      steps: base.steps }
    expect(described({ base, shipped: stored, own: base })).toEqual([])
  })

  it('are merged where each changes parts of its own', () => {
    const shipped = flow([node('a', { when: 'amount > 1' }), node('b'), node('c')], { urgeMinutes: 60 })
    const own = flow([node('a'), node('b', { mode: 'all' })], { overdueHours: 8 })
    expect(described({ base, shipped, own })).toEqual(['-.structure product', 'a.when product', 'b.mode company', 'c.node product',
      '-.urgeMinutes product', '-.overdueHours company'])
    expect(mergedFlow({ base, shipped, own })).toEqual(
      flow([node('a', { when: 'amount > 1' }), node('b', { mode: 'all' }), node('c')], { urgeMinutes: 60, overdueHours: 8 }),
    )
  })

  it('agree where both made the same change', () => {
    const same = flow([node('a', { mode: 'all' }), node('b')])
    expect(described({ base, shipped: same, own: same })).toEqual(['a.mode both'])
    expect(mergedFlow({ base, shipped: same, own: same })).toEqual(same)
  })

  it('are not merged where both changed the same part', () => {
    const [shipped, own] = [flow([node('a', { mode: 'all' }), node('b')]), flow([node('a', { mode: 'sequential' }), node('b')])]
    expect(described({ base, shipped, own })).toEqual(['a.mode both conflict'])
    expect(mergedFlow({ base, shipped, own })).toBeUndefined()
  })

  it('are not merged where the product dropped a node that the company changed', () => {
    const [shipped, own] = [flow([node('a')]), flow([node('a'), node('b', { mode: 'all' })])]
    expect(described({ base, shipped, own })).toEqual(['-.structure product', 'b.node both conflict'])
    expect(mergedFlow({ base, shipped, own })).toBeUndefined()
  })

  it('keep the order of a company that left the shipped one before', () => {
    const [shipped, own] = [flow([node('a'), node('b')], { urgeMinutes: 60 }),
      flow([exclusive('x', [{ when: 'amount > 1', steps: [node('a')] }], [node('b')])])]
    expect(mergedFlow({ base, shipped, own })).toEqual(flow(own.steps, { urgeMinutes: 60 }))
  })
})
