import { CalendarOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { instantOf } from '#kernel/values/dates.ts'
import { tailOf } from '#fields/cascader/place-name.ts'
import { storedName, useReferences } from '#fields/references/reference-book.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { NotFound } from '#shell/states/pages.tsx'
import { isFailure } from '#providers/failure.ts'
import { saveFile } from '#providers/files.ts'
import type { Journey, JourneySegment } from '../../journeys/journey-wire.ts'
import { journeyFields, journeyQuery, sourceField, useJourneyText } from './journeys.ts'
import { JourneyDialog } from './JourneyDialog.tsx'
import { endsOf, PlaceName, Risk, wayMark } from './Place.tsx'
import { useRemoving } from './use-removing.ts'
import './journeys.css'

/** Details of a journey with its segments; target of messages about journeys. */
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

/** Actions: export to a calendar; edit and delete for own journeys entered manually, since others follow their document. */
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
    <div className="oa-journey-detail grid gap-16">
      <dl className="grid flat">
        <div>
          <dt>{t('traveller')}</dt>
          <dd>{person(journey.travellerId)}</dd>
        </div>
        <div>
          <dt>{t('companions')}</dt>
          <dd className="oa-journey-people flex wrap">
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
      <ol className="oa-segments grid gap-12">
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
      <div className="oa-segment-end grid gap-2">
        <span className="num">{segment.departTime.slice(5, 16)}</span>
        <PlaceName area={segment.startingAreaCode} />
        <Risk level={segment.startingRiskLevel} />
      </div>
      <div className="oa-segment-way second grid">
        <FieldCell field={journeyFields.transport} value={segment.transport} />
        {segment.fare !== null && (
          <span className="num">
            <FieldCell field={journeyFields.fare} value={segment.fare} />
          </span>
        )}
      </div>
      <div className="oa-segment-end grid gap-2">
        <span className="num">{segment.arriveTime.slice(5, 16)}</span>
        <PlaceName area={segment.destinationAreaCode} />
        <Risk level={segment.destinationRiskLevel} />
      </div>
    </li>
  )
}

/** Button that downloads the journey as a calendar file. */
function CalendarButton({ journey }: { journey: Journey }) {
  const { t } = useJourneyText()
  const nameOf = usePlaceNames(journey)
  const save = () => {
    const { from, to } = endsOf(journey)
    const title = from.join() === to.join() ? nameOf(to) : `${nameOf(from)}${wayMark(journey)}${nameOf(to)}`
    const file = calendarOf(journey, { title,
      wayOf: ({ startingAreaCode, destinationAreaCode }) => `${nameOf(startingAreaCode)} → ${nameOf(destinationAreaCode)}` }, new Date())
    saveFile(new Blob([file], { type: 'text/calendar' }), `${journey.businessNo ?? journey.departTime.slice(0, 10)}.ics`)
  }
  return <Button icon={<CalendarOutlined aria-hidden />} onClick={save}>{t('toCalendar')}</Button>
}

/** Lookup of the names of a journey's places by code. */
function usePlaceNames({ segments }: Journey): (area: readonly string[]) => string {
  const { name } = useJourneyText()
  const codes = [
    ...new Set(
      segments.flatMap(({ startingAreaCode, destinationAreaCode }) => [...tailOf(startingAreaCode), ...tailOf(destinationAreaCode)]),
    ),
  ]
  const places = useReferences('cascader', codes)
  return (area) => tailOf(area).map((code) => name(storedName(places[codes.indexOf(code)], code))).join(' / ')
}

interface CalendarWords {
  /** Title of the calendar event. */
  readonly title: string
  /** Route of a segment as text. */
  wayOf(segment: JourneySegment): string
}

/** Calendar file (RFC 5545) with one event from departure to arrival that lists the segments; `writtenAt` is its DTSTAMP. */
export function calendarOf(journey: Journey, { title, wayOf }: CalendarWords, writtenAt: Date): string {
  const segments = journey.segments.map((segment) =>
    `${segment.departTime.slice(5, 16)} – ${segment.arriveTime.slice(5, 16)} ${wayOf(segment)}`
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//OA//Trips//EN',
    'BEGIN:VEVENT',
    `UID:${journey.id}@oa`,
    `DTSTAMP:${stampOf(writtenAt)}`,
    ...timeOf('DTSTART', journey.departTime),
    ...timeOf('DTEND', journey.arriveTime),
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped([...segments, journey.businessNo, journey.remark].filter(Boolean).join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(folded).map((line) => `${line}\r\n`).join('')
}

function timeOf(name: string, text: string): string[] {
  const instant = instantOf(text)
  return instant ? [`${name}:${stampOf(instant)}`] : []
}

const stampOf = (instant: Date): string => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', String.raw`\n`)

/** Maximum number of bytes per line, without line break. */
const longest = 75

/** Folds a line: continuation lines start with a space, and characters are not split. */
function folded(line: string): string[] {
  const lines = ['']
  for (const character of line) {
    const last = lines.at(-1)!
    if (bytesOf(last) + bytesOf(character) > longest) lines.push(` ${character}`)
    else lines[lines.length - 1] = last + character
  }
  return lines
}

const encoder = new TextEncoder()

const bytesOf = (text: string): number => encoder.encode(text).length
