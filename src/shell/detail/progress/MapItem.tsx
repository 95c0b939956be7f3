import { Button } from 'antd'
import { CheckOutlined, CloseOutlined, MinusOutlined, SendOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { MapBranch, MapBranches, MapCondition, MapNode, MapStep, ProgressNode } from '#approval/wire/path.ts'
import { copyNode, reasonText, signOf } from '#shell/form/preview/NodeLine.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { useProgressText } from './texts.ts'
import { useDetailText } from '../texts.ts'
import { spanText } from './progress.ts'
import type { UsualTimes } from './usual.ts'

interface MapItemProps {
  readonly node: ProgressNode
  readonly usual: string | undefined
  readonly usualMinutes?: number | undefined
  readonly condition: MapCondition | null
  readonly isFirst?: true
  /** The node is on a branch that was not taken. */
  readonly isUntaken?: boolean
  readonly onUrge?: (() => void) | undefined
}

/** A node with its entry condition, and the line that leads to it. */
export function MapItem({ node, usual, usualMinutes, condition, isFirst, isUntaken = false, onUrge }: MapItemProps) {
  const { state } = node
  const longer = usualMinutes !== undefined && node.minutes !== null ? node.minutes - usualMinutes : 0
  return (
    <li className="oa-map-item row column relative" data-way={isUntaken ? 'untaken' : state} data-first={isFirst}
      aria-current={state === 'running' ? 'step' : undefined}
    >
      {condition && <Condition condition={condition} />}
      <NodeBox node={node} usual={usual} isSlow={longer > 0} isUntaken={isUntaken} />
      {state === 'running' && <WaitingNote node={node} longer={longer} onUrge={onUrge} />}
    </li>
  )
}

function NodeBox({ node, usual, isSlow, isUntaken }: Pick<MapItemProps, 'node' | 'usual' | 'isUntaken'> & { isSlow: boolean }) {
  const { t, label, any } = useProgressText()
  const { overdue, why } = node
  const name = label({ cn: node.nodeName, en: node.nodeNameEn })
  return (
    <div className="oa-map-node outlined round-8 flex gap-10 pad-8-12" data-node={node.nodeId} tabIndex={-1} role="group" aria-label={name}>
      <span className="oa-map-dot row circle third rigid centred" aria-hidden>{iconOf(node)}</span>
      <div className="fill">
        <div className="oa-map-head baseline flex wrap gap-8 between">
          <strong>{name}</strong>
          <span className="oa-map-state flex rigid gap-6">
            {isUntaken ? t('untaken') : stateText(node, t)}
            {overdue && <Pill tone="orange">{t('overdue')}</Pill>}
          </span>
        </div>
        <People node={node} />
        <div className="oa-map-foot flex wrap between" data-slow={isSlow || undefined}>
          <Times node={node} />
          {usual && <span>{usual}</span>}
        </div>
        {why && <span className="oa-map-why">{reasonText([why], any)}</span>}
      </div>
    </div>
  )
}

/** A condition in words, with its outcome for screen readers. */
function Condition({ condition: { text, holds }, isTaken = holds }: { condition: MapCondition; isTaken?: boolean }) {
  const { t, label } = useProgressText()
  const outcome = t(holds ? 'met' : 'notMet')
  return (
    <span className="oa-map-condition num muted outlined line-18 text-centre" data-holds={isTaken} title={text ? label(text) : undefined}>
      {text ? label(text) : outcome}
      {text && <span className="unseen">{' '}{outcome}</span>}
    </span>
  )
}

interface WaitingNoteProps {
  readonly node: ProgressNode
  /** Minutes beyond the node's usual duration; 0 or negative if it is not late. */
  readonly longer: number
  readonly onUrge: (() => void) | undefined
}

/** Below a waiting node: its people and the reasons, the delay compared to its usual duration, and a button to urge them. */
function WaitingNote({ node: { userList }, longer, onUrge }: WaitingNoteProps) {
  const { t, name, any, locale } = useProgressText()
  const detail = useDetailText()
  const waiting = userList.filter(({ state }) => state !== 'done')
  if (waiting.length === 0) return null
  const names = waiting.map((person) => name(person.name)).join(locale === 'cn' ? '、' : ', ')
  const reasons = [...new Set(waiting.map(({ why = [] }) => reasonText(why, any)))].filter((text) => text !== '')
  return (
    <div className="oa-map-note on-orange round-8 small line-18 pad-8-12 relative">
      <strong>{t('noteTitle')}</strong>
      <p>{[t('noteWaits', { names }), ...reasons].join(locale === 'cn' ? '，' : '. ')}</p>
      {longer > 0 && <p>{t('noteLonger', { time: spanText(longer, t) })}</p>}
      {onUrge && <Button type="link" size="small" onClick={onUrge}>{detail.t('urge')}</Button>}
    </div>
  )
}

const icons: Readonly<Record<ProgressNode['state'], ReactNode>> = {
  done: <CheckOutlined />,
  running: null,
  coming: null,
  skipped: <MinusOutlined />,
  stopped: <CloseOutlined />,
}

const [startType, endType] = [0, -1]

/** The icon of a node's state; none for running and future nodes. */
const iconOf = (
  { state, nodeType }: ProgressNode,
): ReactNode => (nodeType === copyNode && state === 'done' ? <SendOutlined /> : icons[state])

/** The people of a node with their decisions, joined by the sign of the node's mode. */
function People({ node: { userList, nodeType, approvalTypeCode } }: { node: ProgressNode }) {
  const { t } = useProgressText()
  if (userList.length === 0) return null
  const isJoined = nodeType !== copyNode && userList.length > 1
  return (
    <ul className="oa-map-people flex wrap">
      {userList.map(({ id, name, enable, state }, index) => (
        <li className="flex gap-4 narrow" key={id} data-state={state}>
          {isJoined && index > 0 && <span className="oa-step-sign" aria-hidden>{signOf(approvalTypeCode)}</span>}
          <Person id={id} name={name} departed={!enable} />
          {isJoined && <span className="unseen">{t(`person.${state}`)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** Time at which a node ended or began, and its duration; for the end node, the duration of the whole flow. */
function Times({ node: { finishedTime, enteredTime, minutes, state, nodeType } }: { node: ProgressNode }) {
  const { t } = useProgressText()
  const time = finishedTime ?? enteredTime
  if (time === null || state === 'skipped') return null
  const key = nodeType === endType ? 'whole' : state === 'running' ? 'since' : 'took'
  return (
    <span className="oa-map-time wrap flex gap-6">
      <time className="num" dateTime={time.replace(' ', 'T')} title={time}>{time.slice(5, 16)}</time>
      {minutes !== null && <span>{t(key, { time: spanText(minutes, t) })}</span>}
    </span>
  )
}

/** The state of a node in words. */
function stateText({ state, nodeType }: ProgressNode, t: ReturnType<typeof useProgressText>['t']): string {
  if (state !== 'done') return t(state)
  if (nodeType === startType) return t('filed')
  return t(nodeType === copyNode ? 'copied' : 'done')
}

export interface MapLook {
  /** The nodes of the round, by id; a node that is missing is on a branch that was not taken. */
  readonly nodes: ReadonlyMap<string, ProgressNode>
  usual(node: string): string | undefined
  readonly times: UsualTimes
  readonly isTaken: boolean
  readonly onUrge: (() => void) | undefined
}

/** A node or a block of branches. With `isTaken`, skipped nodes are left out. */
export function Step({ step, look }: { step: MapStep; look: MapLook }) {
  if (step.kind === 'branches') return <BranchBlock block={step} look={look} />
  const node = look.nodes.get(step.nodeId)
  if (look.isTaken && (!node || node.state === 'skipped')) return null
  return (
    <MapItem node={node ?? notOnWay(step)} usual={look.usual(step.nodeId)} usualMinutes={look.times[step.nodeId]} condition={step.condition}
      isUntaken={!node} onUrge={look.onUrge} />
  )
}

/** The key of a step among its siblings: the id of its block or node. */
export const keyOf = (step: MapStep): string => (step.kind === 'branches' ? step.id : step.nodeId)

const notOnWay = ({ nodeId, nodeType, cn, en }: MapNode): ProgressNode => ({
  nodeId,
  nodeName: cn,
  nodeNameEn: en,
  nodeType,
  approvalTypeCode: 1,
  state: 'skipped',
  userList: [],
  enteredTime: null,
  finishedTime: null,
  minutes: null,
  overdue: false,
  why: null,
})

/** Branches next to each other, each with its condition; those not taken are dimmed. */
function BranchBlock({ block, look }: { block: MapBranches; look: MapLook }) {
  const branches = look.isTaken ? block.branches.filter(({ taken }) => taken) : block.branches
  return (
    <li className="oa-map-item oa-map-block row column relative"
      data-way={block.branches.some(({ taken }) => taken) ? wayOf(block.branches, look) : 'untaken'}
    >
      <ol className="oa-map-branches flex centred relative">
        {branches.map((branch, at) => (
          <li key={at} className="oa-map-branch row column relative" data-way={branch.taken ? wayOf([branch], look) : 'untaken'}>
            <BranchHead branch={branch} block={block.block} />
            <ol className="oa-map-line stack">{branch.steps.map((step) => <Step key={keyOf(step)} step={step} look={look} />)}</ol>
          </li>
        ))}
      </ol>
    </li>
  )
}

/** Whether any node on these branches was entered. */
function wayOf(branches: readonly MapBranch[], look: MapLook): 'done' | 'coming' {
  const isWalked = ({ taken, steps }: MapBranch): boolean =>
    taken &&
    (steps.length === 0 ||
      steps.some((step) => (step.kind === 'node'
        ? ['done', 'running', 'stopped', 'skipped'].includes(look.nodes.get(step.nodeId)?.state ?? '')
        : step.branches.some(isWalked))
      ))
  return branches.some(isWalked) ? 'done' : 'coming'
}

function BranchHead({ branch: { condition, taken }, block }: { branch: MapBranch; block: MapBranches['block'] }) {
  const { t } = useProgressText()
  if (condition) return <Condition condition={condition} isTaken={taken} />
  return (
    <span className="oa-map-condition muted outlined line-18 text-centre" data-holds={taken}>
      {t(block === 'parallel' ? 'parallel' : 'otherwise')}
      {!taken && <span className="unseen">{' '}{t('untaken')}</span>}
    </span>
  )
}
