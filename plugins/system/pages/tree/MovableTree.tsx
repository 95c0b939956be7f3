import { Tree } from 'antd'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { type Direction, dropOf, lineTo, type TreeMove, type MovableNode, stepOf } from './moves.ts'
import './tree.css'

interface MovableTreeProps<Node extends MovableNode> {
  readonly nodes: readonly Node[]
  readonly label: string
  /** Explanation of the keyboard shortcuts. */
  readonly hint?: string
  readonly selected: string | undefined
  /** Shows search results: all nodes are expanded. */
  readonly isSearch: boolean
  /** Number of initially expanded levels. */
  readonly levels?: 1 | 2
  draw(node: Node): ReactNode
  onSelect(id: string): void
  /** Moves a node; undefined if moving is not allowed. */
  onMove?: ((move: TreeMove) => void) | undefined
}

interface TreeItem {
  readonly key: string
  readonly title: ReactNode
  children: TreeItem[]
}

const directions: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

/** Tree whose nodes are moved by drag and drop, or with Alt and the arrow keys. */
export function MovableTree<Node extends MovableNode & { readonly children: readonly Node[] }>(
  { nodes, label, hint, selected, isSearch, levels = 2, draw, onSelect, onMove }: MovableTreeProps<Node>,
) {
  const [active, setActive] = useState<string>()
  const [unfolded, setUnfolded] = useUnfolded(nodes, { selected, levels })
  const drawn = useMemo(() => drawAll(nodes, draw), [nodes, draw])
  const everything = useMemo(() => (isSearch ? idsIn(nodes) : []), [isSearch, nodes])

  const step = (event: KeyboardEvent) => {
    const direction = event.altKey ? directions[event.key] : undefined
    const id = active ?? selected
    if (!direction || !onMove || id === undefined) return
    // otherwise the tree would handle the arrow key
    event.preventDefault()
    event.stopPropagation()
    const move = stepOf(nodes, id, direction)
    if (!move) return
    if (move.parentId !== null) setUnfolded([...new Set([...unfolded, ...lineTo(nodes, move.parentId)])])
    onMove(move)
  }
  return (
    <div className="oa-tree" onKeyDownCapture={step}>
      <Tree<TreeItem>
        aria-label={label}
        aria-description={hint}
        blockNode
        virtual={false}
        motion={null}
        treeData={drawn}
        selectedKeys={selected === undefined ? [] : [selected]}
        expandedKeys={isSearch ? everything : [...unfolded]}
        draggable={onMove ? { icon: false } : false}
        onActiveChange={(key) => setActive(key ? String(key) : undefined)}
        onExpand={(keys) => setUnfolded(keys.map(String))}
        onSelect={(_, { node }) => onSelect(node.key)}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const index = Number(node.pos.split('-').at(-1))
          const offset = dropToGap ? (dropPosition < index ? -1 : 1) : 0
          const move = dropOf(nodes, dragNode.key, { id: node.key, offset })
          if (move) onMove?.(move)
        }}
      />
    </div>
  )
}

/** Expanded nodes: initially the first levels, and always the ancestors of the selected node. */
function useUnfolded(nodes: readonly MovableNode[],
  { selected, levels }: { readonly selected: string | undefined; readonly levels: 1 | 2 }) {
  const [unfolded, setUnfolded] = useState<readonly string[]>(() =>
    nodes.flatMap(({ id, children }) => [id, ...(levels > 1 ? children.map((child) => child.id) : [])])
  )
  const [shown, setShown] = useState<string>()
  if (selected !== undefined && selected !== shown) {
    setShown(selected)
    setUnfolded([...new Set([...unfolded, ...lineTo(nodes, selected).slice(0, -1)])])
  }
  return [unfolded, setUnfolded] as const
}

const drawAll = <Node extends MovableNode & { readonly children: readonly Node[] }>(nodes: readonly Node[],
  draw: (node: Node) => ReactNode): TreeItem[] =>
  nodes.map((node) => ({ key: node.id, title: draw(node), children: drawAll(node.children, draw) }))

const idsIn = (nodes: readonly MovableNode[]): string[] => nodes.flatMap(({ id, children }) => [id, ...idsIn(children)])
