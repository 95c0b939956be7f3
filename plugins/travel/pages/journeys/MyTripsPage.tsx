import { CalendarOutlined, LeftOutlined, PlusOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Pagination, Segmented, Select } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { nowOf } from '#kernel/values/dates.ts'
import { Page } from '#shell/parts/Page.tsx'
import { Bar, RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldCell, FieldFilter } from '#shell/resource/renderers.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { useHttp } from '#shell/backend.ts'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { pageAnswer, useExistingPage } from '#shell/list/use-list-query.ts'
import { type Journey, type JourneyState, journeyStates } from '../../journeys/journey-wire.ts'
import { datesField, detailPath, journeyFields, type JourneyFilters, journeysQuery, pageSize, periodQuery, sourceField,
  useJourneyText } from './journeys.ts'
import { JourneyDialog } from './JourneyDialog.tsx'
import { useRemoving } from './use-removing.ts'
import { barsOf, monthTitle, shifted, type WeekBar, weeksOf } from './month.ts'
import { Risk, Way } from './Place.tsx'
import './journeys.css'

/** The reader's journeys as a list and as a calendar; view and filters are kept in the URL. */
export function MyTripsPage() {
  const { t } = useJourneyText()
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState<{ readonly journey: Journey | undefined }>()
  const remove = useRemoving()
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries(changes))
        if (value) next.set(key, value)
        else next.delete(key)
      return next
    }, { replace: true })
  const [thisMonth] = useState(() => nowOf(new Date()).slice(0, 7))
  const { isCalendar, state, type, dates, page } = shownBy(query)
  return (
    <Page title={t('title')}
      actions={
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpen({ journey: undefined })}>{t('add')}</Button>
      } head={
      <div className="oa-journey-bar row wrap gap-8-16 pad-12-24-4">
        <Segmented aria-label={t('view')} value={isCalendar ? 'calendar' : 'list'}
          onChange={(view) => set({ view: view === 'calendar' ? view : undefined })}
          options={[{ value: 'list', icon: <UnorderedListOutlined />, label: t('list') }, { value: 'calendar', icon: <CalendarOutlined />,
            label: t('calendar') }]} />
        {!isCalendar && <Filters state={state} type={type} dates={dates} onChange={(changes) => set({ ...changes, page: undefined })} />}
      </div>
    }>
      <Suspense fallback={<RowsSkeleton rows={8} columns={['20%', '30%', '20%', '15%']} />}>
        {isCalendar
          ? <JourneyCalendar month={query.get('month') ?? thisMonth} onMonth={(month) => set({ month })} />
          : (
            <JourneyList filters={{ state, type, dates }} current={page} onTurn={(turned) => set({ page: String(turned) })}
              onShowAll={() => set({ state: undefined, type: undefined, dates: undefined, page: undefined })}
              onChange={(journey) => setOpen({ journey })} onRemove={remove} />
          )}
      </Suspense>
      {open && <JourneyDialog journey={open.journey} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

/** View and filters from the URL. */
const shownBy = (query: URLSearchParams) => ({
  isCalendar: query.get('view') === 'calendar',
  state: journeyStates.find((each) => each === query.get('state')),
  type: query.get('type') ?? undefined,
  dates: query.get('dates') ?? undefined,
  page: Number(query.get('page') ?? 1) || 1,
})

interface FiltersProps {
  readonly state: JourneyState | undefined
  readonly type: string | undefined
  /** `from,to`; either may be empty. */
  readonly dates: string | undefined
  onChange(changes: Readonly<Record<string, string | undefined>>): void
}

function Filters({ state, type, dates, onChange }: FiltersProps) {
  const { t, label } = useJourneyText()
  const dictionaries = useRead(reads.dictionaries)
  const types = (dictionaries ?? []).filter((item) => item.type === 'journeyType').map(({ value, label: cn, localName }) => ({ value,
    label: label({ cn, en: localName ?? cn }) })
  )
  return (
    <>
      <Segmented aria-label={t('states')} value={state ?? ''} onChange={(value) => onChange({ state: value || undefined })}
        options={[{ value: '', label: t('all') }, ...journeyStates.map((each) => ({ value: each, label: t(each) }))]} />
      <Select allowClear aria-label={t('types')} placeholder={t('types')} value={type} options={types}
        onChange={(value: string | undefined) => onChange({ type: value })} />
      <div className="oa-journey-dates">
        <Suspense fallback={<Bar width={240} height={32} />}>
          <FieldFilter id="journey-dates" field={datesField} value={dates} onChange={(value) => onChange({ dates: value })} />
        </Suspense>
      </div>
    </>
  )
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Month view: each journey is a bar over its days. */
function JourneyCalendar({ month, onMonth }: { month: string; onMonth(month: string): void }) {
  const { t, locale } = useJourneyText()
  const weeks = weeksOf(month)
  const answer = useQuery(periodQuery(useHttp(), weeks[0]![0]!, weeks.at(-1)!.at(-1)!))
  const [today] = useState(() => nowOf(new Date()).slice(0, 10))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  const stretches = (answer.data?.records ?? []).map((journey) => ({ journey, from: journey.departTime.slice(0, 10),
    to: journey.arriveTime.slice(0, 10) })
  )
  return (
    <section className="oa-journey-calendar" aria-label={t('calendar')}>
      <div className="oa-journey-month row gap-8">
        <Button type="text" icon={<LeftOutlined aria-hidden />} aria-label={t('before')} onClick={() => onMonth(shifted(month, -1))} />
        <h2 className="num flat text-centre" aria-live="polite">{monthTitle(month, locale)}</h2>
        <Button type="text" icon={<RightOutlined aria-hidden />} aria-label={t('after')} onClick={() => onMonth(shifted(month, 1))} />
        <Button size="small" onClick={() => onMonth(today.slice(0, 7))}>{t('today')}</Button>
      </div>
      <div className="oa-journey-week is-head framed grid relative" aria-hidden>
        {weekdays.map((name) => <span key={name}>{t(name)}</span>)}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className="oa-journey-week framed grid relative">
          {week.map((day, index) => <Day key={day} {...{ day, index }} isOther={!day.startsWith(month)} isToday={day === today} />)}
          {barsOf(week, stretches).map((bar) => <JourneyBar key={bar.item.journey.id} bar={bar} />)}
        </div>
      ))}
    </section>
  )
}

function Day({ day, index, isOther, isToday }: { day: string; index: number; isOther: boolean; isToday: boolean }) {
  return (
    <time className="oa-journey-day" dateTime={day} data-other={isOther || undefined} aria-current={isToday ? 'date' : undefined}
      style={{ gridColumn: index + 1 }}
    >
      <span className="num">{Number(day.slice(8))}</span>
    </time>
  )
}

/** Bar of a journey: shows the departure time if it lasts a day, else the means of transport. */
function JourneyBar(
  { bar: { item: { journey }, start, days, lane, isContinued, continues } }: {
    bar: WeekBar<{ readonly journey: Journey; readonly from: string; readonly to: string }>
  },
) {
  return (
    <Link className="plain oa-journey-bar-of-days narrow clip row on-accent round-4 accent small gap-6 nowrap" data-risk={journey.riskLevel}
      data-continued={isContinued || undefined} data-continues={continues || undefined} to={detailPath(journey.id)}
      style={{ gridColumn: `${start + 1} / span ${days}`, gridRow: lane + 2 }}
    >
      {!isContinued && <span className="num">{journey.departTime.slice(11, 16)}</span>}
      <span className="cut">
        <Way journey={journey} />
      </span>
      {days > 1 && (
        <small>
          <FieldCell field={journeyFields.transport} value={journey.segments[0]?.transport} />
        </small>
      )}
    </Link>
  )
}

interface JourneyListProps {
  readonly filters: JourneyFilters
  readonly current: number
  onTurn(current: number): void
  onShowAll(): void
  onChange(journey: Journey): void
  onRemove(journey: Journey): void
}

/** List of journeys: upcoming ones, soonest first; then past ones. */
function JourneyList({ filters, current, onTurn, onShowAll, onChange, onRemove }: JourneyListProps) {
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

/** Returns whether the page is beyond the last one. */
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
      <span className="grid narrow">
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
        <span className="oa-journey-actions nowrap">
          <Button type="link" size="small" onClick={() => onChange(journey)}>{t('change')}</Button>
          <Button type="link" size="small" danger onClick={() => onRemove(journey)}>{t('remove')}</Button>
        </span>
      )}
      <span className="oa-journey-marks row gap-8">
        <Risk level={journey.riskLevel} />
        <span className="oa-journey-state second">{t(journey.state)}</span>
      </span>
    </li>
  )
}
