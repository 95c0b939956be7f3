import type { MapCondition, ProgressNode } from '#approval/wire/progress.ts'
import { WaitingNote } from './WaitingNote.tsx'
import { reasonText } from '#shell/form/preview/NodeLine.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import { iconOf, People, stateText, Times } from './node-parts.tsx'
import { useProgressText } from './text.ts'

interface MapItemProps {
  readonly node: ProgressNode
  readonly usual: string | undefined
  readonly usualMinutes?: number | undefined
  readonly condition: MapCondition | null
  readonly isFirst?: true
  /** On a branch that was not taken. */
  readonly isUntaken?: boolean
  readonly onUrge?: (() => void) | undefined
}

/** A node with the condition under which it is entered, and the line that leads to it. */
export function MapItem({ node, usual, usualMinutes, condition, isFirst, isUntaken = false, onUrge }: MapItemProps) {
  const { state } = node
  const longer = usualMinutes !== undefined && node.minutes !== null ? node.minutes - usualMinutes : 0
  return (
    <li className="oa-map-item" data-way={isUntaken ? 'untaken' : state} data-first={isFirst}
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
    <div className="oa-map-node" data-node={node.nodeId} tabIndex={-1} role="group" aria-label={name}>
      <span className="oa-map-dot" aria-hidden>{iconOf(node)}</span>
      <div className="oa-map-body">
        <div className="oa-map-head">
          <strong>{name}</strong>
          <span className="oa-map-state">
            {isUntaken ? t('untaken') : stateText(node, t)}
            {overdue && <Pill tone="orange">{t('overdue')}</Pill>}
          </span>
        </div>
        <People node={node} />
        <div className="oa-map-foot" data-slow={isSlow || undefined}>
          <Times node={node} />
          {usual && <span>{usual}</span>}
        </div>
        {why && <span className="oa-map-why">{reasonText([why], any)}</span>}
      </div>
    </div>
  )
}

/** In words, with what it came to for those who do not see the colour. */
export function Condition({ condition: { text, holds }, isTaken = holds }: { condition: MapCondition; isTaken?: boolean }) {
  const { t, label } = useProgressText()
  const outcome = t(holds ? 'met' : 'notMet')
  return (
    <span className="oa-map-condition num" data-holds={isTaken} title={text ? label(text) : undefined}>
      {text ? label(text) : outcome}
      {text && <span className="unseen">{' '}{outcome}</span>}
    </span>
  )
}
