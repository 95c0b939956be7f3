import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { Attempts } from './Attempts.tsx'
import { LineActions } from './LineActions.tsx'
import { postingQuery } from './query.ts'
import { Refusal } from './Refusal.tsx'
import { SentBody } from './SentBody.tsx'

interface OpenedLineProps {
  readonly id: string
  readonly actions: PostingActions
}

/** A line in full: what a refusal means and says, what is sent, every attempt, and what may be done. */
export function OpenedLine({ id, actions }: OpenedLineProps) {
  const { data, error, isError, refetch } = useQuery(postingQuery(useHttp(), id))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={3} columns={['60%', '30%']} />
  return (
    <div className="oa-posting-opened">
      <div>
        <Refusal line={data} />
        <SentBody line={data} />
      </div>
      <div>
        <Attempts line={data} />
        <LineActions line={data} actions={actions} />
      </div>
    </div>
  )
}
