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
  onClose(): void
}

/** A drawer with the flow of a document: the way that it took, who has it now, and what comes. Rendered while it is open. */
export function ProcessProgress({ procInstId, businessType, heading, onClose }: ProcessProgressProps) {
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
    <Drawer open title={title} extra={filter} placement="right" width={isMobile ? '100%' : 744} className="oa-map-drawer" onClose={onClose}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['60%']} />}
      {answer.data && (
        <>
          <MapSummary nodes={answer.data.progress} usual={usual} />
          <FlowMap course={answer.data} businessType={businessType} isTaken={isTaken} />
        </>
      )}
    </Drawer>
  )
}
