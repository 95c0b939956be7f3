import { ArrowRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { Suspense, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { inSentence } from '#kernel/wording/label.ts'
import { decimalOf, formatNumber, sumMoney } from '#kernel/values/money.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useText } from '#shell/text.tsx'
import { may } from '#providers/permissions.ts'
import { type QuickRange, type StatisticsPage, statisticsPermissions, type StatisticsTopic } from '#plugins/statistics/statistics-page.ts'
import { useStatisticsPages, useToday, useUnit } from './page-hooks.ts'
import type { OverviewAnswer, RefreshState } from '../wire.ts'
import { periodOf } from '../address.ts'
import { type AmountUnit, comparisonsOf, figureOrZero, figureText, lengthOf, monthName } from '../figures.ts'
import { overviewQuery } from './calls.ts'
import { DataDate, UnitSwitch } from './PageParts.tsx'
import { departmentField } from './filters/FilterChips.tsx'
import { Growth, titleOf } from './Headline.tsx'
import { useStatisticsText } from './texts.ts'
import { TilePicture } from './tiles/TilePicture.tsx'
import { canRefresh } from '../permissions.ts'
import './statistics.css'

/** Day up to which all pages are counted; incomplete if one of them is. */
const countedTo = (pages: OverviewAnswer = []) => ({ date: pages[0]?.dataDate,
  isIncomplete: pages.some(({ isIncomplete }) => isIncomplete) })

/** Overview of the pages that the reader may open, each with its headline and a small chart. */
export function AnalysisPage() {
  const { t } = useStatisticsText()
  const id = useId()
  const { range, department, kept, narrowed, setRange, setDepartment } = useAddress()
  const [keyword, setKeyword] = useState('')
  const [unit, setUnit] = useUnit()
  const [from = '', to = ''] = periodOf(range, useToday()).split(',')
  const { data, isError, isPending, error, refetch } = useQuery(overviewQuery(useHttp(), { from, to, ...narrowed }))
  return (
    <Page
      title={
        <>
          <span className="oa-stat-title">{t('overview')}</span>
          <DataDate {...countedTo(data)} />
        </>
      }
      actions={
        <>
          <SearchBox className="oa-stat-search" label={t('search')} onSearch={setKeyword} />
          <div className="oa-stat-department">
            <Suspense fallback={<Bar width="100%" height={32} />}>
              <FieldFilter id={`${id}-department`} field={departmentField} value={department} onChange={setDepartment} />
            </Suspense>
          </div>
          <Segmented<QuickRange> aria-label={t('quick')} value={range} onChange={setRange}
            options={ranges.map((value) => ({ value, label: t(`quick.${value}`) }))} />
          <UnitSwitch unit={unit} onChange={setUnit} />
        </>
      }
    >
      {isError && <ErrorState isPage error={error} onRetry={() => void refetch()} />}
      <Refresh />
      {isPending && <WaitingTiles />}
      {data && <Tiles overview={data} keyword={keyword.toLowerCase()} parameters={kept} unit={unit} />}
    </Page>
  )
}

const ranges = ['1', '3', '6', 'year'] as const

/** Period and department of the tiles, kept in the URL. */
function useAddress() {
  const [parameters, setParameters] = useSearchParams()
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(parameters)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParameters(next, { replace: true })
  }
  const range = ranges.find((each) => each === parameters.get('range')) ?? 'year'
  const department = parameters.get('department') ?? undefined
  return {
    range,
    department,
    /** Query parameters that carry the filters over to a page. */
    kept: new URLSearchParams({ range, ...(department && { department }) }),
    narrowed: department ? { departments: department } : {},
    setRange: (range: QuickRange) => set('range', range === 'year' ? '' : range),
    setDepartment: (department: string | undefined) => set('department', department ?? ''),
  }
}

interface TilesProps {
  readonly overview: OverviewAnswer
  readonly keyword: string
  /** Query parameters that carry the filters over to a page. */
  readonly parameters: URLSearchParams
  readonly unit: AmountUnit
}

function Tiles({ overview, keyword, parameters, unit }: TilesProps) {
  const { t, label } = useStatisticsText()
  const pages = useStatisticsPages()
  const found = pages.flatMap((page) => {
    const answer = overview.find((each) => each.page === page.key)
    return answer && label(page).toLowerCase().includes(keyword) ? [{ page, answer }] : []
  })
  if (found.length === 0) return <StateView illustration="empty" title={t('noPage')} role="status" />
  return (
    <>
      {topics.map((topic) => {
        const own = found.filter(({ page }) => page.topic === topic)
        return own.length > 0 && (
          <section key={topic} aria-label={t(`topic.${topic}`)}>
            <SectionTitle>{t(`topic.${topic}`)}</SectionTitle>
            <ul className="oa-stat-tiles framed round-8 grid clip">
              {own.map(({ page, answer }) => (
                <li key={page.key}>
                  <Tile page={page} answer={answer} unit={unit} to={`${page.path}?${parameters}`} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

interface TileProps {
  readonly page: StatisticsPage
  readonly answer: OverviewAnswer[number]
  readonly unit: AmountUnit
  readonly to: string
}

function Tile({ page, answer: { headline, compared, months, largest }, unit, to }: TileProps) {
  const { label } = useStatisticsText()
  const [comparison] = comparisonsOf(page, compared, headline)
  const story = useStory(page, { headline, months, largest })
  const measure = page.measures[headline.measure]
  if (!measure) return null
  return (
    <Link className="plain oa-stat-tile ink grid gap-6" to={to}>
      <span className="oa-stat-tile-name flex small medium between">
        {label(page)} <ArrowRightOutlined aria-hidden />
      </span>
      <span className="oa-stat-tile-figure baseline flex wrap">
        <strong className="num bold">
          {measure.unit === 'amount' && <span className="oa-money-sign regular">￥</span>}
          {figureOrZero(headline.value, measure, unit, 0)}
        </strong>
        <small className="muted clip">{titleOf(page, measure, label)}</small>
        {comparison && <Growth comparison={comparison} value={headline.value} measure={measure} />}
      </span>
      <TilePicture page={page} headline={headline} months={months} largest={largest} />
      <small className="oa-stat-tile-story second small">{story}</small>
    </Link>
  )
}

const path = '/oaserver/statistics'

/** For administrators: time of the last full recount, and a button to start one. */
function Refresh() {
  return may(canRefresh.refresh) ? <State /> : null
}

function State() {
  const { t } = useStatisticsText()
  const http = useHttp()
  const { run, isPending } = useCommand({ touches: [['statistics']] })
  const { data } = useQuery({ queryKey: ['statistics', 'refresh'],
    queryFn: () => http.get<RefreshState>(`${path}/refreshState`, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.result === 'running' ? 3000 : false) })
  if (!data) return null
  return (
    <p className="second small">
      {t('lastRun', { at: data.lastRun ?? '—', result: data.result === null ? '' : t(`result.${data.result}`) })}
      {data.progress && ` · ${t('recounted', data.progress)}`}
      {data.result !== 'running' && (
        <Button size="small" type="link" loading={isPending} onClick={() => void run(({ post }) => post(`${path}/refresh`, {}))}>
          {t('refresh')}
        </Button>
      )}
    </p>
  )
}

/** Skeletons of the tiles while their figures load. */
function WaitingTiles() {
  const { t } = useStatisticsText()
  const { t: shell } = useText()
  const pages = useStatisticsPages()
  return (
    <div className="oa-waiting" role="status" aria-label={shell('shell.loading')}>
      {topics.map((topic) => {
        const own = pages.filter((page) => page.topic === topic && may(statisticsPermissions(page.key).view))
        return own.length > 0 && (
          <section key={topic} aria-label={t(`topic.${topic}`)}>
            <SectionTitle>{t(`topic.${topic}`)}</SectionTitle>
            <ul className="oa-stat-tiles framed round-8 grid clip">
              {own.map(({ key }) => (
                <li key={key}>
                  <span className="oa-stat-tile ink grid gap-6">
                    <Bar width="40%" height={12} />
                    <Bar width="60%" height={22} />
                    <Bar width="100%" height={72} />
                    <Bar width="80%" height={12} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** Sections of the overview, in display order. */
const topics = ['spending', 'budget', 'work'] as const satisfies readonly StatisticsTopic[]

type StoryFigures = Pick<OverviewAnswer[number], 'headline' | 'months' | 'largest'>

/** One-sentence summary of a page: the share of the largest values in the headline, else the month with the highest figure. */
function useStory({ measures }: Pick<StatisticsPage, 'measures'>, { headline, months, largest }: StoryFigures): string {
  const { t, name, label, locale } = useStatisticsText()
  const measure = measures[headline.measure]
  if (!measure || lengthOf(headline.value) === 0) return t('story.nothing')
  if (measure.unit === 'percent') return t('story.band', { ratio: figureText(headline.value, measure, 'one') })
  const whole = decimalOf(headline.value)
  const what = locale === 'en' ? inSentence(label(measure)) : label(measure)
  const [first, second] = largest.filter(isNamed)
  if (!first) return t('story.peak', { what, month: monthName(peakOf(months), locale, 'long') })
  const named = { what, name: name(first.name) }
  const share = shareText([first.figure], whole)
  if (share === all) return t('story.all', named)
  if (!second) return t('story.top', { ...named, share })
  return t('story.two', { ...named, other: name(second.name), share: shareText([first.figure, second.figure], whole) })
}

const all = '100%'

const isNamed = ({ value, figure }: OverviewAnswer[number]['largest'][number]): boolean =>
  value !== '' && value !== '…' && lengthOf(figure) > 0

/** The month with the highest figure. */
const peakOf = (months: OverviewAnswer[number]['months']): string =>
  months.toSorted((one, other) => lengthOf(other.value) - lengthOf(one.value))[0]?.month ?? '2000-01'

function shareText(figures: readonly (string | null)[], whole: ReturnType<typeof decimalOf>): string {
  return `${whole ? formatNumber(sumMoney(figures).div(whole).times(100), 0) : 0}%`
}
