import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { NotFound } from '#shell/states/pages.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import type { Journey, JourneySegment } from '../journey-wire.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { journeyFields, sourceField } from './fields.ts'
import { JourneyDialog } from './JourneyDialog.tsx'
import { journeyQuery } from './journeys.ts'
import { PlaceName, Risk } from './Place.tsx'
import { useJourneyText } from './text.ts'
import { useRemoving } from './use-removing.ts'
import './journeys.css'

/** A journey with its segments, to which messages about journeys lead. */
export function TravelDetailPage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id ? <Detail id={id} /> : <NotFound />
}

function Detail({ id }: { id: string }) {
  const { t } = useJourneyText()
  const answer = useQuery(journeyQuery(useHttp(), id))
  return (
    <Page title={t('detail')} actions={answer.data && <Actions journey={answer.data} />}>
      <Suspense fallback={<RowsSkeleton rows={6} columns={['30%', '60%']} />}>
        {answer.isError ? <Failed error={answer.error} onRetry={() => void answer.refetch()} /> : <Loaded journey={answer.data} />}
      </Suspense>
    </Page>
  )
}

/**
 * A trip goes into the reader's calendar; one entered by hand is changed and taken away by whoever travels, others follow their document.
 */
function Actions({ journey }: { journey: Journey }) {
  const { t } = useJourneyText()
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoving()
  const navigate = useNavigate()
  return (
    <>
      {journey.own && (
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => remove(journey, () => void navigate('/my-trips'))}>
          {t('remove')}
        </Button>
      )}
      {journey.own && <Button icon={<EditOutlined aria-hidden />} onClick={() => setIsOpen(true)}>{t('change')}</Button>}
      {journey.state !== 'past' && <CalendarButton journey={journey} />}
      {isOpen && (
        <Suspense>
          <JourneyDialog journey={journey} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useJourneyText()
  if (isFailure(error) && error.kind === 'missing')
    return (
      <StateView illustration="search" role="status" title={t('missing')}>
        <Link to="/my-trips">{t('back')}</Link>
      </StateView>
    )
  return <ErrorState error={error} onRetry={onRetry} />
}

const Loaded = (
  { journey }: { journey: Journey | undefined },
) => (journey ? <Details journey={journey} /> : <RowsSkeleton rows={6} columns={['30%', '60%']} />)

function Details({ journey }: { journey: Journey }) {
  const { t } = useJourneyText()
  const people = usePeople([journey.travellerId, ...journey.companions])
  const person = (id: string) => (
    <Person key={id} id={id} name={people.get(id)?.name ?? (id === journey.travellerId ? journey.travellerName : id)} />
  )
  return (
    <div className="oa-journey-detail">
      <dl>
        <div>
          <dt>{t('traveller')}</dt>
          <dd>{person(journey.travellerId)}</dd>
        </div>
        <div>
          <dt>{t('companions')}</dt>
          <dd className="oa-journey-people">
            {journey.companions.length > 0 ? journey.companions.map(person) : <span className="oa-nothing">—</span>}
          </dd>
        </div>
        <div>
          <dt>{t('departs')}</dt>
          <dd className="num">{journey.departTime.slice(0, 16)}</dd>
        </div>
        <div>
          <dt>{t('arrives')}</dt>
          <dd className="num">{journey.arriveTime.slice(0, 16)}</dd>
        </div>
        <div>
          <dt>{t('way')}</dt>
          <dd>{t(journey.oneWay ? 'oneWay' : 'roundTrip')}</dd>
        </div>
        <div>
          <dt>{t('risk')}</dt>
          <dd>{journey.riskLevel === 'none' ? t('none') : <Risk level={journey.riskLevel} />}</dd>
        </div>
        <div>
          <dt>{t('source')}</dt>
          <dd>
            <FieldCell field={sourceField} value={journey.journeyType} />
          </dd>
        </div>
        <div>
          <dt>{t('document')}</dt>
          <dd>
            <DocumentLink journey={journey} />
          </dd>
        </div>
        {journey.remark && (
          <div className="is-wide">
            <dt>{t('remark')}</dt>
            <dd>{journey.remark}</dd>
          </div>
        )}
      </dl>
      <SectionTitle count={journey.segments.length}>{t('segments')}</SectionTitle>
      <ol className="oa-segments">
        {journey.segments.map((segment, index) => <Segment key={segment.departTime} segment={segment} number={index + 1} />)}
      </ol>
    </div>
  )
}

function DocumentLink({ journey: { businessKey, businessNo, businessType } }: { journey: Journey }) {
  const processes = useRead(reads.processes)
  const path = processes?.find(({ key }) => key === businessType)?.path
  if (businessKey === null) return <span className="oa-nothing">—</span>
  return path
    ? <Link className="num" to={`${path}-detail?${new URLSearchParams({ procInstId: businessKey })}`}>{businessNo}</Link>
    : <span className="num">{businessNo}</span>
}

function Segment({ segment, number }: { segment: JourneySegment; number: number }) {
  const { t } = useJourneyText()
  return (
    <li aria-label={t('segment', { n: number })}>
      <div className="oa-segment-end">
        <span className="num">{segment.departTime.slice(5, 16)}</span>
        <PlaceName area={segment.startingAreaCode} />
        <Risk level={segment.startingRiskLevel} />
      </div>
      <div className="oa-segment-way">
        <FieldCell field={journeyFields.transport} value={segment.transport} />
        {segment.fare !== null && (
          <span className="num">
            <FieldCell field={journeyFields.fare} value={segment.fare} />
          </span>
        )}
      </div>
      <div className="oa-segment-end">
        <span className="num">{segment.arriveTime.slice(5, 16)}</span>
        <PlaceName area={segment.destinationAreaCode} />
        <Risk level={segment.destinationRiskLevel} />
      </div>
    </li>
  )
}
