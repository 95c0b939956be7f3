import { useQuery } from '@tanstack/react-query'
import { Tree } from 'antd'
import { useMemo } from 'react'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { useDetailText } from '../text.ts'
import { peopleBelow, treeOf, type BookNode, type TreeNode } from './book.ts'

interface AddressTreeProps {
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

/** The organisation with its people; a unit's box stands for everyone below it. */
export function AddressTree({ ids, onChange }: AddressTreeProps) {
  const http = useHttp()
  const { name, t } = useDetailText()
  const answer = useQuery({ queryKey: ['address-book'],
    queryFn: () => http.get<readonly BookNode[]>('/system/groups/addressBookTree', undefined, { quiet: true }), staleTime: 300_000 })
  const tree = useMemo(() => treeOf(answer.data ?? [], name), [answer.data, name])
  const checked = useMemo(() => keysOf(tree, new Set(ids)), [tree, ids])
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={6} columns={['80%']} />
  const check = (node: TreeNode, isChecked: boolean) => {
    const below = peopleBelow(node)
    const others = ids.filter((id) => !below.includes(id))
    onChange(isChecked ? [...others, ...below] : others)
  }
  const [top] = tree
  return (
    <Tree<TreeNode> checkable selectable={false} height={296} treeData={[...tree]} checkedKeys={checked} aria-label={t('addressBook')}
      defaultExpandedKeys={top ? [top.key, ...(top.children ?? []).slice(0, 1).map(({ key }) => key)] : []}
      onCheck={(_, { node, checked: isChecked }) => check(node, isChecked)} />
  )
}

/** Every place of the tree at which a chosen person stands. */
const keysOf = (nodes: readonly TreeNode[], ids: ReadonlySet<string>): string[] =>
  nodes.flatMap(({ key, person, children }) => (person === undefined ? keysOf(children ?? [], ids) : ids.has(person) ? [key] : []))
