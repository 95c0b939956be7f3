import { configure, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { MovableTree } from './MovableTree.tsx'
import type { TreeMove, MovableNode } from './moves.ts'

configure({ asyncUtilTimeout: 15_000 })

interface TestNode extends MovableNode {
  readonly children: readonly TestNode[]
}
const node = (id: string, ...children: TestNode[]): TestNode => ({ id, children })
const nodes = [node('a', node('b'), node('c', node('d'))), node('e')]
const drawNode = ({ id }: TestNode) => <span>{`unit ${id}`}</span>

function Kept({ onMove }: { onMove?: (move: TreeMove) => void }) {
  const [selected, setSelected] = useState<string | undefined>('c')
  return (
    <MovableTree nodes={nodes} label="Units" selected={selected} isSearch={false} draw={drawNode} onSelect={setSelected} onMove={onMove} />
  )
}

/** Focuses the tree's input and returns it. */
const focused = () => {
  const input = document.querySelector<HTMLElement>('.oa-tree input')!
  input.focus()
  return input
}

describe('a tree that is moved in', () => {
  it.each<[string, TreeMove | undefined]>([
    ['ArrowUp', { id: 'c', parentId: 'a', before: 'b' }],
    ['ArrowDown', undefined],
    ['ArrowRight', { id: 'c', parentId: 'b', before: null }],
    ['ArrowLeft', { id: 'c', parentId: null, before: 'e' }],
  ])('moves what is selected with Alt and %s', (key, move) => {
    const onMove = vi.fn()
    render(<Kept onMove={onMove} />)
    fireEvent.keyDown(focused(), { key, altKey: true })
    expect(onMove.mock.calls).toEqual(move ? [[move]] : [])
  })

  it('moves the entry that the arrows have come to, not the selected one', () => {
    const onMove = vi.fn()
    render(<Kept onMove={onMove} />)
    // the tree reads the deprecated keyCode
    fireEvent.keyDown(focused(), { key: 'ArrowUp', keyCode: 38, which: 38 })
    fireEvent.keyDown(focused(), { key: 'ArrowUp', altKey: true })
    expect(onMove.mock.calls).toEqual([[{ id: 'e', parentId: null, before: 'a' }]])
  })

  it('leaves plain arrows to the tree, and moves nothing where nothing may be moved', () => {
    const onMove = vi.fn()
    const { unmount } = render(<Kept onMove={onMove} />)
    fireEvent.keyDown(focused(), { key: 'ArrowUp' })
    expect(onMove).not.toHaveBeenCalled()
    unmount()
    render(<Kept />)
    fireEvent.keyDown(focused(), { key: 'ArrowUp', altKey: true })
    expect(screen.getByText('unit c')).toBeInTheDocument()
  })

  it('shows the way to what is selected, and selects', async () => {
    const user = userEvent.setup()
    render(<Kept />)
    await user.click(screen.getByText('unit e'))
    expect(screen.getByText('unit e').closest('.ant-tree-node-selected')).not.toBeNull()
  })
})
