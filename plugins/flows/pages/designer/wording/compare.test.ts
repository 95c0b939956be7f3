import { expect, it } from 'vitest'
import { approve, defineFlow, exclusive, initiator, role } from '#kernel/flow.ts'
import { differencesOf } from './compare.ts'
import { change, changeBranch, changeSettings, insert, move, remove, whole } from '../drawing/tree.ts'

const step = (id: string) => approve(id, initiator, { cn: id, en: id })
const flow = defineFlow([step('a'), step('b'), exclusive('x', [{ when: 'n > 1', steps: [step('c')] }]), step('d')])
const kinds = (after: typeof flow) =>
  differencesOf(flow, after).map(({ kind, block, attribute }) => `${kind} ${block?.id ?? ''} ${attribute}`)

it.each<[string, typeof flow, readonly string[]]>([
  ['nothing', flow, []],
  ['a step that came', insert(flow, { ...whole, index: 1 }, step('n')), ['added n node']],
  ['a step that went', remove(flow, 'b'), ['removed b node']],
  ['a step that went elsewhere', move(flow, 'd', { fork: 'x', branch: 0, index: 0 }), ['moved d structure']],
  ['an attribute', change(flow, 'a', (block) => (block.block === 'approve' ? { ...block, by: role('x') } : block)), ['changed a by']],
  ['the condition of a branch', changeBranch(flow, 'x', 0, 'n > 2'), ['changed x branch']],
  ['a setting', changeSettings(flow, { urgeMinutes: 5 }), ['changed  urgeMinutes']],
])('names %s', (_, after, expected) => {
  expect(kinds(after)).toEqual(expected)
})

it('takes an attribute that is undefined for one that is absent, and the order of keys for no difference', () => {
  const after = change(flow, 'a', (block) => (block.block === 'approve'
    ? { mode: block.mode, by: block.by, en: block.en, cn: block.cn, block: 'approve', id: 'a', when: undefined }
    : block))
  expect(kinds(after)).toEqual([])
})
