import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { PathNode } from '#approval/wire/path.ts'
import type { NodePerson } from '#approval/wire/timeline.ts'
import { ChoosePeople } from '#shell/form/preview/ChoosePeople.tsx'
import { NodeLine } from '#shell/form/preview/NodeLine.tsx'
import { copyNode, signOf, type NodeChoices } from '#shell/form/preview/path.ts'
import { useFormText } from '#shell/form/text.ts'
import { Person } from '#shell/parts/Person.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { useDetailText } from '#shell/detail/text.ts'
import '../../../form/preview/path.css'

interface NextApproversProps {
  readonly document: Pick<FiledDocument, 'nodeId' | 'nodeList' | 'processRecord'>
  readonly choices: NodeChoices
  readonly problem: string | undefined
  onChoose(choices: NodeChoices): void
}

/** The future nodes that will be entered. */
export const followingOf = (nodes: readonly PathNode[]): readonly PathNode[] =>
  nodes.filter(({ state, nodeType }) => state !== 'running' && state !== 'skipped' && nodeType > 0)

/** Returns whether this approver still has to choose the people of a node. */
export const isUnchosen = ({ selectUser, userList, nodeId }: PathNode, choices: NodeChoices): boolean =>
  selectUser !== null && userList.length === 0 && (choices[nodeId] ?? []).length === 0

/** The next approvers and, when expanded, all future nodes with their people and the reasons. */
export function NextApprovers({ document, choices, problem, onChoose }: NextApproversProps) {
  const { nodeList: nodes } = document
  const here = useHere(document)
  const [chosen, setChosen] = useState<PathNode>()
  const following = useWithChosen(followingOf(nodes), choices)
  const [isWhole, setIsWhole] = useState(following.some((node) => node.selectUser !== null))
  return (
    <div className="oa-following">
      <Next here={here} following={following} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
      {isWhole && (
        <ol className="oa-steps">
          {following.map((node) => (
            <NodeLine key={node.nodeId} node={node} tone="coming">
              <ChooseButton node={node} fixed={fixedOf(nodes, node)} onChoose={() => setChosen(node)} />
            </NodeLine>
          ))}
        </ol>
      )}
      {problem && <p className="oa-field-problem" role="alert">{problem}</p>}
      {chosen && (
        <ChoosePeople node={chosen} chosen={chosen.userList.map(({ id }) => id)} fixed={fixedOf(nodes, chosen)} onClose={() =>
          setChosen(undefined)} onChoose={(people) => onChoose({ ...choices, [chosen.nodeId]: people })} />
      )}
    </div>
  )
}

/** This node with the people who still decide on it besides the reader; undefined if there are none, or one approver suffices. */
function useHere({ nodeId, nodeList, processRecord }: NextApproversProps['document']): PathNode | undefined {
  const me = useRead(reads.user)?.id
  const node = nodeList.find(({ state, nodeId: id }) => state === 'running' && id === nodeId)
  const { nodePeople = [] } = processRecord.findLast(({ operateType, nodeId: id }) => operateType === 'running' && id === nodeId) ?? {}
  if (!node) return undefined
  const userList = stillDeciding(nodePeople.filter(({ id }) => id !== me), signOf(node.approvalTypeCode) === '/')
  return userList.length > 0 ? { ...node, userList } : undefined
}

/** The people who still decide; countersigners and the task they were added to always do, even if one approver suffices. */
function stillDeciding(others: readonly NodePerson[], isOneEnough: boolean): readonly NodePerson[] {
  const suspended = others.filter(({ state }) => state === 'suspended')
  const countersigning = others.filter(({ state, countersigner }) => countersigner && state === 'waiting')
  const beside = others.filter(({ state, countersigner }) => !countersigner && (state === 'running' || state === 'waiting'))
  return [...(isOneEnough || suspended.length > 0 ? [] : beside), ...countersigning, ...suspended]
}

interface NextProps {
  readonly here: PathNode | undefined
  readonly following: readonly PathNode[]
  readonly isWhole: boolean
  onToggle(): void
}

/** One line: other approvers of this node, else the next node, else that the document completes. */
function Next({ here, following, isWhole, onToggle }: NextProps) {
  const { t, label } = useDetailText()
  const first = here ?? following.find(({ nodeType }) => nodeType !== copyNode)
  return (
    <div className="oa-dialog-next">
      <span>{t('next')}</span>
      <strong>{first ? label({ cn: first.nodeName, en: first.nodeNameEn }) : t('nextEnds')}</strong>
      {first && (here || !isWhole) && <People node={first} />}
      {following.length > 0 && <WholeButton following={following} isWhole={isWhole} onToggle={onToggle} />}
    </div>
  )
}

function WholeButton({ following, isWhole, onToggle }: Omit<NextProps, 'here'>) {
  const { t } = useDetailText()
  const isCopied = following.every(({ nodeType }) => nodeType === copyNode)
  return (
    <button type="button" className="plain oa-phrase-more" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? t('followingLess') : isCopied ? t('followingCopies') : t('followingAll', { count: following.length })}
    </button>
  )
}

/** Approvers chosen earlier, who cannot be removed. */
const fixedOf = (nodes: readonly PathNode[], { nodeId }: PathNode) =>
  nodes.find((node) => node.nodeId === nodeId)?.userList.map(({ id }) => id) ?? []

/** The button to choose people, if none were chosen before or more may be added. */
function ChooseButton({ node, fixed, onChoose }: { node: PathNode; fixed: readonly string[]; onChoose(): void }) {
  const { label } = useDetailText()
  const { t } = useFormText()
  if (!node.selectUser || (fixed.length > 0 && !node.selectUser.canAdd)) return null
  return (
    <Button size="small" icon={<UserAddOutlined aria-hidden />} onClick={onChoose}>
      {t('chooseFor', { node: label({ cn: node.nodeName, en: node.nodeNameEn }) })}
    </Button>
  )
}

/** The nodes with the people chosen here instead of the server's. */
function useWithChosen(nodes: readonly PathNode[], choices: NodeChoices): readonly PathNode[] {
  const people = usePeople(Object.values(choices).flat())
  return nodes.map((node) => {
    const chosen = choices[node.nodeId]
    if (!chosen) return node
    const userList = chosen.map((id) =>
      node.userList.find((person) => person.id === id) ?? { id, name: people.get(id)?.name ?? id, enable: true }
    )
    return { ...node, userList, problems: [] }
  })
}

function People({ node: { userList, approvalTypeCode } }: { node: PathNode }) {
  return userList.map(({ id, name, enable }, index) => (
    <Fragment key={id}>
      {index > 0 && <span aria-hidden>{signOf(approvalTypeCode)}</span>}
      <Person id={id} name={name} departed={!enable} />
    </Fragment>
  ))
}
