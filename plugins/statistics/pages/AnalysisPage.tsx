import { ArrowRightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Suspense, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { QuickRange, StatisticsPage } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { Page } from '#shell/parts/Page.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { SearchBox } from '#shell/parts/SearchBox.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { statisticsPages } from '../statistics/pages.ts'
import type { OverviewAnswer } from '../wire.ts'
import { periodOf } from '../address.ts'
import { comparisonsOf } from '../comparisons.ts'
import { overviewQuery } from './calls.ts'
import { DataDate } from './DataDate.tsx'
import { figureOrZero, type AmountUnit } from '../figures.ts'
import { departmentField } from './filters/filter-field.ts'
import { Growth } from './Headline.tsx'
import { titleOf } from './MeasureName.tsx'
import { Refresh } from './Refresh.tsx'
import { useStatisticsText } from './text.ts'
import { TilePicture } from './tiles/TilePicture.tsx'
import { topics } from './tiles/topics.ts'
import { useStory } from './tiles/use-story.ts'
import { WaitingTiles } from './tiles/WaitingTiles.tsx'
import { UnitSwitch } from './UnitSwitch.tsx'
import { useToday } from './use-today.ts'
import { useUnit } from './use-unit.ts'
import './statistics.css'

/** The day to which the pages are counted; incomplete where one of them is. */
const countedTo = (pages: OverviewAnswer = []) => ({ date: pages[0]?.dataDate,
  isIncomplete: pages.some(({ isIncomplete }) => isIncomplete) })

/** The pages that the reader may open, each with its headline and a small picture. */
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

/** The time and the departments that the tiles cover, as the page's address says them. */
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
    /** The address of a page that keeps the filters. */
    kept: new URLSearchParams({ range, ...(department && { department }) }),
    narrowed: department ? { departments: department } : {},
    setRange: (range: QuickRange) => set('range', range === 'year' ? '' : range),
    setDepartment: (department: string | undefined) => set('department', department ?? ''),
  }
}

interface TilesProps {
  readonly overview: OverviewAnswer
  readonly keyword: string
  /** The filters, which the pages keep. */
  readonly parameters: URLSearchParams
  readonly unit: AmountUnit
}

function Tiles({ overview, keyword, parameters, unit }: TilesProps) {
  const { t, label } = useStatisticsText()
  const found = statisticsPages.flatMap((page) => {
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
            <ul className="oa-stat-tiles">
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
    <Link className="plain oa-stat-tile" to={to}>
      <span className="oa-stat-tile-name">
        {label(page)} <ArrowRightOutlined aria-hidden />
      </span>
      <span className="oa-stat-tile-figure">
        <strong className="num">
          {measure.unit === 'amount' && <span className="oa-money-sign">￥</span>}
          {figureOrZero(headline.value, measure, unit, 0)}
        </strong>
        <small>{titleOf(page, measure, label)}</small>
        {comparison && <Growth comparison={comparison} value={headline.value} measure={measure} />}
      </span>
      <TilePicture page={page} headline={headline} months={months} largest={largest} />
      <small className="oa-stat-tile-story">{story}</small>
    </Link>
  )
}
