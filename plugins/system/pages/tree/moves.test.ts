import { describe, expect, it } from 'vitest'
import { changesParent, dropOf, lineTo, type MovableNode, stepOf } from './moves.ts'

const node = (id: string, ...children: MovableNode[]): MovableNode => ({ id, children })
const tree = [node('a', node('b'), node('c', node('d')), node('e')), node('f')]

describe('a step', () => {
  it.each<[string, 'up' | 'down' | 'in' | 'out', object | undefined]>([
    ['c', 'up', { id: 'c', parentId: 'a', before: 'b' }],
    ['b', 'up', undefined],
    ['b', 'down', { id: 'b', parentId: 'a', before: 'e' }],
    ['c', 'down', { id: 'c', parentId: 'a', before: null }],
    ['e', 'down', undefined],
    ['c', 'in', { id: 'c', parentId: 'b', before: null }],
    ['d', 'in', undefined],
    ['d', 'out', { id: 'd', parentId: 'a', before: 'e' }],
    ['b', 'out', { id: 'b', parentId: null, before: 'f' }],
    ['f', 'out', undefined],
    ['nothing', 'up', undefined],
  ])('of %s %s', (id, direction, move) => expect(stepOf(tree, id, direction)).toEqual(move))
})

describe('a drop', () => {
  it.each<[string, string, -1 | 0 | 1, object | undefined]>([
    ['f', 'c', 0, { id: 'f', parentId: 'c', before: null }],
    ['f', 'c', -1, { id: 'f', parentId: 'a', before: 'c' }],
    ['f', 'c', 1, { id: 'f', parentId: 'a', before: 'e' }],
    ['b', 'c', 1, { id: 'b', parentId: 'a', before: 'e' }],
    ['b', 'e', 1, { id: 'b', parentId: 'a', before: null }],
    ['d', 'f', 1, { id: 'd', parentId: null, before: null }],
    ['d', 'd', 1, undefined],
  ])('of %s on %s (%i)', (id, target, offset, move) => expect(dropOf(tree, id, { id: target, offset })).toEqual(move))
})

it('tells an order from a new parent, and the way to an entry', () => {
  expect([changesParent(tree, { id: 'b', parentId: 'a', before: null }), changesParent(tree, { id: 'b', parentId: null, before: null })])
    .toEqual([false, true])
  expect([lineTo(tree, 'd'), lineTo(tree, 'nothing')]).toEqual([['a', 'c', 'd'], []])
})
