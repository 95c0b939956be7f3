import { Input, Modal, Tag, Tree, Checkbox } from 'antd'
import { useState, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { usePeople } from '#shell/start/directory.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { Initial } from '#shell/parts/Person.tsx'
import { useDetailText } from '../texts.ts'
import { mostMentioned, type Mention } from './use-comment.ts'
import { useFound } from './use-found.ts'
import './comment.css'

interface MentionDialogProps {
  readonly chosen: readonly Mention[]
  onChoose(people: readonly Mention[]): void
  onClose(): void
}

/** A dialog to choose people to mention: from the organisation tree, or by name, pinyin and initials. */
export function MentionDialog({ chosen, onChoose, onClose }: MentionDialogProps) {
  const { t, any, name } = useDetailText()
  const [ids, setIds] = useState<readonly string[]>(chosen.map(({ id }) => id))
  const [keyword, setKeyword] = useState('')
  const [problem, setProblem] = useState<string>()
  const people = usePeople(ids)
  const shownAs = (id: string) => name(people.get(id)?.name ?? id)
  const take = (picked: readonly string[]) => {
    setIds(picked)
    setProblem(picked.length > mostMentioned ? any('approval.tooMany', { n: mostMentioned }) : undefined)
  }
  const choose = () => {
    if (ids.length > mostMentioned) return
    onChoose(ids.map((id) => ({ id, shown: shownAs(id) })))
    onClose()
  }
  return (
    <Modal open title={t('mention')} width={520} maskClosable={false} okText={t('mentionDone')} cancelText={t('cancel')} onCancel={onClose}
      onOk={choose} afterOpenChange={(isOpen) => isOpen && document.querySelector<HTMLElement>('.oa-mention input')?.focus()}
    >
      <div className="oa-mention stack gap-10">
        <Input allowClear value={keyword} placeholder={t('findPerson')} aria-label={t('findPerson')} onChange={({ target }) =>
          setKeyword(target.value)} />
        <div className="oa-mention-chosen row second wrap gap-6 scroll least-24" aria-live="polite">
          <span className="num">{t('mentionCount', { count: ids.length })}</span>
          {ids.map((id) => <Tag key={id} closable onClose={() => take(ids.filter((each) => each !== id))}>{shownAs(id)}</Tag>)}
        </div>
        <div className="oa-mention-list framed round-8 scroll">
          {keyword.trim() === ''
            ? <AddressTree ids={ids} onChange={take} />
            : <FoundPeople keyword={keyword.trim()} ids={ids} onChange={take} />}
        </div>
        {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      </div>
    </Modal>
  )
}

interface AddressTreeProps {
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

/** The organisation as a tree with people; the checkbox of a unit selects everyone below it. */
function AddressTree({ ids, onChange }: AddressTreeProps) {
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

/** Tree keys of all occurrences of the chosen people. */
const keysOf = (nodes: readonly TreeNode[], ids: ReadonlySet<string>): string[] =>
  nodes.flatMap(({ key, person, children }) => (person === undefined ? keysOf(children ?? [], ids) : ids.has(person) ? [key] : []))

/** A unit with its people and subunits, or a person, in the answer of the address book. */
interface BookNode {
  readonly id: string
  readonly type: 'DEPARTMENT' | 'PEOPLE'
  /** `name` is "中文/English". */
  readonly info: { readonly name: string }
  readonly children: readonly BookNode[]
}

/** A node of the displayed tree. A person in two units has two nodes with different keys. */
interface TreeNode {
  readonly key: string
  readonly title: string
  /** Id of the person; absent for a unit. */
  readonly person?: string
  readonly isLeaf?: boolean
  children?: TreeNode[]
}

/** Converts the address book to tree nodes; units without people are left out. */
export const treeOf = (nodes: readonly BookNode[], nameOf: (stored: string) => string, above = ''): TreeNode[] =>
  nodes.flatMap(({ id, type, info, children }): TreeNode[] => {
    const key = `${above}/${id}`
    if (type === 'PEOPLE') return [{ key, title: nameOf(info.name), person: id, isLeaf: true }]
    const below = treeOf(children, nameOf, key)
    return below.length > 0 ? [{ key, title: nameOf(info.name), children: below }] : []
  })

/** Distinct ids of the people at or below a node. */
export const peopleBelow = ({ person, children = [] }: TreeNode): readonly string[] =>
  person === undefined ? [...new Set(children.flatMap(peopleBelow))] : [person]

interface FoundPeopleProps {
  readonly keyword: string
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

/** Search results by name in both languages, pinyin, initials or department. */
function FoundPeople({ keyword, ids, onChange }: FoundPeopleProps) {
  const { t, name } = useDetailText()
  const found = useFound(keyword)
  if (!found) return <RowsSkeleton rows={4} columns={['80%']} />
  if (found.length === 0) return <p className="oa-picker-none third block">{t('nobodyFound')}</p>
  return (
    <ul className="oa-found unlisted flat bare">
      {found.map(({ id, name: stored, mainDepartment }) => (
        <li className="round-4" key={id}>
          <Checkbox checked={ids.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((each) => each !== id))}
          >
            <span className="row gap-8 narrow">
              <Initial id={id} name={stored} />
              <span className="cut">{name(stored)}</span>
              <span className="oa-option-aside cut muted aside">{name(mainDepartment?.name)}</span>
            </span>
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
