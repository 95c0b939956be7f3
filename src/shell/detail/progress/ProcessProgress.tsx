import { useQuery } from '@tanstack/react-query'
import { PrinterOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Drawer, Switch } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { nowOf } from '#kernel/values/dates.ts'
import type { DocumentProgress, ProgressNode } from '#approval/wire/path.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { progressQuery, type ProgressTarget, spanText } from './progress.ts'
import { useProgressText } from './texts.ts'
import { useUsualText, useUsualTimes, type UsualTimes } from './usual.ts'
import { keyOf, MapItem, type MapLook, Step } from './MapItem.tsx'
import '../../form/preview/path.css'
import './flow-map.css'

interface ProcessProgressProps extends ProgressTarget {
  /** Title or number of the document, shown after the drawer's title. */
  readonly heading?: string
  /** Present if the reader may urge the holders. */
  onUrge?(): void
  /** Present on the document's page: scrolls to the timeline entries of a node. */
  onPick?(node: string): void
  onClose(): void
}

/** A drawer with the document's flow: path taken, current holders, future nodes. Mounted only while it is open. */
export function ProcessProgress({ procInstId, businessType, heading, onUrge, onPick, onClose }: ProcessProgressProps) {
  const { t } = useProgressText()
  const isMobile = useIsMobile()
  const http = useHttp()
  const [isTaken, setIsTaken] = useState(false)
  const [zoom, setZoom] = useState(1)
  const answer = useQuery(progressQuery(http, { procInstId, businessType }))
  const usual = useUsualTimes(businessType)
  const title = <>{t('title')}{heading && <span className="oa-map-heading muted regular">{heading}</span>}</>
  const tools = (
    <span className="oa-map-tools inline-row small regular gap-6">
      <label className="inline-row second small gap-8">
        {t('onlyTaken')} <Switch size="small" checked={isTaken} onChange={setIsTaken} />
      </label>
      {!isMobile && <Zoom zoom={zoom} onZoom={setZoom} />}
      <Button type="text" size="small" icon={<PrinterOutlined />} aria-label={t('print')} onClick={() => window.print()} />
    </span>
  )
  return (
    <Drawer open title={title} extra={tools} footer={<Legend isOpen={onPick !== undefined} />} placement="right"
      width={isMobile ? '100%' : 744} className="oa-map-drawer" rootClassName="oa-map-root"
      classNames={{ wrapper: 'oa-map-wrapper', mask: 'oa-map-mask' }} onClose={onClose}
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['60%']} />}
      {answer.data && (
        <>
          <MapSummary nodes={answer.data.progress} usual={usual} />
          <div style={{ zoom }}>
            <FlowMap timeline={answer.data} businessType={businessType} isTaken={isTaken} onUrge={onUrge} onPick={onPick} />
          </div>
        </>
      )}
    </Drawer>
  )
}

const sizes = [0.5, 0.67, 0.8, 1, 1.25, 1.5] as const

/** Zoom buttons of the map. */
function Zoom({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const { t } = useProgressText()
  const at = sizes.findIndex((size) => size === zoom)
  const to = (next: number) => onZoom(sizes[next] ?? zoom)
  return (
    <>
      <Button type="text" size="small" icon={<ZoomOutOutlined />} disabled={at === 0} aria-label={t('zoomOut')}
        onClick={() => to(at - 1)} />
      <span className="num" role="status">{Math.round(zoom * 100)}%</span>
      <Button type="text" size="small" icon={<ZoomInOutlined />} disabled={at === sizes.length - 1} aria-label={t('zoomIn')}
        onClick={() => to(at + 1)} />
    </>
  )
}

/** The legend of the lines, and a hint about the link to the timeline. */
function Legend({ isOpen }: { isOpen: boolean }) {
  const { t } = useProgressText()
  return (
    <div className="oa-map-legend row second wrap small">
      {(['walked', 'ahead', 'untakenWay'] as const).map((key) => (
        <span key={key} data-line={key}>
          <i aria-hidden />
          {t(key)}
        </span>
      ))}
      {isOpen && <span className="oa-map-hint third">{t('pick')}</span>}
      <kbd aria-hidden>Esc</kbd>
    </div>
  )
}

const startType = 0

interface FlowMapProps {
  readonly timeline: DocumentProgress
  readonly businessType: string
  /** Hides nodes that the document does not pass. */
  readonly isTaken: boolean
  /** Present if the reader may urge the holders. */
  onUrge?(): void
  /** Present on the document's page: scrolls to the timeline entries of a node. */
  onPick?(node: string): void
}

/** The flow from top to bottom with its branches; arrow keys move between nodes. */
function FlowMap({ timeline: { progress, map }, businessType, isTaken, onUrge, onPick }: FlowMapProps) {
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
    <div className={onPick ? 'oa-map is-open scroll-x' : 'oa-map scroll-x'} role="group" aria-label={t('title')} tabIndex={0}
      onKeyDown={press} onClick={({ target }) => pick(target)}
    >
      <ol className="oa-map-line stack">
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

const approval = 1

/** Total duration, its usual value, and the nodes that took longest. */
function MapSummary({ nodes, usual }: { nodes: readonly ProgressNode[]; usual: UsualTimes }) {
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
    <dl className="oa-map-summary elevated line-bottom flex wrap">
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
          <dt className="flex gap-12 between">
            {t('where')}
            <span>
              {t('share', { name: label({ cn: longest.nodeName, en: longest.nodeNameEn }),
                percent: Math.round((longest.minutes / used) * 100) })}
            </span>
          </dt>
          <dd className="gap-2" aria-hidden>
            {timed.map(({ nodeId, minutes }) => (
              <i key={nodeId} data-slow={minutes > (usual[nodeId] ?? Infinity)} style={{ flexGrow: minutes }} />
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Estimated minutes left, from the usual durations of unfinished nodes; 0 if they are unknown. */
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
