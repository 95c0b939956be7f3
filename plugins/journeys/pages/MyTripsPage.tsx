import { CalendarOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { nowOf } from '#kernel/values/dates.ts'
import { Page } from '#shell/parts/Page.tsx'
import { Bar, RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { type Journey, type JourneyState, journeyStates } from '../journey-wire.ts'
import { datesField } from './fields.ts'
import { JourneyCalendar } from './JourneyCalendar.tsx'
import { JourneyDialog } from './JourneyDialog.tsx'
import { JourneyList } from './JourneyList.tsx'
import { useJourneyText } from './text.ts'
import { useRemoving } from './use-removing.ts'
import './journeys.css'

/** One's journeys as a list and as a calendar; the address keeps what is shown. */
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
      <div className="oa-journey-bar">
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

/** The filters in the address. */
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
  /** `from,to`, either side may be empty. */
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
