import { useQuery } from '@tanstack/react-query'
import { Drawer, Switch } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { FlowMap } from './FlowMap.tsx'
import { MapSummary } from './MapSummary.tsx'
import { progressQuery, type ProgressTarget } from './progress.ts'
import { useProgressText } from './text.ts'
import { useUsualTimes } from './usual.ts'
import '../../form/preview/path.css'
import './flow-map.css'

interface ProcessProgressProps extends ProgressTarget {
  /** The heading of the drawer beside its name: the document's title or number. */
  readonly heading?: string
  /** Present where the reader may remind those whose turn it is. */
  onUrge?(): void
  /** Present where the history stands beside the map: goes to what happened at a node. */
  onPick?(node: string): void
  onClose(): void
}

/** A drawer with the flow of a document: the way that it took, who has it now, and what comes. Rendered while it is open. */
export function ProcessProgress({ procInstId, businessType, heading, onUrge, onPick, onClose }: ProcessProgressProps) {
  const { t } = useProgressText()
  const isMobile = useIsMobile()
  const http = useHttp()
  const [isTaken, setIsTaken] = useState(false)
  const answer = useQuery(progressQuery(http, { procInstId, businessType }))
  const usual = useUsualTimes(businessType)
  const title = <>{t('title')}{heading && <span className="oa-map-heading">{heading}</span>}</>
  const filter = (
    <label className="oa-map-filter">
      {t('onlyTaken')} <Switch size="small" checked={isTaken} onChange={setIsTaken} />
    </label>
  )
  return (
    <Drawer open title={title} extra={filter} footer={<Legend isOpen={onPick !== undefined} />} placement="right"
      width={isMobile ? '100%' : 744} className="oa-map-drawer" onClose={onClose}
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['60%']} />}
      {answer.data && (
        <>
          <MapSummary nodes={answer.data.progress} usual={usual} />
          <FlowMap timeline={answer.data} businessType={businessType} isTaken={isTaken} onUrge={onUrge} onPick={onPick} />
        </>
      )}
    </Drawer>
  )
}

/** The meaning of the lines, and the way to the history. */
function Legend({ isOpen }: { isOpen: boolean }) {
  const { t } = useProgressText()
  return (
    <div className="oa-map-legend">
      {(['walked', 'ahead', 'untakenWay'] as const).map((key) => (
        <span key={key} data-line={key}>
          <i aria-hidden />
          {t(key)}
        </span>
      ))}
      {isOpen && <span className="oa-map-hint">{t('pick')}</span>}
      <kbd aria-hidden>Esc</kbd>
    </div>
  )
}
