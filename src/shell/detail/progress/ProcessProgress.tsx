import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { ProgressStep } from './ProgressStep.tsx'
import { progressQuery, type ProgressNode, type ProgressTarget } from './progress.ts'
import { useProgressText } from './text.ts'
import '../../form/preview/path.css'
import './progress.css'

interface ProcessProgressProps extends ProgressTarget {
  /** What the drawer is headed with beside its name: the document's title or number. */
  readonly heading?: string
  onClose(): void
}

/** A drawer that shows how far a document has come: done, running and to come, with people and times. Rendered while it is open. */
export function ProcessProgress({ procInstId, businessType, heading, onClose }: ProcessProgressProps) {
  const { t } = useProgressText()
  const isMobile = useIsMobile()
  const http = useHttp()
  const answer = useQuery(progressQuery(http, { procInstId, businessType }))
  const title = <>{t('title')}{heading && <span className="oa-progress-heading">{heading}</span>}</>
  return (
    <Drawer open title={title} placement={isMobile ? 'right' : 'bottom'} width={isMobile ? '100%' : undefined} height={320} className="oa-progress-drawer" onClose={onClose}>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={3} columns={['60%']} />}
      {answer.data && <Nodes nodes={answer.data} />}
    </Drawer>
  )
}

function Nodes({ nodes }: { nodes: readonly ProgressNode[] }) {
  const { t } = useProgressText()
  const [isWhole, setIsWhole] = useState(false)
  const count = nodes.filter(({ state }) => state === 'skipped').length
  const shown = isWhole ? nodes : nodes.filter(({ state }) => state !== 'skipped')
  return (
    <>
      <ol className="oa-progress" tabIndex={0} aria-label={t('title')}>{shown.map((node, index) => <ProgressStep key={`${node.nodeId} ${index}`} node={node} next={shown[index + 1]} />)}</ol>
      {count > 0 && <Button type="link" size="small" className="oa-progress-more" onClick={() => setIsWhole(!isWhole)}>{t(isWhole ? 'hideSkipped' : 'showSkipped', { count })}</Button>}
    </>
  )
}
