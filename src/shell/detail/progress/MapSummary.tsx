import { useState } from 'react'
import type { ProgressNode } from '#approval/wire/progress.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { spanText } from './progress.ts'
import { useProgressText } from './text.ts'
import type { UsualTimes } from './usual.ts'

const approval = 1

/** The time that it has taken, the time that the same usually takes, and the nodes that the time went to. */
export function MapSummary({ nodes, usual }: { nodes: readonly ProgressNode[]; usual: UsualTimes }) {
  const { t, label } = useProgressText()
  const timed = nodes.flatMap((node) => (node.nodeType === approval && node.minutes ? [{ ...node, minutes: node.minutes }] : []))
  const used = timed.reduce((sum, { minutes }) => sum + minutes, 0)
  const onWay = nodes.filter(({ nodeType, state }) => nodeType === approval && state !== 'skipped' && state !== 'stopped')
  const whole = onWay.reduce((sum, { nodeId }) => sum + (usual[nodeId] ?? 0), 0)
  const [now] = useState(() => Date.now())
  const ahead = timeAhead(onWay, usual)
  const longest = timed.toSorted((one, other) => other.minutes - one.minutes)[0]
  if (used === 0 && whole === 0) return null
  return (
    <dl className="oa-map-summary">
      {used > 0 && (
        <div>
          <dt>{t('used')}</dt>
          <dd className="num">{spanText(used, t)}</dd>
        </div>
      )}
      {whole > 0 && (
        <div>
          <dt>{t('usualWhole')}</dt>
          <dd className="num">{spanText(whole, t)}</dd>
        </div>
      )}
      {ahead > 0 && (
        <div>
          <dt>{t('expected')}</dt>
          <dd className="num">{nowOf(new Date(now + ahead * 60_000)).slice(5, 10)}</dd>
        </div>
      )}
      {longest && (
        <div className="oa-map-where">
          <dt>
            {t('where')}
            <span>
              {t('share', { name: label({ cn: longest.nodeName, en: longest.nodeNameEn }),
                percent: Math.round((longest.minutes / used) * 100) })}
            </span>
          </dt>
          <dd aria-hidden>
            {timed.map(({ nodeId, minutes }) => (
              <i key={nodeId} data-slow={minutes > (usual[nodeId] ?? Infinity)} style={{ flexGrow: minutes }} />
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Minutes that the steps which are not done yet usually still take; 0 where nobody can say. */
function timeAhead(nodes: readonly ProgressNode[], usual: UsualTimes): number {
  const left = (
    node: ProgressNode,
  ) => (node.state === 'coming'
    ? (usual[node.nodeId] ?? 0)
    : node.state === 'running'
    ? Math.max(0, (usual[node.nodeId] ?? 0) - (node.minutes ?? 0))
    : 0)
  return nodes.reduce((sum, node) => sum + left(node), 0)
}
