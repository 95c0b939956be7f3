import type { KeyboardEvent } from 'react'
import type { DocumentProgress } from '#approval/wire/progress.ts'
import { MapItem } from './MapItem.tsx'
import { keyOf, type MapLook, Step } from './MapSteps.tsx'
import { useProgressText } from './text.ts'
import { useUsualText, useUsualTimes } from './usual.ts'

const startType = 0

interface FlowMapProps {
  readonly timeline: DocumentProgress
  readonly businessType: string
  /** Without what the document does not pass. */
  readonly isTaken: boolean
  /** Present where the reader may remind those whose turn it is. */
  onUrge?(): void
  /** Present where the history stands beside the map: goes to what happened at a node. */
  onPick?(node: string): void
}

/** The flow from top to bottom with its branches; arrow keys go from node to node. */
export function FlowMap({ timeline: { progress, map }, businessType, isTaken, onUrge, onPick }: FlowMapProps) {
  const { t } = useProgressText()
  const usual = useUsualText(businessType)
  const times = useUsualTimes(businessType)
  const [start, end] = [progress.find(({ nodeType }) => nodeType === startType), progress.at(-1)]
  const look: MapLook = { nodes: new Map(progress.map((node) => [node.nodeId, node])), usual, times, isTaken, onUrge }
  const pick = (target: EventTarget) => {
    const node = target instanceof Element && target.closest('button') === null
      ? target.closest<HTMLElement>('[data-node]')?.dataset['node']
      : undefined
    if (node !== undefined) onPick?.(node)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => (event.key === 'Enter' ? pick(event.target) : moveFocus(event))
  return (
    <div className={onPick ? 'oa-map is-open' : 'oa-map'} role="group" aria-label={t('title')} tabIndex={0} onKeyDown={press}
      onClick={({ target }) => pick(target)}
    >
      <ol className="oa-map-line">
        {start && <MapItem node={start} usual={undefined} condition={null} isFirst />}
        {map.map((step) => <Step key={keyOf(step)} step={step} look={look} />)}
        {end && <MapItem node={end} usual={undefined} condition={null} />}
      </ol>
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = steps[event.key]
  if (by === undefined) return
  const nodes = [...event.currentTarget.querySelectorAll<HTMLElement>('.oa-map-node')]
  const at = nodes.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  nodes[Math.min(Math.max(at + by, 0), nodes.length - 1)]?.focus()
}
