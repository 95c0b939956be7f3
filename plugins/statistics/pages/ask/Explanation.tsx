import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { decimalOf } from '#kernel/values/money.ts'
import { useHttp } from '#shell/backend.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import type { ExplainAnswer } from '../../wire.ts'
import { explainQuery } from '../calls.ts'
import { figureOrZero, figureText, growthOf } from '../../figures.ts'
import { useStatisticsText } from '../text.ts'
import { useDimensionLabel } from '../use-dimension-label.ts'
import type { QuestionProps } from './question-props.ts'
import { changeText, waterfallOption } from './waterfall-option.ts'

/** The contribution of each department, category or person to the difference between two times. */
export function Explanation(props: QuestionProps) {
  const { page, query, measure } = props
  const { t } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const choices = [...new Set(['department', ...Object.keys(page.dimensions), 'person'])].filter((key) => key !== 'expiry')
  const [by, setBy] = useState(choices[0] ?? 'department')
  const [against, setAgainst] = useState<'previous' | 'lastYear'>('previous')
  const answer = useQuery(explainQuery(useHttp(), page, { ...query, measure, by, against }))
  return (
    <>
      <div className="oa-stat-ask-head">
        <Segmented aria-label={t('against')} value={against} onChange={setAgainst}
          options={[{ value: 'previous', label: t('againstPrevious') }, { value: 'lastYear', label: t('againstLastYear') }]} />
        <Segmented aria-label={t('by')} value={by} onChange={setBy}
          options={choices.slice(0, 6).map((key) => ({ value: key, label: dimension(key) }))} />
      </div>
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['40%', '20%', '20%', '20%']} />}
      {answer.data && <Explained {...props} answer={answer.data} by={by} />}
    </>
  )
}

function Explained(
  { page, measure: key, unit, onOpen, answer, by }: QuestionProps & { readonly answer: ExplainAnswer; readonly by: string },
) {
  const { t, name, label } = useStatisticsText()
  const isNarrow = useIsMobile()
  const measure = page.measures[key]
  const { before, now, parts, period } = answer
  const drawn = useMemo(() => {
    if (!measure) return undefined
    const text = (figure: string) => figureText(figure, measure, unit)
    const names = [t('before'), ...parts.map(({ of }) => name(of.name)), t('now')]
    return {
      option: waterfallOption({ before, now, changes: parts.map(({ change }) => change), names, isNarrow,
        text: (figure) => figureText(figure, measure, unit, 0) }),
      table: {
        head: [t('part'), t('before'), t('now'), t('change')],
        rows: [[t('before'), text(before), '', ''],
          ...parts.map((part) => [name(part.of.name), text(part.before), text(part.now), changeText(text(part.change))]), [t('now'), '',
          text(now), '']],
      },
    }
  }, [measure, unit, parts, before, now, name, t, isNarrow])
  const open = useCallback((at: number) => {
    const part = parts[at - 1]
    if (part && part.of.value !== '…') onOpen({ [by]: part.of.value }, name(part.of.name), key)
  }, [by, key, name, onOpen, parts])
  if (!measure || !drawn) return null
  const difference = decimalOf(now)?.minus(before).toFixed() ?? '0'
  const [first] = parts
  return (
    <>
      <p>
        {t('explained', { what: label(measure), now: figureOrZero(now, measure, unit), before: figureOrZero(before, measure, unit),
          from: period.from, to: period.to })} <strong className="num">{changeText(figureText(difference, measure, unit))}</strong>{' '}
        <span className="num oa-quiet">{growthOf(now, before) ?? ''}</span>
      </p>
      {first && (
        <p className="oa-quiet">
          {t('mostBy', { part: name(first.of.name), change: changeText(figureText(first.change, measure, unit)) })}
        </p>
      )}
      {parts.length === 0 ?
        <p className="oa-stat-none">{t('noChange')}</p> :
        <Chart name={t('waterfall', { what: label(measure) })} option={drawn.option} table={drawn.table} height={300} onPick={open} />}
    </>
  )
}
