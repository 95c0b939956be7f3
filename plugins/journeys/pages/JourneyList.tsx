import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { Link } from 'react-router'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { Journey } from '../journey-wire.ts'
import { journeyFields, sourceField } from './fields.ts'
import { detailPath, journeysQuery, pageSize, type JourneyFilters } from './journeys.ts'
import { Risk, Way } from './Place.tsx'
import { useJourneyText } from './text.ts'

interface JourneyListProps {
  readonly filters: JourneyFilters
  readonly current: number
  onTurn(current: number): void
  onShowAll(): void
  onChange(journey: Journey): void
  onRemove(journey: Journey): void
}

/** Journeys to come first, soonest first; then the past ones. */
export function JourneyList({ filters, current, onTurn, onShowAll, onChange, onRemove }: JourneyListProps) {
  const answer = useQuery(journeysQuery(useHttp(), filters, current))
  useExistingPage({ current, size: pageSize, turn: onTurn }, pageAnswer(answer))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data || isBeyond(answer.data))
    return <RowsSkeleton rows={8} columns={['20%', '30%', '20%', '15%']} />
  const { records, total } = answer.data
  if (records.length === 0)
    return <NoJourneys isNarrowed={Object.values(filters).some((each) => each !== undefined)} onShowAll={onShowAll} />
  return (
    <>
      <ul className="oa-journeys">
        {records.map((journey) => <Row key={journey.id} journey={journey} onChange={onChange} onRemove={onRemove} />)}
      </ul>
      {total > pageSize && (
        <Pagination size="small" align="end" current={current} pageSize={pageSize} total={total} showSizeChanger={false}
          onChange={onTurn} />
      )}
    </>
  )
}

/** Returns whether the page is one beyond the last. */
const isBeyond = ({ records, total }: { readonly records: readonly unknown[]; readonly total: number }) => records.length === 0 && total > 0

function NoJourneys({ isNarrowed, onShowAll }: { readonly isNarrowed: boolean; onShowAll(): void }) {
  const { t } = useJourneyText()
  if (!isNarrowed) return <StateView illustration="empty" role="status" title={t('empty')} text={t('emptyText')} />
  return (
    <StateView illustration="search" role="status" title={t('noneFound')}>
      <Button onClick={onShowAll}>{t('show')}</Button>
    </StateView>
  )
}

function Row({ journey, onChange, onRemove }: { journey: Journey } & Pick<JourneyListProps, 'onChange' | 'onRemove'>) {
  const { t } = useJourneyText()
  const [first] = journey.segments
  if (!first) return null
  return (
    <li className="oa-journey" data-state={journey.state}>
      <span className="oa-journey-time num">
        <strong>{journey.departTime.slice(0, 16)}</strong>
        <small>{journey.arriveTime.slice(0, 16)}</small>
      </span>
      <span className="oa-journey-way">
        <Link to={detailPath(journey.id)}>
          <Way journey={journey} />
        </Link>
        <small>
          <FieldCell field={sourceField} value={journey.journeyType} />
          {first.transport && (
            <>
              {' '}· <FieldCell field={journeyFields.transport} value={first.transport} />
            </>
          )}
          {' · '}
          {t(journey.oneWay ? 'oneWay' : 'roundTrip')}
          {journey.businessNo && <span className="num">{' '}· {journey.businessNo}</span>}
        </small>
      </span>
      {journey.own && (
        <span className="oa-journey-actions">
          <Button type="link" size="small" onClick={() => onChange(journey)}>{t('change')}</Button>
          <Button type="link" size="small" danger onClick={() => onRemove(journey)}>{t('remove')}</Button>
        </span>
      )}
      <span className="oa-journey-marks">
        <Risk level={journey.riskLevel} />
        <span className="oa-journey-state">{t(journey.state)}</span>
      </span>
    </li>
  )
}
