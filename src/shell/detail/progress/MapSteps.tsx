import type { MapBranch, MapBranches, MapNode, MapStep, ProgressNode } from '#approval/wire/progress.ts'
import { Condition, MapItem } from './MapItem.tsx'
import { useProgressText } from './text.ts'
import type { UsualTimes } from './usual.ts'

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
    <li className="oa-map-item oa-map-block" data-way={block.branches.some(({ taken }) => taken) ? wayOf(block.branches, look) : 'untaken'}>
      <ol className="oa-map-branches">
        {branches.map((branch, at) => (
          <li key={at} className="oa-map-branch" data-way={branch.taken ? wayOf([branch], look) : 'untaken'}>
            <BranchHead branch={branch} block={block.block} />
            <ol className="oa-map-line">{branch.steps.map((step) => <Step key={keyOf(step)} step={step} look={look} />)}</ol>
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
    <span className="oa-map-condition" data-holds={taken}>
      {t(block === 'parallel' ? 'parallel' : 'otherwise')}
      {!taken && <span className="unseen">{' '}{t('untaken')}</span>}
    </span>
  )
}
